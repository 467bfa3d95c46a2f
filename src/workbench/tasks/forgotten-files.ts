import type { Needed } from '../../forecast/index.ts';
import { SnapError, timeLimit } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import type { Workbench } from '../workbench.ts';

/** The end of a task does not wait longer for it. */
const maxMs = 500;

/** What usually changes with the files of a task and was not touched: two files at most. Empty where the history cannot tell in time. */
export async function forgottenBy(
  { forecast }: Pick<Workbench, 'forecast'>,
  changed: readonly WorkspacePath[],
  signal: AbortSignal,
): Promise<readonly Needed[]> {
  if (changed.length === 0) return [];
  const limit = timeLimit(maxMs, signal);
  try {
    return await (await forecast()).forgotten(changed, limit.signal);
  } catch (error) {
    // The task is ended by now; nothing is said that would have to be measured again.
    if (limit.signal.aborted || error instanceof SnapError) return [];
    throw error;
  } finally {
    limit.release();
  }
}

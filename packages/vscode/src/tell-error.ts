import { core } from './core.ts';
import type { Desk } from './desk.ts';
import { say } from './say.ts';

/** Does what a person asked for. One of the four places that catch: what it throws is told to the person. */
export async function toldErrors(desk: Desk, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    await tellError(desk, error);
  }
}

/** An expected failure is told as it is, a bug is told as one and written to the log. */
async function tellError({ log }: Desk, error: unknown): Promise<void> {
  const { SnapError, cleanLine, errorMessage, errorStack } = await core.system();
  if (error instanceof SnapError) {
    log.warn(cleanLine(error.message));
    const hint = error.hint === undefined ? '' : ` ${error.hint}`;
    await say.error(cleanLine(`${error.message}${hint}`));
    return;
  }
  log.error(errorStack(error));
  const showLog = 'Show Log';
  const picked = await say.error(`Snap: this is a bug: ${cleanLine(errorMessage(error))} The log has more.`, showLog);
  if (picked === showLog) log.show();
}

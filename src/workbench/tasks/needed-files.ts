import type { FilesNeeded, FilesQuestion } from '../../insight/index.ts';
import { timeLimit } from '../../system/index.ts';
import type { Workbench } from '../workbench.ts';

const maxNeeded = 5;
/** A task does not wait longer for its forecast, also where the history is read for the first time: what is read is kept, and the next question has it. */
const maxMs = 2_000;

type NeededQuestion = Omit<FilesQuestion, 'max'>;

/** The files a task will need, if that is known in time. Never fails: the task begins without them. */
export async function neededWithin(
  { forecast }: Pick<Workbench, 'forecast'>,
  question: NeededQuestion,
  signal: AbortSignal,
): Promise<FilesNeeded> {
  const limit = timeLimit(maxMs, signal);
  const late = new Promise<FilesNeeded>((settle) => {
    limit.signal.addEventListener('abort', () => settle({ files: [], limits: ['the history is still being read'] }), { once: true });
  });
  try {
    return await Promise.race([late, found(forecast, question, signal)]);
  } finally {
    limit.release();
  }
}

async function found(forecast: Workbench['forecast'], question: NeededQuestion, signal: AbortSignal): Promise<FilesNeeded> {
  try {
    return await (await forecast()).files({ ...question, max: maxNeeded }, signal);
  } catch {
    // A task that began is worth more than its forecast.
    return { files: [], limits: [] };
  }
}

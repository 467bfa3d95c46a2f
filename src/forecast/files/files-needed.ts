import type { FilesNeeded, FilesQuestion } from '../forecast.ts';
import type { Ground } from '../ground.ts';

/** The files a task will need. Names none yet; says what of the history is missing. */
export async function filesNeeded({ history }: Ground, _question: FilesQuestion, signal?: AbortSignal): Promise<FilesNeeded> {
  const { limits } = await history.commits(signal);
  return { files: [], limits };
}

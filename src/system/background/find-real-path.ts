import { realpath } from 'node:fs/promises';

/** The real path of a directory; `undefined` where there is none. Another thread looks it up: a disk may not answer. */
export async function findRealPath(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch {
    return undefined;
  }
}

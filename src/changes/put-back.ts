import type { WritableSystem } from '../system/index.ts';
import { hashOf } from '../system/writable.ts';

/** A file of a change that must not stand. */
export interface ChangedFile {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly directories: readonly string[];
  readonly mode?: number;
  /** The earlier content, from the later one; `undefined` when there was no file. */
  earlier(after: Uint8Array): Uint8Array | undefined;
}

/** Whether the file is again as it was. False: somebody else wrote it since, and it is left as it is. The caller holds its lock. */
export async function putBack(system: WritableSystem, file: ChangedFile): Promise<boolean> {
  await system.tidy(file.path);
  const bytes = await system.readBytes(file.path);
  const now = hashOf(bytes);
  if (now === file.before) {
    if (now === 'absent') await system.removeFile(file.path, 'absent', file.directories);
    return true;
  }
  if (now !== file.after) return false;
  const earlier = bytes === undefined ? file.earlier(new Uint8Array()) : file.earlier(bytes);
  if (hashOf(earlier) !== file.before) return false;
  if (earlier === undefined) await system.removeFile(file.path, now, file.directories);
  else await system.replaceBytes(file.path, now, earlier, file.mode === undefined ? {} : { newFileMode: file.mode });
  return true;
}

import type { WritableSystem } from '../system/index.ts';
import { hashOf } from '../system/writable.ts';

/** A file whose change is to be reverted. */
export interface ChangedFile {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly directories: readonly string[];
  readonly mode?: number | undefined;
  /** The content before the change, from the content after it; `undefined` when there was no file. */
  contentBefore(after: Uint8Array): Uint8Array | undefined;
}

/**
 * Restores a file to its content before the change. The caller holds its lock.
 * @returns false when another program wrote it since; it is then left unchanged.
 */
export async function restoreFile(system: WritableSystem, file: ChangedFile): Promise<boolean> {
  await system.tidy(file.path);
  const bytes = await system.readBytes(file.path);
  const now = hashOf(bytes);
  if (now === file.before) {
    if (now === 'absent') await system.removeFile(file.path, 'absent', file.directories);
    return true;
  }
  if (now !== file.after) return false;
  const earlier = file.contentBefore(bytes ?? new Uint8Array());
  if (hashOf(earlier) !== file.before) return false;
  if (earlier === undefined) await system.removeFile(file.path, now, file.directories);
  else await system.replaceBytes(file.path, now, earlier, { newFileMode: file.mode });
  return true;
}

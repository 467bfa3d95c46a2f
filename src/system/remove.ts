import { dirname } from 'node:path';
import { type Disk, inspect, removeEmptyDirectories, temporaryBeside } from './disk.ts';
import { syncDirectory } from './disk-steps.ts';
import { diskError } from './failures.ts';
import { requireContent } from './replace.ts';
import type { Hash } from './system.ts';
import { tidy } from './tidy.ts';

/**
 * `WritableSystem.removeFile`, with the lock of the target held. The file first takes the temporary name: from there it can come
 * back as it was, and no program can write it between the last check and the end.
 */
export async function removeFile(disk: Disk, path: string, expected: Hash | 'absent', directories: readonly string[]): Promise<void> {
  const { calls, system } = disk;
  const target = inspect(disk, path).path;
  await tidy(disk, target);
  requireContent(disk, target, target, expected);
  try {
    if (expected !== 'absent') {
      const temporary = temporaryBeside(target);
      calls.rename(target, temporary);
      try {
        requireContent(disk, temporary, target, expected);
        syncDirectory(calls, dirname(target));
        calls.unlink(temporary);
      } catch (error) {
        calls.rename(temporary, target);
        throw error;
      }
    }
    removeEmptyDirectories(calls, directories);
  } catch (error) {
    throw diskError(system.home, target, 'could not be removed', error);
  }
}

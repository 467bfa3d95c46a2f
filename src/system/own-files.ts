import { constants } from 'node:fs';
import { dirname } from 'node:path';
import { type Disk, makeWithParents, temporaryBeside, unlinkIfThere } from './disk.ts';
import { dropQuietly, syncDirectory, writeAll } from './disk-steps.ts';
import { diskError, failureCode } from './failures.ts';
import { requireOwnPlace } from './places/own-directories.ts';

/** What to do where snap's own directories take nothing. */
export const whereToWrite = 'Get write permission for it, or set SNAP_DATA_DIR to a directory that you can write.';

/** What to do about a failure to write there; `undefined` where nothing general can be said. */
export function nextStep(error: unknown): string | undefined {
  const code = failureCode(error) ?? '';
  if (['EROFS', 'EACCES', 'EPERM', 'ENOTDIR'].includes(code)) return whereToWrite;
  return code === 'ENOSPC' || code === 'EDQUOT' ? 'Make room on that disk, then do it again.' : undefined;
}

// A FIFO that took the place of a file is not waited for.
const replacing = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NONBLOCK;
const appending = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | constants.O_NONBLOCK;

/** `OwnFiles.write`. */
export function writeOwnFile(disk: Disk, path: string, bytes: Uint8Array, isDurable = true): void {
  const { calls } = disk;
  const temporary = temporaryBeside(path);
  guarded(disk, path, () => {
    makeOwnDirectory(disk, dirname(path));
    try {
      // Over what is there: a run that died may have left one, and no other program writes this name in snap's own directory.
      writeThrough(disk, temporary, bytes, isDurable);
      calls.rename(temporary, path);
      if (isDurable) syncDirectory(calls, dirname(path));
    } catch (error) {
      dropQuietly(calls, temporary);
      throw error;
    }
  });
}

function writeThrough({ calls }: Disk, path: string, bytes: Uint8Array, isDurable: boolean): void {
  const fd = calls.open(path, replacing, 0o600);
  try {
    writeAll(calls, fd, bytes, null);
    if (isDurable) calls.fsync(fd);
  } finally {
    calls.close(fd);
  }
}

/** `OwnFiles.append`. */
export function appendOwnFile(disk: Disk, path: string, bytes: Uint8Array, durable: boolean): void {
  const { calls } = disk;
  guarded(disk, path, () => {
    makeOwnDirectory(disk, dirname(path));
    const isNew = calls.lstat(path) === undefined;
    const fd = calls.open(path, appending, 0o600);
    try {
      const { size } = calls.fstat(fd);
      try {
        writeAll(calls, fd, bytes, null);
        if (durable) calls.fsync(fd);
      } catch (error) {
        calls.ftruncate(fd, size);
        throw error;
      }
    } finally {
      calls.close(fd);
    }
    if (durable && isNew) syncDirectory(calls, dirname(path));
  });
}

/** `OwnFiles.remove`. */
export function removeOwnFile(disk: Disk, path: string): void {
  guarded(disk, path, () => void unlinkIfThere(disk.calls, path));
}

/** Makes it and its missing parents, readable by the user alone. */
export function makeOwnDirectory({ calls, system }: Disk, directory: string): void {
  requireOwnPlace(system);
  makeWithParents(calls, directory);
}

function guarded(disk: Disk, path: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    throw diskError(disk.system.home, path, 'could not be written', error);
  }
}

import { constants } from 'node:fs';
import { failureCode } from './failures.ts';

/**
 * Writes all of it: a disk may take less than it is given, without an error.
 * @param position where in the file; `null`: at the current position.
 * @throws an error with code `ENOSPC` when a write takes nothing.
 */
export function writeAll(
  calls: { write(fd: number, bytes: Uint8Array, position: number | null): number },
  fd: number,
  bytes: Uint8Array,
  position: number | null,
): void {
  for (let done = 0; done < bytes.length;) {
    const taken = calls.write(fd, done === 0 ? bytes : bytes.subarray(done), position === null ? null : position + done);
    if (taken <= 0) throw Object.assign(new Error('ENOSPC: nothing was written'), { code: 'ENOSPC' });
    done += taken;
  }
}

/** Makes a rename, link or unlink in a directory durable, where the platform and the file system can. */
export function syncDirectory(
  calls: { open(path: string, flags: number): number; fsync(fd: number): void; close(fd: number): void },
  directory: string,
): void {
  let fd: number;
  try {
    fd = calls.open(directory, constants.O_RDONLY);
  } catch (error) {
    // Windows opens no directories, and one may be entered without being readable.
    if (['EISDIR', 'EPERM', 'EACCES'].includes(failureCode(error) ?? '')) return;
    throw error;
  }
  try {
    calls.fsync(fd);
  } catch (error) {
    // Network and FUSE file systems may not know it for directories.
    if (!['EINVAL', 'ENOTSUP', 'ENOSYS', 'EPERM', 'EBADF'].includes(failureCode(error) ?? '')) throw error;
  } finally {
    calls.close(fd);
  }
}

/** Deletes what may be deleted later just as well: after a failure, the first error is the one to report. Never throws. */
export function dropQuietly<Path>(calls: { lstat(path: Path): unknown; unlink(path: Path): void }, path: Path): void {
  try {
    if (calls.lstat(path) !== undefined) calls.unlink(path);
  } catch {
    // The next writer finds it by its name and deletes it.
  }
}

import type { Stats } from 'node:fs';
import { dirname } from 'node:path';
import { type Disk, inspect, makeDirectories, readIfThere, removeEmptyDirectories, temporaryBeside, unlinkIfThere } from './disk.ts';
import { dropQuietly, syncDirectory, writeAll } from './disk-steps.ts';
import { changedMeanwhile, diskError, failureCode } from './failures.ts';
import { hashOf } from './hash.ts';
import { writeInPlace } from './in-place.ts';
import type { Hash, ReplaceOptions } from './system.ts';
import { tidy } from './tidy.ts';

/** `WritableSystem.replaceBytes`, with the lock of the target held. */
export async function replaceFile(
  disk: Disk,
  path: string,
  expected: Hash | 'absent',
  bytes: Uint8Array,
  options: ReplaceOptions = {},
): Promise<void> {
  const target = inspect(disk, path).path;
  await tidy(disk, target);
  // Again: tidying may have restored the file.
  const { stats, missingDirectories } = inspect(disk, target);

  // A rename would leave the other names of the file with the old content.
  if (stats !== undefined && stats.nlink > 1) return writeInPlace(disk, target, expected, bytes);
  try {
    makeDirectories(disk.calls, missingDirectories, 0o777);
    try {
      const answer = renameOver(disk, target, expected, bytes, stats, options.newFileMode ?? 0o600);
      if (answer === 'done') return;
    } catch (error) {
      removeEmptyDirectories(disk.calls, missingDirectories);
      throw error;
    }
  } catch (error) {
    throw diskError(disk.system.home, target, 'could not be written', error);
  }
  return writeInPlace(disk, target, expected, bytes);
}

/** `in place`: this file cannot be replaced by a rename, and is as it was. */
function renameOver(
  disk: Disk,
  target: string,
  expected: Hash | 'absent',
  bytes: Uint8Array,
  stats: Stats | undefined,
  newFileMode: number,
): 'done' | 'in place' {
  const { calls } = disk;
  const temporary = temporaryBeside(target);
  let fd: number;
  try {
    fd = openTemporary(disk, target, temporary, stats);
  } catch (error) {
    // The directory takes no new file. The file itself may still be writable.
    if (stats !== undefined && isOneOf(error, 'EACCES', 'EPERM', 'EROFS')) return 'in place';
    throw error;
  }
  try {
    if (!fill(disk, fd, { bytes, stats, newFileMode })) {
      calls.unlink(temporary);
      return 'in place';
    }
    const before = requireExpected(disk, target, expected);
    if (!putInPlaceOf(disk, temporary, target, expected)) {
      calls.unlink(temporary);
      return 'in place';
    }
    try {
      // A link leaves it behind, a rename does not.
      if (stats === undefined) unlinkIfThere(calls, temporary);
      syncDirectory(calls, dirname(target));
    } catch (error) {
      // It may be lost in a power cut, so it counts as failed and is reverted.
      putBack(disk, target, before, stats);
      throw error;
    }
    return 'done';
  } catch (error) {
    dropQuietly(calls, temporary);
    throw error;
  }
}

/** A temporary file that has, or is getting, the mode and owner of the original. */
function openTemporary({ calls, system }: Disk, target: string, temporary: string, stats: Stats | undefined): number {
  // macOS copies access lists and extended attributes with the content; on Windows they come with the directory. Linux has no call
  // for them that Node knows (docs/decisions.md).
  // https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/copyfile.3.html
  if (stats === undefined || system.platform !== 'darwin') return calls.open(temporary, 'wx', 0o600);
  calls.copyNew(target, temporary);
  return calls.open(temporary, 'r+');
}

interface NewContent {
  readonly bytes: Uint8Array;
  readonly stats: Stats | undefined;
  readonly newFileMode: number;
}

/** Writes the temporary file and closes it; false when it cannot be given to the owner of the original. */
function fill(disk: Disk, fd: number, { bytes, newFileMode, stats }: NewContent): boolean {
  const { calls } = disk;
  try {
    if (stats !== undefined && !giveOwner(disk, fd, stats)) return false;
    writeAll(calls, fd, bytes, 0);
    if (disk.system.platform === 'darwin') calls.ftruncate(fd, bytes.length);
    // After the owner: changing it clears the set-user bits.
    calls.fchmod(fd, stats === undefined ? newFileMode & ~process.umask() : stats.mode & 0o7777);
    calls.fsync(fd);
    return true;
  } finally {
    calls.close(fd);
  }
}

/** Whether the temporary file could be given to the owner of the original. */
function giveOwner({ calls }: Disk, fd: number, stats: Stats): boolean {
  const mine = calls.fstat(fd);
  if (mine.uid === stats.uid && mine.gid === stats.gid) return true;
  try {
    calls.fchown(fd, stats.uid, stats.gid);
    return true;
  } catch (error) {
    if (isOneOf(error, 'EPERM', 'EINVAL', 'ENOTSUP', 'ENOSYS')) return false;
    throw error;
  }
}

/** Whether the rename could be done. */
function putInPlaceOf(disk: Disk, temporary: string, target: string, expected: Hash | 'absent'): boolean {
  const { calls, system } = disk;
  if (expected === 'absent') {
    try {
      // Unlike a rename it fails when another process has made the file first.
      calls.link(temporary, target);
      return true;
    } catch (error) {
      if (failureCode(error) === 'EEXIST') throw changedMeanwhile(system.home, target);
      // No hard links here (FAT, some network and FUSE file systems).
      if (!isOneOf(error, 'EPERM', 'EACCES', 'ENOTSUP', 'ENOSYS', 'EMLINK', 'EINVAL', 'EXDEV')) throw error;
    }
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      calls.rename(temporary, target);
      return true;
    } catch (error) {
      // Windows: a virus scanner or indexer has it open for a moment. https://github.com/isaacs/node-graceful-fs#improvements-over-fs-module
      if (system.platform === 'win32' && attempt < 12 && isOneOf(error, 'EPERM', 'EACCES', 'EBUSY')) {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, attempt * 10);
        continue;
      }
      // A bind-mounted single file is a mount point. https://man7.org/linux/man-pages/man2/rename.2.html
      if (expected !== 'absent' && isOneOf(error, 'EBUSY', 'EXDEV', 'EPERM', 'EACCES')) return false;
      throw error;
    }
  }
}

function putBack(disk: Disk, target: string, before: Uint8Array | undefined, stats: Stats | undefined): void {
  const { calls } = disk;
  if (before === undefined) return calls.unlink(target);
  const temporary = temporaryBeside(target);
  // Mode and owner of the original are on the new file, which is still there.
  fill(disk, openTemporary(disk, target, temporary, stats), { bytes: before, stats, newFileMode: 0o600 });
  calls.rename(temporary, target);
}

/** The content, when it is what it should be. */
function requireExpected(disk: Disk, target: string, expected: Hash | 'absent'): Uint8Array | undefined {
  return requireContent(disk, target, target, expected);
}

/** The content of `at`, when it is what `target` should hold. */
export function requireContent(disk: Disk, at: string, target: string, expected: Hash | 'absent'): Uint8Array | undefined {
  let bytes: Uint8Array | undefined;
  try {
    bytes = readIfThere(disk.calls, at);
  } catch (error) {
    throw diskError(disk.system.home, target, 'could not be read', error);
  }
  if (hashOf(bytes) !== expected) throw changedMeanwhile(disk.system.home, target);
  return bytes;
}

function isOneOf(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(failureCode(error) ?? '');
}

import { type Disk, readIfThere } from './disk.ts';
import { writeAll } from './disk-steps.ts';
import { SnapError } from './errors.ts';
import { changedMeanwhile, diskError, displayPath } from './failures.ts';
import { hashOf } from './hash.ts';
import type { Hash } from './system.ts';
import { dropWriteAhead, keepWriteAhead } from './write-ahead.ts';

/**
 * For a file that cannot be replaced by a rename: hard link, bind mount, read-only directory, another user's file.
 * A kill between two of its writes tears the file, so both contents are kept first, durably; `tidy` finishes what a dead run left.
 */
export async function writeInPlace(disk: Disk, target: string, expected: Hash | 'absent', bytes: Uint8Array): Promise<void> {
  const { calls, system } = disk;
  try {
    const before = readIfThere(calls, target);
    if (before === undefined || hashOf(before) !== expected) throw changedMeanwhile(system.home, target);
    await keepWriteAhead(disk, target, { before, after: bytes });
    // Keeping took its time.
    if (readIfThere(calls, target)?.equals(before) !== true) {
      dropWriteAhead(disk, target);
      throw changedMeanwhile(system.home, target);
    }
    try {
      overwrite(disk, target, before, bytes);
      dropWriteAhead(disk, target);
    } catch (error) {
      restore(disk, target, before, bytes);
      throw error;
    }
  } catch (error) {
    throw diskError(system.home, target, 'could not be written', error);
  }
}

/** Brings a file from one content to the other, byte for byte at its place. */
export function overwrite({ calls }: Disk, target: string, from: Uint8Array, to: Uint8Array): void {
  const same = commonPrefix(from, to);
  const fd = calls.open(target, 'r+');
  try {
    writeAll(calls, fd, to.subarray(same), same);
    if (to.length < from.length) calls.ftruncate(fd, to.length);
    calls.fsync(fd);
  } finally {
    calls.close(fd);
  }
}

/** Whether each byte is one that writing `after` over `before` can have left. A power cut may keep later writes and lose earlier ones. */
export function isTorn(bytes: Uint8Array, before: Uint8Array, after: Uint8Array): boolean {
  if (bytes.length < Math.min(before.length, after.length) || bytes.length > Math.max(before.length, after.length)) return false;
  return bytes.every((byte, at) => byte === before[at] || byte === after[at] || (byte === 0 && at >= before.length));
}

/** The write failed in the middle; when going back fails too, the copy stays for the next run. */
function restore(disk: Disk, target: string, before: Uint8Array, after: Uint8Array): void {
  const { calls, system } = disk;
  try {
    const now = readIfThere(calls, target);
    if (now !== undefined && !now.equals(before) && isTorn(now, before, after)) overwrite(disk, target, now, before);
  } catch (error) {
    const shown = displayPath(target, system);
    throw new SnapError(
      'io',
      `${shown}: writing failed in the middle, and restoring the old content failed too. The content is kept in a copy.`,
      {
        hint: 'Run "snap mcp repair" when the disk works again: it restores the file.',
        cause: error,
      },
    );
  }
  dropWriteAhead(disk, target);
}

function commonPrefix(one: Uint8Array, other: Uint8Array): number {
  const end = Math.min(one.length, other.length);
  let at = 0;
  while (at < end && one[at] === other[at]) at += 1;
  return at;
}

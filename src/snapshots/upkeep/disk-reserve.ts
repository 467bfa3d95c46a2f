import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { failureCode, dropQuietly, writeAll } from '../../system/index.ts';
import { openFlags } from '../disk.ts';
import type { StorePlace } from '../store/store-place.ts';

/** Enough for a lock, a line of the journal and a small index. */
const reserveLength = 65_536;

const reserveOf = ({ directory }: StorePlace): string => join(directory, 'reserve');

/**
 * Sees to it that the store has a file that can be given up on a full disk. The caller holds the store's lock. Costs one look where
 * there is one; where there is no room for it there is none.
 */
export function keepReserve(place: StorePlace): void {
  const { calls } = place;
  const path = reserveOf(place);
  try {
    if (calls.lstat(path)?.size === reserveLength) return;
    dropQuietly(calls, path);
    const fd = calls.open(path, openFlags.create, 0o600);
    try {
      // Of no pattern: some disks keep zeros without any room.
      writeAll(calls, fd, randomBytes(reserveLength), 0);
    } finally {
      calls.close(fd);
    }
  } catch (error) {
    if (failureCode(error) === undefined) throw error;
    dropQuietly(calls, path);
  }
}

/**
 * Work that makes room. On a full disk it could not even begin, for the lock and the journal line about the deletion take some: then the
 * reserve is given up, and it is tried once more.
 */
export async function withReserve<T>(place: StorePlace, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isDiskFull(error) || place.calls.lstat(reserveOf(place)) === undefined) throw error;
    dropQuietly(place.calls, reserveOf(place));
    return work();
  }
}

/** Whether the failure, or what it came of, is a disk that takes nothing more. */
export function isDiskFull(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = failureCode(at);
    if (code === 'ENOSPC' || code === 'EDQUOT') return true;
  }
  return false;
}

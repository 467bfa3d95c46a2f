import type { SnapshotCalls } from '../disk.ts';
import { isRacy } from './take-leaf.ts';

/** A text that changes when one of the files changes: made from the times, size and inode of each. */
export function stampOf(calls: Pick<SnapshotCalls, 'lstat'>, paths: readonly string[]): string {
  return paths
    .map((path) => {
      try {
        const stats = calls.lstat(path);
        return stats === undefined ? '-' : `${stats.mtimeMs} ${stats.ctimeMs} ${stats.size} ${stats.ino}`;
      } catch {
        // No permission, as when it was read; if there was one then, the stamp differs and the file is read again.
        return '?';
      }
    })
    .join('\n');
}

/**
 * The stamp of one file, with its path. Empty when the stamp proves nothing: the file changed so recently that a later change may leave
 * the same times, it is no regular file, or it cannot be looked at.
 */
export function settledStampOf(calls: Pick<SnapshotCalls, 'lstat'>, path: string, now: number): string {
  try {
    const stats = calls.lstat(path);
    return stats?.isFile() === true && !isRacy(stats, now) ? `${path} ${stampOf(calls, [path])}` : '';
  } catch {
    // No permission: nothing is remembered of it.
    return '';
  }
}

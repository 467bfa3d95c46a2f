import { lstatSync, type Stats } from 'node:fs';
import type { FileStamp } from './system.ts';
import { slices } from './walk.ts';

/** As `System.stamps` promises. */
export async function fileStamps(paths: readonly string[]): Promise<readonly (FileStamp | undefined)[]> {
  const pause = slices();
  const stamps: (FileStamp | undefined)[] = [];
  for (const path of paths) {
    await pause();
    stamps.push(stampAt(path));
  }
  return stamps;
}

function stampAt(path: string): FileStamp | undefined {
  let stats: Stats | undefined;
  try {
    stats = lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // No permission for a directory above, or a file where one should be.
    return undefined;
  }
  return stats === undefined ? undefined : stampOf(stats);
}

export function stampOf(stats: Stats): FileStamp {
  const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'directory' : 'other';
  const { birthtimeMs, ctimeMs, dev, ino, mtimeMs, size } = stats;
  // Some file systems give the other time in its place. https://nodejs.org/docs/latest-v20.x/api/fs.html#stat-time-values (2026-11-23)
  const bornMs = birthtimeMs === ctimeMs ? 0 : birthtimeMs;
  return { kind, size, modifiedMs: mtimeMs, changedMs: ctimeMs, inode: ino, device: dev, bornMs };
}

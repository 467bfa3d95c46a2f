import type { Stats } from 'node:fs';
import { dirname } from 'node:path';
import type { Disk } from './disk.ts';
import { SnapError } from './errors.ts';
import { displayPath } from './failures.ts';

/**
 * What stands at the path, when it is a regular file in a directory and neither of them a link; `undefined` when nothing does.
 * The directory may be a stranger's, and a link in it would lead our lines into any file of the user's.
 * @throws SnapError `refused`.
 */
export function requirePlainFile({ calls, system }: Disk, path: string): Stats | undefined {
  const directory = dirname(path);
  if (calls.lstat(directory)?.isSymbolicLink() === true) throw refused(system.home, directory, 'this directory is a symbolic link');
  const stats = calls.lstat(path);
  if (stats === undefined || stats.isFile()) return stats;
  throw refused(system.home, path, stats.isSymbolicLink() ? 'this is a symbolic link' : 'this is not a regular file');
}

function refused(home: string, path: string, what: string): SnapError {
  return new SnapError('refused', `${displayPath(path, { home })}: ${what}, and snap keeps no records behind it.`, {
    hint: 'Move it away, then run the command again.',
  });
}

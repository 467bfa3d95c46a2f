import type { Stats } from 'node:fs';
import { dirname } from 'node:path';
import type { Disk } from './disk.ts';
import { SnapError } from './errors.ts';
import { displayPath } from './failures.ts';

/**
 * The file at the path, when it is a regular file in a directory and neither is a link; `undefined` when there is nothing.
 * Another person may have written the directory, and a link in it could lead our lines into any file of the user.
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
  return new SnapError('refused', `${displayPath(path, { home })}: ${what}, and snap does not follow it to keep records.`, {
    hint: 'Move it away, then run the command again.',
  });
}

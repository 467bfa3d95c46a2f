import { join, relative, sep } from 'node:path';
import { type Disk, removeEmptyDirectories, unlinkIfThere } from '../disk.ts';
import { diskError, failureCode } from '../failures.ts';

/** `OwnFiles.removeTree`. */
export function removeOwnTree(disk: Disk, path: string): void {
  if (!isBelowOwn(disk, path)) throw new Error(`${path} is not below a directory of snap's own`);
  try {
    removeTree(disk, path);
  } catch (error) {
    throw diskError(disk.system.home, path, 'could not be removed', error);
  }
}

/** `OwnFiles.removeEmpty`. */
export function removeEmptyOwn(disk: Disk, directory: string): boolean {
  const { calls, system } = disk;
  if (!Object.values(system.own).includes(directory) && !isBelowOwn(disk, directory))
    throw new Error(`${directory} is not a directory of snap's own`);
  try {
    // A link is the person's, and so is the directory that it leads to.
    if (calls.lstat(directory)?.isDirectory() !== true) return calls.lstat(directory) === undefined;
    removeEmptyDirectories(calls, [directory]);
    return calls.lstat(directory) === undefined;
  } catch (error) {
    throw diskError(system.home, directory, 'could not be removed', error);
  }
}

function isBelowOwn({ system }: Disk, path: string): boolean {
  return Object.values(system.own).some((directory) => {
    const inside = relative(directory, path);
    return inside !== '' && inside !== '..' && !inside.startsWith(`..${sep}`) && join(directory, inside) === path;
  });
}

/** Never through a link: it goes itself, and what it leads to stays. */
function removeTree(disk: Disk, path: string): void {
  const { calls } = disk;
  if (calls.lstat(path)?.isDirectory() !== true) return void unlinkIfThere(calls, path);
  for (const name of calls.readdir(path)) removeTree(disk, join(path, name));
  try {
    calls.rmdir(path);
  } catch (error) {
    if (failureCode(error) !== 'ENOENT') throw error;
  }
}

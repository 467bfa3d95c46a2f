import { posix, win32 } from 'node:path';
import { displayPath, type System } from '../system/index.ts';
import type { Workspace } from '../workspace/index.ts';

/** Directories of a home that hold everything a person has, and no project. */
const collections = ['Desktop', 'Documents', 'Downloads', 'OneDrive', 'OneDrive/Desktop', 'OneDrive/Documents'];

/**
 * Why no snapshot is taken of a whole directory, in a sentence; `undefined` when there is no reason. Directories below them are
 * projects like any other. Their size is one reason, that a restore would delete what is no part of any project the other.
 */
export function snapshotRefusal(system: System, { root }: Pick<Workspace, 'root'>): string | undefined {
  const paths = system.platform === 'win32' ? win32 : posix;
  const shown = displayPath(root, system);
  const isSame = (other: string): boolean =>
    sameOn(system.platform, paths.normalize(other)) === sameOn(system.platform, paths.normalize(root));
  if (paths.dirname(root) === root) return `${shown}: no snapshot is taken of a whole disk.`;
  if (isSame(system.home)) return `${shown}: no snapshot is taken of a whole home directory.`;
  if (isSame(paths.dirname(system.home))) return `${shown}: no snapshot is taken of the home directories.`;
  if (collections.some((name) => isSame(paths.join(system.home, ...name.split('/'))))) {
    return `${shown}: no snapshot is taken of this whole directory, because it holds more than one project.`;
  }
  const temporary = ['TMPDIR', 'TEMP', 'TMP'].flatMap((name) => system.env[name] ?? []);
  const known = system.platform === 'win32' ? [] : ['/tmp', '/var/tmp', '/private/tmp', '/private/var/tmp', '/dev/shm'];
  if ([...temporary, ...known].some((path) => paths.isAbsolute(path) && isSame(withoutEnd(path)))) {
    return `${shown}: no snapshot is taken of the directory of temporary files.`;
  }
  return undefined;
}

function withoutEnd(path: string): string {
  return path.length > 1 ? path.replace(/[\\/]+$/, '') : path;
}

/** Disks of these platforms mostly take names in any case. */
function sameOn(platform: System['platform'], path: string): string {
  return platform === 'linux' ? path : path.normalize('NFC').toLowerCase();
}

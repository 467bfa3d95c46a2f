import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { directoriesBelow, pathFault, platformDirectories, type Around } from '../places/own-directories.ts';
import { projectAroundPlace } from '../places/project-place.ts';
import { makeOwnDirectory } from '../make-directory.ts';

/**
 * The cache directory from which code is run: that below the home, or that in SNAP_DATA_DIR; `undefined` where there is none, or another variable names
 * another one. Unlike the other directories of snap's own it is never a reason to refuse a command: without it the program runs, only slower.
 */
export function namedCache({ platform, env }: Omit<Around, 'home'>): { readonly home: string; readonly cache: string } | undefined {
  const home = env[platform === 'win32' ? 'USERPROFILE' : 'HOME'] ?? '';
  const data = env['SNAP_DATA_DIR'] ?? '';
  if (pathFault(home, platform) !== undefined) return undefined;
  if (data !== '') return pathFault(data, platform) === undefined ? { home, cache: directoriesBelow(data, platform).cache } : undefined;
  const { cache } = platformDirectories({ platform, home, env: {} });
  return platformDirectories({ platform, home, env }).cache === cache ? { home, cache } : undefined;
}

/**
 * Whether code in this directory may be run: it is a real directory of this user that nobody else can enter, outside of the project one works in. Windows
 * has no such modes: there a user's own directories are closed to others by access lists, which new ones inherit.
 * @param make makes the directory when it is not there and the one around it belongs to this user.
 * @returns false also where there is none. Never throws.
 */
export function isSafeCache(cache: string, home: string, make = false): boolean {
  try {
    let there = cache;
    while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
    const real = realpathSync.native(there);
    if ((there !== cache && !make) || isInProject(join(real, cache.slice(there.length)), home)) return false;
    if (there !== cache) {
      if (!isOwn(real, 0) || !existsSync(home)) return false;
      makeOwnDirectory(cache);
    }
    return isOwn(cache, 0o077);
  } catch {
    return false;
  }
}

/** @param others permission bits that must not be set. */
function isOwn(directory: string, others: number): boolean {
  const stats = lstatSync(directory);
  const uid = process.getuid?.();
  return stats.isDirectory() && (uid === undefined || (stats.uid === uid && (stats.mode & others) === 0));
}

function isInProject(cache: string, home: string): boolean {
  const realHome = existsSync(home) ? realpathSync.native(home) : home;
  const { platform } = process;
  const usual = platformDirectories({
    platform: platform === 'darwin' || platform === 'win32' ? platform : 'linux',
    home: realHome,
    env: {},
  });
  return projectAroundPlace(cache, home, usual.cache, process.cwd()) !== undefined;
}

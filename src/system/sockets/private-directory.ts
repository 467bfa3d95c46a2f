import { chmodSync, lstatSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { type DirectoryCalls, makeWithParents } from '../disk.ts';
import { SnapError } from '../errors.ts';
import { diskError, displayPath } from '../failures.ts';
import { nodeFileCalls } from '../file-calls.ts';
import { requireOwnPlace } from '../places/own-directories.ts';
import type { System } from '../system.ts';

/** The part of a system that is asked. */
type Around = Pick<System, 'home' | 'platform' | 'own' | 'placeProblem'>;

/**
 * Makes sure that only this user can enter a directory: it is a real directory, no link, of this user, with mode 0700. One of ours that others could
 * enter is closed to them. The directory around it must not let others put another one in its place. Several processes may make it at once.
 * @param calls for tests: what makes it.
 * @throws SnapError `refused` for what cannot be made safe.
 */
export function makePrivateDirectory(system: Around, path: string, calls: DirectoryCalls = nodeFileCalls): void {
  requireOwnPlace(system);
  try {
    // Not by Node's own "recursive": that says ENOENT where the disk is read-only (20.20, 2026-11-22).
    makeWithParents(calls, path);
    // Windows keeps others out of a user's directory by access lists, which a new directory inherits.
    if (system.platform === 'win32') return;
    closed(system, dirname(path), 0o022);
    closed(system, path, 0o077);
  } catch (error) {
    throw diskError(system.home, path, 'could not be made', error);
  }
}

function closed(system: Around, path: string, others: number): void {
  const stats = lstatSync(path);
  // What is above snap's own directories belongs to the person, or to root: /run/user is root's.
  const problem = stats.uid === 0 && (stats.mode & others) === 0 && stats.isDirectory() ? undefined : wrong(stats);
  if (problem !== undefined) {
    throw new SnapError('refused', `${displayPath(path, system)} ${problem}.`, {
      hint: 'The socket of the daemon would not be safe there. Move it away, or set SNAP_DATA_DIR to a directory of your own.',
    });
  }
  if ((stats.mode & others) !== 0) chmodSync(path, stats.mode & 0o7777 & ~others);
}

function wrong(stats: Stats): string | undefined {
  if (stats.isSymbolicLink()) return 'is a symbolic link';
  if (!stats.isDirectory()) return 'is not a directory';
  return stats.uid === process.getuid?.() ? undefined : `belongs to another user (${stats.uid})`;
}

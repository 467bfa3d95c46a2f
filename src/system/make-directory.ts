import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a directory of snap's own and its missing parents, for this user alone; one that is there stays as it is. Another process may make them at the
 * same time. In place of the recursive mkdirSync of Node, which never returned from a directory that is there but takes none, such as /proc/self on
 * Linux (seen with Node 20.20.2 on 2026-11-23).
 * @throws what `mkdirSync` throws.
 */
export function makeOwnDirectory(path: string, mode = 0o700): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
    const parent = dirname(path);
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT' && parent !== path && !existsSync(parent);
    if (!isMissing) throw error;
    makeOwnDirectory(parent, mode);
    // The parent is there now, so this does not come here again.
    makeOwnDirectory(path, mode);
  }
}

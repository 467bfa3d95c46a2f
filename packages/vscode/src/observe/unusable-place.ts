import { dirname } from 'node:path';
import { core, type System } from '../core.ts';

/**
 * Why snap's own directories cannot be used, as sentences that name the path that is there; `undefined` where they are directories, or are not there
 * yet. An error of the disk names the file that was wanted, which nobody has where a file is in the place of a directory above it.
 */
export async function unusablePlace(system: Pick<System, 'home' | 'look' | 'own'>): Promise<string | undefined> {
  const { cleanLine, displayPath } = await core.system();
  const shown = (path: string): string => cleanLine(displayPath(path, system));
  for (const place of new Set([system.own.data, system.own.state])) {
    const found = await nearest(system, place);
    if (found === undefined || found.isDirectory) continue;
    return `${shown(found.path)} is not a directory, so Snap can keep nothing in ${shown(place)}, and does not know what is there. Move it away, or set SNAP_DATA_DIR to a directory and start the editor again.`;
  }
  return undefined;
}

/** The first of a path and the directories above it that is there. */
async function nearest(
  { look }: Pick<System, 'look'>,
  place: string,
): Promise<{ readonly path: string; readonly isDirectory: boolean } | undefined> {
  for (let path = place; path !== dirname(path); path = dirname(path)) {
    // Below a file nothing can be looked at: the file itself is looked at next.
    const seen = await look(path).catch(() => undefined);
    if (seen !== undefined && seen.kind !== 'unreachable') return { path, isDirectory: seen.kind === 'directory' };
  }
  return undefined;
}

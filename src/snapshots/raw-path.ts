import { rawChild, type RawName } from './raw-name.ts';

/** The root itself. */
export const topPath: RawName = '';

export function pathBelow(directory: RawName, name: Buffer): RawName {
  return rawChild(directory, name.toString('latin1'));
}

/** The directory that contains an entry. */
export function parentPath(path: RawName): RawName {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

export function nameOfPath(path: RawName): Buffer {
  return Buffer.from(path.slice(path.lastIndexOf('/') + 1), 'latin1');
}

/** The directories on the way to an entry, the outermost first; neither the root nor the entry itself. */
export function directoriesAbove(path: RawName): readonly RawName[] {
  const above: RawName[] = [];
  for (let at = parentPath(path); at !== ''; at = parentPath(at)) above.unshift(at);
  return above;
}

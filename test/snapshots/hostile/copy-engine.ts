import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  type Stats,
} from 'node:fs';
import type { Engine, EngineMaker } from './engine.ts';
import { isAmong, isGits } from './picture.ts';
import type { Place } from './place.ts';

/**
 * The engine that is plainly right: a snapshot is a copy of everything, a restore copies back what differs. It says whether a case is
 * one that can be passed; it is told what no snapshot holds instead of reading ignore rules.
 */
export const copyEngine: EngineMaker = {
  name: 'full copy',
  isStrict: true,
  open: async (place, { uncaptured }) => openCopies(place, uncaptured),
};

/** What a snapshot knows of an entry. A file's bytes are in a file of the store. */
type Kept =
  | { readonly kind: 'file'; readonly mode: number; readonly copy: string; readonly stamp: string }
  | { readonly kind: 'directory'; readonly mode: number }
  | { readonly kind: 'link'; readonly target: Buffer }
  | { readonly kind: 'left' };

type Copy = ReadonlyMap<string, Kept>;

function openCopies(place: Place, uncaptured: readonly string[]): Engine {
  const copies = new Map<string, Copy>();
  let last: string | undefined;
  const take = (): string => {
    const copy = new Map<string, Kept>();
    keepBelow('', copy);
    const id = `copy-${copies.size + 1}`;
    copies.set(id, copy);
    return id;
  };
  const keepBelow = (below: string, copy: Map<string, Kept>): void => {
    for (const name of namesIn(place.at(below))) {
      const path = below === '' ? name : `${below}/${name}`;
      if (isGits(path) || isAmong(path, uncaptured)) continue;
      copy.set(path, keep(path));
      if (copy.get(path)?.kind === 'directory') keepBelow(path, copy);
    }
  };
  const keep = (path: string): Kept => {
    const at = place.at(path);
    try {
      const stat = lstatSync(at);
      const mode = stat.mode & 0o7777;
      if (stat.isSymbolicLink()) return { kind: 'link', target: readlinkSync(at, { encoding: 'buffer' }) };
      if (stat.isDirectory()) {
        namesIn(at);
        return { kind: 'directory', mode };
      }
      if (!stat.isFile()) return { kind: 'left' };
      const copy = `${place.store}/${randomBytes(8).toString('hex')}`;
      copyFileSync(at, copy);
      return { kind: 'file', mode, copy, stamp: stampOf(stat) };
    } catch {
      // Closed to us, or too deep.
      return { kind: 'left' };
    }
  };

  const restore = (id: string, paths?: readonly string[]): void => {
    const wanted = copies.get(id);
    if (wanted === undefined) throw new Error(`no copy ${id}`);
    last = take();
    const now = copies.get(last) ?? new Map<string, Kept>();
    const isMeant = (path: string) => paths === undefined || isAmong(path, paths);
    const isFree = (path: string) => now.get(path)?.kind !== 'left' && wanted.get(path)?.kind !== 'left';
    const tryTo = (work: () => void) => {
      try {
        work();
      } catch {
        // A directory that is closed or holds what is left: the rest goes on.
      }
    };
    for (const path of [...now.keys()].toReversed()) {
      const then = wanted.get(path);
      const kind = now.get(path)?.kind;
      if (!isMeant(path) || !isFree(path) || (then !== undefined && then.kind === kind)) continue;
      tryTo(() => (kind === 'directory' ? rmdirSync(place.at(path)) : unlinkSync(place.at(path))));
    }
    for (const [path, then] of wanted) {
      if (!isMeant(path) || !isFree(path)) continue;
      tryTo(() => putBack(path, then, now.get(path)));
    }
    // Last, since a directory may be closed by its mode.
    for (const [path, then] of wanted) {
      if (then.kind === 'directory' && isMeant(path) && isFree(path)) tryTo(() => setMode(path, then.mode));
    }
  };
  const putBack = (path: string, then: Kept, now: Kept | undefined): void => {
    const at = place.at(path);
    switch (then.kind) {
      case 'directory':
        if (now?.kind !== 'directory') mkdirSync(at, { recursive: true });
        return;
      case 'link': {
        if (now?.kind === 'link' && now.target.equals(then.target)) return;
        if (now?.kind === 'link') unlinkSync(at);
        symlinkSync(then.target, at);
        return;
      }
      case 'file': {
        if (now?.kind === 'file' && now.stamp === then.stamp) return;
        const temporary = Buffer.concat([at.subarray(0, at.lastIndexOf('/') + 1), Buffer.from('.copy')]);
        copyFileSync(then.copy, temporary);
        chmodSync(temporary, then.mode);
        renameSync(temporary, at);
        return;
      }
      case 'left':
        return;
      default:
        then satisfies never;
    }
  };
  const setMode = (path: string, mode: number): void => {
    const fd = openSync(place.at(path), constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    closeSync(fd);
    chmodSync(place.at(path), mode);
  };

  return {
    take: async () => take(),
    restore: async (id, paths) => restore(id, paths),
    undo: async () => {
      if (last === undefined) return false;
      restore(last);
      return true;
    },
    // Half a copy under a name that nobody asks for.
    diesMidway: () => copyFileSync(`${place.home}/.gitconfig`, `${place.store}/half`),
    close: () => undefined,
  };
}

function namesIn(directory: Buffer): readonly string[] {
  return readdirSync(directory, { encoding: 'buffer' })
    .sort(Buffer.compare)
    .map((name) => name.toString('latin1'));
}

function stampOf({ ctimeMs, ino, mode, mtimeMs, size }: Stats): string {
  return [ino, mode, size, mtimeMs, ctimeMs].join(' ');
}

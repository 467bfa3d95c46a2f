import { type RawName, bytesOfName, rawNameOf } from '../raw-name.ts';
import { directoriesAbove, parentPath } from '../raw-path.ts';
import { type Contents, equalPieces, gitBlobId, isFileEntry } from '../store/stored-contents.ts';
import type { WorkspaceCalls } from '../disk.ts';
import type { TreeEntry } from '../store/object-types.ts';

/** The files of a workspace as restoring sees them. */
export interface WorkspaceFiles {
  /** Absolute, a real directory. */
  readonly root: string;
  readonly calls: WorkspaceCalls;
  readonly contents: Contents;
}

/** What a later look compares to see whether the entry was changed; `undefined`: there was no entry. */
export type Stamp = undefined | ({ readonly [field in (typeof telling)[number]]: bigint } & { readonly uid: bigint; readonly gid: bigint });

const telling = ['dev', 'ino', 'mode', 'size', 'mtimeNs', 'ctimeNs'] as const;

export const changedSince = 'it changed after the safety snapshot, so it was left as it is';
const changed = { trouble: changedSince };
const inTheWay = 'not overwritten: this path changed and is not in the safety snapshot';

const pieceSize = 1024 * 1024;

export function absolutePath({ root }: Pick<WorkspaceFiles, 'root'>, path: RawName): Buffer {
  return path === '' ? Buffer.from(root) : bytesOfName(`${rawNameOf(root)}/${path}`);
}

/** Whether the disk takes `a` and `A` for two names, by an entry of the root; where none is suitable, by what is usual on the platform. */
export function knowsCase({ root, calls }: Pick<WorkspaceFiles, 'root' | 'calls'>): boolean {
  if (calls.lstat(Buffer.from(root))?.isDirectory() === true) {
    for (const name of calls.readdir(Buffer.from(root))) {
      const text = name.toString('latin1');
      const turned = text.replaceAll(/[a-zA-Z]/g, (one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase()));
      if (turned === text) continue;
      const [one, other] = [text, turned].map((spelled) => calls.lstat(absolutePath({ root }, spelled)));
      return other === undefined || one?.ino !== other.ino || one.dev !== other.dev;
    }
  }
  return process.platform === 'linux';
}

interface WayPart {
  readonly directory: RawName;
  readonly at: Buffer;
}

/** Spelled once: the way is looked at again before every change, mostly for many entries of one directory. */
const ways = new WeakMap<WorkspaceFiles, Map<RawName, readonly WayPart[]>>();

function wayTo(files: WorkspaceFiles, path: RawName): readonly WayPart[] {
  const parent = parentPath(path);
  let known = ways.get(files);
  if (known === undefined) ways.set(files, (known = new Map()));
  let way = known.get(parent);
  if (way === undefined) {
    way = directoriesAbove(path).map((directory) => ({ directory, at: absolutePath(files, directory) }));
    known.set(parent, way);
  }
  return way;
}

/** Why the way to an entry is none: each directory on it has to be a real one, a link is never followed. */
export function wayTrouble(files: WorkspaceFiles, path: RawName): string | undefined {
  const broken = wayTo(files, path).find(({ at }) => files.calls.lstat(at)?.isDirectory() !== true)?.directory;
  if (broken === undefined) return undefined;
  const seen = files.calls.lstat(absolutePath(files, broken));
  const shown = bytesOfName(broken).toString('utf8');
  if (seen === undefined) return `its directory ${shown} does not exist`;
  return seen.isSymbolicLink() ? `its directory ${shown} is a link, and links are not followed` : `${shown} is not a directory`;
}

/**
 * The entry at a path, if it is byte for byte what the safety snapshot holds: only then may it be replaced, for only then can it
 * come back. Words when it is something else.
 * @throws the errors of the disk and of the store.
 */
export async function stampIfHeld(
  files: WorkspaceFiles,
  path: RawName,
  held: TreeEntry | undefined,
): Promise<{ readonly stamp: Stamp } | { readonly trouble: string }> {
  const at = absolutePath(files, path);
  const seen = files.calls.lstat(at);
  if (seen === undefined) return held === undefined ? { stamp: undefined } : changed;
  if (held === undefined) return { trouble: inTheWay };
  if (held.kind === 'link') return seen.isSymbolicLink() && files.calls.readlink(at).equals(held.target) ? { stamp: seen } : changed;
  if (!isFileEntry(held) || !seen.isFile() || Number(seen.size) !== held.size) return changed;
  if ((Number(seen.mode) & 0o7777) !== (held.mode & 0o7777)) return changed;
  const fd = files.calls.openToRead(at);
  try {
    const opened = files.calls.fstat(fd);
    if (!isSameStamp(opened, seen)) return changed;
    const pieces = piecesOf(files.calls, fd, held.size);
    // Git has it: its hash is enough to compare, and git need not be started.
    const isHeld =
      held.kind === 'borrowed'
        ? gitBlobId(pieces, held.size, held.gitId.length) === held.gitId
        : equalPieces(pieces, await files.contents.read(held));
    return isHeld ? { stamp: seen } : changed;
  } finally {
    files.calls.close(fd);
  }
}

/** Whether the entry is unchanged since the stamp was taken. */
export function isUntouched(files: WorkspaceFiles, path: RawName, stamp: Stamp): boolean {
  const seen = files.calls.lstat(absolutePath(files, path));
  if (seen === undefined || stamp === undefined) return seen === stamp;
  return isSameStamp(seen, stamp);
}

function isSameStamp(one: NonNullable<Stamp>, other: NonNullable<Stamp>): boolean {
  return telling.every((field) => one[field] === other[field]);
}

/** At most one byte more than requested: that byte shows that the file grew. */
function* piecesOf(calls: WorkspaceCalls, fd: number, size: number): Iterable<Uint8Array> {
  for (let left = size + 1; left > 0;) {
    const piece = Buffer.allocUnsafe(Math.min(left, pieceSize));
    const got = calls.read(fd, piece);
    if (got === 0) return;
    left -= got;
    yield piece.subarray(0, got);
  }
}

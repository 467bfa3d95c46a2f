import { createHash } from 'node:crypto';
import { closeSync, constants, lstatSync, openSync, readdirSync, readlinkSync, readSync } from 'node:fs';

/** One entry as it stands on the disk. */
export interface Seen {
  readonly kind: 'file' | 'directory' | 'link' | 'special' | 'closed';
  /** Permission bits with setuid, setgid and sticky. */
  readonly mode: number;
  /** Hash of the bytes, or where a link points. */
  readonly content: string;
  readonly mtimeNs: bigint;
}

/** Everything below a directory, `.git` and what is in it too, by path in latin1. */
export type Picture = ReadonlyMap<string, Seen>;

export function pictureOf(root: string): Picture {
  const picture = new Map<string, Seen>();
  look(Buffer.from(root), '', picture);
  return picture;
}

function look(directory: Buffer, below: string, into: Map<string, Seen>): void {
  for (const name of readdirSync(directory, { encoding: 'buffer' }).sort(Buffer.compare)) {
    const at = Buffer.concat([directory, Buffer.from('/'), name]);
    const path = `${below}${name.toString('latin1')}`;
    // Deeper than one call reaches: those cases look for themselves.
    if (at.length > 4_000) continue;
    const stat = lstatSync(at, { bigint: true });
    const mode = Number(stat.mode) & 0o7777;
    const { mtimeNs } = stat;
    if (stat.isDirectory()) {
      into.set(path, { kind: 'directory', mode, content: '', mtimeNs });
      look(at, `${path}/`, into);
    } else if (stat.isSymbolicLink()) {
      into.set(path, { kind: 'link', mode: 0, content: readlinkSync(at, { encoding: 'buffer' }).toString('latin1'), mtimeNs });
    } else if (stat.isFile()) into.set(path, { kind: 'file', mode, content: hashOf(at), mtimeNs });
    else into.set(path, { kind: 'special', mode, content: '', mtimeNs });
  }
}

function hashOf(path: Buffer): string {
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(1024 * 1024);
  const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    for (let got = readSync(fd, piece); got > 0; got = readSync(fd, piece)) hash.update(piece.subarray(0, got));
  } finally {
    closeSync(fd);
  }
  return hash.digest('hex');
}

export function isSame(one: Seen | undefined, other: Seen | undefined, { times = false } = {}): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.kind === other.kind && one.mode === other.mode && one.content === other.content && (!times || one.mtimeNs === other.mtimeNs);
}

/** What an entry is, in a few words for a message. */
export function inWords(seen: Seen | undefined): string {
  return seen === undefined ? 'nothing' : `${seen.kind} ${seen.mode.toString(8)} ${seen.content.slice(0, 12)}`.trimEnd();
}

/** Whether a path is one of these or lies below one. */
export function isAmong(path: string, places: readonly string[]): boolean {
  return places.some((place) => path === place || path.startsWith(`${place}/`));
}

export function isGits(path: string): boolean {
  return path.split('/').includes('.git');
}

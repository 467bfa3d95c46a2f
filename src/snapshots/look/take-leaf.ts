import type { Stats } from '../disk.ts';
import type { DirectoryNode, FileLeaf, Leaf, SkippedLeaf, Stamp } from './cached-node.ts';
import { pathOfName, rawChild, type RawName, textOfName } from '../raw-name.ts';
import { chunkedFrom, keep, readStable, spaceOf, storeChunks, type ReadContent } from './read-file.ts';
import type { Entry, LaterFile, Scan } from './scan-state.ts';
import { sealContent } from './sealing.ts';
import { missedBounds } from './secret-files.ts';
import type { Skipped } from '../snapshots.ts';

/** Files from here on are read after all smaller ones: where room is short, files that people wrote are captured first. */
const readLaterFrom = 1024 * 1024;

/**
 * The current state of an entry that is not a directory; `undefined` when it is left out or deleted. Returns `old` itself if it is
 * unchanged. A file that is read later counts as skipped until then.
 */
export function takeLeaf(scan: Scan, parent: DirectoryNode, entry: Entry, stats: Stats, old: Leaf | undefined): Leaf | undefined {
  // Where only changes are looked at, the count begins with all that are known.
  if (!scan.isFullWalk && old?.kind === 'file' && old.isSealed) scan.sealed -= 1;
  const isSame = old !== undefined && old.kind !== 'skipped' && !old.isRacy && isSameStamp(old, stats);
  if (isSame && !scan.asksAgain) {
    if (old.kind === 'file' && old.isSealed) scan.sealed += 1;
    return old;
  }
  const takes = scan.rules.takes(textOfName(entry.raw));
  if (takes === 'no') return undefined;
  const { name } = entry;
  if (stats.isSymbolicLink()) return takeLink(scan, entry, stats);
  if (!stats.isFile()) {
    const what = stats.isFIFO() ? 'fifo' : stats.isSocket() ? 'socket' : 'device';
    return { ...stampOf(scan, name, stats), kind: 'special', what };
  }
  const isSealed = takes !== 'plain' && stats.size < chunkedFrom;
  if (isSame && old.kind !== 'link' && old.kind !== 'special' && (old.kind !== 'borrowed' && old.isSealed) === isSealed) {
    if (isSealed) scan.sealed += 1;
    return old;
  }
  // Its room was set apart.
  if (old?.kind === 'borrowed') scan.room.left += old.size;
  if (takes === 'missed') {
    if (stats.size > missedBounds.bytes) return skippedLeaf(name, stats, 'too-large');
    if (scan.sealed >= missedBounds.files) return skippedLeaf(name, stats, 'over-budget');
  }
  if (isSealed) scan.sealed += 1;
  if (stats.size > scan.limits.largeFile) return skippedLeaf(name, stats, 'too-large');
  const gitId = isSealed ? undefined : scan.gitObjects?.blobOf(entry.raw, stats);
  if (gitId !== undefined && stats.size <= scan.room.left) {
    // It is copied when the answer is given.
    scan.room.left -= stats.size;
    return { ...stampOf(scan, name, stats), kind: 'borrowed', gitId };
  }
  if (isSealed || stats.size >= readLaterFrom) {
    scan.later.push({ parent, name, path: entry.raw, stats, isSealed });
    return skippedLeaf(name, stats, 'over-budget');
  }
  const stamp = stampOf(scan, name, stats);
  return takeWhole(scan, stamp, readStable(scan.calls, at(scan, entry.raw), scan.scratch));
}

/** A file of {@link Scan.later}; `undefined` when it was deleted meanwhile. */
export async function takeLater(scan: Scan, { name, path, stats, isSealed }: LaterFile): Promise<Leaf | undefined> {
  const stamp = stampOf(scan, name, stats);
  if (isSealed) {
    const read = readStable(scan.calls, at(scan, path), scan.scratch);
    if (read.kind !== 'read') return notRead(stamp, read);
    const id = await sealContent(scan, path, read.content);
    return id === undefined ? skippedLeaf(name, stats, 'over-budget') : file(scan, stamp, read.stats, id, 'file', true);
  }
  const isLarge = stats.size > scan.limits.file;
  if (stats.size < chunkedFrom) return takeWhole(scan, stamp, readStable(scan.calls, at(scan, path), scan.scratch));
  // Without room for all of it only what the store has already is taken, and nothing is added.
  const room = spaceOf(stats) > scan.room.left ? { left: 0 } : scan.room;
  const read = await storeChunks(scan.calls, scan.store, at(scan, path), room, scan.between);
  if (read.kind === 'read') return file(scan, stamp, read.stats, read.content, 'chunked', false);
  return isLarge && read.kind === 'skipped' && read.reason === 'over-budget' ? skippedLeaf(name, stats, 'too-large') : notRead(stamp, read);
}

/** There, and not captured. `stats`: `undefined` when not even that is known. */
export function skippedLeaf(name: RawName, stats: Stats | undefined, reason: Skipped['reason']): SkippedLeaf {
  const known = stats ?? { mode: 0, size: 0, mtimeMs: 0, ctimeMs: 0, ino: 0 };
  return { ...stamp(name, known, true), kind: 'skipped', reason };
}

export function permissions({ mode }: Pick<Stats, 'mode'>): number {
  return mode & 0o7777;
}

function takeWhole(scan: Scan, stamp: Stamp, read: ReadContent<Buffer>): Leaf | undefined {
  if (read.kind !== 'read') return notRead(stamp, read);
  const id = keep(scan.store, 'blob', read.content, scan.room);
  return id === undefined ? { ...stamp, kind: 'skipped', reason: 'over-budget' } : file(scan, stamp, read.stats, id, 'file', false);
}

function takeLink(scan: Scan, entry: Entry, stats: Stats): Leaf | undefined {
  try {
    return { ...stampOf(scan, entry.name, stats), kind: 'link', target: scan.calls.linkTarget(at(scan, entry.raw)).toString('latin1') };
  } catch {
    // Replaced meanwhile; the next capture sees what is there now.
    return skippedLeaf(entry.name, stats, 'unstable');
  }
}

function notRead(stamp: Stamp, read: Exclude<ReadContent<unknown>, { kind: 'read' }>): Leaf | undefined {
  return read.kind === 'gone' ? undefined : { ...stamp, kind: 'skipped', reason: read.reason };
}

/** @param first made before the file was read: racy is what changed since shortly before then. */
function file(scan: Scan, first: Stamp, stats: Stats, id: FileLeaf['id'], kind: FileLeaf['kind'], isSealed: boolean): FileLeaf {
  const read = first.mtime === stats.mtimeMs && first.ctime === stats.ctimeMs ? first : stampOf(scan, first.name, stats);
  const { name, mode, size, mtime, ctime, inode, isRacy } = read;
  return { name, mode, size, mtime, ctime, inode, isRacy: isRacy || read !== first, kind, isSealed, id };
}

function stampOf(scan: Scan, name: RawName, stats: Stats): Stamp {
  return stamp(name, stats, isRacy(stats, scan.system.now().getTime()));
}

function stamp(
  name: RawName,
  { mode, size, mtimeMs, ctimeMs, ino }: Pick<Stats, 'mode' | 'size' | 'mtimeMs' | 'ctimeMs' | 'ino'>,
  isRacy: boolean,
): Stamp {
  return { name, mode: mode & 0o7777, size, mtime: mtimeMs, ctime: ctimeMs, inode: ino, isRacy };
}

/** Clocks of file systems tick: most by 10 ms or less, old ones by two seconds, and then all their times are whole seconds. */
const ticks = { fine: 100, coarse: 2_100 } as const;

/** Whether a file could still change without another time, seen from `now`. A time in the future says nothing at all. */
export function isRacy({ mtimeMs, ctimeMs }: Pick<Stats, 'mtimeMs' | 'ctimeMs'>, now: number): boolean {
  const tick = mtimeMs % 1000 === 0 && ctimeMs % 1000 === 0 ? ticks.coarse : ticks.fine;
  return Math.max(mtimeMs, ctimeMs) >= now - tick;
}

function isSameStamp(leaf: Stamp, stats: Stats): boolean {
  return leaf.size === stats.size && leaf.mtime === stats.mtimeMs && leaf.ctime === stats.ctimeMs && leaf.inode === stats.ino;
}

function at(scan: Scan, raw: RawName): string | Buffer {
  return pathOfName(rawChild(scan.root, raw));
}

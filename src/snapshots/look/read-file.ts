import { failureCode } from '../../system/index.ts';
import { openFlags, type SnapshotCalls, type Stats } from '../disk.ts';
import { objectIdOf } from '../store/object-id.ts';
import type { ObjectId, ObjectKind, ObjectStore } from '../store/object-types.ts';
import { encodeChunks } from '../store/tree-node.ts';

/** Files from here on are kept in chunks, so that no capture holds more than this of a file in memory. */
export const chunkedFrom = 16 * 1024 * 1024;
const chunkLength = 4 * 1024 * 1024;
const maxTries = 3;

/** What a capture may still add to the store. */
export interface Room {
  /** Bytes. */
  left: number;
}

/** Memory that small files are read into, one after the other: the next file overwrites the previous one. A store copies what it is given. */
export interface Scratch {
  buffer: Buffer | undefined;
}

const scratchLength = 256 * 1024;

export type ReadContent<T> =
  | { readonly kind: 'read'; readonly stats: Stats; readonly content: T }
  | { readonly kind: 'skipped'; readonly reason: 'unreadable' | 'unstable' | 'over-budget' }
  | { readonly kind: 'gone' };

/** Bytes of a file as it was at one moment: the stat is the same before and after, or it is read again. Never through a link. */
export function readStable(calls: SnapshotCalls, path: string | Buffer, scratch: Scratch): ReadContent<Buffer> {
  const opened = openForeign(calls, path);
  if (typeof opened !== 'number') return opened;
  try {
    let before = calls.fstat(opened);
    for (let i = 0; i < maxTries; i += 1) {
      // Something else took its place: a FIFO would be waited for, a device would do something.
      if (!before.isFile() || before.size >= chunkedFrom) break;
      // One byte more than expected, so that a file that grew is noticed.
      const bytes = memoryFor(before.size + 1, scratch);
      const got = readAt(calls, opened, bytes, 0, before.size);
      const after = calls.fstat(opened);
      if (got === before.size && isSameStat(before, after)) {
        return { kind: 'read', stats: after, content: bytes.subarray(0, got) };
      }
      before = after;
    }
    return { kind: 'skipped', reason: 'unstable' };
  } catch (error) {
    return failureOf(error);
  } finally {
    calls.close(opened);
  }
}

function memoryFor(length: number, scratch: Scratch): Buffer {
  if (length > scratchLength) return Buffer.allocUnsafe(length);
  scratch.buffer ??= Buffer.allocUnsafeSlow(scratchLength);
  return scratch.buffer.subarray(0, length);
}

/** The same for a file in chunks: what was read is in the store, under the id of the list of its chunks. */
export async function storeChunks(
  calls: SnapshotCalls,
  store: ObjectStore,
  path: string | Buffer,
  room: Room,
  between: () => Promise<void> | undefined,
): Promise<ReadContent<ObjectId>> {
  const opened = openForeign(calls, path);
  if (typeof opened !== 'number') return opened;
  try {
    const buffer = Buffer.allocUnsafeSlow(chunkLength);
    let before = calls.fstat(opened);
    for (let i = 0; i < maxTries; i += 1) {
      if (!before.isFile()) break;
      const ids = await chunksOf(calls, store, opened, before.size, buffer, room, between);
      if (ids === 'over-budget' || ids === 'unreadable') return { kind: 'skipped', reason: ids };
      const after = calls.fstat(opened);
      if (ids !== 'short' && isSameStat(before, after)) {
        const id = keep(store, 'chunks', encodeChunks(ids), room);
        return id === undefined ? { kind: 'skipped', reason: 'over-budget' } : { kind: 'read', stats: after, content: id };
      }
      before = after;
    }
    return { kind: 'skipped', reason: 'unstable' };
  } finally {
    calls.close(opened);
  }
}

/** Puts content while there is room for it; what the store has already needs none. */
export function keep(store: ObjectStore, kind: ObjectKind, bytes: Uint8Array, room: Room): ObjectId | undefined {
  if (bytes.length <= room.left) {
    room.left -= bytes.length;
    return store.put(kind, bytes);
  }
  const id = objectIdOf(kind, bytes);
  return store.has(id) ? id : undefined;
}

/** What a file takes on its own disk, which for one with holes is less than its size. */
export function spaceOf(stats: Stats): number {
  return process.platform === 'win32' ? stats.size : Math.min(stats.size, stats.blocks * 512);
}

async function chunksOf(
  calls: SnapshotCalls,
  store: ObjectStore,
  fd: number,
  size: number,
  buffer: Buffer,
  room: Room,
  between: () => Promise<void> | undefined,
): Promise<readonly ObjectId[] | 'short' | 'unreadable' | 'over-budget'> {
  const ids: ObjectId[] = [];
  let emptyId: ObjectId | undefined;
  for (let at = 0; at < size; at += chunkLength) {
    const length = Math.min(chunkLength, size - at);
    const got = readChunk(calls, fd, buffer.subarray(0, length), at);
    if (got !== length) return got === undefined ? 'unreadable' : 'short';
    const chunk = buffer.subarray(0, length);
    // Holes are most of a sparse file, and comparing is cheaper than hashing.
    const isHole = length === chunkLength && isEmpty(chunk);
    const id = isHole && emptyId !== undefined ? emptyId : keep(store, 'blob', chunk, room);
    if (id === undefined) return 'over-budget';
    if (isHole) emptyId = id;
    ids.push(id);
    const wait = between();
    if (wait !== undefined) await wait;
  }
  return ids;
}

const zeros = Buffer.alloc(64 * 1024);

function isEmpty(chunk: Buffer): boolean {
  for (let at = 0; at < chunk.length; at += zeros.length) {
    if (chunk.compare(zeros, 0, Math.min(zeros.length, chunk.length - at), at, Math.min(at + zeros.length, chunk.length)) !== 0)
      return false;
  }
  return true;
}

/** @returns how many bytes there are, at most one more than `size`. */
function readAt(calls: SnapshotCalls, fd: number, into: Buffer, from: number, size: number): number {
  let done = calls.read(fd, into, from);
  while (done < size) {
    const got = calls.read(fd, into.subarray(done), from + done);
    if (got === 0) break;
    done += got;
  }
  return done;
}

/** `undefined` when the disk fails there. */
function readChunk(calls: SnapshotCalls, fd: number, into: Buffer, from: number): number | undefined {
  try {
    return readAt(calls, fd, into, from, into.length);
  } catch {
    // The workspace's disk, not the store's: one file less, and it is named.
    return undefined;
  }
}

function openForeign(calls: SnapshotCalls, path: string | Buffer): number | Exclude<ReadContent<never>, { kind: 'read' }> {
  try {
    return calls.openRaw(path, openFlags.readForeign);
  } catch (error) {
    return failureOf(error);
  }
}

/** Other programs own the file: reading may be forbidden, and it may disappear or fail at any call. */
function failureOf(error: unknown): { readonly kind: 'gone' } | { readonly kind: 'skipped'; readonly reason: 'unreadable' | 'unstable' } {
  const code = failureCode(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'gone' };
  // A link took the place of the file.
  return { kind: 'skipped', reason: code === 'ELOOP' || code === 'EMLINK' ? 'unstable' : 'unreadable' };
}

function isSameStat(one: Stats, other: Stats): boolean {
  return one.size === other.size && one.mtimeMs === other.mtimeMs && one.ctimeMs === other.ctimeMs && one.ino === other.ino;
}

import { join } from 'node:path';
import { dropQuietly, openFlags, replaceFile, syncDirectory, writeAll } from '../disk.ts';
import type { ObjectId } from './object-types.ts';
import { indexPath, type Pack, packNumber, packPath, writeIndex } from './open-pack.ts';
import { newPackHead } from './pack.ts';
import type { PackSet } from './pack-set.ts';
import { makeStoreDirectories, packsOf, storeError, type StorePlace } from './store-place.ts';

export interface PackBounds {
  /** A pack takes no more records from this many bytes on. */
  readonly bytes: number;
  readonly records: number;
}

export const packBounds: PackBounds = { bytes: 64 * 1_048_576, records: 65_536 };

/** The end of the newest pack. A failed call takes back everything since the last {@link PackWriter.sync}, and gives its space back. */
export interface PackWriter {
  /** Clears up after a dead writer. The caller holds the store's lock from here to {@link PackWriter.end}. */
  begin(): void;
  append(id: ObjectId, head: Buffer, bytes: Uint8Array): void;
  /** Whether it was appended and not written yet; {@link append} collects small records. */
  holds(id: ObjectId): boolean;
  /** The record of such an object. */
  pending(id: ObjectId): Buffer | undefined;
  /** One fdatasync for each pack that was touched. */
  sync(): void;
  /** The next record begins a new pack. */
  roll(): void;
  /** Puts a finished copy of a pack (on the disk already) in the pack's place, at once; `index` finds the records of the copy. */
  replace(pack: Pack, temporary: string, index: Buffer): void;
  /** Deletes a pack whose objects all stand elsewhere, synced, or are not needed. Everything is synced when it is called. */
  remove(pack: Pack): void;
  /** Cuts off the end of a pack that no longer grows, whose objects there all stand elsewhere, synced, or are not needed. */
  shorten(pack: Pack, end: number): Pack;
  /** Nothing of it is known any more: the packs may change under another process from now on. */
  end(): void;
}

interface Active {
  readonly pack: Pack;
  readonly fd: number;
}

const batchLength = 1_048_576;
/** A larger record is written by itself: copying it would cost more than the call. */
const largestInBatch = 262_144;
/** An index is written when so much is not in it: a new process reads as much before its first answer. */
const unindexed = { records: 1_024, bytes: 4 * 1_048_576 };

export function packWriter(place: StorePlace, set: PackSet, bounds: PackBounds = packBounds): PackWriter {
  const { calls } = place;
  let active: Active | undefined;
  let batch: Buffer | undefined;
  let batched = 0;
  const waiting = new Map<ObjectId, { readonly from: number; readonly to: number }>();
  /** What a failure goes back to: the newest pack and its length at the last sync. */
  let synced: { readonly number: number; readonly end: number } = { number: 0, end: 0 };
  let isTouched = false;
  let isNamed = true;

  const write = (bytes: Uint8Array) => {
    const { pack, fd } = active ?? open();
    writeAll(calls, fd, bytes, pack.end);
    pack.end += bytes.length;
    isTouched = true;
  };
  const flush = () => {
    if (batch === undefined || batched === 0) return;
    const { pack } = active ?? open();
    const start = pack.end;
    write(batch.subarray(0, batched));
    for (const [id, { from, to }] of waiting) pack.tail.set(id, { id, offset: start + from, length: to - from });
    waiting.clear();
    batched = 0;
  };
  const open = (): Active => {
    const newest = set.list()[0];
    const isOpenEnded =
      newest?.nonce !== undefined &&
      newest.end < bounds.bytes &&
      newest.index.count + newest.tail.size < bounds.records &&
      !rolled.has(newest);
    const pack = isOpenEnded ? newest : create((newest?.number ?? 0) + 1);
    active = { pack, fd: calls.open(pack.path, openFlags.update) };
    return active;
  };
  /** Those that are full by decision, not by size. */
  const rolled = new WeakSet<Pack>();

  const create = (number: number): Pack => {
    const path = packPath(place, number);
    const fd = calls.open(path, openFlags.create, 0o600);
    isNamed = false;
    try {
      writeAll(calls, fd, newPackHead(), 0);
    } finally {
      calls.close(fd);
    }
    const pack = set.take(number);
    if (pack === undefined) throw Object.assign(new Error('the new pack is gone'), { code: 'EIO' });
    isTouched = true;
    return pack;
  };
  const finish = () => {
    flush();
    if (active === undefined) return;
    const { pack, fd } = active;
    if (isTouched) calls.fdatasync(fd);
    active = undefined;
    rolled.add(pack);
    calls.close(fd);
    writeIndex(place, pack);
  };

  const rollBack = () => {
    batched = 0;
    waiting.clear();
    try {
      if (active !== undefined) calls.close(active.fd);
      active = undefined;
      for (const name of calls.names(packsOf(place))) {
        const number = packNumber(name) ?? 0;
        if (number > synced.number) removePack(place, number);
      }
      cut(place, synced, set.list().find(({ number }) => number === synced.number)?.index.covers ?? Infinity);
    } catch {
      // What is left there are whole records that nobody names, and perhaps a torn one: the next writer cuts it.
    }
    isTouched = false;
    isNamed = true;
    set.forget();
  };
  const guarded = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      rollBack();
      throw storeError(place, packsOf(place), 'the snapshot could not be written', error);
    }
  };
  const noteSynced = () => {
    const newest = set.list()[0];
    for (const pack of set.list()) pack.firm = pack.end;
    synced = { number: newest?.number ?? 0, end: newest?.end ?? 0 };
  };

  return {
    begin() {
      makeStoreDirectories(place);
      try {
        set.confirm();
        clearUp(place, set);
        noteSynced();
      } catch (error) {
        throw storeError(place, packsOf(place), 'could not be made ready for writing', error);
      }
    },
    append(id, head, bytes) {
      guarded(() => {
        const length = head.length + bytes.length;
        const { pack } = active ?? open();
        const count = pack.index.count + pack.tail.size + waiting.size;
        if (count > 0 && (pack.end + batched + length > bounds.bytes || count >= bounds.records)) finish();
        if (length > largestInBatch) {
          flush();
          const { pack } = active ?? open();
          const offset = pack.end;
          write(head);
          write(bytes);
          pack.tail.set(id, { id, offset, length });
          return;
        }
        batch ??= Buffer.allocUnsafe(batchLength);
        if (batched + length > batch.length) flush();
        if (active === undefined) open();
        head.copy(batch, batched);
        batch.set(bytes, batched + head.length);
        waiting.set(id, { from: batched, to: batched + length });
        batched += length;
        isTouched = true;
      });
    },
    holds: (id) => waiting.has(id),
    pending(id) {
      const range = waiting.get(id);
      return range === undefined || batch === undefined ? undefined : Buffer.from(batch.subarray(range.from, range.to));
    },
    sync() {
      if (!isTouched && batched === 0 && isNamed) return;
      guarded(() => {
        flush();
        if (active !== undefined && isTouched) calls.fdatasync(active.fd);
        if (!isNamed) syncDirectory(calls, packsOf(place));
      });
      isTouched = false;
      isNamed = true;
      noteSynced();
      const pack = active?.pack;
      if (pack !== undefined && (pack.tail.size > unindexed.records || pack.end - pack.index.covers > unindexed.bytes))
        writeIndex(place, pack);
    },
    roll() {
      guarded(() => {
        finish();
        const newest = set.list()[0];
        if (newest !== undefined) rolled.add(newest);
      });
    },
    replace({ number, path }, temporary, index) {
      // On Windows a file that is open cannot be replaced.
      set.drop(number);
      try {
        calls.rename(temporary, path);
        replaceFile(calls, indexPath(path), index, { durable: false });
        syncDirectory(calls, packsOf(place));
      } catch (error) {
        throw storeError(place, path, 'could not be replaced', error);
      } finally {
        const pack = set.take(number);
        if (pack !== undefined && number === synced.number) synced = { number, end: pack.end };
      }
    },
    remove({ number, path }) {
      set.drop(number);
      try {
        removePack(place, number);
        noteSynced();
      } catch (error) {
        throw storeError(place, path, 'could not be deleted', error);
      }
    },
    shorten({ number, path }, end) {
      set.drop(number);
      try {
        cut(place, { number, end }, Infinity);
        const pack = set.take(number);
        if (pack === undefined) throw Object.assign(new Error('the pack is gone'), { code: 'EIO' });
        noteSynced();
        return pack;
      } catch (error) {
        throw storeError(place, path, 'could not be shortened', error);
      }
    },
    end() {
      if (active !== undefined) calls.close(active.fd);
      active = undefined;
      if (isTouched || batched > 0) rollBack();
      batch = undefined;
    },
  };
}

/** Deletes what a dead writer left behind: temporary files, packs and indexes that were only begun; and cuts a torn end off. */
function clearUp(place: StorePlace, set: PackSet): void {
  const { calls } = place;
  const directory = packsOf(place);
  const names = calls.names(directory);
  const known = new Set(set.list().map(({ number }) => number));
  for (const name of names) {
    const number = packNumber(name);
    const packOfIndex = name.endsWith('.ix') ? packNumber(name.replace(/\.ix$/, '.pk')) : undefined;
    const isLeftOver = name.endsWith('.tmp') || (number !== undefined && !known.has(number));
    if (isLeftOver || (packOfIndex !== undefined && !known.has(packOfIndex))) dropQuietly(calls, join(directory, name));
  }
  const newest = set.list()[0];
  if (newest !== undefined) cut(place, newest, newest.index.covers);
}

/** @param covered by the index of the pack, as far as is known. */
function cut(place: StorePlace, { number, end }: { readonly number: number; readonly end: number }, covered: number): void {
  const { calls } = place;
  const path = packPath(place, number);
  const size = calls.lstat(path)?.size ?? 0;
  if (number === 0 || size <= end) return;
  // First: an index that speaks of records which are cut off would be believed once the pack has grown again.
  if (covered > end && calls.lstat(indexPath(path)) !== undefined) calls.unlink(indexPath(path));
  const fd = calls.open(path, openFlags.update);
  try {
    calls.ftruncate(fd, end);
  } finally {
    calls.close(fd);
  }
}

/** Deletes a pack with its index. */
export function removePack(place: StorePlace, number: number): void {
  const { calls } = place;
  const path = packPath(place, number);
  if (calls.lstat(indexPath(path)) !== undefined) calls.unlink(indexPath(path));
  if (calls.lstat(path) !== undefined) calls.unlink(path);
}

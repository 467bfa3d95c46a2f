import { openFlags } from '../disk.ts';
import { syncDirectory, writeAll } from '../../system/index.ts';
import type { ObjectId } from './object-types.ts';
import { type Pack, packNumber, packPath, writeIndex } from './open-pack.ts';
import { newPackHead } from './pack.ts';
import {
  addToBatch,
  clearBatch,
  emptyBatch,
  fitsInBatch,
  maxBatchedRecord,
  moveToPack,
  type PackBatch,
  recordInBatch,
} from './pack-batch.ts';
import { clearUp, cutPack, type PackEnd, removePack } from './pack-files.ts';
import type { PackSet } from './pack-set.ts';
import { makeStoreDirectories, packsOf, storeError, type StorePlace } from './store-place.ts';

export interface PackBounds {
  /** A pack takes no more records from this many bytes on. */
  readonly bytes: number;
  readonly records: number;
}

export const packBounds: PackBounds = { bytes: 64 * 1_048_576, records: 65_536 };

/**
 * Writes to the end of the newest pack. When a call fails, everything since the last {@link PackWriter.sync} is taken back, and its
 * space is free again.
 */
export interface PackWriter {
  /** Deletes what a dead writer left. The caller holds the store's lock from here to {@link PackWriter.end}. */
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
  /** Deletes a pack. All its objects are in other packs, synced, or are not needed. Everything is synced when it is called. */
  remove(pack: Pack): void;
  /** Cuts off the end of a pack that no longer grows. All objects there are in other packs, synced, or are not needed. */
  shorten(pack: Pack, end: number): Pack;
  /** Forgets the open pack: other processes may change the packs from now on. */
  end(): void;
}

interface WriterState {
  readonly place: StorePlace;
  readonly set: PackSet;
  readonly bounds: PackBounds;
  /** The pack that records are appended to. */
  active: { readonly pack: Pack; readonly fd: number } | undefined;
  readonly batch: PackBatch;
  /** The newest pack and its length at the last sync, which a failure restores. */
  synced: PackEnd;
  /** Something was written since the last sync. */
  isTouched: boolean;
  /** The names of all packs are on the disk. */
  isNamed: boolean;
  /** Packs that take no more records, although they are below the bounds. */
  readonly rolled: WeakSet<Pack>;
}

/** An index is written when so much is not in it: a new process reads as much before its first answer. */
const maxUnindexed = { records: 1_024, bytes: 4 * 1_048_576 };

export function createPackWriter(place: StorePlace, set: PackSet, bounds: PackBounds = packBounds): PackWriter {
  const batch = emptyBatch();
  const state: WriterState = {
    place,
    set,
    bounds,
    active: undefined,
    batch,
    synced: { number: 0, end: 0 },
    isTouched: false,
    isNamed: true,
    rolled: new WeakSet(),
  };
  return {
    begin: () => begin(state),
    append: (id, head, bytes) => takenBackOnFailure(state, () => append(state, id, head, bytes)),
    holds: (id) => batch.ranges.has(id),
    pending: (id) => recordInBatch(batch, id),
    sync: () => sync(state),
    roll: () =>
      takenBackOnFailure(state, () => {
        finish(state);
        const newest = set.list()[0];
        if (newest !== undefined) state.rolled.add(newest);
      }),
    remove: (pack) => remove(state, pack),
    shorten: (pack, end) => shorten(state, pack, end),
    end: () => end(state),
  };
}

function begin(state: WriterState): void {
  const { place, set } = state;
  makeStoreDirectories(place);
  try {
    set.confirm();
    clearUp(place, set);
    noteSynced(state);
  } catch (error) {
    throw storeError(place, packsOf(place), 'could not be made ready for writing', error);
  }
}

function append(state: WriterState, id: ObjectId, head: Buffer, bytes: Uint8Array): void {
  const { batch, bounds } = state;
  const length = head.length + bytes.length;
  const { pack } = state.active ?? openNewest(state);
  const count = pack.index.count + pack.tail.size + batch.ranges.size;
  if (count > 0 && (pack.end + batch.length + length > bounds.bytes || count >= bounds.records)) finish(state);
  if (length > maxBatchedRecord) {
    flush(state);
    const { pack } = state.active ?? openNewest(state);
    const offset = pack.end;
    write(state, head);
    write(state, bytes);
    pack.tail.set(id, { id, offset, length });
    return;
  }
  if (!fitsInBatch(batch, length)) flush(state);
  if (state.active === undefined) openNewest(state);
  addToBatch(batch, id, head, bytes);
  state.isTouched = true;
}

function sync(state: WriterState): void {
  const { batch, place } = state;
  if (!state.isTouched && batch.length === 0 && state.isNamed) return;
  takenBackOnFailure(state, () => {
    flush(state);
    if (state.active !== undefined && state.isTouched) place.calls.fdatasync(state.active.fd);
    if (!state.isNamed) syncDirectory(place.calls, packsOf(place));
  });
  state.isTouched = false;
  state.isNamed = true;
  noteSynced(state);
  const pack = state.active?.pack;
  if (pack === undefined) return;
  if (pack.tail.size > maxUnindexed.records || pack.end - pack.index.covers > maxUnindexed.bytes) writeIndex(place, pack);
}

function remove(state: WriterState, { number, path }: Pack): void {
  const { place, set } = state;
  set.drop(number);
  try {
    removePack(place, number);
    noteSynced(state);
  } catch (error) {
    throw storeError(place, path, 'could not be deleted', error);
  }
}

function shorten(state: WriterState, { number, path }: Pack, end: number): Pack {
  const { place, set } = state;
  set.drop(number);
  try {
    cutPack(place, { number, end }, Infinity);
    const pack = set.take(number);
    if (pack === undefined) throw Object.assign(new Error('the pack is gone'), { code: 'EIO' });
    noteSynced(state);
    return pack;
  } catch (error) {
    throw storeError(place, path, 'could not be shortened', error);
  }
}

function end(state: WriterState): void {
  closeActive(state);
  if (state.isTouched || state.batch.length > 0) rollBack(state);
  state.batch.buffer = undefined;
}

function write(state: WriterState, bytes: Uint8Array): void {
  const { pack, fd } = state.active ?? openNewest(state);
  writeAll(state.place.calls, fd, bytes, pack.end);
  pack.end += bytes.length;
  state.isTouched = true;
}

/** Writes the records that were collected. */
function flush(state: WriterState): void {
  const { batch } = state;
  if (batch.buffer === undefined || batch.length === 0) return;
  const { pack } = state.active ?? openNewest(state);
  const start = pack.end;
  write(state, batch.buffer.subarray(0, batch.length));
  moveToPack(batch, pack, start);
}

function openNewest(state: WriterState): NonNullable<WriterState['active']> {
  const { bounds, place, rolled, set } = state;
  const newest = set.list()[0];
  const takesMore =
    newest?.nonce !== undefined &&
    newest.end < bounds.bytes &&
    newest.index.count + newest.tail.size < bounds.records &&
    !rolled.has(newest);
  const pack = takesMore ? newest : createPack(state, (newest?.number ?? 0) + 1);
  const active = { pack, fd: place.calls.open(pack.path, openFlags.update) };
  state.active = active;
  return active;
}

function createPack(state: WriterState, number: number): Pack {
  const { place, set } = state;
  const fd = place.calls.open(packPath(place, number), openFlags.create, 0o600);
  state.isNamed = false;
  try {
    writeAll(place.calls, fd, newPackHead(), 0);
  } finally {
    place.calls.close(fd);
  }
  const pack = set.take(number);
  if (pack === undefined) throw Object.assign(new Error('the new pack is gone'), { code: 'EIO' });
  state.isTouched = true;
  return pack;
}

/** Closes the current pack: it takes no more records. */
function finish(state: WriterState): void {
  flush(state);
  if (state.active === undefined) return;
  const { place, rolled } = state;
  const { pack, fd } = state.active;
  if (state.isTouched) place.calls.fdatasync(fd);
  state.active = undefined;
  rolled.add(pack);
  place.calls.close(fd);
  writeIndex(place, pack);
}

function closeActive(state: WriterState): void {
  if (state.active !== undefined) state.place.calls.close(state.active.fd);
  state.active = undefined;
}

function takenBackOnFailure<T>(state: WriterState, work: () => T): T {
  try {
    return work();
  } catch (error) {
    rollBack(state);
    throw storeError(state.place, packsOf(state.place), 'the snapshot could not be written', error);
  }
}

/** Takes back what was written since the last sync. */
function rollBack(state: WriterState): void {
  const { place, set, synced } = state;
  clearBatch(state.batch);
  try {
    closeActive(state);
    for (const name of place.calls.names(packsOf(place))) {
      const number = packNumber(name) ?? 0;
      if (number > synced.number) removePack(place, number);
    }
    cutPack(place, synced, set.list().find(({ number }) => number === synced.number)?.index.covers ?? Infinity);
  } catch {
    // What is left are whole records that nothing refers to, and perhaps a torn one, which the next writer cuts off.
  }
  state.isTouched = false;
  state.isNamed = true;
  set.forget();
}

function noteSynced(state: WriterState): void {
  const packs = state.set.list();
  for (const pack of packs) pack.firm = pack.end;
  const newest = packs[0];
  state.synced = { number: newest?.number ?? 0, end: newest?.end ?? 0 };
}

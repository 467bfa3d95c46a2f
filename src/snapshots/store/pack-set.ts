import { SnapError, displayPath } from '../../system/index.ts';
import { expanded } from './codec.ts';
import { readUpTo } from '../disk.ts';
import { objectIdOf } from './object-id.ts';
import type { ObjectId, ObjectKind } from './object-types.ts';
import { closePack, findIn, openPack, type Pack, packNumber, packPath, readTail } from './open-pack.ts';
import { isSound, type Packed, parseRecordHead, type RecordHead, recordHeadLength } from './pack.ts';
import { packsOf, storeError, type StorePlace } from './store-place.ts';

export interface Located {
  readonly pack: Pack;
  readonly packed: Packed;
}

/** The packs of a store as they are read. Nothing is opened before the first question. */
export interface PackSet {
  /** Newest first. */
  list(): readonly Pack[];
  /** The newest record of an id that is not known to be damaged. */
  locate(id: ObjectId): Located | undefined;
  /** The record as it is in the pack, checked; `undefined` when it is damaged (remembered from then on). */
  record(at: Located): { readonly head: RecordHead; readonly bytes: Buffer } | undefined;
  /** Content by id. @throws SnapError `io` when every record of it is damaged. */
  content(id: ObjectId): { readonly kind: ObjectKind; readonly bytes: Uint8Array } | undefined;
  /** Sees what other processes did since. Nearly free when they did nothing. */
  refresh(): void;
  /** How many packs were found to be gone, or shorter than they were, that this process has not dropped. */
  losses(): number;
  /** Under the lock: reads again what was read without it, and holds what is there now for certain. */
  confirm(): void;
  /** Forgets everything; the next question reads the directory again. */
  forget(): void;
  /** Opens a pack that was made or replaced just now, in place of what was known under its number. */
  take(number: number): Pack | undefined;
  drop(number: number): void;
}

/** A directory whose last change is this old changes its time when it changes again. Milliseconds. */
const settledAfter = 50;

interface SetState {
  readonly place: StorePlace;
  readonly directory: string;
  readonly packs: Map<number, Pack>;
  /** Records that could not be read, each as the inode of its pack and its id: {@link damagedKey}. */
  readonly damaged: Set<string>;
  newestFirst: readonly Pack[];
  /** When the directory had changed, as of the last look; `undefined` before the first, or when the change was too recent to rely on. */
  seenAt: number | undefined;
  isRead: boolean;
  losses: number;
}

export function createPackSet(place: StorePlace): PackSet {
  const state: SetState = {
    place,
    directory: packsOf(place),
    packs: new Map(),
    damaged: new Set(),
    newestFirst: [],
    seenAt: undefined,
    isRead: false,
    losses: 0,
  };
  return {
    list: () => list(state),
    locate: (id) => locate(state, id),
    record: (at) => record(state, at),
    content: (id) => content(state, id),
    refresh: () => refresh(state),
    losses: () => state.losses,
    confirm: () => confirm(state),
    forget: () => forget(state),
    take: (number) => take(state, number),
    drop: (number) => drop(state, number),
  };
}

function list(state: SetState): readonly Pack[] {
  if (!state.isRead) refresh(state);
  return state.newestFirst;
}

function refresh(state: SetState): void {
  const { directory, place } = state;
  const { calls } = place;
  try {
    if (!state.isRead || state.seenAt === undefined || calls.changedAt(directory) !== state.seenAt) readDirectory(state);
    // Only the newest pack ever grows.
    const [newest] = state.newestFirst;
    if (newest === undefined) return;
    const { size } = calls.fstat(newest.fd);
    if (size < newest.end) {
      state.losses += 1;
      take(state, newest.number);
    } else readTail(place, newest, size);
  } catch (error) {
    throw storeError(place, directory, 'could not be read', error);
  }
}

/** Opens packs that are new or were replaced, and drops those that were deleted. */
function readDirectory(state: SetState): void {
  const { directory, packs, place } = state;
  const { calls } = place;
  const changedAt = calls.changedAt(directory);
  const numbers = changedAt === undefined ? [] : packNumbersIn(place, directory);
  const present = new Set(numbers);
  for (const number of packs.keys()) {
    if (present.has(number)) continue;
    state.losses += 1;
    drop(state, number);
  }
  for (const number of numbers) {
    const known = packs.get(number);
    const stats = calls.lstat(packPath(place, number));
    if (known !== undefined && (stats?.size ?? 0) < known.end && stats?.ino === known.inode) state.losses += 1;
    if (known === undefined || stats?.ino !== known.inode || stats.size < known.end) take(state, number);
    // It was the newest when it was read last, and grew until it was full.
    else readTail(place, known, stats.size);
  }
  state.isRead = true;
  state.seenAt = changedAt !== undefined && Math.abs(Date.now() - changedAt) > settledAfter ? changedAt : undefined;
}

function packNumbersIn({ calls }: StorePlace, directory: string): readonly number[] {
  return calls
    .names(directory)
    .map(packNumber)
    .filter((number) => number !== undefined);
}

function take(state: SetState, number: number): Pack | undefined {
  const pack = openPack(state.place, number);
  drop(state, number);
  if (pack !== undefined) state.packs.set(number, pack);
  sort(state);
  return pack;
}

function drop(state: SetState, number: number): void {
  const pack = state.packs.get(number);
  if (pack === undefined) return;
  state.packs.delete(number);
  closePack(state.place, pack);
  sort(state);
}

function sort(state: SetState): void {
  state.newestFirst = [...state.packs.values()].sort((one, other) => other.number - one.number);
}

function confirm(state: SetState): void {
  for (const pack of state.newestFirst) {
    if (pack.firm === pack.end) continue;
    drop(state, pack.number);
    state.seenAt = undefined;
  }
  refresh(state);
  for (const pack of state.newestFirst) pack.firm = pack.end;
}

function forget(state: SetState): void {
  for (const number of state.packs.keys()) drop(state, number);
  state.damaged.clear();
  state.seenAt = undefined;
  state.isRead = false;
}

function locate(state: SetState, id: ObjectId): Located | undefined {
  for (const pack of list(state)) {
    const packed = findIn(pack, id);
    if (packed !== undefined && !isKnownDamaged(state, pack, id)) return { pack, packed };
  }
  return undefined;
}

function record(state: SetState, { pack, packed }: Located): ReturnType<PackSet['record']> {
  const bytes = readUpTo(state.place.calls, pack.fd, packed.offset, packed.length);
  const head = parseRecordHead(bytes);
  if (head !== undefined && head.id === packed.id && isSound(head, bytes)) return { head, bytes: bytes.subarray(recordHeadLength) };
  state.damaged.add(damagedKey(pack, packed.id));
  return undefined;
}

function content(state: SetState, id: ObjectId): ReturnType<PackSet['content']> {
  for (let at = locate(state, id); at !== undefined; at = locate(state, id)) {
    const found = readableRecord(state, at);
    const bytes = found === undefined ? undefined : expanded({ codec: found.head.codec, bytes: found.bytes }, found.head.length);
    if (found !== undefined && bytes !== undefined && objectIdOf(found.head.kind, bytes) === id) return { kind: found.head.kind, bytes };
    // Another pack may have it too. A damaged record is not located again, so this ends.
    state.damaged.add(damagedKey(at.pack, id));
  }
  const damaged = list(state).find((pack) => findIn(pack, id) !== undefined);
  if (damaged === undefined) return undefined;
  throw new SnapError('io', `${displayPath(damaged.path, state.place)}: a part of this pack of snapshots is damaged.`, {
    hint: 'See which files are affected: snap snapshot list --verify. Everything else can be restored.',
  });
}

function readableRecord(state: SetState, at: Located): ReturnType<PackSet['record']> {
  try {
    return record(state, at);
  } catch (error) {
    throw storeError(state.place, at.pack.path, 'could not be read', error);
  }
}

function isKnownDamaged({ damaged }: SetState, pack: Pack, id: ObjectId): boolean {
  return damaged.size > 0 && damaged.has(damagedKey(pack, id));
}

function damagedKey({ inode }: Pack, id: ObjectId): string {
  return `${inode} ${id}`;
}

import { SnapError, shownPath } from '../../system/index.ts';
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
  /** The record as it stands in the pack, checked; `undefined` when it is damaged (remembered from then on). */
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

export function packSet(place: StorePlace): PackSet {
  const { calls } = place;
  const directory = packsOf(place);
  const packs = new Map<number, Pack>();
  const damaged = new Set<string>();
  let newestFirst: readonly Pack[] = [];
  /** When the directory had changed, as of the last look; `undefined` before the first, or when it was too fresh to tell. */
  let seenAt: number | undefined;
  let isRead = false;
  let losses = 0;

  const order = () => {
    newestFirst = [...packs.values()].sort((one, other) => other.number - one.number);
  };
  const drop = (number: number) => {
    const pack = packs.get(number);
    if (pack === undefined) return;
    packs.delete(number);
    closePack(place, pack);
    order();
  };
  const take = (number: number): Pack | undefined => {
    const pack = openPack(place, number);
    drop(number);
    if (pack !== undefined) packs.set(number, pack);
    order();
    return pack;
  };

  const lookAtDirectory = () => {
    const changedAt = calls.changedAt(directory);
    const numbers =
      changedAt === undefined
        ? []
        : calls
            .names(directory)
            .map(packNumber)
            .filter((number) => number !== undefined);
    const present = new Set(numbers);
    for (const number of packs.keys()) {
      if (present.has(number)) continue;
      losses += 1;
      drop(number);
    }
    for (const number of numbers) {
      const known = packs.get(number);
      const stats = calls.lstat(packPath(place, number));
      if (known !== undefined && (stats?.size ?? 0) < known.end && stats?.ino === known.inode) losses += 1;
      if (known === undefined || stats?.ino !== known.inode || stats.size < known.end) take(number);
      // It was the newest when it was read last, and grew until it was full.
      else readTail(place, known, stats.size);
    }
    isRead = true;
    seenAt = changedAt !== undefined && Math.abs(Date.now() - changedAt) > settledAfter ? changedAt : undefined;
  };
  const refresh = () => {
    try {
      if (!isRead || seenAt === undefined || calls.changedAt(directory) !== seenAt) lookAtDirectory();
      // Only the newest pack ever grows.
      const [newest] = newestFirst;
      if (newest === undefined) return;
      const { size } = calls.fstat(newest.fd);
      if (size < newest.end) {
        losses += 1;
        take(newest.number);
      } else readTail(place, newest, size);
    } catch (error) {
      throw storeError(place, directory, 'could not be read', error);
    }
  };
  const list = () => {
    if (!isRead) refresh();
    return newestFirst;
  };

  const isDistrusted = ({ inode }: Pack, id: ObjectId) => damaged.size > 0 && damaged.has(`${inode} ${id}`);
  const locate = (id: ObjectId): Located | undefined => {
    for (const pack of list()) {
      const packed = findIn(pack, id);
      if (packed !== undefined && !isDistrusted(pack, id)) return { pack, packed };
    }
    return undefined;
  };
  const record: PackSet['record'] = ({ pack, packed }) => {
    const bytes = readUpTo(calls, pack.fd, packed.offset, packed.length);
    const head = parseRecordHead(bytes);
    if (head !== undefined && head.id === packed.id && isSound(head, bytes)) return { head, bytes: bytes.subarray(recordHeadLength) };
    damaged.add(`${pack.inode} ${packed.id}`);
    return undefined;
  };

  const content: PackSet['content'] = (id) => {
    for (let at = locate(id); at !== undefined; at = locate(id)) {
      const found = guardedRecord(place, at, record);
      const bytes = found === undefined ? undefined : expanded({ codec: found.head.codec, bytes: found.bytes }, found.head.length);
      if (found !== undefined && bytes !== undefined && objectIdOf(found.head.kind, bytes) === id) return { kind: found.head.kind, bytes };
      // Another pack may have it too. What is distrusted is not located again, so this ends.
      damaged.add(`${at.pack.inode} ${id}`);
    }
    const bad = list().find((pack) => findIn(pack, id) !== undefined);
    if (bad === undefined) return undefined;
    throw new SnapError('io', `${shownPath(place.home, bad.path)}: a part of this pack of snapshots is damaged.`, {
      hint: 'See which files it concerns: snap snapshot verify. Everything else can be restored.',
    });
  };

  return {
    list,
    locate,
    record,
    content,
    refresh,
    losses: () => losses,
    confirm() {
      for (const pack of newestFirst) {
        if (pack.firm === pack.end) continue;
        drop(pack.number);
        seenAt = undefined;
      }
      refresh();
      for (const pack of newestFirst) pack.firm = pack.end;
    },
    forget() {
      for (const number of packs.keys()) drop(number);
      damaged.clear();
      seenAt = undefined;
      isRead = false;
    },
    take,
    drop,
  };
}

function guardedRecord(place: StorePlace, at: Located, record: PackSet['record']): ReturnType<PackSet['record']> {
  try {
    return record(at);
  } catch (error) {
    throw storeError(place, at.pack.path, 'could not be read', error);
  }
}

import { failureCode, SnapError, syncDirectory } from '../../system/index.ts';
import type { Journal } from '../store/journal.ts';
import { type Marks, reachableObjects, recordBytes } from './reachable-objects.ts';
import { rootId } from '../store/object-id.ts';
import type { PackedStore } from '../store/object-store.ts';
import type { ObjectId } from '../store/object-types.ts';
import { foldTail, type Pack } from '../store/open-pack.ts';
import { type Packed, recordHead } from '../store/pack.ts';
import { type SliceOptions, slices } from './time-slices.ts';
import { packsOf } from '../store/store-place.ts';

export interface CollectOptions extends SliceOptions {
  readonly now: () => Date;
  /** A pack is deleted when less than this part of it is needed. */
  readonly share?: number | undefined;
  /** Unneeded bytes in the newest pack that are worth ending it. */
  readonly least?: number | undefined;
}

export interface Collected {
  /** Bytes on the disk, net of what was copied. */
  readonly freed: number;
  /** Packs that were deleted. */
  readonly packs: number;
  /** False when the signal ended it; what is done stays done, and the next collection continues. */
  readonly isDone: boolean;
}

/**
 * Gives back the room of objects that none of the roots needs: what is needed of a pack is copied to the newest one and synced, then
 * the pack is deleted. One pack at a time, so it takes room for less than half a pack; packs of which nothing is needed are deleted first, so
 * that a full disk gets room before anything is copied. May be killed at any point: what is stored twice then is not needed once.
 * The caller holds the store's lock, and names all roots that are kept.
 * @throws SnapError `io` when a node of a kept root is damaged (then nothing was removed) or the disk fails.
 */
export async function collect(store: PackedStore, journal: Journal, roots: readonly string[], options: CollectOptions): Promise<Collected> {
  const { now, share = 0.5, least = 1_048_576 } = options;
  const { turn } = slices(options);
  const release = store.hold();
  try {
    store.sync();
    const marks = reachableObjects(store);
    for (const root of new Set(roots)) {
      if ((await marks.add(rootId(root), turn)) === undefined) return { freed: 0, packs: 0, isDone: false };
    }
    const candidates = sparse(store, marks, share, least);
    if (candidates.length === 0) return { freed: 0, packs: 0, isDone: true };
    noteQuietly(journal, { kind: 'gc-begin', at: now().toISOString() });

    let freed = 0;
    let packs = 0;
    for (const pack of candidates) {
      const copied = await evacuate(store, marks, pack, turn);
      if (copied === 'stopped') return { freed, packs, isDone: false };
      if (copied === 'damaged') continue;
      store.writer.remove(pack);
      freed += pack.end - copied;
      packs += 1;
    }
    syncDirectory(store.place.calls, packsOf(store.place));
    noteQuietly(journal, { kind: 'gc-end', at: now().toISOString(), freed });
    return { freed, packs, isDone: true };
  } finally {
    release();
  }
}

/** Those of which too little is needed, the emptiest first. The newest is ended when it is among them. */
export function sparse(store: PackedStore, marks: Marks, share: number, least: number): readonly Pack[] {
  const [newest] = store.packs.list();
  const found = store.packs
    .list()
    .filter((pack) => marks.liveBytes(pack) < share * recordBytes(pack))
    .filter((pack) => pack !== newest || recordBytes(pack) - marks.liveBytes(pack) >= least);
  if (newest !== undefined && found.includes(newest)) store.writer.roll();
  return found.sort((one, other) => marks.liveBytes(one) - marks.liveBytes(other));
}

/** Bytes that were copied, and are on the disk. */
async function evacuate(
  store: PackedStore,
  marks: Marks,
  pack: Pack,
  turn: () => Promise<boolean> | boolean,
): Promise<number | 'stopped' | 'damaged'> {
  const { packs, writer } = store;
  let copied = 0;
  for (const packed of byOffset(pack)) {
    if (!(await turn())) return 'stopped';
    if (!isNeeded(store, marks, pack, packed.id)) continue;
    const record = packs.record({ pack, packed });
    // It stays where it is, for "verify" to name it: a damaged object that was deleted could not be distinguished from one that never existed.
    if (record === undefined) return 'damaged';
    const { id, kind, codec, length } = record.head;
    writer.append(id, recordHead(id, kind, codec, length, record.bytes), record.bytes);
    copied += packed.length;
  }
  store.sync();
  return copied;
}

/** The records of a pack in the order of their offsets. */
export function byOffset(pack: Pack): readonly Packed[] {
  foldTail(pack);
  const records = Array.from({ length: pack.index.count }, (_, position) => pack.index.at(position));
  return records.sort((one, other) => one.offset - other.offset);
}

/** Whether a record must be copied before its pack is deleted. */
export function isNeeded(store: PackedStore, marks: Marks, pack: Pack, id: ObjectId): boolean {
  return marks.isMarked(pack, id) || isLastSoundCopy(store, marks, pack, id);
}

/** It is needed, another pack was to keep it, and there it turns out to be damaged. */
function isLastSoundCopy({ packs }: PackedStore, marks: Marks, pack: Pack, id: Parameters<Marks['isMarked']>[1]): boolean {
  const other = packs.locate(id);
  return other !== undefined && other.pack !== pack && marks.isMarked(other.pack, id) && packs.record(other) === undefined;
}

/** On a full disk the line may not fit, and room is what this is about to make: the lines only say whether it was finished. */
function noteQuietly(journal: Journal, entry: Parameters<Journal['append']>[0][number]): void {
  try {
    journal.append([entry]);
  } catch (error) {
    if (!(error instanceof SnapError) && failureCode(error) === undefined) throw error;
  }
}

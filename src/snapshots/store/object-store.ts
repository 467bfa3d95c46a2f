import { compressed, expanded } from './codec.ts';
import { objectIdOf } from './object-id.ts';
import type { ObjectId, ObjectStore } from './object-types.ts';
import { isSound, parseRecordHead, recordHead, recordHeadLength } from './pack.ts';
import { createPackSet, type PackSet } from './pack-set.ts';
import { createPackWriter, type PackBounds, type PackWriter } from './pack-writer.ts';
import type { StorePlace } from './store-place.ts';

/**
 * The objects of a workspace, in packs. Reading needs no lock and sees what was synced. Writing happens between {@link begin} and
 * {@link end}, under the lock of the store (store-lock.ts).
 *
 * When `put` or `sync` throws, everything since the last `sync` is taken back, so that half a snapshot does not keep
 * a full disk full. A caller that remembers ids (the stat cache) must forget those it got since.
 */
export interface PackedStore extends ObjectStore {
  readonly place: StorePlace;
  /** Makes the store ready for writing, and clears up what a dead writer left. @throws SnapError `io` */
  begin(): void;
  /** What was not synced is taken back. */
  end(): void;
  /** Until the returned function is called nothing may be put: an object that `has` finds may be about to be deleted. */
  hold(): () => void;
  /** Sees what other processes wrote. {@link begin} does it too, and a `get` that finds nothing. */
  refresh(): void;
  /** The packs themselves, for those who collect and verify them. */
  readonly packs: PackSet;
  readonly writer: PackWriter;
}

/** Opening touches nothing, and nothing is read before the first question. */
export function openObjectStore(place: StorePlace, { bounds }: { readonly bounds?: PackBounds | undefined } = {}): PackedStore {
  const packs = createPackSet(place);
  const writer = createPackWriter(place, packs, bounds);
  let isWriting = false;
  let isHeld = false;

  const has = (id: ObjectId): boolean => writer.holds(id) || packs.locate(id) !== undefined;
  const end = () => {
    if (!isWriting) return;
    isWriting = false;
    writer.end();
  };
  return {
    place,
    packs,
    writer,
    has,
    put(kind, bytes) {
      if (!isWriting) throw new Error('put() before begin(): the lock of the store must be held.');
      if (isHeld) throw new Error('put() during a collection: what it finds there may be about to go.');
      const id = objectIdOf(kind, bytes);
      if (has(id)) return id;
      const encoded = compressed(bytes);
      writer.append(id, recordHead(id, kind, encoded.codec, bytes.length, encoded.bytes), encoded.bytes);
      return id;
    },
    get(id) {
      const record = writer.pending(id);
      if (record !== undefined) return contentOf(record);
      const found = packs.content(id);
      if (found !== undefined || isWriting) return found;
      // Another process may have written it, or have moved it to another pack.
      packs.refresh();
      return packs.content(id);
    },
    sync: () => writer.sync(),
    begin() {
      writer.begin();
      isWriting = true;
    },
    end,
    hold() {
      isHeld = true;
      return () => {
        isHeld = false;
      };
    },
    refresh: () => packs.refresh(),
    close() {
      end();
      packs.forget();
    },
  };
}

function contentOf(record: Buffer): ReturnType<ObjectStore['get']> {
  const head = parseRecordHead(record);
  if (head === undefined || !isSound(head, record)) return undefined;
  const bytes = expanded({ codec: head.codec, bytes: record.subarray(recordHeadLength) }, head.length);
  return bytes === undefined ? undefined : { kind: head.kind, bytes };
}

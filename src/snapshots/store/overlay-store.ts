import { objectIdOf } from './object-id.ts';
import type { ObjectId, ObjectKind, ObjectStore } from './object-types.ts';

/** Bytes that are kept; what comes on top is known by its id alone. */
const maxKept = 128 * 1_048_576;
/** Of one content: no patch shows a larger one. */
const maxKeptBlob = 1_048_576;

/**
 * Objects of a tree that is only looked at: what the store lacks stays in memory, so that a comparison with the files as they are
 * writes nothing and needs no lock.
 */
export interface OverlayStore extends ObjectStore {
  /** Gives all of it to the store, which is being written. @returns false when something was not kept: the ids are to be doubted. */
  moveTo(store: ObjectStore): boolean;
  /** Bytes that are kept. */
  size(): number;
  forget(): void;
}

export function overlayStore(store: Pick<ObjectStore, 'has' | 'get'>): OverlayStore {
  const kept = new Map<ObjectId, { readonly kind: ObjectKind; readonly bytes: Uint8Array }>();
  const known = new Set<ObjectId>();
  let size = 0;
  const forget = () => {
    kept.clear();
    known.clear();
    size = 0;
  };
  return {
    has: (id) => kept.has(id) || known.has(id) || store.has(id),
    get: (id) => kept.get(id) ?? store.get(id),
    put(kind, bytes) {
      const id = objectIdOf(kind, bytes);
      if (kept.has(id) || store.has(id)) return id;
      if (kind === 'blob' && (bytes.length > maxKeptBlob || size + bytes.length > maxKept)) {
        known.add(id);
        return id;
      }
      // The buffer belongs to the caller, who reads the next file into it.
      kept.set(id, { kind, bytes: Buffer.from(bytes) });
      size += bytes.length;
      return id;
    },
    sync: () => undefined,
    close: forget,
    forget,
    size: () => size,
    moveTo(target) {
      for (const { kind, bytes } of kept.values()) target.put(kind, bytes);
      const isAll = known.size === 0;
      forget();
      return isAll;
    },
  };
}

import { reachableObjects } from './reachable-objects.ts';
import { rootId } from '../store/object-id.ts';
import { wholeRules } from '../store/kept-rules.ts';
import type { PackedStore } from '../store/object-store.ts';
import type { Retention } from './retention.ts';
import { type SliceOptions, slices } from './time-slices.ts';
import type { Snapshot, SnapshotId } from '../snapshots.ts';
import { packsOf, type StorePlace } from '../store/store-place.ts';

/** Where the bytes of a store are. */
export interface SpaceUse {
  /** Needed by snapshots that are never deleted. */
  readonly firm: number;
  /** What deleting each frees, when the spare ones are deleted oldest first. */
  readonly own: ReadonlyMap<SnapshotId, number>;
}

/**
 * Counts each object once, for the snapshot that is deleted last of those that need it. `undefined` when the signal ended it.
 * Nothing may be put meanwhile. @throws SnapError `io`
 */
export async function measureSpace(
  store: PackedStore,
  { firm, spare }: Retention,
  options: SliceOptions = {},
): Promise<SpaceUse | undefined> {
  const { turn } = slices(options);
  const release = store.hold();
  try {
    const marks = reachableObjects(store);
    const known = new Set<string>();
    const bytesOf = async ({ root, rules }: Snapshot): Promise<number | undefined> => {
      let bytes = await marks.add(rootId(root), turn);
      const isNew = rules !== undefined && !known.has(rules);
      if (rules !== undefined) known.add(rules);
      for (const id of isNew ? wholeRules(store, rules) : []) {
        const more = await marks.add(id, turn);
        bytes = bytes === undefined || more === undefined ? undefined : bytes + more;
      }
      return bytes;
    };
    let firmBytes = 0;
    for (const snapshot of firm) {
      const bytes = await bytesOf(snapshot);
      if (bytes === undefined) return undefined;
      firmBytes += bytes;
    }
    const own = new Map<SnapshotId, number>();
    for (const snapshot of spare.toReversed()) {
      const bytes = await bytesOf(snapshot);
      if (bytes === undefined) return undefined;
      own.set(snapshot.id, bytes);
    }
    return { firm: firmBytes, own };
  } finally {
    release();
  }
}

/** Bytes that the packs and their indexes take on the disk. */
export function bytesOnDisk(place: StorePlace): number {
  const { calls } = place;
  const directory = packsOf(place);
  if (calls.lstat(directory) === undefined) return 0;
  return calls.names(directory).reduce((sum, name) => sum + (calls.lstat(`${directory}/${name}`)?.size ?? 0), 0);
}

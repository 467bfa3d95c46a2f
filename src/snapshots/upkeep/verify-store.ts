import { SnapError, dropQuietly } from '../../system/index.ts';
import { currentRecords } from '../compare/compare-snapshots.ts';
import { blobSizes } from '../git/git-blobs.ts';
import type { SnapshotParts } from '../snapshot-parts.ts';
import type { Verified } from '../snapshots.ts';
import type { ObjectId } from '../store/object-types.ts';
import type { StoreWriter } from '../store/store-writer.ts';
import { verifySnapshots } from './verify.ts';
import type { PackedStore } from '../store/object-store.ts';
import { indexPath } from '../store/open-pack.ts';

/** Verifies all snapshots. Files whose stored bytes are damaged, and that are still in the workspace, are stored again by the next one. */
export async function verifyStore(parts: SnapshotParts, writer: StoreWriter, signal: AbortSignal | undefined): Promise<Verified> {
  const { journal, store, system, workspace } = parts;
  const { snapshots } = currentRecords(parts);
  const lost = new Set<ObjectId>();
  const verified = await verifySnapshots(store, snapshots, journal.read().faults, {
    lentSizes: (ids) => blobSizes(system, workspace, ids, signal),
    lost: (id) => void lost.add(id),
    signal,
  });
  if (lost.size > 0) await forget(parts, writer, lost);
  return verified;
}

async function forget({ store, tree }: SnapshotParts, { writing }: StoreWriter, lost: ReadonlySet<ObjectId>): Promise<void> {
  try {
    await writing(async () => {
      forgetDamaged(store, lost);
      tree.forget();
    });
  } catch (error) {
    // Another process writes, or the store cannot be written. The report is complete without this, and the next verify tries again.
    if (!(error instanceof SnapError)) throw error;
  }
}

/**
 * Makes objects that were found damaged count as missing, in this process and in later ones: a pack without an index is read when it
 * is opened, and damaged records are skipped. So the next put of such an object really stores it, and every snapshot that needs it
 * has it again. The caller holds the store's lock.
 */
export function forgetDamaged(store: PackedStore, lost: ReadonlySet<ObjectId>): void {
  const { calls } = store.place;
  for (const { index, path, tail } of store.packs.list()) {
    const holdsOne = [...lost].some((id) => tail.has(id) || index.find(id) !== undefined);
    if (holdsOne) dropQuietly(calls, indexPath(path));
  }
  store.packs.forget();
}

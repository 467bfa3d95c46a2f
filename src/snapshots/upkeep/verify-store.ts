import { SnapError } from '../../system/index.ts';
import { currentRecords } from '../compare/compare-snapshots.ts';
import { blobSizes } from '../git/git-blobs.ts';
import type { SnapshotParts } from '../snapshot-parts.ts';
import type { Verified } from '../snapshots.ts';
import type { ObjectId } from '../store/object-types.ts';
import type { StoreWriter } from '../store/store-writer.ts';
import { forgetDamaged } from './forget-damaged.ts';
import { verifySnapshots } from './verify.ts';

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

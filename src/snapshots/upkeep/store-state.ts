import { SnapError } from '../../system/index.ts';
import { currentRecords } from '../compare/compare-snapshots.ts';
import type { SnapshotParts } from '../snapshot-parts.ts';
import type { StoreState } from '../snapshots.ts';
import type { Records } from '../store/records.ts';
import type { StoreWriter } from '../store/store-writer.ts';

export async function storeState(parts: SnapshotParts, writer: StoreWriter): Promise<StoreState> {
  const interrupted = await interruptedRestore(parts, writer);
  const { snapshots } = currentRecords(parts);
  return {
    directory: parts.place.directory,
    snapshots: snapshots.length,
    bytesOnDisk: parts.room.onDisk(),
    limit: parts.room.limit(),
    interrupted: interrupted === undefined ? undefined : { target: interrupted.target, safety: interrupted.safety },
    isRootReplaced: snapshots.length > 0 && parts.storeRoot.isReplaced(),
  };
}

/** A restore that runs at this moment was not interrupted: its process holds the lock. */
async function interruptedRestore(parts: SnapshotParts, { writing }: StoreWriter): Promise<Records['interrupted']> {
  if (currentRecords(parts).interrupted === undefined) return undefined;
  try {
    return await writing(async () => parts.records().interrupted);
  } catch (error) {
    if (!(error instanceof SnapError)) throw error;
    // Refused: a living process holds the lock. Any other failure means that the store cannot be written, so no restore is running.
    return error.code === 'refused' ? undefined : parts.records().interrupted;
  }
}

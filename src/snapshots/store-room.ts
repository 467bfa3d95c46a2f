import { dirname, join } from 'node:path';
import type { Workspace } from '../workspace/index.ts';
import { type CaptureLimits, defaultLimits, roomFor, workspaceLimit } from './limits.ts';
import { bytesOnDisk } from './room.ts';
import type { StorePlace } from './store-place.ts';

/** Bounds of a store and of one capture, bytes but for `files`; those that are not given are {@link defaultLimits}. */
export type StoreLimits = { readonly [name in keyof typeof defaultLimits]: number };

/** How much the snapshots may take, by the disk as it is now. */
export interface StoreRoom {
  /** Of one capture. */
  capture(): CaptureLimits;
  /** Bytes that the store of this workspace may take. */
  limit(): number;
  /** Bytes that it takes. */
  onDisk(): number;
  /** Whether the disk has less left than what snap leaves to others. */
  isDiskFull(): boolean;
}

/** What other workspaces take changes seldom, and there may be hundreds of them. */
const othersMs = 60_000;

export function storeRoom(place: StorePlace, workspace: Workspace, given: Partial<StoreLimits> = {}): StoreRoom {
  const { calls } = place;
  const limits: StoreLimits = { ...defaultLimits, ...given };
  let others: { readonly bytes: number; readonly at: number } | undefined;

  const free = (): number => {
    for (let at = place.directory; ; at = dirname(at)) {
      if (calls.lstat(at) !== undefined || dirname(at) === at) return calls.freeBytes(at);
    }
  };
  const onDisk = () => bytesOnDisk(place);
  const ofOthers = (): number => {
    if (others !== undefined && performance.now() - others.at < othersMs) return others.bytes;
    let bytes = 0;
    const all = dirname(workspace.privateDirectory);
    for (const name of calls.lstat(all) === undefined ? [] : calls.names(all)) {
      const directory = join(all, name, 'snapshots');
      if (directory === place.directory) continue;
      try {
        bytes += bytesOnDisk({ ...place, directory });
      } catch {
        // It is being deleted, or is no workspace of ours.
      }
    }
    others = { bytes, at: performance.now() };
    return bytes;
  };
  return {
    capture() {
      const own = onDisk();
      const { file, files, largeFile, reserve, total, workspace: most } = limits;
      const room = roomFor({ free: free(), onDisk: own, onDiskOfAll: own + ofOthers(), workspace: most, total, reserve });
      return { file, files, largeFile, room };
    },
    limit: () => workspaceLimit(free(), onDisk(), limits.workspace),
    onDisk,
    isDiskFull: () => free() < limits.reserve,
  };
}

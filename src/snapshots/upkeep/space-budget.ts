import { dirname, join } from 'node:path';
import type { Workspace } from '../../workspace/index.ts';
import { type CaptureLimits, defaultLimits, roomFor, workspaceLimit } from './space-limits.ts';
import { bytesOnDisk } from './space-use.ts';
import type { StorePlace } from '../store/store-place.ts';

/** Bounds of a store and of one capture, bytes but for `files`; those that are not given are {@link defaultLimits}. */
export type StoreLimits = { readonly [name in keyof typeof defaultLimits]: number };

/** How much the snapshots may take, by the disk as it is now. */
export interface SpaceBudget {
  /** Of one capture. */
  capture(): CaptureLimits;
  /** Bytes that the store of this workspace may take, by its own bound and by what those of the others leave of the total. */
  limit(): number;
  /** Bytes that it takes. */
  onDisk(): number;
  /** Whether the disk, with so many bytes more on it, has less left than what snap leaves to others. */
  isDiskFull(wanted: number): boolean;
  /** By how many bytes all stores together would exceed the total if this one grew by that many. Measures the others again. */
  excess(wanted: number): number;
}

/** What other workspaces take changes seldom, and there may be hundreds of them. */
const othersMs = 60_000;

export function spaceBudget(place: StorePlace, workspace: Workspace, given: Partial<StoreLimits> = {}): SpaceBudget {
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
    for (const privateDirectory of otherWorkspaces(place, workspace)) {
      const directory = join(privateDirectory, 'snapshots');
      try {
        bytes += bytesOnDisk({ ...place, directory });
      } catch {
        // It is being deleted, or does not belong to snap.
      }
    }
    others = { bytes, at: performance.now() };
    return bytes;
  };
  return {
    capture() {
      const own = onDisk();
      const { file, files, freeShare, largeFile, reserve, total, workspace: most } = limits;
      const room = roomFor({ free: free(), onDisk: own, onDiskOfAll: own + ofOthers(), workspace: most, freeShare, total, reserve });
      return { file, files, largeFile, room };
    },
    limit: () => Math.max(0, Math.min(workspaceLimit(free(), onDisk(), limits.workspace, limits.freeShare), limits.total - ofOthers())),
    onDisk,
    isDiskFull: (wanted) => free() - wanted < limits.reserve,
    excess(wanted) {
      others = undefined;
      return Math.max(0, onDisk() + ofOthers() + wanted - limits.total);
    },
  };
}

/** The private directories of all other workspaces that have snapshots, as far as they are readable. */
export function otherWorkspaces({ calls }: StorePlace, { privateDirectory }: Pick<Workspace, 'privateDirectory'>): readonly string[] {
  const all = dirname(privateDirectory);
  const hasSnapshots = (directory: string): boolean => {
    try {
      return calls.lstat(join(directory, 'snapshots')) !== undefined;
    } catch {
      // It belongs to another user, as after a run with sudo: its size is not known, and nothing in it can be deleted.
      return false;
    }
  };
  if (calls.lstat(all) === undefined) return [];
  return calls
    .names(all)
    .map((name) => join(all, name))
    .filter((directory) => directory !== privateDirectory && hasSnapshots(directory));
}

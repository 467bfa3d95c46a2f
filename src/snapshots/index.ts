export { openSnapshots, type OpenedSnapshots } from './open-snapshots.ts';
export { boundsOf, type SnapshotBounds } from './bounds.ts';
export { unknownSnapshot } from './find-snapshot.ts';
export type { OpenSnapshotsOptions } from './snapshot-parts.ts';
export { holdsWhatStays } from './restore/restore-plan.ts';
export type {
  Conflict,
  EntrySummary,
  MissingPath,
  Pruned,
  Restored,
  RestorePlan,
  RestoreProgress,
  Skipped,
  Snapshot,
  SnapshotId,
  SnapshotKind,
  Snapshots,
  StoreState,
  TakeOptions,
  TreeChange,
  Verified,
} from './snapshots.ts';
export { parseSnapshotId } from './store/snapshot-record.ts';
export { watchSnapshots, type SnapshotWatch, type WatchObserver } from './look/watch-snapshots.ts';

import type { IneffectiveRules, WorkspacePath } from '../workspace/index.ts';

/** `snap_<number>_<six hex digits>`: the number counts up in a workspace, so a clock that is set back reorders nothing. */
export type SnapshotId = string & { readonly brand: 'SnapshotId' };

export type SnapshotKind = 'task' | 'manual' | 'safety' | 'baseline';

/** One state of the files of a workspace. */
export interface Snapshot {
  readonly id: SnapshotId;
  readonly sequence: number;
  readonly kind: SnapshotKind;
  /** ISO 8601. */
  readonly at: string;
  readonly message?: string | undefined;
  readonly task?: string | undefined;
  /** As {@link TakeOptions.call}. */
  readonly call?: string | undefined;
  /** sha256 of the root directory's node; equal for equal trees. */
  readonly root: string;
  readonly files: number;
  /** Of all files together, before compression. */
  readonly bytes: number;
  /** What is not in it, with the reason: no silent gap. At most {@link maxSkippedListed} are listed, `skippedCount` counts all. */
  readonly skipped: readonly Skipped[];
  readonly skippedCount: number;
  /** False while it depends on objects of the workspace's own git repository that are not copied yet. */
  readonly complete: boolean;
  readonly isProtected: boolean;
  readonly git?: { readonly commit?: string | undefined; readonly branch?: string | undefined } | undefined;
  /** For a safety snapshot: the restore it was taken for. */
  readonly before?: SnapshotId | undefined;
  /** The paths that were asked of that restore; absent: all. */
  readonly within?: readonly string[] | undefined;
  /** Id of the rules that decided what is in it. Snapshots of early versions have none: nobody can say what those left out. */
  readonly rules?: string | undefined;
}

export const maxSkippedListed = 1_000;

export interface Skipped {
  readonly path: WorkspacePath;
  readonly reason: 'too-large' | 'unreadable' | 'special' | 'unstable' | 'over-budget';
  /** Bytes, where known. */
  readonly size?: number | undefined;
}

export interface TreeChange {
  readonly path: WorkspacePath;
  readonly kind: 'added' | 'deleted' | 'modified' | 'mode' | 'type';
  /** Contents that must not show (.env and the like): never in a patch, named in a comment. */
  readonly isSecret: boolean;
  readonly before?: EntrySummary | undefined;
  readonly after?: EntrySummary | undefined;
}

export interface EntrySummary {
  readonly kind: 'file' | 'directory' | 'link' | 'special';
  readonly size: number;
  readonly mode: number;
  readonly id?: string | undefined;
}

export interface Restored {
  /** The safety snapshot; `undo` restores it. */
  readonly safety: SnapshotId;
  readonly target: SnapshotId;
  readonly written: readonly WorkspacePath[];
  readonly deleted: readonly WorkspacePath[];
  /**
   * Left as they are, with the reason in words: changed meanwhile, a directory that is closed, a name two files would share, a file that
   * the target may have left out. Each path is named, those below a directory too.
   */
  readonly conflicts: readonly Conflict[];
  /** Whether the tree is now exactly the target (within the paths asked for): a capture of it by the target's own rules gives the target. */
  readonly isExact: boolean;
}

/** A path that is not as in the snapshot that is restored, and stays so. */
export interface Conflict {
  readonly path: WorkspacePath;
  readonly reason: string;
}

/** A path that was asked for and is not in the snapshot. */
export interface MissingPath {
  /** As it was asked for. */
  readonly path: string;
  /** Whether it is among the files as they are: then restoring means to delete it. */
  readonly isPresent: boolean;
  /** Paths in the snapshot that are spelled nearly so, the nearest first. */
  readonly near: readonly WorkspacePath[];
}

export interface RestorePlan {
  readonly target: SnapshotId;
  readonly changes: readonly TreeChange[];
  /** What differs and would be left as it is, as far as that is known before. */
  readonly conflicts: readonly Conflict[];
  /** Of the paths asked for. */
  readonly missing: readonly MissingPath[];
  /** What the restore would do to the files as they were when it was planned, as {@link Snapshots.patch} writes it: they are the `-` side. */
  patch(): Promise<string>;
}

export interface RestoreProgress {
  /** When it fires, what is done stays done and the rest is left as it is; before the first file, the signal's reason is thrown. */
  readonly signal?: AbortSignal | undefined;
  readonly progress?: TakeOptions['progress'] | undefined;
}

export interface Verified {
  readonly snapshots: number;
  readonly objects: number;
  /** Files whose bytes in the store are damaged, by snapshot. */
  readonly damaged: readonly { readonly snapshot: SnapshotId; readonly path: WorkspacePath }[];
  /** Lines of the journal and parts of packs that could not be read, in words. */
  readonly faults: readonly string[];
}

export interface Pruned {
  readonly removed: readonly Snapshot[];
  readonly kept: number;
  /** Bytes on disk that were freed, or would be. */
  readonly freed: number;
}

export interface StoreState {
  readonly directory: string;
  readonly snapshots: number;
  readonly bytesOnDisk: number;
  /** The bounds that hold here, bytes. */
  readonly limit: number;
  /** A restore that a dead process left in the middle. */
  readonly interrupted?: { readonly target: SnapshotId; readonly safety: SnapshotId } | undefined;
  /** The directory is not the one the newest snapshot was taken of: it was created again, moved there, or its disk is not mounted. */
  readonly isRootReplaced: boolean;
}

export interface TakeOptions {
  readonly kind: SnapshotKind;
  readonly message?: string | undefined;
  readonly task?: string | undefined;
  /** Names this call. The same call again takes nothing: the snapshot that it took is its answer. */
  readonly call?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Files done, and how many there are when that is known. */
  readonly progress?: ((done: number, total?: number) => void) | undefined;
}

/**
 * The snapshots of one workspace. Readers never wait; one process writes at a time. Whatever takes an id throws SnapError `refused`
 * for the id of none.
 */
export interface Snapshots {
  /**
   * Takes one when something differs from the newest, else answers the newest (`isNew` false). When it settles the bytes are on the
   * disk, or `complete` is false. `isRepeated`: it was taken before, by the same call.
   * @throws SnapError `refused` (HOME, too many files, no room left by the bounds), `io` (a full disk: then there is no snapshot).
   */
  take(options: TakeOptions): Promise<{ readonly snapshot: Snapshot; readonly isNew: boolean; readonly isRepeated?: true }>;
  /** Newest first. */
  list(): Promise<readonly Snapshot[]>;
  /** By its id, its number, or a unique beginning. @throws SnapError `usage` when two begin so. */
  find(id: string): Promise<Snapshot | undefined>;
  /** What differs; `working`: the files as they are now. Sorted by path. */
  changes(
    from: SnapshotId,
    to: SnapshotId | 'working',
    options?: { readonly paths?: readonly string[] | undefined; readonly signal?: AbortSignal | undefined },
  ): Promise<readonly TreeChange[]>;
  /** {@link Snapshot.root} of a snapshot that would be taken now. Takes none. */
  present(signal?: AbortSignal): Promise<{ readonly root: string }>;
  /** A unified diff that `git apply` and `patch` take; secrets are left out and named in a comment, binary files too. */
  patch(from: SnapshotId, to: SnapshotId | 'working', options?: { readonly paths?: readonly string[] | undefined }): Promise<string>;
  /** The bytes of a file in it. */
  content(id: SnapshotId, path: WorkspacePath): Promise<Uint8Array | undefined>;
  planRestore(id: SnapshotId, options?: { readonly paths?: readonly string[] | undefined }): Promise<RestorePlan>;
  /** Safety snapshot first, or refused. Only what differs is written. */
  restore(id: SnapshotId, options?: RestoreProgress & { readonly paths?: readonly string[] | undefined }): Promise<Restored>;
  /** Of {@link undo}. `undefined` when there is nothing to take back. @throws SnapError `refused` after a restore that was interrupted. */
  planUndo(): Promise<RestorePlan | undefined>;
  /** Takes the last restore back (which is itself a restore). `undefined` when there is none. */
  undo(options?: RestoreProgress): Promise<Restored | undefined>;
  /** Ends a restore that a dead process left: to its end, or back. */
  settle(how: 'finish' | 'back', options?: RestoreProgress): Promise<Restored | undefined>;
  protect(id: SnapshotId, isProtected: boolean): Promise<Snapshot>;
  prune(options: { readonly dryRun: boolean; readonly holds: readonly SnapshotId[] }): Promise<Pruned>;
  verify(signal?: AbortSignal): Promise<Verified>;
  state(): Promise<StoreState>;
  /** Ignore rules that have no effect: those the last snapshot was taken by, or those of the files as they are. */
  ineffectiveRules(): Promise<IneffectiveRules>;
  /** Called by the watcher with a path from the root, or `undefined` when anything may have changed. Never called without a watcher. */
  changed(path: WorkspacePath | undefined): void;
  /** From now on {@link changed} is called for every change; until then each take walks the whole tree. */
  watched(isWatched: boolean): void;
  close(): void;
}

import type { OwnFiles, System } from '../../system/index.ts';
import type { Workspace } from '../../workspace/index.ts';
import type { SnapshotCalls, Stats } from '../disk.ts';
import type { GitObjects } from '../git/git-objects.ts';
import type { RawName } from '../raw-name.ts';
import type { ObjectId, ObjectStore } from '../store/object-types.ts';
import type { CaptureLimits } from '../upkeep/space-limits.ts';
import type { DirectoryNode } from './cached-node.ts';
import type { CaptureRules } from './capture-rules.ts';
import type { SealedIds } from './node-cache.ts';
import type { Room, Scratch } from './read-file.ts';

/** One capture while it looks at the tree. */
export interface Scan {
  readonly system: System;
  readonly workspace: Workspace;
  readonly calls: SnapshotCalls;
  readonly store: ObjectStore;
  readonly rules: CaptureRules;
  /** Whether the rules are asked again about names that are in the cache. */
  asksAgain: boolean;
  readonly limits: CaptureLimits;
  readonly room: Room;
  readonly scratch: Scratch;
  readonly ownFiles: Pick<OwnFiles, 'seal' | 'unseal'>;
  readonly sealedIds: SealedIds;
  /** Root of the newest snapshot: what was sealed then stays the same object. */
  readonly base: ObjectId | undefined;
  /** The root as bytes, for paths. */
  readonly root: RawName;
  /** Files that are read when all are known: large ones, and those that are sealed. */
  readonly later: LaterFile[];
  /** Whose contents need not be read now. */
  readonly gitObjects: GitObjects | undefined;
  /** The disk whose directories change their time when a name is added or removed; `undefined` where that is not known. */
  readonly device: number | undefined;
  /** Called at every entry; what it answers is waited for. @throws when the capture is withdrawn. */
  between(): Promise<void> | undefined;
  /** Files met, sealed ones among them, and those that were not as they were known. */
  files: number;
  sealed: number;
  taken: number;
  isFullWalk: boolean;
}

export interface LaterFile {
  readonly parent: DirectoryNode;
  readonly name: RawName;
  readonly path: RawName;
  readonly stats: Stats;
  readonly isSealed: boolean;
}

export interface Entry {
  readonly name: RawName;
  /** Its path. */
  readonly raw: RawName;
}

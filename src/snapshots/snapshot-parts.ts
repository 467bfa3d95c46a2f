import type { WritableSystem } from '../system/index.ts';
import type { Workspace } from '../workspace/index.ts';
import type { Contents } from './store/stored-contents.ts';
import type { SnapshotCalls, WorkspaceCalls } from './disk.ts';
import type { BuiltInRules } from './look/capture-rules.ts';
import type { Journal } from './store/journal.ts';
import type { PackedStore } from './store/object-store.ts';
import type { PresentTree } from './look/present-tree.ts';
import { type Records, recordsOf } from './store/records.ts';
import type { RetentionRules } from './upkeep/retention.ts';
import type { SnapshotId } from './snapshots.ts';
import type { StorePlace } from './store/store-place.ts';
import type { StoreLimits, SpaceBudget } from './upkeep/space-budget.ts';
import type { RootCheck } from './store/root-check.ts';
import type { OverlayStore } from './store/overlay-store.ts';

export interface OpenSnapshotsOptions {
  /** Patterns (as in .gitignore) of what is left out: `exclude` of the settings. */
  readonly exclude: readonly string[];
  readonly limits?: Partial<StoreLimits> | undefined;
  readonly retention?: RetentionRules | undefined;
  /** True in a server: other work has its turn in between, and what may wait is done when idle. A command is faster without. */
  readonly yields: boolean;
  /** Snapshots that open tasks need: never deleted to make room. */
  readonly holds?: (() => Promise<readonly SnapshotId[]>) | undefined;
  /** The same of another workspace, by its private directory. Without it no snapshot of another workspace is deleted when all together take too much. */
  readonly holdsOf?: ((privateDirectory: string) => Promise<readonly SnapshotId[]>) | undefined;
  /** For tests: the rules of another version of the program. */
  readonly builtIn?: BuiltInRules | undefined;
  /** For tests: the calls that reach the disk. */
  readonly calls?: SnapshotCalls | undefined;
  readonly workspaceCalls?: WorkspaceCalls | undefined;
}

/** What the parts of the snapshots of one workspace have in common. */
export interface SnapshotParts {
  readonly options: OpenSnapshotsOptions;
  readonly system: WritableSystem;
  readonly workspace: Workspace;
  readonly place: StorePlace;
  readonly store: PackedStore;
  readonly journal: Journal;
  readonly records: RecordsReader;
  readonly tree: PresentTree;
  readonly overlay: OverlayStore;
  readonly room: SpaceBudget;
  readonly storeRoot: RootCheck;
  /** Of the store, and of what was only looked at. */
  readonly contents: Contents;
  /** Of the store alone. */
  readonly storedContents: Contents;
}

/** What the lines of a journal add up to, added up once for all that ask. */
export interface RecordsReader {
  (): Records;
  /** Whether something was added since the last call of the reader. */
  isBehind(): boolean;
}

export function recordsReader(journal: Pick<Journal, 'read'>): RecordsReader {
  let known: { readonly entries: unknown; readonly records: Records } | undefined;
  const read = (): Records => {
    const { entries } = journal.read();
    if (known?.entries !== entries) known = { entries, records: recordsOf(entries) };
    return known.records;
  };
  return Object.assign(read, { isBehind: () => journal.read().entries !== known?.entries });
}

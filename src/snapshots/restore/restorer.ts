import { SnapError, displayPath, type WritableSystem } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import { nodeWorkspaceCalls } from '../disk.ts';
import { changesRules } from '../look/capture-rules.ts';
import type { RawName } from '../raw-name.ts';
import type { SnapshotParts } from '../snapshot-parts.ts';
import type { Restored, RestoreProgress, Snapshot, SnapshotId } from '../snapshots.ts';
import type { JournalEntry } from '../store/journal.ts';
import type { RestoreRecord } from '../store/records.ts';
import type { Taker } from '../take-snapshot.ts';
import { rootId } from '../store/object-id.ts';
import { heldOf } from './held.ts';
import { type RestoreOptions, type RestoreParts, restoreTree } from './restore-tree.ts';
import { knowsCase } from './workspace-files.ts';

/** Restores files. The caller holds the store's lock, and gives the system that knows of it. */
export interface Restorer {
  restore(system: WritableSystem, target: Snapshot, options?: RestoreOptions): Promise<Restored>;
  /** What `undo` would bring back. @throws SnapError `refused` after a restore that was interrupted. */
  lastRestore(): { readonly target: Snapshot; readonly paths?: readonly string[] | undefined } | undefined;
  undo(system: WritableSystem, options?: RestoreProgress): Promise<Restored | undefined>;
  settle(system: WritableSystem, how: 'finish' | 'back', options?: RestoreProgress): Promise<Restored | undefined>;
}

export function createRestorer(parts: SnapshotParts, taker: Taker): Restorer {
  const lastRestore: Restorer['lastRestore'] = () => {
    refuseWhenInterrupted(parts);
    const last = parts.records().lastRestore;
    const target = last === undefined ? undefined : snapshotOf(parts, last.safety);
    return target === undefined ? undefined : { target, paths: last?.paths };
  };
  return {
    async restore(system, target, options = {}) {
      refuseWhenInterrupted(parts);
      return restore(parts, taker, system, target, options);
    },
    lastRestore,
    async undo(system, options = {}) {
      const last = lastRestore();
      return last === undefined ? undefined : restore(parts, taker, system, last.target, { ...options, paths: last.paths });
    },
    async settle(system, how, options = {}) {
      const record = parts.records().interrupted;
      if (record === undefined) return undefined;
      const [target, safety] = [snapshotOf(parts, record.target), snapshotOf(parts, record.safety)];
      if (target === undefined || safety === undefined) {
        // Their lines in the journal are damaged. A snapshot that is still there can be restored by its id.
        parts.journal.append([{ kind: 'restore-end', ...endOf(system, record), outcome: 'stopped' }]);
        return undefined;
      }
      const settles = { record, from: rootId(safety.root), to: rootId(target.root), how };
      return restore(parts, taker, system, how === 'finish' ? target : safety, { ...options, settles });
    },
  };
}

function snapshotOf({ records }: SnapshotParts, id: SnapshotId): Snapshot | undefined {
  return records().snapshots.find((one) => one.id === id);
}

function refuseWhenInterrupted({ records, system, workspace }: SnapshotParts): void {
  const { interrupted } = records();
  if (interrupted === undefined) return;
  const message = `${displayPath(workspace.root, system)}: a restore of ${interrupted.target} was interrupted. Finish it or undo it first.`;
  throw new SnapError('refused', message, {
    hint: 'Run "snap snapshot undo --finish", or "snap snapshot undo --back" to get the files as they were before it.',
  });
}

async function restore(
  parts: SnapshotParts,
  taker: Taker,
  system: WritableSystem,
  target: Snapshot,
  options: RestoreOptions,
): Promise<Restored> {
  const restored = await restoreTree(restoreParts(parts, taker, system, target, options), heldOf(parts, target), options);
  try {
    parts.store.sync();
    parts.storeRoot.claim();
  } catch (error) {
    // The files are restored; what could not be stored is stored again by the next capture.
    if (!(error instanceof SnapError)) throw error;
    parts.tree.doubt();
  }
  if (!parts.options.yields) await parts.tree.save();
  return restored;
}

/** What one restore needs: how it captures, how it is recorded, and whom it reports to. */
function restoreParts(parts: SnapshotParts, taker: Taker, system: WritableSystem, target: Snapshot, options: RestoreOptions): RestoreParts {
  const { journal, store, storedContents: contents, tree, workspace } = parts;
  const calls = parts.options.workspaceCalls ?? nodeWorkspaceCalls;
  const isCaseSensitive = knowsCase({ root: workspace.root, calls });
  const paths = options.paths ?? options.settles?.record.paths;
  const touched = new Set<WorkspacePath>();
  let safety: SnapshotId | undefined;
  let reach: readonly RawName[] = [];
  return {
    root: workspace.root,
    calls,
    contents,
    system,
    isCaseSensitive,
    async takeSafety() {
      const taken = await taker.take({ kind: 'safety', always: true, target, paths, signal: options.signal });
      safety = taken.snapshot.id;
      reach = taken.reach;
      return heldOf(parts, taken.snapshot);
    },
    begin: async (record) => journal.append([{ kind: 'restore-begin', ...record }]),
    async end(record, outcome) {
      const undo = outcome === 'back' && safety !== undefined ? recordOfBack(system, record, safety) : [];
      journal.append([{ kind: 'restore-end', ...endOf(system, record), outcome }, ...undo]);
    },
    changed(path) {
      touched.add(path);
      tree.changed(path);
    },
    async lookAgain() {
      // The whole tree, when the rules may have changed. On a disk that ignores case too: it answers for a name spelled differently.
      const isEnough = isCaseSensitive && ![...touched].some(changesRules);
      return taker.look(store, { target, paths, only: isEnough ? touched : undefined, reach });
    },
  };
}

/** Going back is a restore too, and can be undone: then the files are again as the dead process had left them. */
function recordOfBack(system: WritableSystem, { safety: target, paths }: RestoreRecord, safety: SnapshotId): readonly JournalEntry[] {
  const record = { target, safety, at: system.now().toISOString(), paths };
  return [
    { kind: 'restore-begin', ...record },
    { kind: 'restore-end', ...endOf(system, record), outcome: 'finished' },
  ];
}

function endOf(system: Pick<WritableSystem, 'now'>, { target, safety }: RestoreRecord) {
  return { target, safety, at: system.now().toISOString() };
}

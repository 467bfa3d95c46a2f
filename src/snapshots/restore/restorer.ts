import { SnapError, shownPath, type WritableSystem } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import { changesRules } from '../look/capture-rules.ts';
import { nodeWorkspaceCalls } from '../disk.ts';
import { rootId } from '../upkeep/reachable-objects.ts';
import type { RawName } from '../raw-name.ts';
import type { RestoreRecord } from '../store/records.ts';
import { type Held, type RestoreOptions, type RestoreParts, restoreTree } from './restore-tree.ts';
import type { SnapshotParts } from '../snapshot-parts.ts';
import type { Restored, RestoreProgress, Snapshot, SnapshotId } from '../snapshots.ts';
import type { Taker } from '../take-snapshot.ts';
import { knowsCase } from './workspace-files.ts';

/** Puts files back. The caller holds the store's lock, and gives the system that knows it. */
export interface Restorer {
  restore(system: WritableSystem, target: Snapshot, options?: RestoreOptions): Promise<Restored>;
  /** What `undo` would bring back. @throws SnapError `refused` after a restore that was interrupted. */
  lastRestore(): { readonly target: Snapshot; readonly paths?: readonly string[] } | undefined;
  undo(system: WritableSystem, options?: RestoreProgress): Promise<Restored | undefined>;
  settle(system: WritableSystem, how: 'finish' | 'back', options?: RestoreProgress): Promise<Restored | undefined>;
}

export function createRestorer(parts: SnapshotParts, taker: Taker): Restorer {
  const { journal, options: opened, records, store, storedContents: contents, tree, workspace } = parts;
  const calls = opened.workspaceCalls ?? nodeWorkspaceCalls;
  const find = (id: SnapshotId): Snapshot | undefined => records().snapshots.find((one) => one.id === id);

  const run = async (system: WritableSystem, target: Snapshot, options: RestoreOptions): Promise<Restored> => {
    const touched = new Set<WorkspacePath>();
    const paths = options.paths ?? options.settles?.record.paths;
    let fresh: SnapshotId | undefined;
    let reach: readonly RawName[] = [];
    const restoreParts: RestoreParts = {
      root: workspace.root,
      calls,
      contents,
      system,
      isCaseSensitive: knowsCase({ root: workspace.root, calls }),
      async takeSafety() {
        const taken = await taker.take({
          kind: 'safety',
          always: true,
          target,
          paths,
          ...(options.signal === undefined ? {} : { signal: options.signal }),
        });
        fresh = taken.snapshot.id;
        reach = taken.reach;
        return heldOf(taken.snapshot);
      },
      begin: async (record) => journal.append([{ kind: 'restore-begin', ...record }]),
      async end(record, outcome) {
        journal.append([
          { kind: 'restore-end', ...endOf(system, record), outcome },
          ...(outcome === 'back' ? undoOfBack(system, record) : []),
        ]);
      },
      changed(path) {
        touched.add(path);
        tree.changed(path);
      },
      async lookAgain() {
        // Other rules take a walk, as does a change that nobody told of, and a disk that answers for a name that is spelled otherwise.
        const only = !restoreParts.isCaseSensitive || [...touched].some(changesRules) ? {} : { only: touched };
        return (await taker.look(store, { ...only, reach })).root;
      },
    };
    /** Going back is a restore too, and can be undone: by the files as the dead one had left them. */
    const undoOfBack = (now: WritableSystem, { safety, paths: meant }: RestoreRecord) => {
      if (fresh === undefined) return [];
      const record = { target: safety, safety: fresh, at: now.now().toISOString(), ...(meant === undefined ? {} : { paths: meant }) };
      const end = { kind: 'restore-end', ...endOf(now, record), outcome: 'finished' } as const;
      return [{ kind: 'restore-begin', ...record } as const, end];
    };
    const restored = await restoreTree(restoreParts, heldOf(target), options);
    try {
      store.sync();
      parts.storeRoot.claim();
    } catch (error) {
      // The files are back; what is lost is written again by the next capture.
      if (!(error instanceof SnapError)) throw error;
      tree.doubt();
    }
    if (!opened.yields) await tree.save();
    return restored;
  };

  const refuseWhenOpen = (): void => {
    const { interrupted } = records();
    if (interrupted === undefined) return;
    throw new SnapError(
      'refused',
      `${shownPath(parts.system.home, workspace.root)}: a restore of ${interrupted.target} was interrupted, and comes to an end first.`,
      { hint: 'Run "snap snapshot undo --finish", or "snap snapshot undo --back" to have the files as they were before it.' },
    );
  };

  const lastRestore: Restorer['lastRestore'] = () => {
    refuseWhenOpen();
    const last = records().lastRestore;
    const target = last === undefined ? undefined : find(last.safety);
    if (last === undefined || target === undefined) return undefined;
    return { target, ...(last.paths === undefined ? {} : { paths: last.paths }) };
  };

  return {
    async restore(system, target, options = {}) {
      refuseWhenOpen();
      return run(system, target, options);
    },
    lastRestore,
    async undo(system, options = {}) {
      const last = lastRestore();
      return last === undefined
        ? undefined
        : run(system, last.target, { ...options, ...(last.paths === undefined ? {} : { paths: last.paths }) });
    },
    async settle(system, how, options = {}) {
      const record = records().interrupted;
      if (record === undefined) return undefined;
      const [target, safety] = [find(record.target), find(record.safety)];
      if (target === undefined || safety === undefined) {
        // Their lines are damaged. What is there can still be restored by its id.
        journal.append([{ kind: 'restore-end', ...endOf(system, record), outcome: 'stopped' }]);
        return undefined;
      }
      const settles = { record, from: rootId(safety.root), to: rootId(target.root), how };
      return run(system, how === 'finish' ? target : safety, { ...options, settles });
    },
  };
}

function endOf(system: Pick<WritableSystem, 'now'>, { target, safety }: RestoreRecord) {
  return { target, safety, at: system.now().toISOString() };
}

function heldOf({ id, root, skipped, skippedCount }: Snapshot): Held {
  return { id, root: rootId(root), skipped, skippedCount };
}

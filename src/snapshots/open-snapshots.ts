import { join } from 'node:path';
import { SnapError, type WritableSystem } from '../system/index.ts';
import type { Workspace, WorkspacePath } from '../workspace/index.ts';
import type { CaptureRules } from './capture-rules.ts';
import { type Difference, differencesOf, treeChanges } from './changes.ts';
import { isFileEntry, storedContents } from './contents.ts';
import { nodeSnapshotCalls } from './disk.ts';
import { openJournal } from './journal.ts';
import { maintenanceOf } from './maintenance.ts';
import { rootId } from './marks.ts';
import { openObjectStore } from './object-store.ts';
import type { ObjectId, TreeEntry } from './objects.ts';
import { patchOf } from './patch.ts';
import { pathFilter } from './path-filter.ts';
import { presentTree } from './present-tree.ts';
import { prune } from './prune.ts';
import { rawNameOf } from './raw-name.ts';
import type { Records } from './records.ts';
import { snapshotRefusal } from './refusal.ts';
import { restoringOf } from './restoring.ts';
import { findSnapshot, unknownSnapshot } from './find-snapshot.ts';
import { type OpenSnapshotsOptions, recordsReader, type SnapshotParts } from './snapshot-parts.ts';
import type { Snapshot, SnapshotId, Snapshots } from './snapshots.ts';
import { withStoreLock } from './store-lock.ts';
import { storeRoom } from './store-room.ts';
import { openStoreRoot } from './store-root.ts';
import { takingOf } from './taking.ts';
import { verifySnapshots } from './verify.ts';
import { workingStore } from './working-store.ts';

/** With what the watcher of a server needs besides (watching.ts). */
export interface OpenedSnapshots extends Snapshots {
  /** What is captured: a directory that is not entered need not be watched. */
  rules(): Promise<CaptureRules>;
  /** Called when what is captured was decided anew. One listener. */
  onRules(listener: () => void): void;
}

/** The snapshots of a workspace. Opening touches nothing and reads nothing. */
export function openSnapshots(system: WritableSystem, workspace: Workspace, options: OpenSnapshotsOptions): OpenedSnapshots {
  const { calls = nodeSnapshotCalls, yields } = options;
  const place = { calls, home: system.home, directory: join(workspace.privateDirectory, 'snapshots') };
  const journal = openJournal(place);
  const records = recordsReader(journal);
  // A command compresses at once. In a server what is quick comes first, and compressing when there is time; a first one is large.
  const store = openObjectStore(place, { level: () => (yields && records().snapshots.length > 0 ? 0 : 1) });
  const working = workingStore(store);
  const tree = presentTree(system, workspace, { exclude: options.exclude, calls, cachePath: join(place.directory, 'stat.bin') });
  const room = storeRoom(place, workspace, options.limits);
  const storeRoot = openStoreRoot(place, workspace, () => system.now());
  const unseal = (bytes: Uint8Array) => system.ownFiles.unseal(bytes);
  const borrowed = async () => undefined;
  const contents = storedContents({ objects: working, unseal, borrowed });
  const ofStore = storedContents({ objects: store, unseal, borrowed });
  const parts: SnapshotParts = {
    options,
    system,
    workspace,
    place,
    store,
    journal,
    records,
    tree,
    working,
    room,
    storeRoot,
    contents,
    storedContents: ofStore,
  };
  const alone = queue();

  /** As the only writer, in this process and among all. */
  const writing = <T>(work: (held: WritableSystem) => Promise<T>): Promise<T> =>
    alone(() => {
      const refusal = snapshotRefusal(system, workspace);
      if (refusal !== undefined) throw new SnapError('refused', refusal, { hint: 'Name the directory of one project with --workspace.' });
      return withStoreLock(system, store, async (held) => {
        try {
          return await work(held);
        } catch (error) {
          // What was put since the last sync is taken back now.
          tree.doubt();
          throw error;
        }
      });
    });
  const taking = takingOf(parts);
  const restoring = restoringOf(parts, taking);
  const care = maintenanceOf(parts, writing);

  /** Sees what other processes have written. */
  const seen = (): Records => {
    if (records.isBehind()) store.refresh();
    return records();
  };
  const named = (id: SnapshotId, among: Records = seen()): Snapshot => {
    const found = among.snapshots.find((one) => one.id === id);
    if (found === undefined) throw unknownSnapshot(system, workspace, id);
    return found;
  };
  /** The root of the files as they are; nothing of it is written. */
  const lookAt = async (target: Snapshot, paths: readonly string[] | undefined, signal?: AbortSignal): Promise<ObjectId> =>
    alone(async () => {
      seen();
      return (await taking.look(working, { target, paths, ...(signal === undefined ? {} : { signal }) })).root;
    });
  const differences = async (
    from: SnapshotId,
    to: SnapshotId | 'working',
    { paths, signal }: { readonly paths?: readonly string[]; readonly signal?: AbortSignal } = {},
  ): Promise<readonly Difference[]> => {
    const isMeant = pathFilter(paths);
    const before = named(from);
    const after = to === 'working' ? await lookAt(before, paths, signal) : rootId(named(to).root);
    return differencesOf(contents, rootId(before.root), after, { isMeant, ...(signal === undefined ? {} : { signal }) });
  };
  const entryAt = ({ root }: Snapshot, path: WorkspacePath): TreeEntry | undefined => {
    const names = rawNameOf(path).split('/');
    let at = rootId(root);
    for (const [i, name] of names.entries()) {
      const entry = contents.tree(at).find((one) => one.name.toString('latin1') === name);
      if (i === names.length - 1) return entry;
      if (entry?.kind !== 'directory') return undefined;
      at = entry.id;
    }
    return undefined;
  };
  /** A restore that goes on at this moment is none that was left: its process holds the lock. */
  const leftRestore = async (): Promise<Records['interrupted']> => {
    if (seen().interrupted === undefined) return undefined;
    try {
      return await writing(async () => records().interrupted);
    } catch (error) {
      if (!(error instanceof SnapError)) throw error;
      // Kept for so long by a process that lives; any other failure means that nobody can write here, so that it goes on nowhere.
      return error.code === 'refused' ? undefined : records().interrupted;
    }
  };

  return {
    async take(takeOptions) {
      const { snapshot, isNew } = await writing(async () => {
        const taken = await taking.take({ ...takeOptions });
        await care.afterTake(taken.isNew);
        return taken;
      });
      care.later();
      return { snapshot, isNew };
    },
    list: async () => seen().snapshots.toReversed(),
    find: async (text) => findSnapshot(seen().snapshots, text),
    changes: async (from, to, more) => treeChanges(await differences(from, to, more)),
    patch: async (from, to, more) => patchOf(contents, await differences(from, to, more)),
    async content(id, path) {
      const entry = entryAt(named(id), path);
      return isFileEntry(entry) ? Buffer.concat([...(await contents.read(entry))]) : undefined;
    },
    async planRestore(id, { paths } = {}) {
      const isMeant = pathFilter(paths);
      const target = named(id);
      const now = await lookAt(target, paths);
      return { target: id, changes: treeChanges(await differencesOf(contents, now, rootId(target.root), { isMeant, withWay: true })) };
    },
    restore: async (id, more = {}) => {
      pathFilter(more.paths);
      named(id);
      return writing((held) => restoring.restore(held, named(id, records()), more));
    },
    undo: async () => (seen().lastRestore === undefined && seen().interrupted === undefined ? undefined : writing(restoring.undo)),
    settle: async (how) => (seen().interrupted === undefined ? undefined : writing((held) => restoring.settle(held, how))),
    async protect(id, isProtected) {
      named(id);
      return writing(async () => {
        if (named(id, records()).isProtected !== isProtected) journal.append([{ kind: 'protect', id, isProtected }]);
        return named(id, records());
      });
    },
    async prune({ dryRun, holds }) {
      if (seen().snapshots.length === 0) return { removed: [], kept: 0, freed: 0 };
      const given = {
        now: () => system.now(),
        holds: [...holds, ...((await options.holds?.()) ?? [])],
        limit: room.limit(),
        ...(options.retention === undefined ? {} : { rules: options.retention }),
      };
      return dryRun ? alone(() => prune(store, journal, { ...given, dryRun })) : writing(() => care.prune(given));
    },
    async verify(signal) {
      const { snapshots } = seen();
      return verifySnapshots(store, snapshots, journal.read().faults, signal === undefined ? {} : { signal });
    },
    async state() {
      const interrupted = await leftRestore();
      const { snapshots } = seen();
      return {
        directory: place.directory,
        snapshots: snapshots.length,
        bytesOnDisk: room.onDisk(),
        limit: room.limit(),
        ...(interrupted === undefined ? {} : { interrupted: { target: interrupted.target, safety: interrupted.safety } }),
        isRootReplaced: snapshots.length > 0 && storeRoot.isReplaced(),
      };
    },
    changed: (path) => tree.changed(path),
    watched: (isWatched) => tree.watched(isWatched),
    rules: () => alone(() => tree.rules()),
    onRules: (listener) => tree.onRules(listener),
    close() {
      care.close();
      tree.watched(false);
      working.close();
      store.close();
    },
  };
}

/** One piece of work after the other, in the order they came. */
function queue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    // Its failure is told to whoever asked for it.
    last = done.catch(() => undefined);
    return done;
  };
}

import { join } from 'node:path';
import { collectGarbageOften, SnapError, type WritableSystem } from '../system/index.ts';
import type { Workspace, WorkspacePath } from '../workspace/index.ts';
import type { CaptureRules } from './look/capture-rules.ts';
import { type Difference, differencesOf, treeChanges } from './compare/changes.ts';
import { isFileEntry, storedContents } from './store/stored-contents.ts';
import { nodeSnapshotCalls } from './disk.ts';
import { forgetDamaged } from './upkeep/forget-damaged.ts';
import { blobContents, blobSizes } from './git/git-blobs.ts';
import { openJournal } from './store/journal.ts';
import { createMaintenance } from './upkeep/maintenance.ts';
import { rootId } from './upkeep/reachable-objects.ts';
import { openObjectStore } from './store/object-store.ts';
import type { ObjectId, ObjectKind, TreeEntry } from './store/object-types.ts';
import { othersGiveWay } from './upkeep/other-stores.ts';
import { createBorrowedCopier } from './git/copy-borrowed.ts';
import { patchOf } from './compare/patch.ts';
import { pathFilter } from './compare/path-filter.ts';
import { presentTree } from './look/present-tree.ts';
import { prune } from './upkeep/prune.ts';
import { rawNameOf } from './raw-name.ts';
import { chunkedFrom } from './look/read-file.ts';
import type { Records } from './store/records.ts';
import { snapshotRefusal } from './refusal.ts';
import { withReserve } from './upkeep/disk-reserve.ts';
import { createRestorer } from './restore/restorer.ts';
import { findSnapshot, unknownSnapshot } from './find-snapshot.ts';
import { type OpenSnapshotsOptions, recordsReader, type SnapshotParts } from './snapshot-parts.ts';
import type { RestorePlan, Snapshot, SnapshotId, Snapshots } from './snapshots.ts';
import { withStoreLock } from './store/store-lock.ts';
import { spaceBudget } from './upkeep/space-budget.ts';
import { openRootCheck } from './store/root-check.ts';
import { createTaker } from './take-snapshot.ts';
import { verifySnapshots } from './upkeep/verify.ts';
import { overlayStore } from './store/overlay-store.ts';

/** With so many files memory counts for more than the time of collecting it. */
const largeTree = 20_000;

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
  let isFirst = false;
  const level = (kind: ObjectKind): number => (yields && (kind !== 'blob' || !(isFirst || copier.isCopying())) ? 0 : 1);
  const store = openObjectStore(place, { level });
  const overlay = overlayStore(store);
  const tree = presentTree(system, workspace, { exclude: options.exclude, calls, cachePath: join(place.directory, 'stat.bin') });
  const room = spaceBudget(place, workspace, options.limits);
  const storeRoot = openRootCheck(place, workspace, () => system.now());
  const unseal = (bytes: Uint8Array) => system.ownFiles.unseal(bytes);
  const borrowed = async (id: string) => (await blobContents(system, workspace, [id], { mostBytes: chunkedFrom })).get(id);
  const contents = storedContents({ objects: overlay, unseal, borrowed });
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
    overlay,
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
        const { snapshots } = records();
        isFirst = snapshots.length === 0;
        const stop = (snapshots.at(-1)?.files ?? Infinity) > largeTree ? collectGarbageOften() : undefined;
        try {
          return await work(held);
        } catch (error) {
          // What was put since the last sync is taken back now.
          tree.doubt();
          throw error;
        } finally {
          stop?.();
        }
      });
    });
  const taker = createTaker(parts);
  const restorer = createRestorer(parts, taker);
  const copier = createBorrowedCopier(parts, writing);
  const care = createMaintenance(parts, { writing, copier });
  /** A snapshot is whole before anything is brought back from it. */
  const bringing = <T>(work: (held: WritableSystem) => Promise<T>): Promise<T> =>
    takingRoom(async (held) => {
      await copier.now();
      return work(held);
    });
  /** As `writing`, for what takes a snapshot: where all workspaces together take too much, the others give way and it is tried again. */
  const takingRoom = async <T>(work: (held: WritableSystem) => Promise<T>): Promise<T> => {
    try {
      return await writing(work);
    } catch (error) {
      const lacking = taker.lacking();
      const excess = lacking === 0 ? 0 : room.excess(lacking);
      if (excess === 0 || options.holdsOf === undefined) throw error;
      const rules = options.retention === undefined ? {} : { rules: options.retention };
      if ((await othersGiveWay(system, excess, { place, workspace, holdsOf: options.holdsOf, ...rules })) === 0) throw error;
      room.excess(0);
      return writing(work);
    }
  };

  /** Sees what other processes have written. */
  const seen = (): Records => {
    if (records.isBehind()) store.refresh();
    return records();
  };
  const named = (id: SnapshotId, among: Records = seen()): Snapshot => {
    const found = among.snapshots.find((one) => one.id === id);
    if (found === undefined) throw unknownSnapshot(id, { isEmpty: among.snapshots.length === 0 });
    return found;
  };
  /** The root of the files as they are; nothing of it is written. */
  const lookAt = async (target: Snapshot, paths: readonly string[] | undefined, signal?: AbortSignal): Promise<ObjectId> =>
    alone(async () => {
      seen();
      return (await taker.look(overlay, { target, paths, ...(signal === undefined ? {} : { signal }) })).root;
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
  const planned = async (target: Snapshot, paths: readonly string[] | undefined): Promise<RestorePlan> => {
    const isMeant = pathFilter(paths);
    const now = await lookAt(target, paths);
    const to = rootId(target.root);
    const changes = treeChanges(await differencesOf(contents, now, to, { isMeant, withWay: true }));
    return { target: target.id, changes, patch: async () => patchOf(contents, await differencesOf(contents, now, to, { isMeant })) };
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

  /** What is damaged and still stands in the workspace is kept again by the next snapshot. */
  const takenAnew = async (lost: ReadonlySet<ObjectId>): Promise<void> => {
    try {
      await writing(async () => {
        forgetDamaged(store, lost);
        tree.forget();
      });
    } catch (error) {
      // Another process writes, or nobody can: what was found is told all the same, and the next look finds it again.
      if (!(error instanceof SnapError)) throw error;
    }
  };

  return {
    async take(takeOptions) {
      const { snapshot, isNew } = await takingRoom(async () => {
        const taken = await taker.take({ ...takeOptions });
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
    planRestore: async (id, { paths } = {}) => planned(named(id), paths),
    restore: async (id, more = {}) => {
      pathFilter(more.paths);
      named(id);
      return bringing((held) => restorer.restore(held, named(id, records()), more));
    },
    async planUndo() {
      seen();
      const last = restorer.lastRestore();
      return last === undefined ? undefined : planned(last.target, last.paths);
    },
    undo: async (more) =>
      seen().lastRestore === undefined && seen().interrupted === undefined ? undefined : bringing((held) => restorer.undo(held, more)),
    settle: async (how, more) => (seen().interrupted === undefined ? undefined : bringing((held) => restorer.settle(held, how, more))),
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
      return dryRun ? alone(() => prune(store, journal, { ...given, dryRun })) : withReserve(place, () => writing(() => care.prune(given)));
    },
    async verify(signal) {
      const { snapshots } = seen();
      const lost = new Set<ObjectId>();
      const lentSizes = (ids: readonly string[]) => blobSizes(system, workspace, ids, signal);
      const options = { lentSizes, lost: (id: ObjectId) => void lost.add(id), ...(signal === undefined ? {} : { signal }) };
      const verified = await verifySnapshots(store, snapshots, journal.read().faults, options);
      if (lost.size > 0) await takenAnew(lost);
      return verified;
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
      copier.close();
      care.close();
      tree.watched(false);
      overlay.close();
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

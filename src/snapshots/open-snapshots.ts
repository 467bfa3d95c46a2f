import { type WritableSystem, SnapError } from '../system/index.ts';
import type { Workspace } from '../workspace/index.ts';
import { treeChanges } from './compare/changes.ts';
import { contentIn, currentRecords, differencesBetween, planFor, requireSnapshot } from './compare/compare-snapshots.ts';
import { patchOf } from './compare/patch.ts';
import { pathFilter } from './compare/path-filter.ts';
import { findSnapshot } from './find-snapshot.ts';
import { type BorrowedCopier, createBorrowedCopier } from './git/copy-borrowed.ts';
import type { WatchedSnapshots } from './look/watch-snapshots.ts';
import { createRestorer, type Restorer } from './restore/restorer.ts';
import { type OpenSnapshotsOptions, type SnapshotParts, recordsReader } from './snapshot-parts.ts';
import type { Pruned, Snapshots, StoreState } from './snapshots.ts';
import { createStoreWriter, type StoreWriter, type Writing } from './store/store-writer.ts';
import { createTaker, type Taker } from './take-snapshot.ts';
import { withReserve } from './upkeep/disk-reserve.ts';
import { createMaintenance, type Maintenance } from './upkeep/maintenance.ts';
import { prune } from './upkeep/prune.ts';
import { verifyStore } from './upkeep/verify-store.ts';
import { join } from 'node:path';
import { nodeSnapshotCalls } from './disk.ts';
import { blobContents } from './git/git-blobs.ts';
import { createPresentTree } from './look/present-tree.ts';
import { chunkedFrom } from './look/read-file.ts';
import { openJournal } from './store/journal.ts';
import { openObjectStore } from './store/object-store.ts';
import type { ObjectStore } from './store/object-types.ts';
import { overlayStore } from './store/overlay-store.ts';
import { openRootCheck } from './store/root-check.ts';
import { storedContents } from './store/stored-contents.ts';
import { spaceBudget } from './upkeep/space-budget.ts';
import { othersGiveWay } from './upkeep/other-stores.ts';
import type { Records } from './store/records.ts';

/** With what the watcher of a server needs in addition. */
export interface OpenedSnapshots extends Snapshots, Pick<WatchedSnapshots, 'rules' | 'onRules'> {
  /**
   * Looks at the files now, so that the next snapshot only has to look at what has changed since; for a process that watches them. Writes
   * nothing. Gives up where that would take too much memory: then the snapshot does all of it.
   */
  prepare(signal?: AbortSignal): Promise<void>;
}

/** Bytes of files that are kept in memory until the next snapshot stores them. */
const maxPrepared = 32 * 1_048_576;

/** The parts, and those that work with them. */
interface Opened {
  readonly parts: SnapshotParts;
  readonly writer: StoreWriter;
  readonly taker: Taker;
  readonly restorer: Restorer;
  readonly copier: BorrowedCopier;
  readonly maintenance: Maintenance;
  /** As the writer's, for work that takes a snapshot. */
  readonly writingWithRoom: Writing;
}

/** The snapshots of a workspace. Opening touches nothing and reads nothing. */
export function openSnapshots(system: WritableSystem, workspace: Workspace, options: OpenSnapshotsOptions): OpenedSnapshots {
  const parts = openParts(system, workspace, options);
  const writer = createStoreWriter(parts);
  const taker = createTaker(parts);
  const copier = createBorrowedCopier(parts, writer.writing);
  const opened: Opened = {
    parts,
    writer,
    taker,
    restorer: createRestorer(parts, taker),
    copier,
    maintenance: createMaintenance(parts, { writing: writer.writing, copier }),
    writingWithRoom: withRoomFromOthers(parts, taker, writer.writing),
  };
  return { ...reading(opened), ...writing(opened), ...restoring(opened), ...watching(opened) };
}

function reading(
  opened: Opened,
): Pick<Snapshots, 'list' | 'find' | 'changes' | 'present' | 'patch' | 'content' | 'verify' | 'state' | 'ineffectiveRules'> {
  const { parts, taker, writer } = opened;
  return {
    list: async () => currentRecords(parts).snapshots.toReversed(),
    find: async (text) => findSnapshot(currentRecords(parts).snapshots, text),
    changes: async (from, to, more) => treeChanges(await differencesBetween(opened, from, to, more)),
    present: (signal) =>
      writer.alone(async () => {
        currentRecords(parts);
        return { root: (await taker.look(parts.overlay, { signal })).root };
      }),
    patch: async (from, to, more) => patchOf(parts.contents, await differencesBetween(opened, from, to, more)),
    content: async (id, path) => contentIn(parts, requireSnapshot(currentRecords(parts), id), path),
    verify: (signal) => verifyStore(parts, writer, signal),
    state: () => storeState(parts, writer),
    ineffectiveRules: () => parts.tree.ineffectiveRules(),
  };
}

function writing(opened: Opened): Pick<Snapshots, 'take' | 'protect' | 'prune'> {
  const { maintenance, parts, taker, writer, writingWithRoom } = opened;
  const { journal, records } = parts;
  return {
    async take(options) {
      const { reach: _, ...answer } = await writingWithRoom(async () => {
        const taken = await taker.take({ ...options });
        await maintenance.afterTake(taken.isNew && taken.isRepeated !== true);
        return taken;
      });
      maintenance.later();
      return answer;
    },
    async protect(id, isProtected) {
      requireSnapshot(currentRecords(parts), id);
      return writer.writing(async () => {
        if (requireSnapshot(records(), id).isProtected !== isProtected) journal.append([{ kind: 'protect', id, isProtected }]);
        return requireSnapshot(records(), id);
      });
    },
    prune: (options) => pruneNow(opened, options),
  };
}

async function pruneNow({ parts, writer }: Opened, { dryRun, holds }: Parameters<Snapshots['prune']>[0]): Promise<Pruned> {
  const { journal, options, place, room, store, system } = parts;
  if (currentRecords(parts).snapshots.length === 0) return { removed: [], kept: 0, freed: 0 };
  const given = {
    now: () => system.now(),
    holds: [...holds, ...((await options.holds?.()) ?? [])],
    limit: room.limit(),
    rules: options.retention,
  };
  return dryRun
    ? writer.alone(() => prune(store, journal, { ...given, dryRun }))
    : withReserve(place, () => writer.writing(() => prune(store, journal, given)));
}

function restoring(opened: Opened): Pick<Snapshots, 'planRestore' | 'restore' | 'planUndo' | 'undo' | 'settle'> {
  const { copier, parts, restorer, writingWithRoom } = opened;
  const { records } = parts;
  /** A snapshot is complete before anything is restored from it. */
  const withAllCopied: Writing = (work) =>
    writingWithRoom(async (held) => {
      await copier.now();
      return work(held);
    });
  return {
    planRestore: async (id, { paths } = {}) => planFor(opened, requireSnapshot(currentRecords(parts), id), paths),
    restore: async (id, options = {}) => {
      // Wrong paths and ids are refused before anything is written.
      pathFilter(options.paths);
      requireSnapshot(currentRecords(parts), id);
      return withAllCopied((held) => restorer.restore(held, requireSnapshot(records(), id), options));
    },
    async planUndo() {
      currentRecords(parts);
      const last = restorer.lastRestore();
      // The paths were asked of the restore that is undone.
      return last === undefined ? undefined : { ...(await planFor(opened, last.target, last.paths)), missing: [] };
    },
    async undo(options) {
      const { interrupted, lastRestore } = currentRecords(parts);
      if (interrupted === undefined && lastRestore === undefined) return undefined;
      return withAllCopied((held) => restorer.undo(held, options));
    },
    settle: async (how, options) =>
      currentRecords(parts).interrupted === undefined ? undefined : withAllCopied((held) => restorer.settle(held, how, options)),
  };
}

async function prepare({ parts, taker }: Pick<Opened, 'parts' | 'taker'>, signal: AbortSignal | undefined): Promise<void> {
  const { overlay } = parts;
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    signal?.throwIfAborted();
    currentRecords(parts);
    const progress = (): void => (overlay.size() > maxPrepared ? stop.abort() : undefined);
    await taker.look(overlay, { isAhead: true, signal: stop.signal, progress });
  } catch (error) {
    overlay.forget();
    parts.tree.doubt();
    if (!stop.signal.aborted) throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

function watching({
  copier,
  maintenance,
  parts,
  taker,
  writer,
}: Opened): Pick<OpenedSnapshots, 'changed' | 'watched' | 'rules' | 'onRules' | 'close' | 'prepare'> {
  const { overlay, store, tree } = parts;
  return {
    prepare: (signal) => writer.alone(() => prepare({ parts, taker }, signal)),
    changed: (path) => tree.changed(path),
    watched: (isWatched) => tree.watched(isWatched),
    rules: () => writer.alone(() => tree.rules()),
    onRules: (listener) => tree.onRules(listener),
    close() {
      copier.close();
      maintenance.close();
      tree.watched(false);
      overlay.close();
      store.close();
    },
  };
}

/** The parts of the snapshots of a workspace, joined. Opening touches nothing and reads nothing. */
function openParts(system: WritableSystem, workspace: Workspace, options: OpenSnapshotsOptions): SnapshotParts {
  const { builtIn, calls = nodeSnapshotCalls, exclude } = options;
  const place = { calls, home: system.home, directory: join(workspace.privateDirectory, 'snapshots') };
  const store = openObjectStore(place);
  const journal = openJournal(place);
  const overlay = overlayStore(store);
  const contentsOf = (objects: ObjectStore) =>
    storedContents({
      objects,
      unseal: (bytes) => system.ownFiles.unseal(bytes),
      borrowed: async (id) => (await blobContents(system, workspace, [id], { maxBytes: chunkedFrom })).get(id),
    });
  return {
    options,
    system,
    workspace,
    place,
    store,
    journal,
    records: recordsReader(journal),
    tree: createPresentTree(system, workspace, { builtIn, exclude, calls, cachePath: join(place.directory, 'stat.bin') }),
    overlay,
    room: spaceBudget(place, workspace, options.limits),
    storeRoot: openRootCheck(place, workspace, () => system.now()),
    contents: contentsOf(overlay),
    storedContents: contentsOf(store),
  };
}

/**
 * Writes, for work that takes a snapshot. Where all workspaces together have reached their limit, the oldest snapshots of the others
 * are deleted, and the work runs once more. @throws what the work throws, when that freed nothing.
 */
function withRoomFromOthers({ options, place, room, system, workspace }: SnapshotParts, taker: Taker, writing: Writing): Writing {
  return async (work) => {
    try {
      return await writing(work);
    } catch (error) {
      const lacking = taker.lacking();
      const excess = lacking === 0 ? 0 : room.excess(lacking);
      if (excess === 0 || options.holdsOf === undefined) throw error;
      const freed = await othersGiveWay(system, excess, { place, workspace, holdsOf: options.holdsOf, rules: options.retention });
      if (freed === 0) throw error;
      // What the others take is measured again.
      room.excess(0);
      return writing(work);
    }
  };
}

async function storeState(parts: SnapshotParts, writer: StoreWriter): Promise<StoreState> {
  const interrupted = await interruptedRestore(parts, writer);
  const { snapshots } = currentRecords(parts);
  return {
    directory: parts.place.directory,
    snapshots: snapshots.length,
    bytesOnDisk: parts.room.onDisk(),
    limit: parts.room.limit(),
    interrupted: interrupted === undefined ? undefined : { target: interrupted.target, safety: interrupted.safety },
    isRootReplaced: snapshots.length > 0 && parts.storeRoot.isReplaced(),
  };
}

/** A restore that runs at this moment was not interrupted: its process holds the lock. */
async function interruptedRestore(parts: SnapshotParts, { writing }: StoreWriter): Promise<Records['interrupted']> {
  if (currentRecords(parts).interrupted === undefined) return undefined;
  try {
    return await writing(async () => parts.records().interrupted);
  } catch (error) {
    if (!(error instanceof SnapError)) throw error;
    // Refused: a living process holds the lock. Any other failure means that the store cannot be written, so no restore is running.
    return error.code === 'refused' ? undefined : parts.records().interrupted;
  }
}

import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { capture } from '../../../src/snapshots/capture.ts';
import { captureRules } from '../../../src/snapshots/capture-rules.ts';
import { type Contents, storedContents } from '../../../src/snapshots/contents.ts';
import { nodeSnapshotCalls, nodeWorkspaceCalls } from '../../../src/snapshots/disk.ts';
import { openJournal } from '../../../src/snapshots/journal.ts';
import { defaultLimits } from '../../../src/snapshots/limits.ts';
import { emptyCache } from '../../../src/snapshots/node-cache.ts';
import { rootId } from '../../../src/snapshots/marks.ts';
import { openObjectStore } from '../../../src/snapshots/object-store.ts';
import type { ObjectId } from '../../../src/snapshots/objects.ts';
import { type Held, restoreTree } from '../../../src/snapshots/restore.ts';
import { newSnapshotId } from '../../../src/snapshots/snapshot-text.ts';
import type { Snapshot, SnapshotId, SnapshotKind, Snapshots } from '../../../src/snapshots/snapshots.ts';
import { loadStatCache, saveStatCache } from '../../../src/snapshots/stat-cache.ts';
import { withStoreLock } from '../../../src/snapshots/store-lock.ts';
import { type TrackedFiles, trackedByGit } from '../../../src/snapshots/tracked-files.ts';
import { nodeSystem } from '../../../src/system/node.ts';
import { writableSystem } from '../../../src/system/writable.ts';
import { exclusions, openWorkspace } from '../../../src/workspace/index.ts';

export interface OwnPlace {
  readonly home: string;
  readonly root: string;
  /** For everything snap keeps. */
  readonly store: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly now?: () => Date;
}

export type OwnSnapshots = Pick<Snapshots, 'take' | 'restore' | 'undo' | 'changed' | 'watched' | 'close'> & {
  readonly directory: string;
  /** What a new process finds: the stat cache of the last one. */
  save(): Promise<void>;
};

/**
 * The snapshots of a workspace as far as the cases and the bench need them: capture, store, journal and restore, put together. The one
 * place that changes when the room itself puts them together.
 */
export async function ownSnapshots(place: OwnPlace): Promise<OwnSnapshots> {
  const env = { ...place.environment, SNAP_DATA_DIR: place.store };
  const system = writableSystem(
    nodeSystem({ home: place.home, cwd: place.root, env, ...(place.now === undefined ? {} : { now: place.now }) }),
  );
  const workspace = await openWorkspace(system, place.root);
  const directory = join(place.store, 'snapshots');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const storePlace = { calls: nodeSnapshotCalls, home: place.home, directory };
  const store = openObjectStore(storePlace);
  const journal = openJournal(storePlace);
  const statFile = join(directory, 'stat.bin');
  const loaded = await loadStatCache(nodeSnapshotCalls, system.ownFiles, statFile);
  const cache = loaded.root === undefined ? emptyCache(randomBytes(32)) : loaded;
  const contents: Contents = storedContents({
    objects: store,
    unseal: (bytes) => system.ownFiles.unseal(bytes),
    borrowed: async () => undefined,
  });
  const limits = { ...defaultLimits, room: defaultLimits.workspace };
  const taken = new Map<SnapshotId, Snapshot>();
  let rules: Awaited<ReturnType<typeof rulesFor>> | undefined;
  let newest: Snapshot | undefined;
  let last: SnapshotId | undefined;
  let dirty: Set<string> | undefined;
  let isWatched = false;

  async function rulesFor(target?: ObjectId) {
    const git = await trackedByGit(system, workspace);
    const held = target === undefined ? undefined : pathsIn(contents, target);
    const always: TrackedFiles = {
      key: `${git?.key ?? ''} ${target ?? ''}`,
      has: (file) => git?.has(file) === true || held?.files.has(file) === true,
      hasBelow: (one) => git?.hasBelow(one) === true || held?.directories.has(one) === true,
    };
    return captureRules(system, workspace, { exclusions: await exclusions(system, workspace, ['node_modules/', '*.log']), always });
  }

  const record = (captured: Awaited<ReturnType<typeof capture>>, kind: SnapshotKind): Snapshot => {
    const { bytes, files, root, skipped, skippedCount } = captured;
    const sequence = (newest?.sequence ?? 0) + 1;
    const snapshot: Snapshot = {
      id: newSnapshotId(sequence),
      sequence,
      kind,
      at: system.now().toISOString(),
      root,
      files,
      bytes,
      skipped,
      skippedCount,
      complete: true,
      isProtected: false,
    };
    store.sync();
    journal.append([{ kind: 'snapshot', snapshot }]);
    taken.set(snapshot.id, snapshot);
    newest = snapshot;
    return snapshot;
  };

  /** Within the lock. */
  const captureNow = async (target?: ObjectId): Promise<Awaited<ReturnType<typeof capture>>> => {
    const changed = isWatched ? dirty : undefined;
    const isQuick =
      changed !== undefined && target === undefined && rules !== undefined && ![...changed].some((path) => /gitignore|\.git\//.test(path));
    if (!isQuick || rules === undefined) rules = await rulesFor(target);
    const captured = await capture(system, workspace, { store, cache, rules, limits, yields: false, ...(isQuick ? { changed } : {}) });
    dirty = isWatched ? new Set() : undefined;
    // Made for one restore: the next snapshot asks anew.
    if (target !== undefined) rules = undefined;
    return captured;
  };

  const restore = (target: Snapshot, paths: readonly string[] | undefined) =>
    withStoreLock(system, store, async () => {
      const done = await restoreTree(
        {
          root: workspace.root,
          calls: nodeWorkspaceCalls,
          contents,
          system,
          isCaseSensitive: true,
          takeSafety: async (): Promise<Held> => heldOf(record(await captureNow(rootId(target.root)), 'safety')),
          begin: async (begun) => journal.append([{ kind: 'restore-begin', ...begun }]),
          end: async (begun, outcome) =>
            journal.append([{ kind: 'restore-end', target: begun.target, safety: begun.safety, at: system.now().toISOString(), outcome }]),
          changed: (path) => dirty?.add(path),
        },
        heldOf(target),
        paths === undefined ? {} : { paths },
      );
      last = done.safety;
      return done;
    });

  return {
    directory,
    take: (options) =>
      withStoreLock(system, store, async () => {
        const captured = await captureNow();
        if (newest !== undefined && newest.root === captured.root) return { snapshot: newest, isNew: false };
        return { snapshot: record(captured, options.kind), isNew: true };
      }),
    restore: async (id, options) => {
      const target = taken.get(id);
      if (target === undefined) throw new Error(`no snapshot ${id}`);
      return restore(target, options?.paths);
    },
    undo: async () => {
      const target = last === undefined ? undefined : taken.get(last);
      return target === undefined ? undefined : restore(target, undefined);
    },
    changed: (path) => (path === undefined ? (dirty = undefined) : dirty?.add(path)),
    watched(now) {
      isWatched = now;
      // What happened before is not known.
      dirty = undefined;
      if (now) dirty = cache.isCurrent ? new Set() : undefined;
    },
    save: async () => void (await saveStatCache(nodeSnapshotCalls, system.ownFiles, statFile, cache)),
    close: () => store.close(),
  };
}

function heldOf(snapshot: Snapshot): Held {
  return { ...snapshot, root: rootId(snapshot.root) };
}

/** The files of a tree, and the directories they lie in. */
function pathsIn(contents: Contents, root: ObjectId): { readonly files: ReadonlySet<string>; readonly directories: ReadonlySet<string> } {
  const files = new Set<string>();
  const directories = new Set<string>();
  const look = (id: ObjectId, below: string): void => {
    for (const entry of contents.tree(id)) {
      const path = `${below}${entry.name.toString('utf8')}`;
      if (entry.kind === 'directory') {
        directories.add(path);
        look(entry.id, `${path}/`);
      } else files.add(path);
    }
  };
  look(root, '');
  return { files, directories };
}

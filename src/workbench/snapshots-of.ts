import type {
  OpenedSnapshots,
  Restored,
  Snapshot,
  SnapshotBounds,
  SnapshotId,
  Snapshots,
  SnapshotWatch,
  WatchObserver,
} from '../snapshots/index.ts';
import type { WritableSystem } from '../system/index.ts';
import type { Workspace } from '../workspace/index.ts';
import type { Publish } from './work-events.ts';

/** The snapshots of a workspace, not opened yet. */
export interface SnapshotsLater {
  /** Opens them once. */
  readonly open: () => Promise<Snapshots>;
  /** Opens them and sets up the watcher, then looks at the files: what the first snapshot would do otherwise. */
  prepare(signal: AbortSignal): Promise<void>;
  close(): void;
}

/**
 * Loads and opens the snapshots when somebody asks. With `watch` a watcher is set up after the first one was taken: who takes none
 * pays for none.
 * @param bounds of the settings.
 * @param holds what open tasks began with, here and by the private directory of another workspace: it is not removed.
 */
export function snapshotsOf(
  system: WritableSystem,
  workspace: Workspace,
  {
    exclude,
    bounds,
    watch,
    observer,
    publish,
    holds,
    holdsOf,
  }: {
    readonly exclude: readonly string[];
    readonly bounds: SnapshotBounds;
    readonly watch: boolean;
    /** Of that watcher. */
    readonly observer: WatchObserver;
    readonly publish: Publish;
    readonly holds: () => Promise<readonly SnapshotId[]>;
    readonly holdsOf: (privateDirectory: string) => Promise<readonly SnapshotId[]>;
  },
): SnapshotsLater {
  let opened: Promise<{ readonly all: OpenedSnapshots; readonly told: Snapshots }> | undefined;
  let isClosed = false;
  let watching: Promise<SnapshotWatch> | undefined;

  async function watchOnce(snapshots: OpenedSnapshots): Promise<void> {
    if (!watch || isClosed) return;
    watching ??= import('../snapshots/index.ts').then(({ watchSnapshots }) => watchSnapshots(system, workspace, snapshots, { observer }));
    const standing = await watching;
    if (isClosed) standing.close();
    else await standing.ready;
  }

  async function open(): Promise<{ readonly all: OpenedSnapshots; readonly told: Snapshots }> {
    const { boundsOf, openSnapshots } = await import('../snapshots/index.ts');
    const snapshots = openSnapshots(system, workspace, { exclude, ...boundsOf(bounds), yields: watch, holds, holdsOf });
    const told = telling(snapshots, publish);
    const withWatch: Snapshots = {
      ...told,
      async take(options) {
        const taken = await told.take(options);
        // In the background; without a watcher each take walks the tree, which is right too.
        watchOnce(snapshots).catch(() => undefined);
        return taken;
      },
    };
    return { all: snapshots, told: withWatch };
  }

  const openOnce = () => (opened ??= open());

  return {
    open: async () => (await openOnce()).told,
    async prepare(signal) {
      const { all } = await openOnce();
      await watchOnce(all);
      if (!isClosed) await all.prepare(signal);
    },
    close() {
      isClosed = true;
      watching?.then(
        (standing) => standing.close(),
        // Its files are gone: there is no watch.
        () => undefined,
      );
      opened?.then(
        ({ all }) => all.close(),
        // What could not be opened needs no end.
        () => undefined,
      );
    },
  };
}

/** The same, and others are told what it does. */
export function telling(snapshots: Snapshots, publish: Publish): Snapshots {
  const restored = <R extends Restored | undefined>(done: R): R => {
    if (done === undefined) return done;
    const { conflicts, deleted, safety, target, written } = done;
    const counts = { written: written.length, deleted: deleted.length, conflicts: conflicts.length };
    publish('snapshot.restored', { snapshot: target, safety, ...counts });
    return done;
  };
  const created = ({ bytes, complete, files, id, kind, task }: Snapshot): void =>
    publish('snapshot.created', { snapshot: id, kind, files, bytes, complete, task });
  /** A restore takes its safety snapshot itself. */
  const restoredSafely = async <R extends Restored | undefined>(done: R): Promise<R> => {
    const safety = done === undefined ? undefined : await snapshots.find(done.safety);
    if (safety !== undefined) created(safety);
    return restored(done);
  };
  return {
    ...snapshots,
    async take(options) {
      const taken = await snapshots.take(options);
      if (taken.isNew && taken.isRepeated !== true) created(taken.snapshot);
      return taken;
    },
    restore: async (id, options) => restoredSafely(await snapshots.restore(id, options)),
    undo: async (options) => restoredSafely(await snapshots.undo(options)),
    settle: async (how, options) => restored(await snapshots.settle(how, options)),
  };
}

import type { OpenedSnapshots, Restored, SnapshotBounds, SnapshotId, Snapshots, WatchObserver } from '../snapshots/index.ts';
import type { WritableSystem } from '../system/index.ts';
import type { Workspace } from '../workspace/index.ts';
import type { Publish } from './work-events.ts';

/** The snapshots of a workspace, not opened yet. */
export interface SnapshotsLater {
  /** Opens them once. */
  readonly open: () => Promise<Snapshots>;
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
  let opened: Promise<Snapshots> | undefined;
  let isClosed = false;
  let endWatch: (() => void) | undefined;

  async function watchOnce(snapshots: OpenedSnapshots): Promise<void> {
    if (!watch || isClosed || endWatch !== undefined) return;
    const { watchSnapshots } = await import('../snapshots/index.ts');
    const standing = watchSnapshots(system, workspace, snapshots, { observer });
    endWatch = () => standing.close();
    if (isClosed) endWatch();
  }

  function told<R extends Restored | undefined>(restored: R): R {
    if (restored === undefined) return restored;
    const { conflicts, deleted, safety, target, written } = restored;
    publish('snapshot.restored', {
      snapshot: target,
      safety,
      written: written.length,
      deleted: deleted.length,
      conflicts: conflicts.length,
    });
    return restored;
  }

  async function open(): Promise<Snapshots> {
    const { boundsOf, openSnapshots } = await import('../snapshots/index.ts');
    const snapshots = openSnapshots(system, workspace, { exclude, ...boundsOf(bounds), yields: watch, holds, holdsOf });
    return {
      ...snapshots,
      async take(options) {
        const taken = await snapshots.take(options);
        // In the background; without a watcher each take walks the tree, which is right too.
        watchOnce(snapshots).catch(() => undefined);
        if (taken.isNew) {
          const { bytes, complete, files, id, kind, task } = taken.snapshot;
          publish('snapshot.created', { snapshot: id, kind, files, bytes, complete, task });
        }
        return taken;
      },
      restore: async (id, given) => told(await snapshots.restore(id, given)),
      undo: async (given) => told(await snapshots.undo(given)),
      settle: async (how, given) => told(await snapshots.settle(how, given)),
    };
  }

  return {
    open: () => (opened ??= open()),
    close() {
      isClosed = true;
      endWatch?.();
      opened?.then(
        (snapshots) => snapshots.close(),
        // What could not be opened needs no end.
        () => undefined,
      );
    },
  };
}

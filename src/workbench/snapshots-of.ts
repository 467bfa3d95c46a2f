import type { OpenedSnapshots, SnapshotBounds, SnapshotId, Snapshots, WatchObserver } from '../snapshots/index.ts';
import type { WritableSystem } from '../system/index.ts';
import type { Workspace } from '../workspace/index.ts';

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
    holds,
    holdsOf,
  }: {
    readonly exclude: readonly string[];
    readonly bounds: SnapshotBounds;
    readonly watch: boolean;
    /** Of that watcher. */
    readonly observer: WatchObserver;
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

  async function open(): Promise<Snapshots> {
    const { boundsOf, openSnapshots } = await import('../snapshots/index.ts');
    const snapshots = openSnapshots(system, workspace, { exclude, ...boundsOf(bounds), yields: watch, holds, holdsOf });
    return {
      ...snapshots,
      async take(options) {
        const taken = await snapshots.take(options);
        // In the background; without a watcher each take walks the tree, which is right too.
        watchOnce(snapshots).catch(() => undefined);
        return taken;
      },
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

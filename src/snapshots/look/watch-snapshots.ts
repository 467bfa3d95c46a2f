import type { System, TreeWatch } from '../../system/index.ts';
import type { Workspace, WorkspacePath } from '../../workspace/index.ts';
import { nodeSnapshotCalls, type SnapshotCalls } from '../disk.ts';
import type { CaptureRules } from './capture-rules.ts';

/**
 * File systems that do not report what other machines change in them, by their number: NFS, SMB and CIFS, 9p (virtual machines), FUSE, Ceph,
 * AFS, Coda, VirtualBox. https://man7.org/linux/man-pages/man2/statfs.2.html
 */
const remote: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x65735546, 0x00c36400, 0x5346414f, 0x73757245, 0x786f4256,
]);

/** What a watch reports to, and the rules it follows. */
export interface WatchedSnapshots {
  /** Something may have changed here; without a path: anywhere. */
  changed(path: WorkspacePath | undefined): void;
  /** Whether from now on every change is reported with {@link WatchedSnapshots.changed}. */
  watched(isWatched: boolean): void;
  /** What is captured: a directory that is not entered need not be watched. */
  rules(): Promise<CaptureRules>;
  /** Called when the rules of what is captured have changed. One listener. */
  onRules(listener: () => void): void;
}

/** Reports the same to somebody else, for whom files that are not captured count too. */
export interface WatchObserver {
  /** As {@link WatchedSnapshots.changed}. */
  changed(path: WorkspacePath | undefined): void;
  /** A directory that the watch found when it was opened, or later. */
  found(directory: WorkspacePath, isWatched: boolean): void;
  /** @param watch that reports every change from now on; `undefined` when none does. */
  watched(watch: TreeWatch | undefined): void;
}

export interface WatchSnapshotsOptions {
  readonly calls?: Pick<SnapshotCalls, 'fileSystem'> | undefined;
  readonly observer?: WatchObserver | undefined;
}

export interface SnapshotWatch {
  /** Settles when the first watch is open, or cannot be opened. */
  readonly ready: Promise<void>;
  /** Whether changes are reported; if not, each snapshot walks the whole tree. */
  isWatching(): boolean;
  close(): void;
}

/**
 * Reports what changes in a workspace to its snapshots, where that is reliable: not on network file systems, and not where it would
 * take more than 80 % of the watches of the platform. When the rules change, a new watch is opened.
 */
export function watchSnapshots(
  system: System,
  workspace: Workspace,
  snapshots: WatchedSnapshots,
  { calls = nodeSnapshotCalls, observer }: WatchSnapshotsOptions = {},
): SnapshotWatch {
  let watch: TreeWatch | undefined;
  /** Counts the watches; one that is still being opened when a newer one starts is closed as soon as it is open. */
  let turn = 0;

  const stop = (): void => {
    turn += 1;
    snapshots.watched(false);
    observer?.watched(undefined);
    watch?.close();
    watch = undefined;
  };
  const start = async (): Promise<void> => {
    stop();
    const own = turn;
    try {
      if (isRemote(workspace.root, calls)) return;
      const rules = await snapshots.rules();
      let isOpen = false;
      let isBlind = false;
      /** Changes in a directory whose name is not UTF-8 are not reported: only a walk finds them. */
      const doubtName = (path: string): void => {
        if (own !== turn || !path.includes('\ufffd')) return;
        isBlind = true;
        snapshots.watched(false);
        observer?.watched(undefined);
      };
      const opened = await system.watch(workspace.root, {
        enters(directory) {
          const isEntered = rules.enters(directory) !== 'no';
          if (isEntered) doubtName(directory);
          if (own === turn) observer?.found(directory, isEntered);
          // A new directory is walked completely: what was created in it before it was watched was not reported.
          if (isOpen && isEntered && own === turn) snapshots.changed(directory);
          return isEntered;
        },
        onChange(path) {
          if (own === turn) {
            snapshots.changed(path);
            observer?.changed(path);
          }
          if (path !== undefined) doubtName(path);
        },
      });
      isOpen = true;
      if (own !== turn) {
        opened?.close();
        return;
      }
      watch = opened;
      if (opened === undefined || isBlind) return;
      snapshots.watched(true);
      observer?.watched(opened);
    } catch {
      // The rules could not be read, or the directory was deleted: each snapshot then walks the tree and reports the problem.
    }
  };
  snapshots.onRules(() => void start());
  return {
    ready: start(),
    isWatching: () => watch !== undefined,
    close() {
      snapshots.onRules(() => undefined);
      stop();
    },
  };
}

/** Whether what others change in the files shows here late, or not at all. */
export function isRemote(root: string, calls: Pick<SnapshotCalls, 'fileSystem'>): boolean {
  const type = calls.fileSystem(root);
  return type !== undefined && remote.has(type);
}

import { cut, cleanLine, SnapError, shownPath } from '../system/index.ts';
import { maskText, maskTokens } from '../secrets/index.ts';
import type { WorkspacePath } from '../workspace/index.ts';
import type { Captured } from './look/capture.ts';
import { differencesOf } from './compare/changes.ts';
import { nodeWorkspaceCalls } from './disk.ts';
import { gitHead } from './git/git-head.ts';
import { rootId } from './upkeep/reachable-objects.ts';
import type { ObjectId, ObjectStore } from './store/object-types.ts';
import { pathFilter } from './compare/path-filter.ts';
import { prune } from './upkeep/prune.ts';
import type { RawName } from './raw-name.ts';
import { newSnapshotId } from './store/snapshot-record.ts';
import type { SnapshotParts } from './snapshot-parts.ts';
import type { Snapshot, TakeOptions } from './snapshots.ts';
import { absolutePath } from './restore/workspace-files.ts';

const longestMessage = 500;

export interface LookAtOptions extends Pick<TakeOptions, 'signal' | 'progress'> {
  /** Files that it holds are taken even where they are ignored now. */
  readonly target?: Snapshot;
  /** Of the target. */
  readonly paths?: readonly string[] | undefined;
  /** Nothing else changed since the last look. */
  readonly only?: ReadonlySet<WorkspacePath>;
  readonly reach?: readonly RawName[];
}

/** The files as they are, in a store. */
export interface Looked extends Captured {
  /** What was taken for the target alone. */
  readonly reach: readonly RawName[];
}

export interface Taker {
  /** Bytes that the last take found no room for, when it was refused for that. */
  lacking(): number;
  /** Captures the files as they are; nothing is recorded. */
  look(into: ObjectStore, options?: LookAtOptions): Promise<Looked>;
  /** The caller holds the store's lock. `always`: it is recorded though nothing may differ. @throws as {@link Snapshots.take} */
  take(
    options: TakeOptions & LookAtOptions & { readonly always?: boolean },
  ): Promise<{ readonly snapshot: Snapshot; readonly isNew: boolean; readonly reach: readonly RawName[] }>;
}

export function createTaker(parts: SnapshotParts): Taker {
  const { journal, options: opened, records, room, store, storeRoot, system, tree, overlay, workspace } = parts;
  const shown = shownPath(system.home, workspace.root);
  let collections = -1;
  let losses = 0;
  let nextSeen = 0;
  let lacked = 0;

  const look: Taker['look'] = async (into, { target, paths, ...options } = {}) => {
    const { collections: now, next, snapshots } = records();
    // Somebody has taken packs away, or the whole store: then not even what a snapshot names is there for certain.
    const isRobbed = store.packs.losses() !== losses || next < nextSeen;
    // What the cache names may have been collected, by whichever process.
    if (isRobbed || (collections !== -1 && collections !== now)) tree.doubt();
    collections = now;
    losses = store.packs.losses();
    nextSeen = next;
    const newest = snapshots.at(-1);
    const isWriting = into === store;
    const limits = isWriting ? room.capture() : { ...room.capture(), room: Infinity };
    const given = {
      ...options,
      store: into,
      // A server answers at once and reads what it named when it has answered; a command has the time.
      borrows: isWriting && opened.yields && newest === undefined,
      limits,
      yields: opened.yields,
      ...(newest === undefined ? {} : { base: rootId(newest.root) }),
      isKept: (root: ObjectId) => !isRobbed && store.has(root) && snapshots.some((one) => one.root === root),
    };
    const captured = await tree.look(given);
    if (target === undefined) return { ...captured, reach: options.reach ?? [] };
    const reach = await hiddenOf(into, captured.root, target, paths);
    return reach.length === 0 ? { ...captured, reach } : { ...(await tree.look({ ...given, reach })), reach };
  };

  /** Files of a snapshot that are there, and that the rules of today leave out. */
  const hiddenOf = async (
    into: ObjectStore,
    now: ObjectId,
    target: Snapshot,
    paths: readonly string[] | undefined,
  ): Promise<readonly RawName[]> => {
    const contents = into === store ? parts.storedContents : parts.contents;
    const differences = await differencesOf(contents, now, rootId(target.root), { isMeant: pathFilter(paths) });
    const calls = opened.workspaceCalls ?? nodeWorkspaceCalls;
    return differences
      .filter(({ before, after }) => before === undefined && after !== undefined && after.kind !== 'directory')
      .filter(({ path }) => isThere(() => calls.lstat(absolutePath(workspace, path))))
      .map(({ path }) => path);
  };

  /** Bytes of files that found no room, though each is small enough to be captured. */
  const wantedBy = ({ skipped }: Captured): number => {
    const { file } = room.capture();
    const small = skipped.filter(({ reason, size = 0 }) => reason === 'over-budget' && size <= file);
    return small.reduce((sum, { size = 0 }) => sum + size, 0);
  };

  /** Lets go of the oldest for it. @returns whether anything went. */
  const makeRoom = async (wanted: number): Promise<boolean> => {
    const limit = room.limit();
    const holds = (await opened.holds?.()) ?? [];
    const { removed, freed } = await prune(store, journal, {
      now: () => system.now(),
      holds,
      limit: Math.max(0, Math.floor(limit * 0.95) - wanted),
      ...(opened.retention === undefined ? {} : { rules: opened.retention }),
    });
    return removed.length > 0 || freed > 0;
  };

  const lookWithRoom = async (options: LookAtOptions): Promise<Looked> => {
    const first = await look(store, options);
    const wanted = wantedBy(first);
    if (wanted === 0 && room.onDisk() <= room.limit()) return first;
    // Though all that was kept should go, the disk would be too full: then nothing goes in vain.
    if (wanted > 0 && room.isDiskFull(wanted - room.onDisk())) return first;
    store.sync();
    if (!(await makeRoom(wanted))) return first;
    tree.doubt();
    return look(store, options);
  };

  const take: Taker['take'] = async ({ always = false, ...options }) => {
    const { kind, message, task, target, paths, signal, progress } = options;
    lacked = 0;
    const before = records();
    const newest = before.snapshots.at(-1);
    // What was looked at since the last one is likely to be part of this one.
    if (!overlay.moveTo(store)) tree.doubt();
    const looked = await lookWithRoom({
      paths,
      ...(target === undefined ? {} : { target }),
      ...(signal === undefined ? {} : { signal }),
      ...(progress === undefined ? {} : { progress }),
    });
    const { root, files, bytes, skipped, skippedCount, reach } = looked;
    if (newest?.root === root && !always) {
      // Objects that were found damaged have been kept again.
      store.sync();
      if (!opened.yields) await tree.save();
      return { snapshot: newest, isNew: false, reach };
    }
    if (files === 0 && (newest?.files ?? 0) > 0 && kind !== 'safety' && storeRoot.isReplaced()) {
      throw new SnapError(
        'refused',
        `${shown}: an empty directory stands where ${newest?.files ?? 0} files were, so no snapshot was taken.`,
        {
          hint: 'Check that its disk is there. To put the files back: snap snapshot restore.',
        },
      );
    }
    const lacking = wantedBy(looked);
    const isShort = lacking > 0 && (room.isDiskFull(lacking) || room.excess(lacking) > 0 || room.onDisk() >= room.limit() * 0.9);
    if (isShort) throw noRoom(lacking);
    const git = await gitHead(system, workspace);
    const { next } = records();
    const snapshot: Snapshot = {
      id: newSnapshotId(next),
      sequence: next,
      kind,
      at: system.now().toISOString(),
      ...(message === undefined ? {} : { message: storedText(message) }),
      ...(task === undefined ? {} : { task: storedText(task) }),
      root,
      files,
      bytes,
      skipped,
      skippedCount,
      complete: looked.borrowed === 0,
      isProtected: false,
      ...(git === undefined ? {} : { git }),
      ...(target === undefined || kind !== 'safety' ? {} : { before: target.id }),
    };
    storeRoot.claim();
    // On the disk before anybody is told of it.
    store.sync();
    journal.append([{ kind: 'snapshot', snapshot }]);
    // A restore does it at its end, when the files are others again.
    if (kind !== 'safety' && (!opened.yields || newest === undefined)) await tree.save();
    return { snapshot, isNew: true, reach };
  };

  const noRoom = (wanted: number): SnapError => {
    lacked = wanted;
    const why = room.isDiskFull(wanted)
      ? 'the disk is almost full'
      : room.excess(wanted) > 0
        ? 'the snapshots of all projects together take all the room they may have'
        : 'the snapshots that have to stay take all the room they may have';
    return new SnapError('refused', `${shown}: no snapshot was taken, because ${why}; ${megabytes(wanted)} more are needed.`, {
      hint: 'Free some space, take the protection from old snapshots, leave out what is generated with "exclude" in the settings, or allow more with "snapshots" in yours.',
    });
  };

  return { lacking: () => lacked, look, take };
}

function isThere(look: () => unknown): boolean {
  try {
    return look() !== undefined;
  } catch {
    // Its path is too long, or closed to us: it was left out then too, and nothing is put there.
    return false;
  }
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000)} MB`;
}

function storedText(text: string): string {
  return cut(cleanLine(maskTokens(maskText(text))), longestMessage);
}

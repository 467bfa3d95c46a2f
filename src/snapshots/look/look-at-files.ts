import type { WorkspacePath } from '../../workspace/index.ts';
import { differencesOf } from '../compare/changes.ts';
import { pathFilter } from '../compare/path-filter.ts';
import { nodeWorkspaceCalls } from '../disk.ts';
import type { LookOptions, Seen } from './present-tree.ts';
import { reachOf } from './reach.ts';
import type { RawName } from '../raw-name.ts';
import { absolutePath } from '../restore/workspace-files.ts';
import type { SnapshotParts } from '../snapshot-parts.ts';
import type { Snapshot, TakeOptions } from '../snapshots.ts';
import type { ObjectId, ObjectStore } from '../store/object-types.ts';
import { rootId } from '../store/object-id.ts';

export interface LookAtOptions extends Pick<TakeOptions, 'signal' | 'progress'> {
  /** Files of this snapshot are captured even if they are ignored now. */
  readonly target?: Snapshot | undefined;
  /** Of the target. */
  readonly paths?: readonly string[] | undefined;
  /** Nothing else changed since the last look. */
  readonly only?: ReadonlySet<WorkspacePath> | undefined;
  /** What an earlier look captured only because of the target. */
  readonly reach?: readonly RawName[] | undefined;
  /** A snapshot is expected to follow: what git has may be named instead of read, as for that. */
  readonly isAhead?: boolean | undefined;
}

/** The current files, in a store. */
export interface Looked extends Seen {
  /** Files and directories that were captured only because the target has them. */
  readonly reach: readonly RawName[];
}

/** The state of the store at the last look. If it differs now, objects that are named in the cache may be missing. */
export interface StoreSeen {
  /** `undefined` before the first look. */
  collections: number | undefined;
  losses: number;
  next: number;
}

export function nothingSeen(): StoreSeen {
  return { collections: undefined, losses: 0, next: 0 };
}

/** Captures the current files into a store: the store of the snapshots, or one in memory. Nothing is recorded in the journal. */
export async function lookAtFiles(
  parts: SnapshotParts,
  seen: StoreSeen,
  into: ObjectStore,
  { target, paths, isAhead = false, ...options }: LookAtOptions = {},
): Promise<Looked> {
  const { tree } = parts;
  const isDamaged = doubtWhatIsGone(parts, seen);
  const given: LookOptions = { ...options, ...lookOptions(parts, into, { isDamaged, isAhead }) };
  const seenFirst = await tree.look(given);
  const known = options.reach ?? [];
  if (target === undefined) return { ...seenFirst, reach: known };
  const unseen = await ignoredPathsOf(parts, into, seenFirst.root, { target, paths });
  if (unseen.length === 0) return { ...seenFirst, reach: known };
  const reach = [...new Set([...known, ...unseen])].sort();
  return { ...(await tree.look({ ...given, reach })), reach };
}

/**
 * Compares the store with what was seen of it at the last look.
 * @returns whether packs, or the whole store, were deleted: then even objects that a snapshot names may be missing.
 */
function doubtWhatIsGone({ records, store, tree }: SnapshotParts, seen: StoreSeen): boolean {
  const { collections, next } = records();
  const losses = store.packs.losses();
  const isDamaged = losses !== seen.losses || next < seen.next;
  // A collection, by this process or another one, may have deleted what the cache names.
  if (isDamaged || (seen.collections !== undefined && seen.collections !== collections)) tree.doubt();
  Object.assign(seen, { collections, losses, next } satisfies StoreSeen);
  return isDamaged;
}

function lookOptions(
  { options, records, room, store }: SnapshotParts,
  into: ObjectStore,
  { isDamaged, isAhead }: { readonly isDamaged: boolean; readonly isAhead: boolean },
) {
  const { snapshots } = records();
  const newest = snapshots.at(-1);
  const isWriting = into === store;
  return {
    store: into,
    // A server answers at once, and copies what it borrowed after the answer. A command has the time to read.
    borrows: (isWriting || isAhead) && options.yields && newest === undefined,
    limits: isWriting ? room.capture() : { ...room.capture(), room: Infinity },
    yields: options.yields,
    base: newest === undefined ? undefined : rootId(newest.root),
    isKept: (root: ObjectId) => !isDamaged && store.has(root) && snapshots.some((one) => one.root === root),
  };
}

/** Paths of a snapshot, or of the one whose restore it was taken for, at which there is something that the rules of today leave out. */
async function ignoredPathsOf(
  parts: SnapshotParts,
  into: ObjectStore,
  now: ObjectId,
  { target, paths }: { readonly target: Snapshot; readonly paths: readonly string[] | undefined },
): Promise<readonly RawName[]> {
  const { options, records, store, workspace } = parts;
  const contents = into === store ? parts.storedContents : parts.contents;
  const isMeant = pathFilter(paths);
  const differences = [...(await differencesOf(contents, now, rootId(target.root), { isMeant, withWay: true }))];
  // What was created by a restore that is undone.
  const reach = reachOf(records(), target);
  if (reach !== undefined) {
    const isCreated = (path: WorkspacePath) => isMeant(path) && reach.isMeant(path);
    differences.push(...(await differencesOf(contents, now, reach.root, { isMeant: isCreated, withWay: true })));
  }
  const calls = options.workspaceCalls ?? nodeWorkspaceCalls;
  return differences
    .filter(({ before, after }) => before === undefined && after !== undefined)
    .filter(({ path }) => isThere(() => calls.lstat(absolutePath(workspace, path))))
    .map(({ path }) => path);
}

function isThere(look: () => unknown): boolean {
  try {
    return look() !== undefined;
  } catch {
    // Its path is too long, or may not be read: it was left out of the snapshot too, and nothing is written there.
    return false;
  }
}

import { SnapError } from '../../system/index.ts';
import type { PackedStore } from '../store/object-store.ts';
import { parseObjectId } from '../store/object-id.ts';
import type { ObjectId, ObjectKind, TreeEntry } from '../store/object-types.ts';
import { type SliceOptions, slices } from './time-slices.ts';
import type { Snapshot, SnapshotId, Verified } from '../snapshots.ts';
import { decodeChunks, decodeTree } from '../store/tree-node.ts';

export interface VerifyOptions extends SliceOptions {
  readonly progress?: (done: number) => void;
  /** Told of each object that is damaged or gone. */
  readonly lost?: (id: ObjectId) => void;
  /** Bytes of git blobs, -1 of those that are not there: for what a snapshot has borrowed. */
  readonly lentSizes?: (ids: readonly string[]) => Promise<Float64Array>;
}

/** So many damaged files are named; beyond that a fault says how many more there are. */
const mostNamed = 10_000;

/**
 * Reads every object that a snapshot needs, checks its bytes against its id, and names the files and directories that cannot be
 * restored whole. Needs no lock. Ends early, with what it has, when the signal fires.
 */
export async function verifySnapshots(
  store: PackedStore,
  snapshots: readonly Snapshot[],
  journalFaults: readonly string[],
  options: VerifyOptions = {},
): Promise<Verified> {
  store.refresh();
  const { turn } = slices(options);
  const states = new Map<ObjectId, boolean>();
  const damaged: { snapshot: SnapshotId; path: string }[] = [];
  const faults: string[] = [];
  let unnamed = 0;
  let isStopped = false;

  const name = (snapshot: SnapshotId, path: string) => {
    if (damaged.length < mostNamed) damaged.push({ snapshot, path });
    else unnamed += 1;
  };
  const go = async (): Promise<boolean> => {
    isStopped ||= !(await turn());
    return !isStopped;
  };
  const read = (id: ObjectId, kind: ObjectKind): Uint8Array | undefined => {
    try {
      const content = store.get(id);
      if (content?.kind === kind) return content.bytes;
    } catch (error) {
      if (!(error instanceof SnapError)) throw error;
      if (!faults.includes(error.message)) faults.push(error.message);
    }
    options.lost?.(id);
    return undefined;
  };
  const isSound = async (id: ObjectId, check: () => boolean | Promise<boolean>): Promise<boolean> => {
    const known = states.get(id);
    if (known !== undefined) return known;
    const sound = await check();
    states.set(id, sound);
    options.progress?.(states.size);
    return sound;
  };
  const borrowed: { readonly snapshot: SnapshotId; readonly path: string; readonly gitId: string; readonly size: number }[] = [];
  const isFileSound = async (entry: TreeEntry): Promise<boolean> => {
    if (entry.kind === 'file') return isSound(entry.id, () => read(entry.id, 'blob') !== undefined);
    if (entry.kind !== 'chunked') return true;
    return isSound(entry.id, async () => {
      const list = read(entry.id, 'chunks');
      if (list === undefined) return false;
      let sound = true;
      for (const part of decodeChunks(list)) sound = (await go()) && (await isSound(part, () => read(part, 'blob') !== undefined)) && sound;
      return sound;
    });
  };
  /** Whether everything below is sound; a tree that was found to be is not walked again for the next snapshot. */
  const walk = async (snapshot: SnapshotId, id: ObjectId, path: string): Promise<boolean> => {
    if (states.get(id) === true) return true;
    const entries = entriesIn(read(id, 'tree'));
    if (entries === undefined) {
      states.set(id, false);
      name(snapshot, path);
      return false;
    }
    let sound = true;
    for (const entry of entries) {
      if (!(await go())) return false;
      const below = path === '' ? entry.name.toString() : `${path}/${entry.name.toString()}`;
      if (entry.kind === 'borrowed') {
        borrowed.push({ snapshot, path: below, gitId: entry.gitId, size: entry.size });
        sound = false;
      }
      if (entry.kind === 'directory') {
        sound = (await walk(snapshot, entry.id, below)) && sound;
      } else if (!(await isFileSound(entry)) && !isStopped) {
        name(snapshot, below);
        sound = false;
      }
    }
    if (!isStopped) states.set(id, sound);
    return sound;
  };

  let checked = 0;
  for (const { id, root } of snapshots) {
    if (!(await go())) break;
    const rootOf = parseObjectId(root);
    if (rootOf === undefined) name(id, '');
    else await walk(id, rootOf, '');
    checked += 1;
  }
  const lent = await options.lentSizes?.(borrowed.map(({ gitId }) => gitId));
  for (const [i, { path, size, snapshot }] of borrowed.entries()) if (lent?.[i] !== size) name(snapshot, path);
  if (isStopped) faults.push(`It was ended early: ${checked} of ${snapshots.length} snapshots were looked at.`);
  if (unnamed > 0) faults.push(`${unnamed} more damaged files are not named here.`);
  const nameless = snapshots.length > 0 ? 0 : store.packs.list().reduce((sum, { index, tail }) => sum + index.count + tail.size, 0);
  if (nameless > 0)
    faults.push(
      `The journal names no snapshot, though the packs hold ${nameless} objects: it was lost, or the first snapshot was never finished.`,
    );
  return {
    snapshots: checked,
    objects: states.size,
    damaged,
    faults: [...journalFaults, ...store.packs.list().flatMap((pack) => pack.faults), ...faults],
  };
}

function entriesIn(bytes: Uint8Array | undefined): readonly TreeEntry[] | undefined {
  if (bytes === undefined) return undefined;
  try {
    return decodeTree(bytes);
  } catch (error) {
    // Its bytes are those of its id, yet no node: for a restore that is the same as damaged.
    if (error instanceof SnapError) return undefined;
    throw error;
  }
}

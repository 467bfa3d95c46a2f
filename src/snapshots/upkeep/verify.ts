import { SnapError } from '../../system/index.ts';
import type { Snapshot, SnapshotId, Verified } from '../snapshots.ts';
import { parseObjectId } from '../store/object-id.ts';
import type { PackedStore } from '../store/object-store.ts';
import type { ObjectId, ObjectKind, TreeEntry } from '../store/object-types.ts';
import { decodeChunks, decodeTree } from '../store/tree-node.ts';
import { type SliceOptions, slices } from './time-slices.ts';

export interface VerifyOptions extends SliceOptions {
  readonly progress?: ((done: number) => void) | undefined;
  /** Called with each object that is damaged or missing. */
  readonly lost?: ((id: ObjectId) => void) | undefined;
  /** Bytes of git blobs, -1 of those that are missing: for what a snapshot has borrowed from git. */
  readonly lentSizes?: ((ids: readonly string[]) => Promise<Float64Array>) | undefined;
}

/** So many damaged files are named; beyond that a fault says how many more there are. */
const maxNamed = 10_000;

/** What is known while the snapshots are verified. */
interface Verification {
  readonly store: PackedStore;
  readonly options: VerifyOptions;
  /** Waits when other work of the process has its turn. @returns false when the signal fired. */
  readonly turn: () => Promise<boolean> | boolean;
  /** The objects that were checked, and whether they and all below them are sound. */
  readonly states: Map<ObjectId, boolean>;
  readonly damaged: { readonly snapshot: SnapshotId; readonly path: string }[];
  readonly borrowed: { readonly snapshot: SnapshotId; readonly path: string; readonly gitId: string; readonly size: number }[];
  readonly faults: string[];
  /** Damaged files beyond {@link maxNamed}. */
  unnamed: number;
  isStopped: boolean;
}

/**
 * Reads every object that a snapshot needs, checks its bytes against its id, and names the files and directories that cannot be
 * restored completely. Needs no lock. Ends early, with what it has, when the signal fires.
 */
export async function verifySnapshots(
  store: PackedStore,
  snapshots: readonly Snapshot[],
  journalFaults: readonly string[],
  options: VerifyOptions = {},
): Promise<Verified> {
  store.refresh();
  const { turn } = slices(options);
  const verification: Verification = {
    store,
    options,
    turn,
    states: new Map(),
    damaged: [],
    borrowed: [],
    faults: [],
    unnamed: 0,
    isStopped: false,
  };
  let checked = 0;
  for (const { id, root, rules } of snapshots) {
    if (!(await goesOn(verification))) break;
    const rootOf = parseObjectId(root);
    if (rootOf === undefined) nameDamaged(verification, id, '');
    else await checkTree(verification, id, rootOf, '');
    if (rules !== undefined) await checkRules(verification, id, rules);
    checked += 1;
  }
  await checkBorrowed(verification);
  const packFaults = store.packs.list().flatMap((pack) => pack.faults);
  return {
    snapshots: checked,
    objects: verification.states.size,
    damaged: verification.damaged,
    faults: [...journalFaults, ...packFaults, ...verification.faults, ...closingFaults(verification, checked, snapshots.length)],
  };
}

/** Whether everything below is sound. A tree that was found sound is not read again for the next snapshot. */
async function checkTree(verification: Verification, snapshot: SnapshotId, id: ObjectId, path: string): Promise<boolean> {
  const { borrowed, states } = verification;
  if (states.get(id) === true) return true;
  const entries = entriesIn(readObject(verification, id, 'tree'));
  if (entries === undefined) {
    states.set(id, false);
    nameDamaged(verification, snapshot, path);
    return false;
  }
  let sound = true;
  for (const entry of entries) {
    if (!(await goesOn(verification))) return false;
    const below = path === '' ? entry.name.toString() : `${path}/${entry.name.toString()}`;
    if (entry.kind === 'borrowed') {
      borrowed.push({ snapshot, path: below, gitId: entry.gitId, size: entry.size });
      sound = false;
    }
    if (entry.kind === 'directory') {
      sound = (await checkTree(verification, snapshot, entry.id, below)) && sound;
    } else if (!(await isFileSound(verification, entry)) && !verification.isStopped) {
      nameDamaged(verification, snapshot, below);
      sound = false;
    }
  }
  if (!verification.isStopped) states.set(id, sound);
  return sound;
}

/** What decided what a snapshot holds. Its files can be restored without it; what it left out is then not known. */
async function checkRules(verification: Verification, snapshot: SnapshotId, rules: string): Promise<void> {
  const { faults } = verification;
  const id = parseObjectId(rules);
  const entries = id === undefined ? undefined : entriesIn(readObject(verification, id, 'tree'));
  let sound = entries !== undefined;
  for (const entry of entries ?? []) sound = (await isFileSound(verification, entry)) && sound;
  if (id !== undefined && !verification.isStopped) verification.states.set(id, sound);
  if (!sound) faults.push(`${snapshot}: the rules that say what it left out are damaged, so restoring it deletes no file.`);
}

async function isFileSound(verification: Verification, entry: TreeEntry): Promise<boolean> {
  if (entry.kind === 'file') return checkOnce(verification, entry.id, () => isBlobSound(verification, entry.id));
  if (entry.kind !== 'chunked') return true;
  return checkOnce(verification, entry.id, async () => {
    const list = readObject(verification, entry.id, 'chunks');
    if (list === undefined) return false;
    let sound = true;
    for (const part of decodeChunks(list)) {
      sound = (await goesOn(verification)) && (await checkOnce(verification, part, () => isBlobSound(verification, part))) && sound;
    }
    return sound;
  });
}

function isBlobSound(verification: Verification, id: ObjectId): boolean {
  return readObject(verification, id, 'blob') !== undefined;
}

async function checkOnce({ options, states }: Verification, id: ObjectId, check: () => boolean | Promise<boolean>): Promise<boolean> {
  const known = states.get(id);
  if (known !== undefined) return known;
  const sound = await check();
  states.set(id, sound);
  options.progress?.(states.size);
  return sound;
}

/** What is borrowed is sound when git has a blob of the same size. */
async function checkBorrowed(verification: Verification): Promise<void> {
  const { borrowed, options } = verification;
  const sizes = await options.lentSizes?.(borrowed.map(({ gitId }) => gitId));
  for (const [i, { path, size, snapshot }] of borrowed.entries()) if (sizes?.[i] !== size) nameDamaged(verification, snapshot, path);
}

/** @returns `undefined` when the object is damaged or missing. */
function readObject({ faults, options, store }: Verification, id: ObjectId, kind: ObjectKind): Uint8Array | undefined {
  try {
    const content = store.get(id);
    if (content?.kind === kind) return content.bytes;
  } catch (error) {
    if (!(error instanceof SnapError)) throw error;
    if (!faults.includes(error.message)) faults.push(error.message);
  }
  options.lost?.(id);
  return undefined;
}

function nameDamaged(verification: Verification, snapshot: SnapshotId, path: string): void {
  if (verification.damaged.length < maxNamed) verification.damaged.push({ snapshot, path });
  else verification.unnamed += 1;
}

async function goesOn(verification: Verification): Promise<boolean> {
  verification.isStopped ||= !(await verification.turn());
  return !verification.isStopped;
}

/** What is wrong with the whole. */
function closingFaults({ isStopped, store, unnamed }: Verification, checked: number, snapshots: number): readonly string[] {
  const faults: string[] = [];
  if (isStopped) faults.push(`Verification was stopped early: ${checked} of ${snapshots} snapshots were checked.`);
  if (unnamed > 0) faults.push(`${unnamed} more damaged files are not listed here.`);
  const objects = snapshots > 0 ? 0 : store.packs.list().reduce((sum, { index, tail }) => sum + index.count + tail.size, 0);
  if (objects > 0) {
    faults.push(
      `The journal lists no snapshot, although the packs hold ${objects} objects: it was lost, or the first snapshot was never finished.`,
    );
  }
  return faults;
}

function entriesIn(bytes: Uint8Array | undefined): readonly TreeEntry[] | undefined {
  if (bytes === undefined) return undefined;
  try {
    return decodeTree(bytes);
  } catch (error) {
    // The bytes match the id but are not a valid node: a restore cannot use them, so they count as damaged.
    if (error instanceof SnapError) return undefined;
    throw error;
  }
}

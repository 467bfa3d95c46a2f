import type { WorkspacePath } from '../../workspace/index.ts';
import { unknownSnapshot } from '../find-snapshot.ts';
import { rawNameOf } from '../raw-name.ts';
import type { SnapshotParts } from '../snapshot-parts.ts';
import type { RestorePlan, Snapshot, SnapshotId } from '../snapshots.ts';
import type { ObjectId, TreeEntry } from '../store/object-types.ts';
import type { Records } from '../store/records.ts';
import type { StoreWriter } from '../store/store-writer.ts';
import { isFileEntry } from '../store/stored-contents.ts';
import type { Taker } from '../take-snapshot.ts';
import { rootId } from '../store/object-id.ts';
import { type Difference, differencesOf, treeChanges } from './changes.ts';
import { patchOf } from './patch.ts';
import { pathFilter } from './path-filter.ts';

/** What comparing needs: looking at the files is work that runs alone. */
export interface Comparing {
  readonly parts: SnapshotParts;
  readonly writer: StoreWriter;
  readonly taker: Taker;
}

export interface CompareOptions {
  readonly paths?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The records, with what other processes have written. */
export function currentRecords({ records, store }: SnapshotParts): Records {
  if (records.isBehind()) store.refresh();
  return records();
}

/** @throws SnapError `refused` when no snapshot has this id. */
export function requireSnapshot({ snapshots }: Records, id: SnapshotId): Snapshot {
  const found = snapshots.find((one) => one.id === id);
  if (found === undefined) throw unknownSnapshot(id, { isEmpty: snapshots.length === 0 });
  return found;
}

/** What differs between two snapshots, or between one and the files as they are. */
export async function differencesBetween(
  comparing: Comparing,
  from: SnapshotId,
  to: SnapshotId | 'working',
  { paths, signal }: CompareOptions = {},
): Promise<readonly Difference[]> {
  const { parts } = comparing;
  const isMeant = pathFilter(paths);
  const before = requireSnapshot(currentRecords(parts), from);
  const after =
    to === 'working' ? await presentRoot(comparing, before, paths, signal) : rootId(requireSnapshot(currentRecords(parts), to).root);
  return differencesOf(parts.contents, rootId(before.root), after, { isMeant, signal });
}

/** What bringing back a snapshot would change in the files as they are now. */
export async function planFor(comparing: Comparing, target: Snapshot, paths: readonly string[] | undefined): Promise<RestorePlan> {
  const { contents } = comparing.parts;
  const isMeant = pathFilter(paths);
  const now = await presentRoot(comparing, target, paths);
  const to = rootId(target.root);
  const changes = treeChanges(await differencesOf(contents, now, to, { isMeant, withWay: true }));
  return { target: target.id, changes, patch: async () => patchOf(contents, await differencesOf(contents, now, to, { isMeant })) };
}

/** The bytes of a file in a snapshot; `undefined` when it holds no such file. */
export async function contentIn({ contents }: SnapshotParts, snapshot: Snapshot, path: WorkspacePath): Promise<Uint8Array | undefined> {
  const entry = entryAt({ contents }, rootId(snapshot.root), path);
  return isFileEntry(entry) ? Buffer.concat([...(await contents.read(entry))]) : undefined;
}

/** The root of the files as they are; nothing of it is written to the store. */
async function presentRoot(
  { parts, taker, writer }: Comparing,
  target: Snapshot,
  paths: readonly string[] | undefined,
  signal?: AbortSignal,
): Promise<ObjectId> {
  return writer.alone(async () => {
    currentRecords(parts);
    return (await taker.look(parts.overlay, { target, paths, signal })).root;
  });
}

function entryAt({ contents }: Pick<SnapshotParts, 'contents'>, root: ObjectId, path: WorkspacePath): TreeEntry | undefined {
  const names = rawNameOf(path).split('/');
  let at = root;
  for (const [i, name] of names.entries()) {
    const entry = contents.tree(at).find((one) => one.name.toString('latin1') === name);
    if (i === names.length - 1) return entry;
    if (entry?.kind !== 'directory') return undefined;
    at = entry.id;
  }
  return undefined;
}

import type { WorkspacePath } from '../../workspace/index.ts';
import { unknownSnapshot } from '../find-snapshot.ts';
import { nodeWorkspaceCalls } from '../disk.ts';
import type { Looked } from '../look/look-at-files.ts';
import { textOfName } from '../raw-name.ts';
import { heldOf } from '../restore/held.ts';
import { stepsTo } from '../restore/restore-tree.ts';
import { ignoredNow, namedConflicts, unseenBy } from '../restore/what-stays.ts';
import { knowsCase } from '../restore/workspace-files.ts';
import type { SnapshotParts } from '../snapshot-parts.ts';
import type { RestorePlan, Snapshot, SnapshotId } from '../snapshots.ts';
import type { Records } from '../store/records.ts';
import type { StoreWriter } from '../store/store-writer.ts';
import { entryAt, isFileEntry } from '../store/stored-contents.ts';
import type { Taker } from '../take-snapshot.ts';
import { rootId } from '../store/object-id.ts';
import { type Difference, differencesOf, treeChanges } from './changes.ts';
import { patchOf } from './patch.ts';
import { missingPaths } from './missing-paths.ts';
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
  if (found === undefined) throw unknownSnapshot(id, snapshots);
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
    to === 'working'
      ? (await lookAtPresent(comparing, before, paths, signal)).root
      : rootId(requireSnapshot(currentRecords(parts), to).root);
  return differencesOf(parts.contents, rootId(before.root), after, { isMeant, signal });
}

/** What bringing back a snapshot would change in the files as they are now. */
export async function planFor(comparing: Comparing, target: Snapshot, paths: readonly string[] | undefined): Promise<RestorePlan> {
  const { parts } = comparing;
  const { contents, options, workspace } = parts;
  const isMeant = pathFilter(paths);
  const seen = await lookAtPresent(comparing, target, paths);
  const held = heldOf(parts, target);
  const calls = options.workspaceCalls ?? nodeWorkspaceCalls;
  const files = { root: workspace.root, calls, contents, isCaseSensitive: knowsCase({ root: workspace.root, calls }) };
  const { conflicts, done } = await stepsTo(files, held, { now: seen.root, isMeant });
  const unseen = await unseenBy(files, held, seen, isMeant);
  return {
    target: target.id,
    changes: treeChanges(done),
    conflicts: namedConflicts([
      ...unseen.map((path) => [path, ignoredNow] as const),
      ...conflicts.map(({ path, reason }) => [path, reason] as const),
    ]),
    missing: missingPaths(contents, { names: paths ?? [], root: held.root, present: seen.root }),
    patch: async () =>
      patchOf(
        contents,
        done.filter(({ path }) => isMeant(textOfName(path))),
      ),
  };
}

/** The bytes of a file in a snapshot; `undefined` when it holds no such file. */
export async function contentIn({ contents }: SnapshotParts, snapshot: Snapshot, path: WorkspacePath): Promise<Uint8Array | undefined> {
  const entry = entryAt(contents, rootId(snapshot.root), path);
  return isFileEntry(entry) ? Buffer.concat([...(await contents.read(entry))]) : undefined;
}

/** The files as they are; nothing of it is written to the store. */
async function lookAtPresent(
  { parts, taker, writer }: Comparing,
  target: Snapshot,
  paths: readonly string[] | undefined,
  signal?: AbortSignal,
): Promise<Looked> {
  return writer.alone(async () => {
    currentRecords(parts);
    return taker.look(parts.overlay, { target, paths, signal });
  });
}

import type { Snapshot, Snapshots } from '../snapshots/index.ts';
import type { System } from '../system/index.ts';
import type { Workspace, WorkspacePath } from '../workspace/index.ts';
import { filesAt } from './files-at.ts';
import type { PulseFacts } from './pulse.ts';

/** What a pulse is taken from where there is a snapshot. */
export type SinceSnapshot = Pick<PulseFacts, 'changed' | 'oldestMs' | 'since' | 'snapshotMs'>;

const mostTimes = 2_000;

/** What differs from the newest snapshot; `undefined` without one. @throws SnapError when the store cannot be read. */
export async function sinceSnapshot(
  {
    system,
    workspace,
    snapshots,
  }: { readonly system: System; readonly workspace: Workspace; readonly snapshots: Pick<Snapshots, 'list' | 'changes'> },
  signal: AbortSignal | undefined,
): Promise<SinceSnapshot | undefined> {
  const newest = workSnapshot(await snapshots.list());
  if (newest === undefined) return undefined;
  const changed = await changedSince(snapshots, newest.id, signal);
  const snapshotMs = Date.parse(newest.at);
  const there = await filesAt(system, workspace.root, changed.slice(0, mostTimes), signal);
  const times = [...there.values()].map(({ modifiedMs }) => modifiedMs);
  // Nothing that differs is older than the snapshot; what is gone has no time of its own.
  const oldest =
    times.length < Math.min(changed.length, mostTimes) ? snapshotMs : times.reduce((one, other) => Math.min(one, other), Infinity);
  return {
    changed,
    ...(changed.length === 0 ? {} : { oldestMs: Math.max(snapshotMs, oldest) }),
    since: 'snapshot',
    snapshotMs,
  };
}

/**
 * What changes are counted from: the newest, but not what a restore has left behind it, from which everything it brought back differs.
 * @param snapshots newest first.
 */
export function workSnapshot(snapshots: readonly Snapshot[]): Snapshot | undefined {
  return snapshots.find(({ kind }) => kind !== 'safety') ?? snapshots[0];
}

/** Files that differ from a snapshot now: directories show by what is in them, and what snap itself wrote is no work. */
export async function changedSince(
  snapshots: Pick<Snapshots, 'changes'>,
  id: Parameters<Snapshots['changes']>[0],
  signal: AbortSignal | undefined,
): Promise<readonly WorkspacePath[]> {
  const changes = await snapshots.changes(id, 'working', signal === undefined ? {} : { signal });
  return changes
    .filter(({ path, before, after }) => (before ?? after)?.kind !== 'directory' && path !== '.snap' && !path.startsWith('.snap/'))
    .map(({ path }) => path);
}

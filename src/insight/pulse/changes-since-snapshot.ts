import type { Snapshot, Snapshots } from '../../snapshots/index.ts';
import type { System } from '../../system/index.ts';
import { type Workspace, type WorkspacePath, filesAt, isOwnFile } from '../../workspace/index.ts';
import type { PulseFacts } from './pulse.ts';

/** What a pulse is computed from when there is a snapshot. */
export type ChangesSinceSnapshot = Pick<PulseFacts, 'changed' | 'oldestMs' | 'since' | 'snapshotMs'>;

const maxTimes = 2_000;

/** What differs from the newest snapshot; `undefined` without one. @throws SnapError when the store cannot be read. */
export async function changesSinceSnapshot(
  {
    system,
    workspace,
    snapshots,
    isUnprotected,
  }: {
    readonly system: System;
    readonly workspace: Workspace;
    readonly snapshots: Pick<Snapshots, 'list' | 'changes'>;
    /** Others do not count: they are committed. */
    readonly isUnprotected: (path: WorkspacePath) => boolean;
  },
  signal: AbortSignal | undefined,
): Promise<ChangesSinceSnapshot | undefined> {
  const newest = newestWorkSnapshot(await snapshots.list());
  if (newest === undefined) return undefined;
  const changed = (await filesChangedSince(snapshots, newest.id, signal)).filter(isUnprotected);
  const snapshotMs = Date.parse(newest.at);
  const there = await filesAt(system, workspace.root, changed.slice(0, maxTimes), signal);
  const times = [...there.values()].map(({ modifiedMs }) => modifiedMs);
  // Nothing that differs is older than the snapshot; a deleted file has no time of its own.
  const oldest =
    times.length < Math.min(changed.length, maxTimes) ? snapshotMs : times.reduce((one, other) => Math.min(one, other), Infinity);
  return {
    changed,
    oldestMs: changed.length === 0 ? undefined : Math.max(snapshotMs, oldest),
    since: 'snapshot',
    snapshotMs,
  };
}

/**
 * The snapshot that changes are counted from: the newest, except those that a restore made, because everything it restored differs from
 * them.
 * @param snapshots newest first.
 */
export function newestWorkSnapshot(snapshots: readonly Snapshot[]): Snapshot | undefined {
  return snapshots.find(({ kind }) => kind !== 'safety') ?? snapshots[0];
}

/** Files that differ from a snapshot now, without directories and without what snap itself wrote. */
export async function filesChangedSince(
  snapshots: Pick<Snapshots, 'changes'>,
  id: Parameters<Snapshots['changes']>[0],
  signal: AbortSignal | undefined,
): Promise<readonly WorkspacePath[]> {
  const changes = await snapshots.changes(id, 'working', { signal });
  return changes.filter(({ path, before, after }) => (before ?? after)?.kind !== 'directory' && !isOwnFile(path)).map(({ path }) => path);
}

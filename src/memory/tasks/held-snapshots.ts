import { join } from 'node:path';
import type { SnapshotId } from '../../snapshots/index.ts';
import type { WritableSystem } from '../../system/index.ts';
import { parseTaskLine } from './task-line.ts';
import { foldTasks } from './task-log.ts';
import { snapshotOf } from './task-snapshots.ts';

/** The snapshots that the open tasks of a workspace began with, by its private directory. Reads the log only. */
export async function heldSnapshots(system: WritableSystem, privateDirectory: string): Promise<readonly SnapshotId[]> {
  const { lines } = await system.log(join(privateDirectory, 'tasks.jsonl'), join(privateDirectory, 'tasks')).read();
  const { byId } = foldTasks(lines.flatMap((line) => parseTaskLine(line) ?? []));
  return [...byId.values()].flatMap(({ task }) => (task.end === undefined ? snapshotOf(task) : []));
}

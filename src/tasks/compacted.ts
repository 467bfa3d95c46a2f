import { foldTasks, type TaskEvent } from './task-log.ts';
import { parseTaskLine } from './task-line.ts';

/**
 * The lines without those of the oldest ended tasks: at most half of `maxLines` unless open tasks need more, so that not every ended task
 * shortens the log again. `undefined` when there is nothing to leave out. Lines that snap cannot read stay.
 */
export function compacted(lines: readonly string[], maxLines: number): readonly string[] | undefined {
  if (lines.length <= maxLines) return undefined;
  const events = lines.map((line) => ({ line, event: parseTaskLine(line) }));
  const { byId, ended } = foldTasks(events.flatMap(({ event }) => event ?? []));
  const count = new Map<string, number>();
  for (const { event } of events) if (event !== undefined) count.set(taskOf(event), (count.get(taskOf(event)) ?? 0) + 1);
  const kept = new Set([...byId.values()].flatMap(({ task }) => (task.end === undefined ? [task.id] : [])));
  let room = maxLines / 2;
  for (const id of ended.toReversed()) {
    room -= count.get(id) ?? 0;
    if (room < 0) break;
    kept.add(id);
  }
  const rest = events.filter(({ event }) => event === undefined || kept.has(taskOf(event)));
  return rest.length === lines.length ? undefined : rest.map(({ line }) => line);
}

function taskOf(event: TaskEvent): string {
  return event.kind === 'started' ? event.task.id : event.id;
}

import { foldTasks, type TaskEvent } from './task-log.ts';
import { parseTaskLine } from './task-line.ts';

/**
 * The lines without those of the oldest ended tasks, half of `mostLines` long at most unless open tasks need more; `undefined` when there
 * is nothing to leave out. Half, so that not every end shortens it again. Lines of others stay.
 */
export function compacted(lines: readonly string[], mostLines: number): readonly string[] | undefined {
  if (lines.length <= mostLines) return undefined;
  const events = lines.map((line) => ({ line, event: parseTaskLine(line) }));
  const { byId, ended } = foldTasks(events.flatMap(({ event }) => event ?? []));
  const count = new Map<string, number>();
  for (const { event } of events) if (event !== undefined) count.set(taskOf(event), (count.get(taskOf(event)) ?? 0) + 1);
  const kept = new Set([...byId.values()].flatMap(({ task }) => (task.end === undefined ? [task.id] : [])));
  let room = mostLines / 2;
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

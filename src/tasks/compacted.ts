import { foldTasks } from './task-log.ts';
import { parseTaskLine } from './task-line.ts';

const keptEnded = 1_000;

/** The lines without those of the oldest ended tasks; `undefined` when there is nothing to leave out. Lines of others stay. */
export function compacted(lines: readonly string[], mostLines: number): readonly string[] | undefined {
  if (lines.length <= mostLines) return undefined;
  const events = lines.map((line) => ({ line, event: parseTaskLine(line) }));
  const { byId, ended } = foldTasks(events.flatMap(({ event }) => event ?? []));
  const kept = new Set([
    ...ended.slice(-keptEnded),
    ...[...byId.values()].flatMap(({ task }) => (task.end === undefined ? [task.id] : [])),
  ]);
  const rest = events.filter(({ event }) => event === undefined || kept.has(event.kind === 'started' ? event.task.id : event.id));
  return rest.length === lines.length ? undefined : rest.map(({ line }) => line);
}

import { type RecordLog, SnapError } from '../../system/index.ts';
import { createTaskFold, foldTasks, type TaskEvent, type TaskFold, type TaskStates } from './task-log.ts';
import { parseTaskLine, taskLine } from './task-line.ts';

/** A longer log is cut down to its open tasks and the newest of the ended ones. */
const maxLines = 5_000;

/** The tasks of a workspace as its log has them. */
export interface TaskStore {
  /** @throws SnapError for an error of the disk. */
  read(): Promise<TaskStates>;
  /**
   * Appends the events. @returns the states afterwards, with what other processes wrote meanwhile.
   * @throws SnapError for an error of the disk, unless events may be held.
   */
  write(...events: readonly TaskEvent[]): Promise<TaskStates>;
  /** Why the latest events are held by this process alone; `undefined` when all are stored. */
  readonly problem: SnapError | undefined;
  /** Shortens the log if it is too long. */
  compact(): Promise<void>;
}

/**
 * Reads only the lines that were added since the last time.
 * @param options `holds`: for a process that lives on. Events that cannot be stored are held until the next write stores them, or the process ends.
 */
export function openTaskStore(log: RecordLog, { holds }: { readonly holds: boolean }): TaskStore {
  let held: readonly TaskEvent[] = [];
  let problem: SnapError | undefined;
  let known: { readonly lines: readonly string[]; readonly fold: TaskFold; count: number } | undefined;

  const read = async (): Promise<TaskStates> => {
    const { lines } = await log.read();
    // The log returns the same array as long as lines are only added.
    if (known?.lines !== lines) known = { lines, fold: createTaskFold(), count: 0 };
    for (const line of lines.slice(known.count)) {
      const event = parseTaskLine(line);
      if (event !== undefined) known.fold.add(event);
    }
    known.count = lines.length;
    return held.length === 0 ? known.fold.states : foldTasks([...lines.flatMap((line) => parseTaskLine(line) ?? []), ...held]);
  };

  return {
    read,
    async write(...events) {
      const all = [...held, ...events];
      try {
        await log.append(all.map(taskLine));
        held = [];
        problem = undefined;
      } catch (error) {
        if (!holds || !(error instanceof SnapError)) throw error;
        held = all;
        problem = error;
      }
      return read();
    },
    get problem() {
      return problem;
    },
    async compact() {
      if ((known?.lines.length ?? 0) <= maxLines) return;
      try {
        await log.rewrite((lines) => compacted(lines, maxLines));
      } catch (error) {
        // The events themselves are on the disk; the next call tries again.
        if (!(error instanceof SnapError)) throw error;
      }
    },
  };
}

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

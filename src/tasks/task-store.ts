import { type RecordLog, SnapError } from '../system/index.ts';
import { compacted } from './compacted.ts';
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

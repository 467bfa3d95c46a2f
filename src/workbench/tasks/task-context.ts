import type { Learning, Task } from '../../memory/index.ts';
import { confinedPaths } from '../confined-paths.ts';
import type { Workbench } from '../workbench.ts';
import { workState, type WorkState } from './work-state.ts';

/** The open task and what is around it. */
export interface TaskContext {
  readonly task: Task | undefined;
  readonly state: WorkState;
  /** Those that were shown in the open task. */
  readonly learnings: readonly Learning[];
  /** Ended ones, newest first. */
  readonly recent: readonly Task[];
  /** Open tasks of others; `isDead`: their process is over. */
  readonly others: readonly { readonly task: Task; readonly isDead: boolean }[];
  /** What could not be read, torn lines of the stores included. */
  readonly problems: readonly string[];
}

const maxRecent = 20;
const maxFaults = 3;

/** The current task and what is around it. Opens no task and takes none over. @throws SnapError `invalid-path`. */
export async function taskContext(workbench: Workbench, given: readonly string[], signal: AbortSignal): Promise<TaskContext> {
  const began = performance.now();
  const { tasks, knowledge } = workbench;
  const named = await confinedPaths(workbench, given);
  const task = await tasks.current();
  const state = await workState(workbench, { task, named: named.length > 0 ? named : (task?.files ?? []), since: began, signal });
  const learnings = await Promise.all((task?.shown ?? []).map((id) => knowledge.find(id)));
  return {
    task,
    state,
    learnings: learnings.filter((learning) => learning !== undefined),
    recent: await tasks.recent(maxRecent),
    others: await tasks.others(),
    problems: [tasks.problem(), ...(await knowledge.faults()).slice(0, maxFaults)].filter((problem) => problem !== undefined),
  };
}

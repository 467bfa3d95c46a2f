import type { Task } from '../../tasks/index.ts';
import { riskOf, type Risk } from '../../vitals/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import type { Workbench } from '../workbench.ts';

/** How the work stands: what a task and the context of one show of it. */
export interface WorkState {
  readonly risk: Risk;
  readonly reasons: readonly string[];
  /** Percent of the files that changed and are committed; 0 without git, where nothing is. */
  readonly prot: number;
  /** Files that differ from the last commit; without git, from the start of the task. */
  readonly dirty: readonly WorkspacePath[];
  /** Why git tells nothing, what could not be measured, what in the settings could not be used. */
  readonly problems: readonly string[];
}

const mostProblems = 5;

/**
 * @param named the files the task is about; without any, the risk is that of what changed.
 * @param since what git was asked after this moment (`performance.now()`) need not be asked again.
 */
export async function workState(
  { history, tasks, settingsProblems }: Workbench,
  {
    task,
    named,
    since,
    signal,
  }: {
    readonly task: Task | undefined;
    readonly named: readonly WorkspacePath[];
    readonly since: number;
    readonly signal: AbortSignal;
  },
): Promise<WorkState> {
  // First, for it asks git anew.
  const change = task === undefined ? undefined : await tasks.change(signal);
  const changed = await history.changed(signal, since);
  const hasGit = changed.source === 'git';
  const dirty = hasGit ? changed.files.map(({ path }) => path) : (change?.paths ?? []);
  const all = new Set([...dirty, ...(change?.paths ?? [])]);
  const { risk, reasons } = riskOf(named.length > 0 ? named : dirty);
  return {
    risk,
    reasons,
    prot: hasGit ? (all.size === 0 ? 100 : Math.floor((100 * (all.size - dirty.length)) / all.size)) : 0,
    dirty,
    problems: [...[changed.problem, change?.problem].filter((problem) => problem !== undefined), ...settingsProblems].slice(
      0,
      mostProblems,
    ),
  };
}

export const riskWords = { L: 'low', M: 'medium', H: 'high', C: 'critical' } as const satisfies Record<Risk, string>;

import { filesChangedSince, newestWorkSnapshot, type Risk, type RiskLevel, touchesOf } from '../../insight/index.ts';
import type { Changed } from '../../history/index.ts';
import { SnapError } from '../../system/index.ts';
import type { Task } from '../../memory/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import type { Workbench } from '../workbench.ts';

/** The state of the work, as the start of a task and its context show it. */
export interface WorkState {
  /** From the history of the files the task is about; without any, of those that changed. */
  readonly risk: RiskLevel | '?';
  /** What the level rests on, or why there is none, in a sentence; empty where there is nothing to judge. */
  readonly why: string;
  /** Areas the files belong to by their names: `auth`, `payment`. */
  readonly touches: readonly string[];
  /** Percent of the changed files that are committed or in the newest snapshot. */
  readonly prot: number;
  /** Files that differ from the last commit; without git, from the start of the task. */
  readonly dirty: readonly WorkspacePath[];
  /** Why git gave no answer, what could not be measured, which settings could not be used; in sentences. */
  readonly problems: readonly string[];
}

const maxProblems = 5;

/**
 * @param named the files the task is about; without any, the risk is that of what changed.
 * @param isKept the newest snapshot was taken a moment ago: everything is in it.
 * @param since what git was asked after this moment (`performance.now()`) need not be asked again.
 */
export async function workState(
  workbench: Workbench,
  {
    task,
    named,
    since,
    changed: known,
    signal,
    isKept = false,
  }: {
    readonly task: Task | undefined;
    readonly named: readonly WorkspacePath[];
    readonly since: number;
    /** What git answered already, or that it did not answer. */
    readonly changed?: Changed | undefined;
    readonly signal: AbortSignal;
    readonly isKept?: boolean;
  },
): Promise<WorkState> {
  const { history, tasks, settingsProblems } = workbench;
  // First, because it asks git again.
  const change = task === undefined ? undefined : await tasks.change(signal);
  const changed = known ?? (await history.changed(signal, since));
  const hasGit = changed.source === 'git';
  const dirty = hasGit ? changed.files.map(({ path }) => path) : (change?.paths ?? []);
  const all = new Set([...dirty, ...(change?.paths ?? [])]);
  const about = named.length > 0 ? named : dirty;
  const [unprotected, { level, why }] = await Promise.all([
    isKept || (hasGit && dirty.length === 0) ? [] : unprotectedOf(workbench, { dirty, hasGit, signal }),
    riskOf(workbench, about, signal),
  ]);
  return {
    risk: level ?? '?',
    why,
    touches: touchesOf(about).map(({ area }) => area),
    prot: unprotected === undefined ? 0 : all.size === 0 ? 100 : Math.floor((100 * (all.size - unprotected.length)) / all.size),
    dirty,
    problems: [...[changed.problem, change?.problem].filter((problem) => problem !== undefined), ...settingsProblems].slice(0, maxProblems),
  };
}

async function riskOf({ forecast }: Workbench, files: readonly WorkspacePath[], signal: AbortSignal): Promise<Pick<Risk, 'level' | 'why'>> {
  return files.length === 0 ? { why: '' } : (await forecast()).risk(files, [], signal);
}

/** The changed files that are neither in a commit nor in the newest snapshot; `undefined` where there is neither. */
async function unprotectedOf(
  { snapshots }: Workbench,
  { dirty, hasGit, signal }: { readonly dirty: readonly WorkspacePath[]; readonly hasGit: boolean; readonly signal: AbortSignal },
): Promise<readonly WorkspacePath[] | undefined> {
  try {
    const opened = await snapshots();
    const newest = newestWorkSnapshot(await opened.list());
    if (newest !== undefined) {
      const changed = new Set(await filesChangedSince(opened, newest.id, signal));
      return dirty.filter((path) => changed.has(path));
    }
  } catch (error) {
    signal.throwIfAborted();
    // With a damaged or busy store it is unknown what is protected.
    if (!(error instanceof SnapError)) throw error;
  }
  return hasGit ? dirty : undefined;
}

import { setImmediate } from 'node:timers/promises';
import { type FilesNeeded, riskWords } from '../../insight/index.ts';
import type { Changed } from '../../history/index.ts';
import type { Learning, ViolationType, Goal, Intent, StartSnapshot, Task } from '../../memory/index.ts';
import { settlesWithin, SnapError } from '../../system/index.ts';
import { ineffectiveText, type WorkspacePath } from '../../workspace/index.ts';
import { confinedPaths } from '../confined-paths.ts';
import { missingFiles, type MissingFile } from '../missing-files.ts';
import type { Workbench } from '../workbench.ts';
import { neededWithin } from './needed-files.ts';
import { workState, type WorkState } from './work-state.ts';

export interface StartInput {
  /** Without it the open task is continued. */
  readonly task: string | undefined;
  readonly files: readonly string[];
  readonly keywords: readonly string[];
  readonly intent: Intent | undefined;
  readonly goal: Goal | undefined;
}

/** An open task, and what is known about its work. */
export interface StartedWork {
  readonly task: Task;
  readonly status: 'created' | 'resumed';
  readonly snapshot: StartSnapshot;
  readonly state: WorkState;
  readonly needed: FilesNeeded;
  readonly learnings: readonly Learning[];
  readonly violations: readonly ViolationType[];
  /** Of the files that it is about. */
  readonly missing: readonly MissingFile[];
  /** What could not be recorded, in sentences. */
  readonly problems: readonly string[];
}

/** Turns of the event loop after which a question to git has been sent: the watcher's queue is read in three of them. */
const turnsToStart = 6;
/** Beside the time of the snapshot. */
const maxStatusMs = 1_500;
const maxLearnings = 3;
const maxViolations = 3;
/** More changed files are not looked at. */
const maxChanged = 200;
/** Of an event. */
const maxToldFiles = 20;

/**
 * Opens a task or resumes one: takes the snapshot, looks up what was learned and the state of the work.
 * @throws SnapError `task-open` when another task is open, `invalid-input` without a text and an open task, `invalid-path`.
 */
export async function startTask(workbench: Workbench, input: StartInput, signal: AbortSignal): Promise<StartedWork> {
  const began = performance.now();
  const { tasks } = workbench;
  const files = await confinedPaths(workbench, input.files);
  const text = input.task ?? (await tasks.current())?.task;
  if (text === undefined)
    throw new SnapError('invalid-input', 'task must say what is to be done.', {
      hint: [
        { model: 'Mode start opens a task; mode context only shows one.', person: 'Example: snap task start "fix the login redirect".' },
      ],
    });
  // git needs as long as a snapshot, so both work at once: what it answers is kept, and used for the state below.
  const asked = workbench.history.changed(signal, began).catch(() => undefined);
  // The snapshot blocks the process for milliseconds: in these turns git is started first.
  for (let turn = 0; turn < turnsToStart; turn += 1) await setImmediate();
  const question = { text: [text, ...input.keywords].join(' '), files };
  const forecast = neededWithin(workbench, question, signal);
  const { task, status, snapshot } = await tasks.start({ ...input, task: text, files }, signal);
  const changed = await answeredSoon(asked);
  const named = files.length > 0 ? files : task.files;
  const { learnings, violations, unread } = await remembered(workbench, { task, files: named, keywords: input.keywords });
  // It has read the history by then, also in the first task of a project, so that the risk is known.
  const early = await forecast;
  const state = await workState(workbench, {
    task: status === 'created' ? undefined : task,
    named,
    since: began,
    changed,
    signal,
    isKept: snapshot.kind === 'taken',
  });
  const unshown = await recordShown(
    workbench,
    learnings.map(({ id }) => id),
    task.id,
  );
  const unstored = tasks.problem();
  // Both have one cause, and this is what matters.
  const problems = [...unread, ...(unstored === undefined ? unshown : [unstored])];
  // Resumed: it was said when the task was opened.
  const ineffective =
    snapshot.kind === 'taken' && status === 'created'
      ? ineffectiveText(await (await workbench.snapshots()).ineffectiveRules(), 1)
      : undefined;
  if (ineffective !== undefined) problems.push(ineffective);
  const missing = await missingFiles(workbench, named, signal);
  const without = status === 'resumed' ? (changed?.files ?? []).slice(0, maxChanged).map(({ path }) => path) : [];
  // What was changed in the task is not named as needed any more.
  const needed = without.length === 0 ? early : await neededWithin(workbench, { ...question, without }, signal);
  tellStart(workbench, { task, status, state, learnings });
  return { task, status, snapshot, state, needed, learnings, violations: violations.slice(0, maxViolations), missing, problems };
}

/** The first answer does not wait for a git that hangs: the task opens without knowing what has changed. */
async function answeredSoon(asked: Promise<Changed | undefined>): Promise<Changed | undefined> {
  if (await settlesWithin(maxStatusMs, asked)) return asked;
  return { source: 'none', files: [], problem: `git did not answer within ${maxStatusMs / 1000} seconds.` };
}

function tellStart(
  { publish }: Workbench,
  { task, status, state, learnings }: Pick<StartedWork, 'task' | 'status' | 'state' | 'learnings'>,
): void {
  const { owner, snapshot } = task;
  publish('session.started', { task: task.id, state: status, client: owner.kind === 'connection' ? owner.client : undefined, snapshot });
  if (state.risk === 'H' || state.risk === 'C')
    publish('risk.detected', {
      level: riskWords[state.risk],
      files: task.files.length > 0 ? task.files : state.dirty.slice(0, maxToldFiles),
      factors: [state.why.replace(/\.$/, ''), ...state.touches.map((area) => `touches ${area}`)],
      task: task.id,
    });
  if (learnings.length > 0) publish('learning.matched', { learnings: learnings.map(({ id }) => id), source: 'snap', task: task.id });
}

interface About {
  readonly task: Task;
  readonly files: readonly WorkspacePath[];
  readonly keywords: readonly string[];
}

/** The project brings its learnings along: a file that cannot be read costs these, not the task, which is open by now. */
async function remembered(
  workbench: Workbench,
  about: About,
): Promise<{ readonly learnings: readonly Learning[]; readonly violations: readonly ViolationType[]; readonly unread: readonly string[] }> {
  try {
    const learnings = await learningsFor(workbench, about);
    const words = [about.task.task, ...about.keywords].join(' ');
    return { learnings, violations: await workbench.knowledge.matchingViolations(words, about.files), unread: [] };
  } catch (error) {
    if (!(error instanceof SnapError)) throw error;
    return { learnings: [], violations: [], unread: [`Learnings could not be read: ${error.message}`] };
  }
}

/** The task is open by now, and its learnings are worth showing even where that cannot be recorded. */
async function recordShown({ tasks, knowledge }: Workbench, ids: readonly string[], task: string): Promise<string[]> {
  if (ids.length === 0) return [];
  try {
    await tasks.noteShown(ids);
    await knowledge.shown(ids, task);
    return [];
  } catch (error) {
    if (!(error instanceof SnapError)) throw error;
    return [`Could not record which learnings were shown: ${error.message}`];
  }
}

/** Nothing is shown that does not match: what helped in other tasks says nothing about this one. */
async function learningsFor({ knowledge, settings }: Workbench, { task, files, keywords }: About): Promise<readonly Learning[]> {
  const max = Math.min(settings.learnings.shown, maxLearnings);
  if (max <= 0) return [];
  const text = [task.task, ...task.keywords, ...keywords].join(' ');
  const found = await knowledge.search({ text, files, intent: task.intent, max, without: task.shown });
  return found.map(({ learning }) => learning);
}

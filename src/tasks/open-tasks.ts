import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { History } from '../history/index.ts';
import { quoted, SnapError, type WritableSystem, stepName, type Sentence } from '../system/index.ts';
import type { Workspace } from '../workspace/index.ts';
import { evaluateGoal, type GoalSources } from './goals.ts';
import { keptBaselines } from './kept-baselines.ts';
import { unmeasured } from './measure.ts';
import { measureSince, snapshotOf, startSnapshot, type SnapshotsOfTasks } from './task-snapshots.ts';
import { compacted } from './compacted.ts';
import { createTaskFold, type TaskFold, ownerKey, type TaskEvent, type TaskState, type TaskStates } from './task-log.ts';
import { parseTaskLine, taskLine } from './task-line.ts';
import { additions, newTask, taskEnd } from './task-record.ts';
import { taskText } from './task-text.ts';
import type { EndTask, MeasuredChange, Owner, StartedTask, StartSnapshot, StartTask, Task, Tasks } from './tasks.ts';

export interface TasksOptions {
  readonly owner: Owner;
  readonly history: History;
  /** Patterns of what is left out, as in .gitignore. */
  readonly exclude: readonly string[];
  /** `Settings.goals`. */
  readonly goals: GoalSources;
  /** Opened with the first task. Without them what stood there is kept by the tasks themselves, and cannot be restored. */
  readonly snapshots?: () => Promise<SnapshotsOfTasks>;
}

const mostTurns = 8;
/** A log of more lines is cut down to its open tasks and the newest of the ended ones. */
const mostLines = 5_000;

/** The tasks of a workspace. Opening touches nothing. Calls are served one after the other: each decides by what the one before left. */
export function openTasks(system: WritableSystem, workspace: Workspace, options: TasksOptions): Tasks {
  const { owner, history, exclude, goals } = options;
  const from = { system, workspace, history, exclude };
  const self = ownerKey(owner);
  const log = system.log(join(workspace.privateDirectory, 'tasks.jsonl'), join(workspace.privateDirectory, 'tasks'));
  const baselines = keptBaselines(from);
  const over = new Set<string>();
  let known: { readonly lines: readonly string[]; readonly fold: TaskFold; read: number } | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  /** Whoever has begun or ended a task means no other one by "current": a second end shall not end what a dead process left. */
  let isFresh = true;

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = queue.then(work, work);
    // Its failure is told to whoever asked; the next one does not mind.
    queue = turn.catch(() => undefined);
    return turn;
  }

  async function states(): Promise<TaskStates> {
    const { lines } = await log.read();
    // The same array as long as lines are only added: then the new ones alone are read.
    if (known?.lines !== lines) known = { lines, fold: createTaskFold(), read: 0 };
    for (const line of lines.slice(known.read)) {
      const event = parseTaskLine(line);
      if (event !== undefined) known.fold.add(event);
    }
    known.read = lines.length;
    return known.fold.states;
  }

  async function write(...events: readonly TaskEvent[]): Promise<TaskStates> {
    await log.append(events.map(taskLine));
    return states();
  }

  const now = () => system.now().toISOString();
  const isOpen = ({ task }: TaskState) => task.end === undefined;
  const isOwn = (state: TaskState) => isOpen(state) && !state.isReleased && ownerKey(state.task.owner) === self;
  const newestFirst = ({ byId }: TaskStates) => [...byId.values()].toReversed();
  const openIds = async () => new Set(newestFirst(await states()).flatMap((state) => (isOpen(state) ? [state.task.id] : [])));
  const own = (all: TaskStates) => newestFirst(all).find(isOwn);

  async function isDead({ task, isReleased }: TaskState): Promise<boolean> {
    if (isReleased) return true;
    if (task.owner.kind === 'shell') return false;
    if (over.has(task.owner.nonce)) return true;
    const hasEnded = await system.hasEnded(task.owner.run);
    // Nobody comes back to life.
    if (hasEnded) over.add(task.owner.nonce);
    return hasEnded;
  }

  async function newestDead(all: TaskStates, fits: (task: Task) => boolean): Promise<TaskState | undefined> {
    for (const state of newestFirst(all)) {
      if (isOpen(state) && !isOwn(state) && fits(state.task) && (await isDead(state))) return state;
    }
    return undefined;
  }

  /** `undefined` when somebody else was quicker. */
  async function resume({ task }: TaskState, how: 'asked' | 'found', more: StartTask | undefined): Promise<Task | undefined> {
    const event = { kind: 'resumed', at: now(), id: task.id, from: ownerKey(task.owner), owner, how, more: additions(task, more) } as const;
    const state = (await write(event)).byId.get(task.id);
    return state !== undefined && isOwn(state) ? state.task : undefined;
  }

  /** The owner's task; for a connection that has had none, the newest of a dead one, which becomes its own. */
  async function current(): Promise<Task | undefined> {
    for (let turn = 0; turn < mostTurns; turn += 1) {
      const all = await states();
      const mine = own(all);
      if (mine !== undefined || owner.kind === 'shell' || !isFresh) return mine?.task;
      const dead = await newestDead(all, () => true);
      if (dead === undefined) return undefined;
      try {
        const task = await resume(dead, 'found', undefined);
        if (task !== undefined) return task;
      } catch (error) {
        // A home that takes no writes: whoever only asks gets an answer, and whoever writes hears of it then.
        if (!(error instanceof SnapError)) throw error;
        return dead.task;
      }
    }
    return undefined;
  }

  async function seen(): Promise<Task | undefined> {
    const all = await states();
    const mine = own(all);
    if (mine !== undefined || owner.kind === 'shell' || !isFresh) return mine?.task;
    return (await newestDead(all, () => true))?.task;
  }

  const changeOf = async ({ id, snapshot }: Task, signal: AbortSignal | undefined): Promise<MeasuredChange> =>
    snapshot === undefined || options.snapshots === undefined
      ? baselines.changeSince(id, signal)
      : measureSince({ system, workspace, snapshots: options.snapshots }, snapshot, signal);

  const snapshotFor = (id: string, text: string, signal: AbortSignal | undefined): Promise<StartSnapshot> =>
    startSnapshot({ snapshots: options.snapshots, owner }, { id, text }, signal);

  async function resumed(task: Task, signal: AbortSignal | undefined): Promise<StartedTask> {
    return { task, status: 'resumed', snapshot: await snapshotFor(task.id, task.task, signal) };
  }

  async function start(given: StartTask, signal: AbortSignal | undefined): Promise<StartedTask> {
    const text = taskText(given.task);
    for (let turn = 0; turn < mostTurns; turn += 1) {
      const all = await states();
      const mine = own(all);
      if (mine?.task.task === text) {
        const more = additions(mine.task, given);
        const task = Object.keys(more).length === 0 && !mine.isFound ? mine.task : await resume(mine, 'asked', given);
        if (task !== undefined) return resumed(task, signal);
        continue;
      }
      // One that was only found open is put down again: nobody asked for it.
      if (mine !== undefined && !mine.isFound) throw taskOpen(mine.task);
      const dead = owner.kind === 'shell' ? undefined : await newestDead(all, (task) => task.task === text);
      const release: readonly TaskEvent[] = mine === undefined ? [] : [{ kind: 'released', at: now(), id: mine.task.id, from: self }];
      if (dead !== undefined) {
        if (release.length > 0) await write(...release);
        const task = await resume(dead, 'asked', given);
        if (task !== undefined) return resumed(task, signal);
        continue;
      }
      const started = await create(text, given, release, signal);
      if (started !== undefined) return started;
    }
    throw new SnapError('refused', 'Other processes keep opening tasks in this workspace.', { hint: 'Try again.' });
  }

  /** `undefined` when another process of the same owner was quicker. */
  async function create(
    text: string,
    given: StartTask,
    release: readonly TaskEvent[],
    signal: AbortSignal | undefined,
  ): Promise<StartedTask | undefined> {
    const id = `task_${randomBytes(6).toString('hex')}`;
    const snapshot = await snapshotFor(id, text, signal);
    if (snapshot.kind === 'none') await baselines.keep(id, openIds, signal);
    const began = { id, text, startedAt: now(), owner, ...(snapshot.kind === 'none' ? {} : { snapshot: snapshot.id }) };
    const task = newTask(began, given);
    try {
      const all = await write(...release, { kind: 'started', task });
      if (all.byId.has(id)) return { task, status: 'created', snapshot };
    } catch (error) {
      await baselines.drop(id);
      throw error;
    }
    await baselines.drop(id);
    return undefined;
  }

  async function compactQuietly(): Promise<void> {
    if ((known?.lines.length ?? 0) <= mostLines) return;
    try {
      await log.rewrite((lines) => compacted(lines, mostLines));
    } catch (error) {
      // The end itself is on the disk; a later one tries again.
      if (!(error instanceof SnapError)) throw error;
    }
  }

  async function taskToEnd(id: string | undefined): Promise<TaskState> {
    if (id === undefined) {
      const task = await current();
      const state = task === undefined ? undefined : (await states()).byId.get(task.id);
      if (state !== undefined) return state;
      const hint = owner.kind === 'shell' ? 'Begin one with "snap task start".' : 'Begin one with snap, mode start.';
      throw new SnapError('no-task', 'No task is open here.', { hint });
    }
    const state = (await states()).byId.get(id);
    if (state === undefined) throw new SnapError('no-task', `There is no task ${quoted(id, 40)}.`, { hint: 'See "snap task list".' });
    if (!isOpen(state)) throw new SnapError('no-task', `${id} has ended already.`, { hint: 'See "snap task list".' });
    if (!isOwn(state) && !(await isDead(state))) {
      throw new SnapError('refused', `${id} belongs to a connection that is still running.`, {
        hint: 'End it there, or end that program.',
      });
    }
    return state;
  }

  async function end(given: EndTask, id: string | undefined, signal: AbortSignal | undefined): Promise<Task> {
    const { task } = await taskToEnd(id);
    const change = await changeOf(task, signal);
    const goal =
      task.goal === undefined
        ? undefined
        : await evaluateGoal({ system, workspace, sources: goals }, { goal: task.goal, startedAt: task.startedAt }, signal);
    // Nothing is written for somebody who gave up.
    signal?.throwIfAborted();
    const record = taskEnd(given, { at: now(), change, goal });
    const all = await write({ kind: 'ended', id: task.id, from: ownerKey(task.owner), end: record });
    const ended = all.byId.get(task.id)?.task;
    if (ended?.end?.at !== record.at) throw new SnapError('no-task', `${task.id} was ended or resumed by another process meanwhile.`);
    isFresh = false;
    await baselines.drop(task.id);
    await compactQuietly();
    return { ...ended, end: { ...ended.end, change } };
  }

  return {
    start: (task, signal) =>
      inTurn(async () => {
        signal?.throwIfAborted();
        const started = await start(task, signal);
        isFresh = false;
        return started;
      }),
    current: () => inTurn(current),
    seen: () => inTurn(seen),
    showed: (ids) =>
      inTurn(async () => {
        const task = ids.length === 0 ? undefined : await current();
        const fresh = ids.filter((id) => task?.shown.includes(id) === false);
        if (task !== undefined && fresh.length > 0) await write({ kind: 'shown', at: now(), id: task.id, ids: fresh });
      }),
    change: (signal) =>
      inTurn(async () => {
        const task = await current();
        return task === undefined ? unmeasured('No task is open here.') : changeOf(task, signal);
      }),
    end: (given, { id, signal } = {}) => inTurn(() => end(given, id, signal)),
    async recent(most) {
      const { byId, ended } = await states();
      return ended
        .slice(-most || ended.length)
        .flatMap((id) => byId.get(id)?.task ?? [])
        .toReversed();
    },
    async others() {
      const open = newestFirst(await states()).filter((state) => isOpen(state) && !isOwn(state));
      return Promise.all(open.map(async (state) => ({ task: state.task, isDead: await isDead(state) })));
    },
    find: async (id) => (await states()).byId.get(id)?.task,
    held: async () => newestFirst(await states()).flatMap((state) => (isOpen(state) ? snapshotOf(state.task) : [])),
  };
}

function taskOpen(task: Task): SnapError {
  const hint: Sentence = [
    'End it with ',
    stepName('endTask'),
    {
      model: ', or call snap with the same task to go on with it.',
      person: ', or start it again with the same text to go on with it.',
    },
  ];
  return new SnapError('task-open', `${task.id} is open: ${quoted(task.task, 120)}.`, { hint });
}

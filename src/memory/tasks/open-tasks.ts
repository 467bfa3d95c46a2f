import { join } from 'node:path';
import { oneByOne, type WritableSystem } from '../../system/index.ts';
import type { Workspace } from '../../workspace/index.ts';
import { currentTask, isAbandoned, peekTask } from './current-task.ts';
import { changeOf, endTask } from './end-task.ts';
import { openTask } from './open-task.ts';
import { unmeasured } from './task-snapshots.ts';
import { isOpen, isOwn, newestFirst, ownTask, type TaskContext, type TasksOptions, timestamp } from './task-context.ts';
import { ownerKey } from './task-log.ts';
import { openTaskStore } from './task-store.ts';
import type { MeasuredChange, StartedTask, StartTask, Task, Tasks } from './tasks.ts';

/** The tasks of a workspace. Opening touches nothing. Calls are served one after the other: each decides by what the one before left. */
export function openTasks(system: WritableSystem, workspace: Workspace, options: TasksOptions): Tasks {
  const context: TaskContext = {
    ...options,
    system,
    workspace,
    store: openTaskStore(system.log(join(workspace.privateDirectory, 'tasks.jsonl'), join(workspace.privateDirectory, 'tasks')), {
      holds: options.owner.kind === 'connection',
    }),
    endedOwners: new Set(),
    mayTakeOver: true,
  };
  const { owner, store } = context;
  const inTurn = oneByOne();
  return {
    start: (task, signal) => inTurn(() => start(context, task, signal)),
    current: () => inTurn(() => currentTask(context)),
    peek: () => inTurn(() => peekTask(context)),
    noteShown: (ids) => inTurn(() => noteShown(context, ids)),
    change: (signal) => inTurn(() => change(context, signal)),
    end: (given, { id, signal } = {}) => inTurn(() => endTask(context, given, id, signal)),
    release: () => inTurn(() => release(context)),
    recent: (max) => recentTasks(context, max),
    async others() {
      const open = newestFirst(await store.read()).filter((state) => isOpen(state) && !isOwn(owner, state));
      return Promise.all(open.map(async (state) => ({ task: state.task, isDead: await isAbandoned(context, state) })));
    },
    problem: () =>
      store.problem === undefined ? undefined : `The task is not stored, and lasts as long as this server: ${store.problem.message}`,
    find: async (id) => (await store.read()).byId.get(id)?.task,
  };
}

async function start(context: TaskContext, task: StartTask, signal: AbortSignal | undefined): Promise<StartedTask> {
  signal?.throwIfAborted();
  const started = await openTask(context, task, signal);
  context.mayTakeOver = false;
  return started;
}

async function noteShown(context: TaskContext, ids: readonly string[]): Promise<void> {
  const task = ids.length === 0 ? undefined : await currentTask(context);
  const fresh = ids.filter((id) => task?.shown.includes(id) === false);
  if (task !== undefined && fresh.length > 0) {
    await context.store.write({ kind: 'shown', at: timestamp(context), id: task.id, ids: fresh });
  }
}

async function release(context: TaskContext): Promise<void> {
  const { owner, store } = context;
  const own = ownTask(owner, await store.read());
  if (own !== undefined) await store.write({ kind: 'released', at: timestamp(context), id: own.task.id, from: ownerKey(owner) });
}

async function change(context: TaskContext, signal: AbortSignal | undefined): Promise<MeasuredChange> {
  const task = await currentTask(context);
  return task === undefined ? unmeasured('No task is open here.') : changeOf(context, task, signal);
}

/** Ended ones, newest first; all of them where `max` is 0. */
async function recentTasks({ store }: TaskContext, max: number): Promise<readonly Task[]> {
  const { byId, ended } = await store.read();
  return ended
    .slice(-max || ended.length)
    .flatMap((id) => byId.get(id)?.task ?? [])
    .toReversed();
}

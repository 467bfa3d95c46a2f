import { SnapError } from '../../system/index.ts';
import { isOpen, isOwn, maxAttempts, newestFirst, ownTask, type TaskContext, timestamp } from './task-context.ts';
import { ownerKey, type TaskState, type TaskStates } from './task-log.ts';
import { additions } from './task-record.ts';
import type { StartTask, Task } from './tasks.ts';

/** Whether the task has no owner any more: its process has ended, or its owner released it. A shell has no process that could end. */
export async function isAbandoned({ system, endedOwners }: TaskContext, { task, isReleased }: TaskState): Promise<boolean> {
  if (isReleased) return true;
  if (task.owner.kind === 'shell') return false;
  if (endedOwners.has(task.owner.nonce)) return true;
  const hasEnded = await system.hasEnded(task.owner.run);
  if (hasEnded) endedOwners.add(task.owner.nonce);
  return hasEnded;
}

/** The newest abandoned task that fits. */
export async function newestAbandoned(
  context: TaskContext,
  states: TaskStates,
  fits: (task: Task) => boolean,
): Promise<TaskState | undefined> {
  for (const state of newestFirst(states)) {
    if (isOpen(state) && !isOwn(context.owner, state) && fits(state.task) && (await isAbandoned(context, state))) return state;
  }
  return undefined;
}

/**
 * Makes the task the owner's own.
 * @param how whether somebody asked for it, or it was only found open.
 * @param given what a second start adds to it.
 * @returns `undefined` when another process was quicker.
 */
export async function resume(
  context: TaskContext,
  { task }: TaskState,
  how: 'asked' | 'found',
  given?: StartTask,
): Promise<Task | undefined> {
  const { owner, store } = context;
  const from = ownerKey(task.owner);
  const states = await store.write({
    kind: 'resumed',
    at: timestamp(context),
    id: task.id,
    from,
    owner,
    how,
    more: additions(task, given),
  });
  const state = states.byId.get(task.id);
  return state !== undefined && isOwn(owner, state) ? state.task : undefined;
}

/** The owner's task; for a connection that has had none, the newest abandoned one, which becomes its own. */
export async function currentTask(context: TaskContext): Promise<Task | undefined> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const states = await context.store.read();
    const own = ownTask(context.owner, states);
    if (own !== undefined || !takesOver(context)) return own?.task;
    const abandoned = await newestAbandoned(context, states, () => true);
    if (abandoned === undefined) return undefined;
    try {
      const task = await resume(context, abandoned, 'found');
      if (task !== undefined) return task;
    } catch (error) {
      // The home directory is not writable: reading still works, and the next write reports the problem.
      if (!(error instanceof SnapError)) throw error;
      return abandoned.task;
    }
  }
  return undefined;
}

/** What {@link currentTask} would return, without taking anything over. */
export async function peekTask(context: TaskContext): Promise<Task | undefined> {
  const states = await context.store.read();
  const own = ownTask(context.owner, states);
  if (own !== undefined || !takesOver(context)) return own?.task;
  return (await newestAbandoned(context, states, () => true))?.task;
}

function takesOver({ owner, mayTakeOver }: TaskContext): boolean {
  return owner.kind === 'connection' && mayTakeOver;
}

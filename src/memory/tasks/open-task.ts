import { randomBytes } from 'node:crypto';
import { quoted, type Sentence, SnapError, stepName } from '../../system/index.ts';
import { newestAbandoned, resume } from './current-task.ts';
import { maxAttempts, ownTask, type TaskContext, timestamp } from './task-context.ts';
import { ownerKey, type TaskEvent, type TaskState, type TaskStates } from './task-log.ts';
import { additions, isEmptyAddition, newTask } from './task-record.ts';
import { startSnapshot } from './task-snapshots.ts';
import { taskText } from './task-text.ts';
import type { StartedTask, StartTask, Task } from './tasks.ts';

/** As `Tasks.start`. decided again when another process was quicker. */
export async function openTask(context: TaskContext, given: StartTask, signal: AbortSignal | undefined): Promise<StartedTask> {
  const text = taskText(given.task);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const states = await context.store.read();
    const own = ownTask(context.owner, states);
    const started =
      own?.task.task === text ? await startAgain(context, own, given, signal) : await startOther(context, states, text, given, signal);
    if (started !== undefined) return started;
  }
  throw new SnapError('refused', 'Other processes keep opening tasks in this workspace.', { hint: 'Try again.' });
}

/** The owner's task is open and has the same text. */
async function startAgain(
  context: TaskContext,
  own: TaskState,
  given: StartTask,
  signal: AbortSignal | undefined,
): Promise<StartedTask | undefined> {
  const isUnchanged = isEmptyAddition(additions(own.task, given)) && !own.isFound;
  const task = isUnchanged ? own.task : await resume(context, own, 'asked', given);
  return task === undefined ? undefined : resumed(context, task, signal);
}

async function startOther(
  context: TaskContext,
  states: TaskStates,
  text: string,
  given: StartTask,
  signal: AbortSignal | undefined,
): Promise<StartedTask | undefined> {
  const { owner, store } = context;
  const own = ownTask(owner, states);
  if (own !== undefined && !own.isFound) throw taskOpen(own.task);
  // A task that was only found open is released, because it was not requested.
  const release: readonly TaskEvent[] =
    own === undefined ? [] : [{ kind: 'released', at: timestamp(context), id: own.task.id, from: ownerKey(owner) }];
  const abandoned = owner.kind === 'shell' ? undefined : await newestAbandoned(context, states, ({ task }) => task === text);
  if (abandoned === undefined) return create(context, text, given, release, signal);
  if (release.length > 0) await store.write(...release);
  const task = await resume(context, abandoned, 'asked', given);
  return task === undefined ? undefined : resumed(context, task, signal);
}

/** @returns `undefined` when another process of the same owner was quicker. */
async function create(
  context: TaskContext,
  text: string,
  given: StartTask,
  release: readonly TaskEvent[],
  signal: AbortSignal | undefined,
): Promise<StartedTask | undefined> {
  const { owner, store } = context;
  const id = `task_${randomBytes(6).toString('hex')}`;
  const snapshot = await startSnapshot(context, { id, text }, signal);
  const task = newTask(
    { id, text, startedAt: timestamp(context), owner, snapshot: snapshot.kind === 'none' ? undefined : snapshot.id },
    given,
  );
  const states = await store.write(...release, { kind: 'started', task });
  return states.byId.has(id) ? { task, status: 'created', snapshot } : undefined;
}

async function resumed(context: TaskContext, task: Task, signal: AbortSignal | undefined): Promise<StartedTask> {
  return { task, status: 'resumed', snapshot: await startSnapshot(context, { id: task.id, text: task.task }, signal) };
}

function taskOpen(task: Task): SnapError {
  const hint: Sentence = [
    'End it with ',
    stepName('endTask'),
    {
      model: ', or call snap with the same task to continue it.',
      person: ', or start it again with the same text to continue it.',
    },
  ];
  return new SnapError('task-open', `${task.id} is open: ${quoted(task.task, 120)}.`, { hint });
}

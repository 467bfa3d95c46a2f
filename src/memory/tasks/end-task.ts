import { quoted, SnapError, type Sentence } from '../../system/index.ts';
import { currentTask, isAbandoned } from './current-task.ts';
import { evaluateGoal } from './goals.ts';
import { isOpen, isOwn, type TaskContext, timestamp } from './task-context.ts';
import { ownerKey, type TaskState } from './task-log.ts';
import { taskEnd } from './task-record.ts';
import { measureSince, unmeasured } from './task-snapshots.ts';
import type { EndTask, GoalResult, MeasuredChange, Task } from './tasks.ts';

/** As `Tasks.end`. */
export async function endTask(
  context: TaskContext,
  given: EndTask,
  id: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Task> {
  const { task } = await taskToEnd(context, id);
  const change = await changeOf(context, task, signal);
  const goal = await goalResult(context, task, signal);
  // Nothing is written once the caller has given up.
  signal?.throwIfAborted();
  const record = taskEnd(given, { at: timestamp(context), change, goal });
  const states = await context.store.write({ kind: 'ended', id: task.id, from: ownerKey(task.owner), end: record });
  const ended = states.byId.get(task.id)?.task;
  if (ended?.end?.at !== record.at) throw new SnapError('no-task', `${task.id} was ended or resumed by another process meanwhile.`);
  context.mayTakeOver = false;
  await context.store.compact();
  return { ...ended, end: { ...ended.end, change } };
}

/** What changed since the task began. */
export async function changeOf(context: TaskContext, { snapshot }: Task, signal: AbortSignal | undefined): Promise<MeasuredChange> {
  return snapshot === undefined ? unmeasured('No snapshot was taken at its start.') : measureSince(context, snapshot, signal);
}

async function goalResult(
  { system, workspace, goals }: TaskContext,
  { goal, startedAt }: Task,
  signal: AbortSignal | undefined,
): Promise<GoalResult | undefined> {
  return goal === undefined ? undefined : evaluateGoal({ system, workspace, sources: goals }, { goal, startedAt }, signal);
}

const seeTasks: Sentence = [{ model: 'Call snap with mode context to see the tasks.', person: 'See "snap task list".' }];

/** @throws SnapError `no-task` where there is none to end, `refused` where somebody else works on it. */
async function taskToEnd(context: TaskContext, id: string | undefined): Promise<TaskState> {
  const { owner, store } = context;
  if (id === undefined) {
    const task = await currentTask(context);
    const state = task === undefined ? undefined : (await store.read()).byId.get(task.id);
    if (state !== undefined) return state;
    throw new SnapError('no-task', 'No task is open here.', {
      hint: [{ model: 'Start one with snap, mode start.', person: 'Start one with "snap task start".' }],
    });
  }
  const state = (await store.read()).byId.get(id);
  if (state === undefined) throw new SnapError('no-task', `There is no task ${quoted(id, 40)}.`, { hint: seeTasks });
  if (!isOpen(state)) throw new SnapError('no-task', `${id} has ended already.`, { hint: seeTasks });
  if (!isOwn(owner, state) && !(await isAbandoned(context, state))) {
    throw new SnapError('refused', `${id} belongs to a connection that is still running.`, { hint: 'End it there, or end that program.' });
  }
  return state;
}

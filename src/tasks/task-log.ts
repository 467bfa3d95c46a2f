import type { Owner, Task, TaskEnd } from './tasks.ts';

/** What is written about tasks, one line each. The state of a task is what these lines make of it, in their order. */
export type TaskEvent =
  | { readonly kind: 'started'; readonly task: Task }
  /** `from`: whose it was for the one who decided. Of two who resume the same task, the second finds another owner, and loses. */
  | {
      readonly kind: 'resumed';
      readonly at: string;
      readonly id: string;
      readonly from: string;
      readonly owner: Owner;
      /** `asked`: somebody started it anew; `found`: it was there when the current task was asked for. */
      readonly how: 'asked' | 'found';
      readonly more: Partial<Pick<Task, 'files' | 'keywords' | 'intent' | 'intentGiven' | 'goal'>>;
    }
  /** Put down by an owner who goes on with another one: as if its process had ended. */
  | { readonly kind: 'released'; readonly at: string; readonly id: string; readonly from: string }
  | { readonly kind: 'shown'; readonly at: string; readonly id: string; readonly ids: readonly string[] }
  | { readonly kind: 'ended'; readonly id: string; readonly from: string; readonly end: TaskEnd };

/** A task and what is known of it beside. */
export interface TaskState {
  readonly task: Task;
  /** Its owner did not ask for it. */
  readonly isFound: boolean;
  /** Its owner put it down. */
  readonly isReleased: boolean;
}

/** All tasks in the order of their starts; ended ones besides in the order of their ends. */
export interface TaskStates {
  readonly byId: ReadonlyMap<string, TaskState>;
  readonly ended: readonly string[];
}

/** What tells owners apart. All shells are one. */
export function ownerKey(owner: Owner): string {
  return owner.kind === 'shell' ? 'shell' : owner.nonce;
}

/**
 * What the lines say, line by line. An event that comes too late (a second start of one owner, a task that has another owner by now, one
 * that has ended) changes nothing: so two processes that decide at once are judged by the order of their lines, and each reads who won.
 */
export interface TaskFold {
  /** As of the last event; grows with each. */
  readonly states: TaskStates;
  add(event: TaskEvent): void;
}

export function createTaskFold(): TaskFold {
  const byId = new Map<string, TaskState>();
  const ended: string[] = [];
  /** By {@link ownerKey}: the open task an owner works on. */
  const held = new Map<string, string>();

  const letGo = (task: Task) => {
    if (held.get(ownerKey(task.owner)) === task.id) held.delete(ownerKey(task.owner));
  };

  const add = (event: TaskEvent): void => {
    if (event.kind === 'started') {
      const { task } = event;
      if (byId.has(task.id) || held.has(ownerKey(task.owner))) return;
      byId.set(task.id, { task, isFound: false, isReleased: false });
      held.set(ownerKey(task.owner), task.id);
      return;
    }
    const state = byId.get(event.id);
    if (state === undefined || state.task.end !== undefined) return;
    const { task } = state;
    if (event.kind === 'shown') {
      byId.set(task.id, { ...state, task: { ...task, shown: [...new Set([...task.shown, ...event.ids])] } });
      return;
    }
    if (ownerKey(task.owner) !== event.from) return;
    switch (event.kind) {
      case 'resumed': {
        const holds = held.get(ownerKey(event.owner));
        if (holds !== undefined && holds !== task.id) return;
        letGo(task);
        held.set(ownerKey(event.owner), task.id);
        byId.set(task.id, { task: { ...task, ...event.more, owner: event.owner }, isFound: event.how === 'found', isReleased: false });
        break;
      }
      case 'released':
        letGo(task);
        byId.set(task.id, { ...state, isReleased: true });
        break;
      case 'ended':
        letGo(task);
        byId.set(task.id, { ...state, task: { ...task, end: event.end } });
        ended.push(task.id);
        break;
      default:
        event satisfies never;
    }
  };

  return { states: { byId, ended }, add };
}

/** {@link createTaskFold} over all of them. */
export function foldTasks(events: readonly TaskEvent[]): TaskStates {
  const fold = createTaskFold();
  for (const event of events) fold.add(event);
  return fold.states;
}

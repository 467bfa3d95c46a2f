import type { Owner, Task, TaskEnd } from './tasks.ts';

/** What is recorded about tasks, one line each. The state of a task follows from these lines in their order. */
export type TaskEvent =
  | { readonly kind: 'started'; readonly task: Task }
  /** `from`: the owner when this was decided. If two resume the same task, the second event no longer fits, and loses. */
  | {
      readonly kind: 'resumed';
      readonly at: string;
      readonly id: string;
      readonly from: string;
      readonly owner: Owner;
      /** `asked`: somebody started it again; `found`: it was open when the current task was looked for. */
      readonly how: 'asked' | 'found';
      readonly more: Additions;
    }
  /** Its owner continues with another task: as if its process had ended. */
  | { readonly kind: 'released'; readonly at: string; readonly id: string; readonly from: string }
  | { readonly kind: 'shown'; readonly at: string; readonly id: string; readonly ids: readonly string[] }
  | { readonly kind: 'ended'; readonly id: string; readonly from: string; readonly end: TaskEnd };

type AddedKey = 'files' | 'keywords' | 'intent' | 'intentGiven' | 'goal';
/** Fields that a second start of a task changes; the others stay. */
export type Additions = { readonly [Key in AddedKey]?: Task[Key] | undefined };

/** A task and what is known of it in addition. */
export interface TaskState {
  readonly task: Task;
  /** Its owner did not ask for it. */
  readonly isFound: boolean;
  /** Its owner released it. */
  readonly isReleased: boolean;
}

/** All tasks in the order of their starts; the ids of the ended ones in the order of their ends. */
export interface TaskStates {
  readonly byId: ReadonlyMap<string, TaskState>;
  readonly ended: readonly string[];
}

/** Identifies an owner. All shells are one. */
export function ownerKey(owner: Owner): string {
  return owner.kind === 'shell' ? 'shell' : owner.nonce;
}

/**
 * Builds the states event by event. An event that comes too late (a second start of one owner, a task that has another owner now, or has
 * ended) changes nothing: of two processes that decide at once, the order of their lines says which one won, and both read it.
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

  const release = (task: Task) => {
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
        release(task);
        held.set(ownerKey(event.owner), task.id);
        byId.set(task.id, { task: withAdditions(task, event.more, event.owner), isFound: event.how === 'found', isReleased: false });
        break;
      }
      case 'released':
        release(task);
        byId.set(task.id, { ...state, isReleased: true });
        break;
      case 'ended':
        release(task);
        byId.set(task.id, { ...state, task: { ...task, end: event.end } });
        ended.push(task.id);
        break;
      default:
        event satisfies never;
    }
  };

  return { states: { byId, ended }, add };
}

function withAdditions(task: Task, more: Additions, owner: Owner): Task {
  return {
    ...task,
    files: more.files ?? task.files,
    keywords: more.keywords ?? task.keywords,
    intent: more.intent ?? task.intent,
    intentGiven: more.intentGiven ?? task.intentGiven,
    goal: more.goal ?? task.goal,
    owner,
  };
}

/** The states after all of these events. */
export function foldTasks(events: readonly TaskEvent[]): TaskStates {
  const fold = createTaskFold();
  for (const event of events) fold.add(event);
  return fold.states;
}

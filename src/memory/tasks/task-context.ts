import type { Snapshots } from '../../snapshots/index.ts';
import type { WritableSystem } from '../../system/index.ts';
import type { Workspace } from '../../workspace/index.ts';
import type { GoalSources } from './goals.ts';
import { ownerKey, type TaskState, type TaskStates } from './task-log.ts';
import type { TaskStore } from './task-store.ts';
import type { Owner } from './tasks.ts';

/** What tasks need of the snapshots of their workspace. */
type SnapshotsOfTasks = Pick<Snapshots, 'take' | 'find' | 'changes' | 'content'>;

export interface TasksOptions {
  readonly owner: Owner;
  /** `Settings.goals`. */
  readonly goals: GoalSources;
  /** Opened with the first task. */
  readonly snapshots: () => Promise<SnapshotsOfTasks>;
}

/** What all operations on the tasks of one workspace share. */
export interface TaskContext extends TasksOptions {
  readonly system: WritableSystem;
  readonly workspace: Workspace;
  readonly store: TaskStore;
  /** By their nonces: connections whose process has ended. */
  readonly endedOwners: Set<string>;
  /**
   * Whether a connection without a task of its own takes over one whose process has ended. No longer after it started or ended one:
   * otherwise ending twice would end a task of another owner.
   */
  mayTakeOver: boolean;
}

/** How often an operation is decided again when another process was quicker. */
export const maxAttempts = 8;

export function timestamp({ system }: Pick<TaskContext, 'system'>): string {
  return system.now().toISOString();
}

export function isOpen({ task }: TaskState): boolean {
  return task.end === undefined;
}

/** Whether the owner is working on this task. */
export function isOwn(owner: Owner, state: TaskState): boolean {
  return isOpen(state) && !state.isReleased && ownerKey(state.task.owner) === ownerKey(owner);
}

/** The open task of the owner. */
export function ownTask(owner: Owner, states: TaskStates): TaskState | undefined {
  return newestFirst(states).find((state) => isOwn(owner, state));
}

export function newestFirst({ byId }: TaskStates): readonly TaskState[] {
  return [...byId.values()].toReversed();
}

import type { SnapshotId } from '../snapshots/index.ts';
import type { ProcessRun } from '../system/index.ts';
import type { WorkspacePath } from '../workspace/index.ts';

/** What a task may be opened with. */
export const taskIntents = ['implement', 'debug', 'refactor', 'review', 'explore'] as const;
export const intents = [...taskIntents, 'test', 'deploy'] as const;
export type Intent = (typeof intents)[number];
export const outcomes = ['completed', 'abandoned', 'blocked'] as const;
export type Outcome = (typeof outcomes)[number];

/** Who works on a task. A shell has no connection that could die. */
export type Owner =
  | { readonly kind: 'connection'; readonly run: ProcessRun; readonly nonce: string; readonly client?: string }
  | { readonly kind: 'shell' };

export interface Goal {
  readonly metric: 'bundle' | 'performance' | 'coverage';
  readonly target: number;
  readonly unit: string;
}

export interface Task {
  /** `task_` and twelve hex digits. */
  readonly id: string;
  readonly task: string;
  readonly files: readonly WorkspacePath[];
  readonly keywords: readonly string[];
  readonly intent: Intent;
  /** Guessed from the words when it was not given. */
  readonly intentGiven: boolean;
  readonly goal?: Goal;
  readonly startedAt: string;
  readonly owner: Owner;
  /** Ids of learnings that were shown in it. */
  readonly shown: readonly string[];
  /** What stood here when it began; its change is measured against it. */
  readonly snapshot?: string;
  readonly end?: TaskEnd;
}

export interface TaskEnd {
  readonly at: string;
  readonly outcome: Outcome;
  readonly notes?: string;
  readonly efficiency?: { readonly saved?: string; readonly prevented?: string; readonly helped?: string };
  readonly survey?: Survey;
  readonly learnings: readonly string[];
  readonly change: MeasuredChange;
  readonly goal?: GoalResult;
}

export interface Survey {
  readonly patterns_used?: number;
  readonly pitfalls_avoided?: number;
  readonly helpfulness?: number;
  readonly unhelpful_count?: number;
}

/** What changed in the workspace since the task began, compared with what stood there then. */
export interface MeasuredChange {
  readonly files: number;
  readonly added: number;
  readonly removed: number;
  /** Changed files whose lines could not be counted: binary, too large, unreadable. */
  readonly uncounted: number;
  /** Why nothing could be measured; then the figures are 0 and mean nothing. */
  readonly problem?: string;
  readonly paths: readonly WorkspacePath[];
}

export interface GoalResult extends Goal {
  readonly status: 'reached' | 'missed' | 'not measured';
  readonly measured?: number;
  /** Why it was not measured, or how it was. */
  readonly reason: string;
}

export interface StartTask {
  readonly task: string;
  readonly files: readonly WorkspacePath[];
  readonly keywords: readonly string[];
  readonly intent?: Intent | undefined;
  readonly goal?: Goal | undefined;
}

export interface EndTask extends Pick<TaskEnd, 'notes' | 'efficiency' | 'survey'> {
  readonly outcome: Outcome;
  /** Ids of learnings that were saved with it. */
  readonly learnings: readonly string[];
}

/** The files as they are when work on a task begins or goes on; or why they are not kept, in words. */
export type StartSnapshot =
  | { readonly kind: 'taken'; readonly id: SnapshotId; readonly number: number; readonly isNew: boolean }
  | { readonly kind: 'none'; readonly reason: string };

export interface StartedTask {
  readonly task: Task;
  readonly status: 'created' | 'resumed';
  readonly snapshot: StartSnapshot;
}

/** The tasks of one workspace, as one owner sees them. */
export interface Tasks {
  /**
   * Opens a task, or resumes the one with the same text: the owner's own, else for a connection the newest of a dead one. A snapshot
   * is taken both times, so that nothing of before is lost; where none can be taken the task is opened all the same.
   * @throws SnapError `task-open` naming the other task, when one with another text is open; `usage` for an empty or oversized text.
   */
  start(task: StartTask, signal?: AbortSignal): Promise<StartedTask>;
  /**
   * The owner's open task. For a connection that has neither started nor ended one, the newest that a dead connection left, which
   * becomes its own; where that cannot be written down, it is told all the same.
   */
  current(): Promise<Task | undefined>;
  /** What {@link current} would answer, without taking anything over: for those that only look. */
  seen(): Promise<Task | undefined>;
  /** Notes that learnings were shown in the current task, so that none is shown twice. */
  showed(ids: readonly string[]): Promise<void>;
  /** Since the current task began. */
  change(signal?: AbortSignal): Promise<MeasuredChange>;
  /** Ends the current task (or the one named, for the shell). @throws SnapError `no-task`. */
  end(end: EndTask, options?: { readonly id?: string; readonly signal?: AbortSignal }): Promise<Task>;
  /** Ended ones, newest first. */
  recent(most: number): Promise<readonly Task[]>;
  /** Open tasks of other owners, newest first; `isDead`: their process is over. */
  others(): Promise<readonly { readonly task: Task; readonly isDead: boolean }[]>;
  find(id: string): Promise<Task | undefined>;
  /** The snapshots that open tasks of anybody began with: they are not to be removed. Waits for no other call. */
  held(): Promise<readonly SnapshotId[]>;
}

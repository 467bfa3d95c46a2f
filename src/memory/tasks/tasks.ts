import type { SnapshotId } from '../../snapshots/index.ts';
import type { ProcessRun } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';

/** What a task may be opened with. */
export const taskIntents = ['implement', 'debug', 'refactor', 'review', 'explore'] as const;
export const intents = [...taskIntents, 'test', 'deploy'] as const;
export type Intent = (typeof intents)[number];
export const outcomes = ['completed', 'abandoned', 'blocked'] as const;
export type Outcome = (typeof outcomes)[number];

/** Who works on a task. A shell has no process that ends. */
export type Owner =
  | { readonly kind: 'connection'; readonly run: ProcessRun; readonly nonce: string; readonly client?: string | undefined }
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
  /** False when it was guessed from the words. */
  readonly intentGiven: boolean;
  readonly goal?: Goal | undefined;
  readonly startedAt: string;
  readonly owner: Owner;
  /** Ids of learnings that were shown in it. */
  readonly shown: readonly string[];
  /** The snapshot of the files when it began; its change is measured against it. */
  readonly snapshot?: string | undefined;
  readonly end?: TaskEnd | undefined;
}

export interface TaskEnd {
  readonly at: string;
  readonly outcome: Outcome;
  readonly notes?: string | undefined;
  readonly efficiency?:
    | { readonly saved?: string | undefined; readonly prevented?: string | undefined; readonly helped?: string | undefined }
    | undefined;
  readonly survey?: Survey | undefined;
  readonly learnings: readonly string[];
  readonly change: MeasuredChange;
  readonly goal?: GoalResult | undefined;
}

export interface Survey {
  readonly patterns_used?: number | undefined;
  readonly pitfalls_avoided?: number | undefined;
  readonly helpfulness?: number | undefined;
  readonly unhelpful_count?: number | undefined;
  /** Ids of learnings that were used. */
  readonly used?: readonly string[] | undefined;
  /** Ids of learnings that were wrong. */
  readonly wrong?: readonly string[] | undefined;
}

/** What changed in the workspace since the task began. */
export interface MeasuredChange {
  readonly files: number;
  readonly added: number;
  readonly removed: number;
  /** Changed files whose lines could not be counted: binary, too large, unreadable. */
  readonly uncounted: number;
  /** Why nothing could be measured; then all figures are 0. */
  readonly problem?: string | undefined;
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

/** The snapshot of the files when work on a task begins or continues; or the reason why there is none. */
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
   * Opens a task, or resumes the one with the same text: the owner's own, else for a connection the newest of a process that has ended.
   * A snapshot is taken both times; where none can be taken the task is opened anyway.
   * @throws SnapError `task-open` naming the other task, when one with another text is open; `usage` for an empty or oversized text.
   */
  start(task: StartTask, signal?: AbortSignal): Promise<StartedTask>;
  /**
   * The owner's open task. For a connection that has neither started nor ended one, the newest of a process that has ended, which becomes
   * its own; where that cannot be recorded, it is returned anyway.
   */
  current(): Promise<Task | undefined>;
  /** What {@link current} would return, without taking anything over. */
  peek(): Promise<Task | undefined>;
  /** Records that learnings were shown in the current task, so that none is shown twice. */
  noteShown(ids: readonly string[]): Promise<void>;
  /** What changed since the current task began. */
  change(signal?: AbortSignal): Promise<MeasuredChange>;
  /** Ends the current task (or the one named, for the shell). @throws SnapError `no-task`. */
  end(end: EndTask, options?: { readonly id?: string | undefined; readonly signal?: AbortSignal | undefined }): Promise<Task>;
  /** Leaves the owner's open task to others: for an owner that ends before its process does. */
  release(): Promise<void>;
  /** Ended ones, newest first, at most `max`; all where that is 0. */
  recent(max: number): Promise<readonly Task[]>;
  /** Open tasks of other owners, newest first; `isDead`: their process has ended. */
  others(): Promise<readonly { readonly task: Task; readonly isDead: boolean }[]>;
  find(id: string): Promise<Task | undefined>;
  /** Why this connection's task is known to this process alone, as a sentence; `undefined` when it is stored. */
  problem(): string | undefined;
}

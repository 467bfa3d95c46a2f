import type { Gc, Learning, Restored, RestorePlan, Snapshot, StoreState, Task, TreeChange, ViolationType } from '../core.ts';

/** What the thread of the workspace does for the views: plain data in, plain data out. */
export interface Calls {
  /** The snapshots of the workspace, newest first. `isTrusted` false: nothing is written, not even a lock. */
  list(isTrusted: boolean): Promise<Listed>;
  /** What differs from a snapshot; `working`: the files as they are. */
  changes(from: string, to: string): Promise<readonly TreeChange[]>;
  /** The bytes of a file in a snapshot. `isTrusted` false: git is not asked for those that are still only in its repository. */
  content(id: string, path: string, isTrusted: boolean): Promise<Content>;
  take(message: string | undefined): Promise<{ readonly snapshot: Snapshot; readonly isNew: boolean }>;
  planRestore(id: string, paths: readonly string[] | undefined): Promise<Plan>;
  restore(id: string, paths: readonly string[] | undefined): Promise<Restored>;
  /** `undefined`: there is none to undo. */
  planUndo(): Promise<Plan | undefined>;
  undo(): Promise<Restored | undefined>;
  settle(how: 'finish' | 'back'): Promise<Restored | undefined>;
  known(): Promise<Known>;
  judge(id: string, verdict: 'helped' | 'wrong'): Promise<void>;
  restoreLearning(id: string): Promise<void>;
  gc(action: Gc['action']): Promise<Gc>;
}

/** How far a call is, and its end before its time. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((done: number, total?: number) => void) | undefined;
}

export interface Listed {
  /** The real path of the workspace. */
  readonly root: string;
  readonly snapshots: readonly Snapshot[];
  readonly interrupted?: StoreState['interrupted'];
}

export type Plan = Pick<RestorePlan, 'target' | 'changes' | 'conflicts' | 'missing'>;

/** A file of a snapshot, as an editor can show it. */
export type Content =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** There is none in this snapshot. */
  | { readonly kind: 'absent' }
  /** Still only in git's repository, and git is not asked in a workspace that is not trusted. */
  | { readonly kind: 'with-git' };

/** What is known about the workspace, and what is worked on. */
export interface Known {
  readonly open: readonly { readonly task: Task; readonly isOwn: boolean; readonly isDead: boolean }[];
  readonly learnings: readonly Learning[];
  readonly archived: readonly Learning[];
  readonly violations: readonly ViolationType[];
  /** What is wrong with the files of the store, as sentences. */
  readonly faults: readonly string[];
}

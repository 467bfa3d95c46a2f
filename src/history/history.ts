import type { WorkspacePath } from '../workspace/index.ts';
import type { CommitWindow } from './commits.ts';
import type { Past } from './past.ts';

/**
 * Which changes a diff is about. `staged`: the index against the last commit; `changed`: the disk against the index; `uncommitted`: the
 * disk against the last commit, and files that git does not know yet.
 */
export type DiffKind = 'staged' | 'changed' | 'uncommitted';

/** Lines from 1, both included. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** What a diff adds. */
export interface AddedLines {
  /** Each file that the diff changes and that is there after it; without ranges where it only removes lines. */
  readonly files: ReadonlyMap<WorkspacePath, readonly LineRange[]>;
  /** Why it is not known, in a sentence. */
  readonly problem?: string | undefined;
}

/** What version control knows; reads only. Without git every answer is empty and `source` says so. */
export interface History {
  /**
   * What differs from the last commit, untracked files included.
   * @param since a moment (`performance.now()`): the answer to a question asked after it will do. Without it git is asked.
   */
  changed(signal?: AbortSignal, since?: number): Promise<Changed>;
  /** The files that a diff changes, and the lines that it adds to each. */
  addedLines(kind: DiffKind, signal?: AbortSignal): Promise<AddedLines>;
  /** The newest commits as far as they are known by now, and what is missing of them. */
  commits(signal?: AbortSignal): Promise<CommitWindow>;
  /** Files that usually change together with the given ones and are not among them, most certain first. */
  companions(files: readonly WorkspacePath[], signal?: AbortSignal): Promise<readonly Companion[]>;
  /** Commits in the window that touched each file, most first. */
  churn(signal?: AbortSignal): Promise<ReadonlyMap<WorkspacePath, number>>;
  /** Those of the files that change far more often than others: in ten commits or more, and among the 10 % that change most. */
  hot(files: readonly WorkspacePath[], signal?: AbortSignal): Promise<readonly HotFile[]>;
  /** The commit that is checked out; `undefined` before the first, or without git. */
  head(): Promise<{ readonly commit: string; readonly branch?: string | undefined } | undefined>;
  /** The content of a file in a commit; `undefined` when it is not there. */
  contentAt(commit: string, file: WorkspacePath): Promise<Uint8Array | undefined>;
  /** What existed before the commit that is checked out. */
  past(): Promise<Past>;
}

export interface Changed {
  readonly source: 'git' | 'none';
  /** Why nothing is known, in one sentence. */
  readonly problem?: string | undefined;
  /** The commit they differ from; absent before the first. */
  readonly head?: string | undefined;
  readonly files: readonly {
    readonly path: WorkspacePath;
    readonly state: 'modified' | 'added' | 'deleted' | 'renamed' | 'untracked' | 'conflicted';
    /** The path of a renamed file in the last commit, if that is in the workspace too. */
    readonly from?: WorkspacePath | undefined;
  }[];
}

export interface HotFile {
  readonly file: WorkspacePath;
  readonly commits: number;
}

export interface Companion {
  readonly file: WorkspacePath;
  /** The given file it goes with. */
  readonly goesWith: WorkspacePath;
  /** Commits that changed both, and commits that changed `goesWith`. */
  readonly together: number;
  readonly of: number;
  /** 0 to 1. */
  readonly confidence: number;
}

import type { WorkspacePath } from '../workspace/index.ts';

/** What existed in earlier commits. Without git every answer is empty. */
export interface Past {
  /** Whether every commit is here, so that what is not found never existed; else why not. */
  extent(signal?: AbortSignal): Promise<{ readonly isComplete: boolean; readonly problem?: string | undefined }>;
  /** Files that a commit deleted or renamed, by the newest such commit. One that was created again is among them too. */
  deletions(signal?: AbortSignal): Promise<ReadonlyMap<WorkspacePath, Moment>>;
  /** New names of the files that one commit renamed, found by their content. */
  renamesIn(commit: string, signal?: AbortSignal): Promise<ReadonlyMap<WorkspacePath, WorkspacePath>>;
  /** The lines that each commit took out of a file and put into it, newest first. */
  lineChanges(file: WorkspacePath, signal?: AbortSignal): Promise<readonly LineChanges[]>;
  /** When each line of a file was last changed; by its text, since the file may differ from the commit. */
  lineTimes(file: WorkspacePath, signal?: AbortSignal): Promise<ReadonlyMap<string, Moment>>;
}

/** A commit and its time. */
export interface Moment {
  readonly commit: string;
  /** Seconds since 1970. */
  readonly at: number;
}

export interface LineChanges extends Moment {
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

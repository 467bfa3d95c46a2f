import type { WorkspacePath } from '../workspace/index.ts';

/**
 * Why a commit says little about which files belong together. `merge`: it has no files of its own here; `bot`: a program made it; `release`: it
 * raises a version; `large`: it changes more than {@link maxFilesOfCommit} files, or is where a shallow clone begins.
 */
export type CommitMark = 'merge' | 'bot' | 'release' | 'large';

/** Larger commits say little about any two of their files. */
export const maxFilesOfCommit = 30;

export interface Commit {
  readonly id: string;
  /** Seconds since 1970. */
  readonly at: number;
  /** Its first 200 characters. Foreign text: cleaned before it is shown. */
  readonly subject: string;
  /** Equal for commits of one author; the address cannot be read from it. */
  readonly author: string;
  /** Under the names they have today; those that were deleted since are among them. */
  readonly files: readonly WorkspacePath[];
  /** Empty for a commit that counts. */
  readonly marks: readonly CommitMark[];
}

/** The newest commits, newest first. */
export interface CommitWindow {
  readonly commits: readonly Commit[];
  /** Files that were deleted and not created again. */
  readonly deleted: ReadonlySet<WorkspacePath>;
  /** What is missing, in a few words each: `no git`, `no commit yet`, `a shallow clone`, `only the newest 300 commits were read so far`. */
  readonly limits: readonly string[];
}

/** As much of a window as the questions about files that changed together need. */
export interface ChangesWindow {
  readonly commits: readonly Pick<Commit, 'at' | 'files'>[];
  readonly deleted: ReadonlySet<WorkspacePath>;
}

/** A window without commits. @param limits why there are none. */
export function noCommits(...limits: readonly string[]): CommitWindow {
  return { commits: [], deleted: new Set(), limits };
}

import type { Commit } from '../../history/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import { isProgramCode } from './program-code.ts';
import { isFix } from './fix-subject.ts';

/** A commit as far as it counts here: its program code, in the order of time. */
export interface CodeCommit {
  readonly at: number;
  readonly isFix: boolean;
  readonly code: readonly WorkspacePath[];
}

/** A fix belongs to the commits before it that changed a same file, as far back as this. */
export const reach = 30;

/**
 * The commits that count, oldest first: no merges, bots, releases or large commits. Those without program code stay among them: they are
 * what {@link reach} is counted in.
 * @param commits newest first.
 */
export function codeCommits(commits: readonly Pick<Commit, 'at' | 'subject' | 'files' | 'marks'>[]): readonly CodeCommit[] {
  const kept: CodeCommit[] = [];
  // Most commits change files that others changed too.
  const seen = new Map<WorkspacePath, boolean>();
  const isCode = (file: WorkspacePath): boolean => {
    const known = seen.get(file) ?? isProgramCode(file);
    seen.set(file, known);
    return known;
  };
  for (const { at, files, marks, subject } of commits) {
    if (marks.length > 0) continue;
    const code = files.filter(isCode);
    kept.push({ at, isFix: code.length > 0 && isFix(subject), code });
  }
  return kept.toReversed();
}

/** For each commit the number of its files that a fix among the next {@link reach} commits changed. */
export function followedByFix(commits: readonly CodeCommit[]): readonly number[] {
  const nextFix = new Map<WorkspacePath, number>();
  const followed: number[] = Array.from({ length: commits.length }, () => 0);
  for (let i = commits.length - 1; i >= 0; i--) {
    const { code, isFix: fixes } = commits[i] ?? { code: [], isFix: false };
    followed[i] = code.filter((file) => (nextFix.get(file) ?? Infinity) <= i + reach).length;
    if (fixes) for (const file of code) nextFix.set(file, i);
  }
  return followed;
}

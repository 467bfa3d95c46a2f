import type { WorkspacePath } from '../../workspace/index.ts';
import { cleanLine, count, cut } from '../../system/index.ts';
import type { RiskBefore } from '../forecast.ts';
import type { Thin } from './risk-model.ts';
import { shownCommits } from './track-record.ts';

/** Why there is no level: the reasons without a count. */
export const why = {
  noGit: 'There is no git history here.',
  reading: 'The history is being read.',
  noCode: 'None of these files is program code, and fixes are counted for that only.',
  noCommit: 'No commit of these files is known.',
  noFiles: 'No files are named and none has changed.',
} as const;

/** Why the history of a project carries no level. */
export function sayThin(thin: Thin, { commits, fixes }: { readonly commits: number; readonly fixes: number }): string {
  switch (thin) {
    case 'few commits':
      return `The history is too short to judge by: ${count(commits, 'commit')} of program code.`;
    case 'few fixes':
      return `Too few fixes are known to judge by: ${fixes} in ${count(commits, 'commit')}.`;
    case 'no difference':
      return 'Fixes here do not come where earlier ones came, so the history says nothing of this.';
    default:
      return thin satisfies never;
  }
}

/** `5 of the last 12 commits here were followed by a fix (project: 2 of 12)`; of several files the one that was followed most often. */
export function sayRecord({ files, project }: Pick<RiskBefore, 'files' | 'project'>): string | undefined {
  const most = mostFollowed(files);
  if (most === undefined) return undefined;
  const { commits, file, followedByFix } = most;
  const where = files.length === 1 ? 'here' : `of ${cut(cleanLine(file), 120)}`;
  const usual = project.commits === 0 ? '' : ` (project: ${usualOf(project)} of ${shownCommits})`;
  if (commits === 1) return `the one commit ${where} was ${followedByFix === 0 ? 'not ' : ''}followed by a fix${usual}`;
  const which = commits < shownCommits ? `the ${commits} commits` : `the last ${commits} commits`;
  const verb = followedByFix === 1 ? 'was' : 'were';
  return `${followedByFix === 0 ? 'none' : followedByFix} of ${which} ${where} ${verb} followed by a fix${usual}`;
}

/** The file with the highest share of followed commits; one commit of one says less than eight of twelve. */
export function mostFollowed(files: RiskBefore['files']): RiskBefore['files'][number] | undefined {
  const share = ({ commits, followedByFix }: { readonly commits: number; readonly followedByFix: number }): number =>
    (followedByFix + 0.5) / (commits + 3);
  return files.toSorted((one, other) => share(other) - share(one) || other.commits - one.commits || (one.file < other.file ? -1 : 1))[0];
}

/** `47 new lines of code in 3 files`. */
export function saySize(lines: number, files: readonly WorkspacePath[]): string {
  return `${count(Math.round(lines), 'new line')} of code in ${count(files.length, 'file')}`;
}

function usualOf({ commits, followedByFix }: RiskBefore['project']): number {
  return Math.round((shownCommits * followedByFix) / commits);
}

import type { WorkspacePath, Workspace } from '../../workspace/index.ts';
import type { Moment } from './pulse.ts';
import { join } from 'node:path';
import type { System } from '../../system/index.ts';

/** An event may be reported a little after git has noted its move, which it does in whole seconds. */
const lateMs = 1_000;
const unclearMs = 2_000;

/**
 * The moments without those of files that git wrote itself, and of files that are as they were. A file that differs from the last commit was
 * changed; one that does not was changed only if a commit is what came next.
 * @param moves of HEAD, oldest first.
 */
export function changesOfPeople(
  moments: readonly Moment[],
  { isUncommitted, moves }: { readonly isUncommitted: (path: WorkspacePath) => boolean; readonly moves: readonly HeadMove[] },
): readonly Moment[] {
  return moments.filter(({ path, atMs }) => isUncommitted(path) || wasCommitted(atMs, moves));
}

/** Whether a commit is what came next. Where that is not clear, git is believed to have written the file. */
function wasCommitted(atMs: number, moves: readonly HeadMove[]): boolean {
  const later = moves.filter((move) => move.atMs + lateMs >= atMs);
  return later[0]?.isCommit === true && later.every((move) => move.isCommit || move.atMs > atMs + unclearMs);
}

/** Whether one of these paths is the file or a directory around it: git names another repository inside this one as a whole. */
export function coveredBy(paths: Iterable<WorkspacePath>): (path: WorkspacePath) => boolean {
  const all = new Set([...paths].map((path) => path.replace(/\/$/, '')));
  return (path) => {
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) if (all.has(path.slice(0, end))) return true;
    return false;
  };
}

// A change that was reported and observed within this time is one change.
const sameChangeMs = 2_000;

/** The reported changes, and the observed ones that were not reported. */
export function mergeMoments(reported: readonly Moment[], observed: readonly Moment[]): readonly Moment[] {
  const byPath = new Map<WorkspacePath, Moment[]>();
  for (const moment of reported) byPath.set(moment.path, [...(byPath.get(moment.path) ?? []), moment]);
  const isReported = ({ path, atMs }: Moment) => byPath.get(path)?.some((one) => Math.abs(one.atMs - atMs) <= sameChangeMs) === true;
  return [...reported, ...observed.filter((moment) => !isReported(moment))];
}

/** A move of HEAD, as git's own log has it. */
interface HeadMove {
  readonly atMs: number;
  /** What somebody wrote was committed; otherwise git wrote the files: checkout, pull, merge, rebase, reset, stash. */
  readonly isCommit: boolean;
}

/** git notes whole seconds. */
const stepMs = 1_000;

/** The moves of HEAD since a moment, oldest first; none without git or without a log. */
export async function headMovesSince(
  system: Pick<System, 'stamps' | 'readBytes'>,
  { gitDirectory }: Pick<Workspace, 'gitDirectory'>,
  sinceMs: number,
): Promise<readonly HeadMove[]> {
  if (gitDirectory === undefined) return [];
  const path = join(gitDirectory, 'logs', 'HEAD');
  const [seen] = await system.stamps([path]);
  if (seen?.kind !== 'file' || seen.modifiedMs < sinceMs) return [];
  const bytes = await system.readBytes(path);
  return bytes === undefined ? [] : movesIn(Buffer.from(bytes).toString('utf8'), seen.modifiedMs).filter(({ atMs }) => atMs >= sinceMs);
}

// https://git-scm.com/docs/git-reflog and builtin/reflog.c, 2026-11-22: old id, new id, who, seconds, zone, a tab, what was done.
const entry = /> (\d+) [+-]\d{4}\t(.*)$/;
/** More are never asked for: those of one minute. */
const maxMoves = 500;

/** @param writtenMs when the log was last written: the newest entry may have been given another time. */
export function movesIn(log: string, writtenMs: number): readonly HeadMove[] {
  const moves = log
    .split('\n')
    .filter((line) => line !== '')
    .slice(-maxMoves)
    .flatMap((line) => {
      const [, seconds, done = ''] = entry.exec(line) ?? [];
      // To the end of its second.
      return seconds === undefined ? [] : [{ atMs: Number(seconds) * 1_000 + stepMs - 1, isCommit: done.startsWith('commit') }];
    });
  return moves.map((move, i) => (i === moves.length - 1 ? { ...move, atMs: Math.max(move.atMs, writtenMs) } : move));
}

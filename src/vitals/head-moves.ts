import { join } from 'node:path';
import type { System } from '../system/index.ts';
import type { Workspace } from '../workspace/index.ts';

/** A move of HEAD, as git's own log has it. */
export interface HeadMove {
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

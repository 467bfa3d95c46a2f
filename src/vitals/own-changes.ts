import type { WorkspacePath } from '../workspace/index.ts';
import type { HeadMove } from './head-moves.ts';
import type { Moment } from './pulse.ts';

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

import { join } from 'node:path';
import type { System } from '../system/index.ts';
import { askGit, repositoryOf, withdrawn, type Workspace } from '../workspace/index.ts';
import { workspacePrefix } from './git-context.ts';
import type { CommitWindow } from './commits.ts';
import { logArguments, parseLog, windowOf } from './parse-log.ts';
import { type SharedWork, sharedWork } from './shared-work.ts';

const maxCommits = 5_000;
const maxOutputBytes = 32 * 1024 * 1024;

export const noCommits = (...limits: readonly string[]): CommitWindow => ({ commits: [], deleted: new Set(), limits });

/** Reads the newest commits that a commit descends from; empty where git cannot answer. */
export type ReadCommits = (commit: string, signal: AbortSignal | undefined) => Promise<CommitWindow>;

/** The last answer is kept, and callers that ask for the same commit at once share one question to git. */
export function createCommitReader(system: System, workspace: Workspace): ReadCommits {
  let kept: { readonly commit: string; readonly window: CommitWindow } | undefined;
  let reading: { readonly commit: string; readonly work: SharedWork<CommitWindow> } | undefined;

  const read = async (commit: string, signal: AbortSignal): Promise<CommitWindow> => {
    const place = await workspacePrefix(system, workspace, signal);
    if (place.kind === 'unknown') return noCommits('no git');
    // A pathspec makes git compare the trees of every commit, so there is none at the top of a repository.
    const here = place.prefix === '' ? [] : ['--relative', '--', '.'];
    const args = [...logArguments, `--max-count=${maxCommits}`, commit, ...here];
    const { output, problem } = await askGit(system, workspace, args, { maxBytes: maxOutputBytes, signal });
    const isShallow = await isShallowClone(system, workspace);
    const logged = parseLog(output, { isCut: problem !== undefined, isShallow });
    const limits = [
      ...(isShallow ? ['a shallow clone'] : []),
      ...(problem === undefined ? [] : [`only the newest ${logged.length} commits`]),
    ];
    const window = windowOf(logged, limits);
    // After a timeout too: the newest commits are in it, and the next question would time out again.
    if (problem !== withdrawn) kept = { commit, window };
    return window;
  };

  return async (commit, signal) => {
    if (kept?.commit === commit) return kept.window;
    // Advice asks for companions and churn at once.
    if (reading?.commit !== commit || reading.work.isOver()) reading = { commit, work: sharedWork((stop) => read(commit, stop)) };
    return (await reading.work.join(signal)) ?? noCommits('withdrawn');
  };
}

/** https://git-scm.com/docs/shallow: the file names the commits whose parents are not here. */
async function isShallowClone(system: System, workspace: Workspace): Promise<boolean> {
  const repository = await repositoryOf(system, workspace.root);
  if (repository === undefined) return false;
  const seen = await system.look(join(repository.common ?? repository.directory, 'shallow'));
  return seen?.kind === 'file' && seen.size > 0;
}

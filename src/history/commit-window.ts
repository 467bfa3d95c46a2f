import type { System } from '../system/index.ts';
import { askGit, withdrawn, type Workspace } from '../workspace/index.ts';
import { workspacePrefix } from './git-context.ts';
import { type CommitWindow, logArguments, parseLog } from './parse-log.ts';
import { type SharedWork, sharedWork } from './shared-work.ts';

const maxCommits = 2_000;
const maxOutputBytes = 16 * 1024 * 1024;

const noCommits: CommitWindow = { commits: [], deleted: new Set() };

/** Reads the newest commits that a commit descends from; empty where git cannot answer. */
export type ReadCommits = (commit: string, signal: AbortSignal | undefined) => Promise<CommitWindow>;

/** The last answer is kept, and callers that ask for the same commit at once share one question to git. */
export function createCommitReader(system: System, workspace: Workspace): ReadCommits {
  let kept: { readonly commit: string; readonly window: CommitWindow } | undefined;
  let reading: { readonly commit: string; readonly work: SharedWork<CommitWindow> } | undefined;

  const read = async (commit: string, signal: AbortSignal): Promise<CommitWindow> => {
    const place = await workspacePrefix(system, workspace, signal);
    if (place.kind === 'unknown') return noCommits;
    // A pathspec makes git compare the trees of every commit, so there is none at the top of a repository.
    const here = place.prefix === '' ? [] : ['--relative', '--', '.'];
    const args = [...logArguments, `--max-count=${maxCommits}`, commit, ...here];
    const { output, problem } = await askGit(system, workspace, args, { maxBytes: maxOutputBytes, signal });
    const window = parseLog(output, problem !== undefined);
    // After a timeout too: the newest commits are in it, and the next question would time out again.
    if (problem !== withdrawn) kept = { commit, window };
    return window;
  };

  return async (commit, signal) => {
    if (kept?.commit === commit) return kept.window;
    // Advice asks for companions and churn at once.
    if (reading?.commit !== commit || reading.work.isOver()) reading = { commit, work: sharedWork((stop) => read(commit, stop)) };
    return (await reading.work.join(signal)) ?? noCommits;
  };
}

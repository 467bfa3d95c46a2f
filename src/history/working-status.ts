import type { System } from '../system/index.ts';
import { askGit, type GitAnswer, type Workspace, type WorkspacePath } from '../workspace/index.ts';
import type { ReadGitContext } from './git-context.ts';
import { KeptStatus } from './kept-status.ts';
import { type FileStatus, headOf, parseStatus } from './parse-status.ts';
import type { WatchedPaths } from './watched-paths.ts';

/** What `git status` says of a workspace. */
export type WorkingStatus =
  | { readonly kind: 'known'; readonly files: readonly FileStatus[]; readonly head: string | undefined }
  | { readonly kind: 'unknown'; readonly problem: string };

/** @param since a moment (`performance.now()`): the answer to a question asked after it will do. Without it git is asked. */
export type ReadStatus = (signal: AbortSignal | undefined, since?: number) => Promise<WorkingStatus>;

const statusArguments = [
  'status',
  '--porcelain=v2',
  '--branch',
  '--no-ahead-behind',
  '-z',
  '--untracked-files=all',
  '--ignore-submodules=all',
  '--find-renames',
  '--',
];
const maxOutputBytes = 16 * 1024 * 1024;

/**
 * Keeps the answer to the last question that git answered.
 * @param watched what changed since an answer: then git is asked about that only, where the answer is the same as about everything.
 */
export function createStatusReader(system: System, workspace: Workspace, readContext: ReadGitContext, watched?: WatchedPaths): ReadStatus {
  const kept = watched === undefined ? undefined : new KeptStatus(system, workspace, watched);
  let last: { readonly askedAt: number; readonly status: WorkingStatus } | undefined;

  const ask = async (signal: AbortSignal | undefined): Promise<WorkingStatus> => {
    const moment = await kept?.moment();
    const ofPaths = async (paths: readonly WorkspacePath[], settings: readonly string[]): Promise<GitAnswer> =>
      askGit(system, workspace, ['--literal-pathspecs', ...statusArguments, ...paths], { maxBytes: maxOutputBytes, settings, signal });
    const known = moment === undefined ? undefined : await kept?.answer(moment, ofPaths);
    if (known !== undefined) return known;
    const context = await readContext(signal);
    if (context.kind === 'unknown') return context;
    const [{ output, problem }, isCovered] = await Promise.all([
      askGit(system, workspace, [...statusArguments, '.'], { maxBytes: maxOutputBytes, settings: context.settings, signal }),
      moment === undefined || context.needsFullStatus ? false : kept?.isCovered(moment, signal),
    ]);
    if (problem !== undefined) return { kind: 'unknown', problem };
    const status = { kind: 'known', files: parseStatus(output, context.prefix), head: headOf(output) } as const;
    if (moment !== undefined && isCovered === true) kept?.keep(moment, { output, settings: context.settings, status });
    return status;
  };

  return async (signal, since = Infinity) => {
    if (last !== undefined && last.askedAt >= since) return last.status;
    const askedAt = performance.now();
    const status = await ask(signal);
    if (status.kind === 'known' && (last === undefined || last.askedAt < askedAt)) last = { askedAt, status };
    return status;
  };
}

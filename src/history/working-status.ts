import type { System } from '../system/index.ts';
import { askGit, type Workspace } from '../workspace/index.ts';
import { createGitContext } from './git-context.ts';
import { type FileStatus, headOf, parseStatus } from './parse-status.ts';

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
  '.',
];
const maxOutputBytes = 16 * 1024 * 1024;

/** Keeps the answer to the last question that git answered. */
export function createStatusReader(system: System, workspace: Workspace): ReadStatus {
  const readContext = createGitContext(system, workspace);
  let last: { readonly askedAt: number; readonly status: WorkingStatus } | undefined;

  return async (signal, since = Infinity) => {
    if (last !== undefined && last.askedAt >= since) return last.status;
    const askedAt = performance.now();
    const context = await readContext(signal);
    if (context.kind === 'unknown') return context;
    const { output, problem } = await askGit(system, workspace, statusArguments, {
      maxBytes: maxOutputBytes,
      settings: context.settings,
      signal,
    });
    if (problem !== undefined) return { kind: 'unknown', problem };
    const status: WorkingStatus = { kind: 'known', files: parseStatus(output, context.prefix), head: headOf(output) };
    if (last === undefined || last.askedAt < askedAt) last = { askedAt, status };
    return status;
  };
}

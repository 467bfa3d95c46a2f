import { cleanLine, type OwnFiles, type System } from '../system/index.ts';
import { askGit, repositoryOf, type Workspace, type WorkspacePath } from '../workspace/index.ts';
import type { CommitReader } from './commit-window.ts';
import { type ChangesWindow, type CommitWindow, noCommits } from './commits.ts';
import { churnIn, companionsIn, hotIn } from './companions.ts';
import { createGitContext } from './git-context.ts';
import { gitFingerprint } from './git-fingerprint.ts';
import { readAddedLines } from './added-lines.ts';
import { createPastReader } from './open-past.ts';
import type { Changed, Companion, History } from './history.ts';
import { createStatusReader, type WorkingStatus } from './working-status.ts';
import type { WatchedPaths } from './watched-paths.ts';

const maxCompanions = 10;
const maxChanges = 2_000;
const megabyte = 1024 * 1024;

export interface HistoryOptions {
  /** From a process that watches the workspace: `git status` is then asked only about what changed. */
  readonly watched?: WatchedPaths | undefined;
  /** Where the log is kept from one process to the next; without it each process reads it. */
  readonly keep?: OwnFiles | undefined;
}

/**
 * The history of a workspace, through git. Asks git each time; only the log is kept in memory, for the commit it was read at. What git
 * cannot say within five seconds, or at all, is empty.
 */
export function openHistory(system: System, workspace: Workspace, { keep, watched }: HistoryOptions = {}): History {
  const readContext = createGitContext(system, workspace);
  const readStatus = createStatusReader(system, workspace, readContext, watched);
  // Loaded when it is needed: a server starts without the log.
  let opened: Promise<CommitReader> | undefined;
  const reader = (): Promise<CommitReader> =>
    (opened ??= import('./commit-window.ts').then(({ createCommitReader }) => createCommitReader(system, workspace, keep)));
  const headCommit = watched === undefined ? async () => (await readHead(system, workspace))?.commit : keptHead(system, workspace);
  const windowAtHead = async (how: 'whole' | 'soon', signal: AbortSignal | undefined): Promise<CommitWindow> => {
    const commit = await headCommit();
    return commit === undefined ? noCommits(await reasonForNone(system, workspace)) : (await reader())[how](commit, signal);
  };
  let cut: { readonly of: CommitWindow; readonly changes: ChangesWindow } | undefined;
  const changesAtHead = async (signal: AbortSignal | undefined): Promise<ChangesWindow> => {
    const window = await windowAtHead('whole', signal);
    if (cut?.of !== window) cut = { of: window, changes: newestChanges(window) };
    return cut.changes;
  };
  let added: { readonly window: ChangesWindow; readonly churn: ReturnType<typeof churnIn> } | undefined;
  /** Added up once for each window. */
  const churn = async (signal: AbortSignal | undefined): Promise<ReturnType<typeof churnIn>> => {
    const window = await changesAtHead(signal);
    if (added?.window !== window) added = { window, churn: churnIn(window) };
    return added.churn;
  };
  return {
    head: () => readHead(system, workspace),
    changed: async (signal, since) => changedFiles(await readStatus(signal, since)),
    addedLines: (kind, signal) => readAddedLines(system, workspace, kind, { readStatus, readContext, signal }),
    commits: (signal) => windowAtHead('soon', signal),
    async companions(files, signal) {
      if (files.length === 0) return [];
      return existing(system, workspace, companionsIn(await changesAtHead(signal), files, 2 * maxCompanions));
    },
    churn,
    hot: async (files, signal) => (files.length === 0 ? [] : hotIn(files, await churn(signal))),
    contentAt: (commit, file) => contentAt(system, workspace, commit, file),
    past: createPastReader(system, workspace, async () => (await readHead(system, workspace))?.commit),
  };
}

/** What changed together long ago says little about today; a merge says nothing. */
function newestChanges({ commits, deleted }: CommitWindow): ChangesWindow {
  return { commits: commits.filter(({ marks }) => !marks.includes('merge')).slice(0, maxChanges), deleted };
}

function changedFiles(status: WorkingStatus): Changed {
  if (status.kind === 'unknown') return { source: 'none', problem: status.problem, files: [] };
  return { source: 'git', head: status.head, files: status.files.map(({ path, state, from }) => ({ path, state, from })) };
}

/** The commit that is checked out. git is asked when what says so has changed: starting it takes longer than all the rest of an advice. */
function keptHead(system: System, workspace: Workspace): () => Promise<string | undefined> {
  let kept: { readonly fingerprint: string; readonly commit: string | undefined } | undefined;
  return async () => {
    const fingerprint = await gitFingerprint(system, workspace);
    if (kept !== undefined && kept.fingerprint === fingerprint) return kept.commit;
    const commit = (await readHead(system, workspace))?.commit;
    kept = fingerprint === undefined ? undefined : { fingerprint, commit };
    return commit;
  };
}

async function readHead(system: System, workspace: Workspace): ReturnType<History['head']> {
  // One answer holds both: the id in the first line, the branch (or HEAD again) in the second.
  const { output, problem } = await askGit(system, workspace, ['rev-parse', 'HEAD', '--symbolic-full-name', 'HEAD'], {
    maxBytes: megabyte,
  });
  const [, commit, name] = /^([0-9a-f]{40,64})\n(.*)\n$/s.exec(output.toString('utf8')) ?? [];
  if (problem !== undefined || commit === undefined) return undefined;
  return { commit, branch: name?.startsWith('refs/heads/') === true ? name.slice('refs/heads/'.length) : undefined };
}

async function reasonForNone(system: System, workspace: Workspace): Promise<string> {
  return (await repositoryOf(system, workspace.root)) === undefined ? 'no git' : 'no commit yet';
}

/** Without files that were deleted and whose deletion is not committed yet, and names with hidden characters: shown without, they name another file. */
async function existing(system: System, workspace: Workspace, companions: readonly Companion[]): Promise<readonly Companion[]> {
  const there: Companion[] = [];
  for (const companion of companions) {
    if (there.length === maxCompanions) break;
    if (cleanLine(companion.file) !== companion.file) continue;
    if ((await system.look(`${workspace.root}/${companion.file}`)) !== undefined) there.push(companion);
  }
  return there;
}

async function contentAt(system: System, workspace: Workspace, commit: string, file: WorkspacePath): Promise<Uint8Array | undefined> {
  // No branch names: one could look like an option.
  if (!/^[0-9a-f]{7,64}$/.test(commit)) return undefined;
  const args = ['cat-file', 'blob', `${commit}:./${file}`];
  const { output, problem } = await askGit(system, workspace, args, { maxBytes: 16 * megabyte });
  return problem === undefined ? output : undefined;
}

import type { System } from '../system/index.ts';
import { askGit, withdrawn, type Workspace, type WorkspacePath } from '../workspace/index.ts';
import { churnIn, companionsIn } from './companions.ts';
import { createGround, prefixOf } from './ground.ts';
import type { Changed, Companion, History } from './history.ts';
import { logArguments, parseLog, type Window } from './log.ts';
import { sharedWork, type SharedWork } from './shared-work.ts';
import { headOf, parseStatus, type FileStatus } from './status.ts';

/** Commits that are looked back at. */
const windowLength = 2_000;
const mostCompanions = 10;
const megabyte = 1024 * 1024;

type Status =
  | { readonly kind: 'known'; readonly files: readonly FileStatus[]; readonly head?: string }
  | { readonly kind: 'unknown'; readonly problem: string };

/**
 * The history of a workspace, through git. Asks anew each time; only the log is kept in memory, for the commit it was read at. What
 * cannot be told, within five seconds or at all, is empty.
 */
export function openHistory(system: System, workspace: Workspace): History {
  let kept: { readonly commit: string; readonly window: Window } | undefined;
  let reading: { readonly commit: string; readonly work: SharedWork<Window> } | undefined;

  /** The answer to the last question, and when it was asked. */
  let seen: { readonly askedAt: number; readonly status: Status } | undefined;
  const ground = createGround(system, workspace);

  const status = async (signal: AbortSignal | undefined): Promise<Status> => {
    const askedAt = performance.now();
    const at = await ground(signal);
    if (at.kind === 'unknown') return at;
    const args = ['status', '--porcelain=v2', '--branch', '--no-ahead-behind', '-z', '--untracked-files=all'];
    const { output, problem } = await askGit(system, workspace, [...args, '--ignore-submodules=all', '--find-renames', '--', '.'], {
      mostBytes: 16 * megabyte,
      settings: at.settings,
      signal,
    });
    if (problem !== undefined) return { kind: 'unknown', problem };
    const head = headOf(output);
    const found: Status = { kind: 'known', files: parseStatus(output, at.prefix), ...(head === undefined ? {} : { head }) };
    if (seen === undefined || seen.askedAt < askedAt) seen = { askedAt, status: found };
    return found;
  };

  const head: History['head'] = async () => {
    // One answer holds both: the id in the first line, the branch (or HEAD again) in the second.
    const { output, problem } = await askGit(system, workspace, ['rev-parse', 'HEAD', '--symbolic-full-name', 'HEAD'], {
      mostBytes: megabyte,
    });
    const [, commit, name] = /^([0-9a-f]{40,64})\n(.*)\n$/s.exec(output.toString('utf8')) ?? [];
    if (problem !== undefined || commit === undefined) return undefined;
    return { commit, ...(name?.startsWith('refs/heads/') === true ? { branch: name.slice('refs/heads/'.length) } : {}) };
  };

  const window = async (signal: AbortSignal | undefined): Promise<Window> => {
    const at = await head();
    if (at === undefined) return nothing;
    if (kept?.commit === at.commit) return kept.window;
    // Advice asks for companions and churn at once.
    if (reading?.commit !== at.commit || reading.work.isOver()) {
      reading = { commit: at.commit, work: sharedWork((stop) => readWindow(at.commit, stop)) };
    }
    return (await reading.work.join(signal)) ?? nothing;
  };

  const readWindow = async (commit: string, signal: AbortSignal): Promise<Window> => {
    const place = await prefixOf(system, workspace, signal);
    if (place.kind === 'unknown') return nothing;
    // A pathspec makes git compare trees of every commit, so it is left out where it would leave out nothing.
    const here = place.prefix === '' ? [] : ['--relative', '--', '.'];
    const args = [...logArguments, `--max-count=${windowLength}`, commit, ...here];
    const { output, problem } = await askGit(system, workspace, args, { mostBytes: 16 * megabyte, signal });
    const read = parseLog(output, problem !== undefined);
    // The newest commits are there even when time was up, and it would be up again the next time.
    if (problem !== withdrawn) kept = { commit, window: read };
    return read;
  };

  return {
    head,
    async changed(signal, since = Infinity): Promise<Changed> {
      const found = seen !== undefined && seen.askedAt >= since ? seen.status : await status(signal);
      if (found.kind === 'unknown') return { source: 'none', problem: found.problem, files: [] };
      return {
        source: 'git',
        ...(found.head === undefined ? {} : { head: found.head }),
        files: found.files.map(({ path, state, from }) => ({ path, state, ...(from === undefined ? {} : { from }) })),
      };
    },
    async diff(kind, signal) {
      const found = await status(signal);
      if (found.kind === 'unknown') return [];
      const isMeant = { staged: isStaged, changed: isChanged, uncommitted: () => true }[kind];
      return found.files.filter((file) => file.state !== 'deleted' && isMeant(file)).map(({ path }) => path);
    },
    async companions(files, signal): Promise<readonly Companion[]> {
      if (files.length === 0) return [];
      const found = companionsIn(await window(signal), files, 2 * mostCompanions);
      const there: Companion[] = [];
      for (const companion of found) {
        if (there.length === mostCompanions) break;
        // Deleted, and not yet committed so.
        if ((await system.look(`${workspace.root}/${companion.file}`)) !== undefined) there.push(companion);
      }
      return there;
    },
    churn: async (signal) => churnIn(await window(signal)),
    async contentAt(commit, file) {
      if (!isCommit(commit)) return undefined;
      const args = ['cat-file', 'blob', `${commit}:./${file}`];
      const { output, problem } = await askGit(system, workspace, args, { mostBytes: 16 * megabyte });
      return problem === undefined ? output : undefined;
    },
    async changedSince(commit, signal): Promise<readonly WorkspacePath[]> {
      if (!isCommit(commit)) return [];
      const options = ['--name-only', '-z', '--no-renames', '--no-ext-diff', '--no-textconv', '--ignore-submodules=all', '--relative'];
      const args = ['diff', ...options, commit, 'HEAD', '--', '.'];
      const { output, problem } = await askGit(system, workspace, args, { mostBytes: 16 * megabyte, signal });
      if (problem !== undefined) return [];
      return output
        .toString('utf8')
        .split('\0')
        .filter((name) => name !== '');
    },
  };
}

const nothing: Window = { commits: [], gone: new Set() };

const isStaged = (file: FileStatus): boolean => file.isStaged;
const isChanged = (file: FileStatus): boolean => file.isChanged;

/** No branch names: they may be called like an option. */
function isCommit(text: string): boolean {
  return /^[0-9a-f]{7,64}$/.test(text);
}

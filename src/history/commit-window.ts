import { join } from 'node:path';
import { type OwnFiles, settlesWithin, type System } from '../system/index.ts';
import { askGit, repositoryOf, withdrawn, type Workspace } from '../workspace/index.ts';
import { type CommitWindow, noCommits } from './commits.ts';
import { workspacePrefix } from './git-context.ts';
import { hasKeptCommits, type KeptCommits, readKeptCommits, writeKeptCommits } from './kept-commits.ts';
import { type LoggedCommit, logArguments, parseLog, windowOf } from './parse-log.ts';

/** Work that several callers wait for, each with its own signal. */
interface SharedWork<T> {
  /** The result; `undefined` once the signal of this caller fires. The work is stopped when no caller waits any more. */
  join(signal: AbortSignal | undefined): Promise<T | undefined>;
  /** Whether it was stopped or has ended; then it cannot be joined. */
  isOver(): boolean;
}

const maxCommits = 5_000;
/** What the first answer rests on where the whole log takes longer than {@link firstMs}. */
const firstCommits = 300;
const firstMs = 250;
/** The same where nothing of the project was read before: the first answer is worth more time. */
const firstEverMs = 1_200;
/** How long these are waited for: a disk or a git that hangs must not hold up the answer. */
const secondMs = 500;
const maxOutputBytes = 32 * 1024 * 1024;

/** Reads the newest commits that a commit descends from; empty where git cannot answer. */
export interface CommitReader {
  /** All of them. */
  whole(commit: string, signal: AbortSignal | undefined): Promise<CommitWindow>;
  /** What is known soon; reading goes on, and the next question gets all. */
  soon(commit: string, signal: AbortSignal | undefined): Promise<CommitWindow>;
}

interface Read extends KeptCommits {
  readonly window: CommitWindow;
}

/**
 * The last answer is kept, in memory and on the disk: when commits were added since, only those are asked for. Callers that ask for the same commit
 * at once share one question to git.
 * @param keep without it nothing is kept on the disk.
 */
export function createCommitReader(system: System, workspace: Workspace, keep?: OwnFiles): CommitReader {
  let kept: Read | undefined;
  let reading: { readonly commit: string; readonly work: SharedWork<CommitWindow> } | undefined;

  /** The newest commits, asked for because the log takes long, and when that began. */
  let soonest: { readonly commit: string; readonly at: number; first?: Promise<LogAnswer> } | undefined;

  const read = async (commit: string, signal: AbortSignal): Promise<CommitWindow> => {
    const place = await workspacePrefix(system, workspace, signal);
    if (place.kind === 'unknown') return noCommits('no git');
    const isShallow = await isShallowClone(system, workspace);
    const isSame = (one: KeptCommits): boolean => one.place === place.prefix && one.isShallow === isShallow;
    const stored = kept ?? (await readKeptCommits(system, workspace));
    const known = stored !== undefined && isSame(stored) ? stored : undefined;
    const log = new LogQuestion(system, workspace, { prefix: place.prefix, isShallow });
    const found = known?.head === commit ? { logged: known.logged, problem: undefined } : await log.since(known, commit, signal);
    const { logged, problem } = found;
    const limits = [
      ...(isShallow ? ['a shallow clone'] : []),
      ...(problem === undefined ? [] : [`only the newest ${logged.length} commits`]),
    ];
    const window = windowOf(logged, limits);
    // After a timeout too: the newest commits are in it, and the next question would time out again.
    if (problem !== withdrawn) kept = { head: commit, place: place.prefix, isShallow, logged, window };
    if (problem === undefined && known?.head !== commit && keep !== undefined)
      await writeKeptCommits(keep, workspace, { head: commit, place: place.prefix, isShallow, logged });
    return window;
  };

  const joined = (commit: string, signal: AbortSignal | undefined): Promise<CommitWindow | undefined> => {
    // Advice asks for companions and churn at once.
    if (reading?.commit !== commit || reading.work.isOver()) reading = { commit, work: sharedWork((stop) => read(commit, stop)) };
    return reading.work.join(signal);
  };

  return {
    async whole(commit, signal) {
      if (kept?.head === commit) return kept.window;
      return (await joined(commit, signal)) ?? noCommits('the question was withdrawn');
    },
    async soon(commit, signal) {
      if (kept?.head === commit) return kept.window;
      // Without the signal of this caller: what was begun is of use to the next one.
      const all = joined(commit, undefined);
      if (soonest?.commit !== commit) soonest = { commit, at: performance.now() };
      // Several questions of one answer wait once, not each.
      const waiting = soonest;
      const left = (ms: number): number => Math.max(0, waiting.at + ms - performance.now());
      const wait = (await hasKeptCommits(system, workspace)) ? firstMs : firstEverMs;
      if (await settlesWithin(left(wait), all)) return (await all) ?? noCommits('no git');
      const place = await workspacePrefix(system, workspace, signal);
      if (place.kind === 'unknown') return noCommits('no git');
      const isShallow = await isShallowClone(system, workspace);
      waiting.first ??= new LogQuestion(system, workspace, { prefix: place.prefix, isShallow }).newest(commit, firstCommits, undefined);
      if (!(await settlesWithin(left(wait + secondMs), waiting.first))) return noCommits('so far no commits were read');
      const { logged, problem } = await waiting.first;
      if (problem !== undefined && logged.length === 0) return noCommits('so far no commits were read');
      return windowOf(logged, [...(isShallow ? ['a shallow clone'] : []), `so far only the newest ${logged.length} commits were read`]);
    },
  };
}

interface LogAnswer {
  readonly logged: readonly LoggedCommit[];
  readonly problem: string | undefined;
}

class LogQuestion {
  readonly #system: System;
  readonly #workspace: Workspace;
  readonly #isShallow: boolean;
  readonly #here: readonly string[];

  constructor(system: System, workspace: Workspace, { isShallow, prefix }: { readonly isShallow: boolean; readonly prefix: string }) {
    this.#system = system;
    this.#workspace = workspace;
    this.#isShallow = isShallow;
    // A pathspec makes git compare the trees of every commit, so there is none at the top of a repository.
    this.#here = prefix === '' ? [] : ['--relative', '--', '.'];
  }

  async newest(revision: string, count: number, signal: AbortSignal | undefined): Promise<LogAnswer> {
    const args = [...logArguments, `--max-count=${count}`, revision, ...this.#here];
    const { output, problem } = await askGit(this.#system, this.#workspace, args, { maxBytes: maxOutputBytes, signal });
    return { logged: parseLog(output, { isCut: problem !== undefined, isShallow: this.#isShallow }), problem };
  }

  /** Only what was added, where the commit descends from the known one. */
  async since(known: KeptCommits | undefined, commit: string, signal: AbortSignal): Promise<LogAnswer> {
    if (known !== undefined && (await this.#descends(commit, known.head, signal))) {
      const added = await this.newest(`${known.head}..${commit}`, maxCommits, signal);
      if (added.problem === undefined) return { logged: [...added.logged, ...known.logged].slice(0, maxCommits), problem: undefined };
    }
    return this.newest(commit, maxCommits, signal);
  }

  /** False too where git does not know the earlier commit any more. */
  async #descends(commit: string, earlier: string, signal: AbortSignal): Promise<boolean> {
    if (!/^[0-9a-f]{40,64}$/.test(earlier)) return false;
    const args = ['rev-list', '--max-count=1', `${commit}..${earlier}`];
    const { output, problem } = await askGit(this.#system, this.#workspace, args, { maxBytes: 1024, signal });
    return problem === undefined && output.length === 0;
  }
}

/** https://git-scm.com/docs/shallow: the file names the commits whose parents are not here. */
async function isShallowClone(system: System, workspace: Workspace): Promise<boolean> {
  const repository = await repositoryOf(system, workspace.root);
  if (repository === undefined) return false;
  const seen = await system.look(join(repository.common ?? repository.directory, 'shallow'));
  return seen?.kind === 'file' && seen.size > 0;
}

/** Begins at once. @param work never rejects. */
export function sharedWork<T>(work: (signal: AbortSignal) => Promise<T>): SharedWork<T> {
  const stop = new AbortController();
  let waiting = 0;
  let isDone = false;
  const result = work(stop.signal).then((value) => {
    isDone = true;
    return value;
  });
  return {
    isOver: () => isDone || stop.signal.aborted,
    async join(signal) {
      if (signal?.aborted === true) return undefined;
      waiting += 1;
      let onAbort = (): void => undefined;
      const withdrawn = new Promise<undefined>((resolve) => {
        onAbort = () => resolve(undefined);
        signal?.addEventListener('abort', onAbort, { once: true });
      });
      try {
        return await Promise.race([result, withdrawn]);
      } finally {
        signal?.removeEventListener('abort', onAbort);
        waiting -= 1;
        if (waiting === 0) stop.abort();
      }
    },
  };
}

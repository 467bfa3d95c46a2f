import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { System } from '../system/index.ts';
import { askGit, type GitAnswer, type Workspace, type WorkspacePath } from '../workspace/index.ts';
import { gitFingerprint } from './git-fingerprint.ts';
import { type FileStatus, parseStatus } from './parse-status.ts';
import type { WatchedPaths } from './watched-paths.ts';

/** The moment of a question. */
export interface Moment {
  readonly at: number;
  /** Of {@link gitFingerprint}. */
  readonly fingerprint: string;
  /** Of {@link WatchedPaths.mark}. */
  readonly mark: number;
  readonly unwatched: readonly WorkspacePath[];
}

type KnownStatus = { readonly kind: 'known'; readonly files: readonly FileStatus[]; readonly head: string | undefined };

interface Kept {
  readonly moment: Moment;
  readonly status: KnownStatus;
  readonly settings: readonly string[];
  /** When git was last asked about everything. */
  readonly fullAt: number;
}

/** With more changed paths a question about everything is as fast: git compares each file that it tracks with each of them. */
const maxPaths = 40;
/** More directories are not asked about. */
const maxUnwatched = 1_000;
/** Everything is asked about again after this time: a watcher misses what is written through a memory map, as for snapshots. */
const maxTrustMs = 600_000;

/**
 * The last full answer of `git status`, brought up to date with a question about the paths that a watcher reported since. Only where that is
 * the answer to the full question: the index, the commit and all rules are the same, every directory that is not watched is ignored
 * by git too, and nothing in the answer depends on two paths at once (renames, conflicts).
 */
export class KeptStatus {
  readonly #system: System;
  readonly #workspace: Workspace;
  readonly #watched: WatchedPaths;
  #kept: Kept | undefined;

  constructor(system: System, workspace: Workspace, watched: WatchedPaths) {
    this.#system = system;
    this.#workspace = workspace;
    this.#watched = watched;
  }

  /** The present; `undefined` when the files are not watched, or what else decides the answer cannot be compared. */
  async moment(): Promise<Moment | undefined> {
    // Names with other cases or accents may lead to the same file elsewhere.
    if (this.#system.platform !== 'linux' || this.#watched.mark() === undefined) return undefined;
    const fingerprint = await gitFingerprint(this.#system, this.#workspace);
    // Changes made before this call are still in the queue of the watcher: it is read when the process next waits for something. Whether
    // the queue was full, so that events were lost, is known one turn later.
    await setImmediate();
    await setImmediate();
    await setImmediate();
    const mark = this.#watched.mark();
    if (fingerprint === undefined || mark === undefined) return undefined;
    const unwatched = [...this.#watched.unwatched()].filter((directory) => directory !== '.git');
    return { at: performance.now(), fingerprint, mark, unwatched };
  }

  /** @returns `undefined` when git has to be asked about everything. */
  async answer(
    moment: Moment,
    ask: (paths: readonly WorkspacePath[], settings: readonly string[]) => Promise<GitAnswer>,
  ): Promise<KnownStatus | undefined> {
    const kept = this.#kept;
    if (kept === undefined || kept.moment.fingerprint !== moment.fingerprint || moment.at - kept.fullAt > maxTrustMs) return undefined;
    const changed = this.#watched.since(kept.moment.mark);
    if (changed?.size === 0) return kept.status;
    if (changed === undefined || changed.size > maxPaths || [...changed].some(concernsOthers)) return undefined;
    const { output, problem } = await ask([...changed], kept.settings);
    if (problem !== undefined || isInterdependent(output)) return undefined;
    const status = { ...kept.status, files: merged(kept.status.files, changed, parseStatus(output, '')) };
    if (this.#kept === kept) this.#kept = { ...kept, moment, status };
    return status;
  }

  /** Whether git ignores every directory that is not watched, and tracks nothing in it. */
  async isCovered({ unwatched }: Moment, signal: AbortSignal | undefined): Promise<boolean> {
    const { root } = this.#workspace;
    const there: WorkspacePath[] = [];
    for (const directory of unwatched) {
      const seen = await this.#system.look(join(root, directory));
      if (seen?.kind === 'directory' && seen.target === undefined) there.push(directory);
      else this.#watched.forgetUnwatched(directory);
    }
    if (there.length === 0) return true;
    if (there.length > maxUnwatched || there.some(concernsOthers)) return false;
    const { output, problem } = await askGit(this.#system, this.#workspace, ['check-ignore', '-z', '--stdin'], {
      maxBytes: 1024 * 1024,
      input: there.map((directory) => `${directory}\0`).join(''),
      signal,
    });
    if (problem !== undefined) return false;
    const ignored = new Set(output.toString('utf8').split('\0'));
    return there.every((directory) => ignored.has(directory));
  }

  /** @param full the answer about everything, asked after the moment. */
  keep(moment: Moment, full: { readonly output: Buffer; readonly status: KnownStatus; readonly settings: readonly string[] }): void {
    const { output, settings, status } = full;
    if (this.#kept !== undefined && this.#kept.moment.mark > moment.mark) return;
    this.#kept = isInterdependent(output) ? undefined : { moment, status, settings, fullAt: moment.at };
  }
}

/** A change of it changes what git says about other paths. */
function concernsOthers(path: WorkspacePath): boolean {
  return /(^|\/)\.git(ignore|attributes|modules)?(\/|$)/.test(path);
}

/**
 * Whether the answer about one path depends on another one, or may not be compared: renames and conflicts, files to be added later (they
 * may be the new name of a deleted one), other repositories (with a slash at the end), names that are not UTF-8.
 */
function isInterdependent(output: Buffer): boolean {
  return /(?:^|\0)(?:[2u] |1 .A )|\/(?:\0|$)|\ufffd/.test(output.toString('utf8'));
}

/** In the order of git: what it tracks, then what it does not. */
function merged(files: readonly FileStatus[], changed: ReadonlySet<WorkspacePath>, answer: readonly FileStatus[]): readonly FileStatus[] {
  const isNamed = (path: WorkspacePath): boolean => {
    if (changed.has(path)) return true;
    for (let cut = path.indexOf('/'); cut !== -1; cut = path.indexOf('/', cut + 1)) if (changed.has(path.slice(0, cut))) return true;
    return false;
  };
  const all = [...files.filter(({ path }) => !isNamed(path)), ...answer];
  const rank = ({ state }: FileStatus): number => (state === 'untracked' ? 1 : 0);
  return all.sort((one, other) => rank(one) - rank(other) || (one.path < other.path ? -1 : 1));
}

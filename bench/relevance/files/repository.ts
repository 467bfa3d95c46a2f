// A repository as it was before a commit: its history up to the parent, its files and their contents there. Nothing later is read.
import { execFileSync } from 'node:child_process';
import type { Commit, CommitWindow } from '../../../src/history/commits.ts';
import { type LoggedCommit, logArguments, parseLog, windowOf } from '../../../src/history/parse-log.ts';

const windowLength = 5_000;

/** A commit that is to be foreseen. */
export interface Trial {
  readonly id: string;
  readonly parent: string;
  /** The subject without "(#n)". */
  readonly text: string;
  /** Files of the commit that were there before it. */
  readonly changed: readonly string[];
  /** All of its files that were there before, and others. */
  readonly all: readonly string[];
}

export class PastRepository {
  readonly #path: string;
  readonly #logged: readonly LoggedCommit[];
  readonly #parents = new Map<string, readonly string[]>();

  constructor(path: string) {
    this.#path = path;
    this.#logged = parseLog(this.git(...logArguments, 'HEAD'));
    for (const line of this.git('rev-list', '--parents', 'HEAD').toString('latin1').split('\n')) {
      const [id = '', ...parents] = line.split(' ');
      this.#parents.set(id, parents);
    }
  }

  git(...args: readonly string[]): Buffer {
    return execFileSync('git', ['-C', this.#path, '-c', 'core.quotePath=false', ...args], {
      maxBuffer: 1 << 30,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  }

  get length(): number {
    return this.#logged.length;
  }

  /** Of the last commits those of 2 to 12 files that are no merge, bot or release; the oldest first. */
  trials(last: number, from = 0): readonly Trial[] {
    const commits = windowOf(this.#logged.filter(({ marks }) => !marks.includes('merge')).slice(from, from + last)).commits;
    return commits
      .filter(isEligible)
      .toReversed()
      .flatMap((commit) => this.#trial(commit));
  }

  #trial({ id, subject }: Commit): readonly Trial[] {
    const parent = this.#parents.get(id)?.[0];
    const logged = this.#logged.find((one) => one.id === id);
    if (parent === undefined || logged === undefined) return [];
    const there = new Set(this.filesAt(parent));
    const all = logged.changes.map(({ from, path }) => from ?? path);
    const changed = all.filter((file) => there.has(file));
    if (changed.length === 0) return [];
    return [{ id, parent, text: subject.replaceAll(/\s*\(#\d+\)/g, ''), changed, all }];
  }

  /** The window as `git log` would give it at a commit. */
  windowAt(id: string): CommitWindow {
    const known = new Set<string>([id]);
    const open = [id];
    for (let next = open.pop(); next !== undefined; next = open.pop())
      for (const parent of this.#parents.get(next) ?? [])
        if (!known.has(parent)) {
          known.add(parent);
          open.push(parent);
        }
    const logged: LoggedCommit[] = [];
    for (const commit of this.#logged) if (known.has(commit.id) && logged.push(commit) === windowLength) break;
    return windowOf(logged);
  }

  filesAt(id: string): readonly string[] {
    return this.git('ls-tree', '-r', '-z', '--name-only', id)
      .toString('utf8')
      .split('\0')
      .filter((name) => name !== '');
  }

  /** Files that contain a text, at a commit. */
  grepAt(id: string, text: string): readonly string[] {
    try {
      const found = this.git('grep', '-I', '-l', '-z', '-F', '-w', '-e', text, id).toString('utf8').split('\0');
      return found.filter((name) => name !== '').map((name) => name.slice(id.length + 1));
    } catch {
      return [];
    }
  }
}

function isEligible({ files, marks }: Commit): boolean {
  return files.length >= 2 && files.length <= 12 && marks.length === 0;
}

// Bundled for bench/companions.mjs.
import { execFileSync } from 'node:child_process';
import { companionsIn } from '../../src/history/companions.ts';
import type { Commit, CommitWindow } from '../../src/history/commits.ts';
import { logArguments, parseLog, windowOf } from '../../src/history/parse-log.ts';

/** What the history offers looks back on. */
const windowLength = 2_000;

export interface Prediction {
  readonly commits: number;
  readonly asked: number;
  readonly first: string;
  readonly firstThree: string;
  readonly mostChanged: string;
  readonly logMs: string;
  readonly askMs: string;
}

/**
 * The newest commits of 3 to 10 files, each judged by the commits before it alone. The hidden file is one that was there before, the
 * next in turn; a file made by that very commit nobody could name.
 */
export function predict(repository: string, wanted: number): Prediction {
  const git = (...args: readonly string[]): Buffer => execFileSync('git', ['-C', repository, ...args], { maxBuffer: 1 << 30 });
  const count = Number(git('rev-list', '--count', 'HEAD').toString());
  const began = performance.now();
  git(...logArguments, '--no-merges', `--max-count=${windowLength}`, 'HEAD');
  const logMs = performance.now() - began;
  const { commits } = windowOf(parseLog(git(...logArguments, '--no-merges', `--max-count=${windowLength + 10 * wanted}`, 'HEAD')));

  const hits = { first: 0, firstThree: 0, mostChanged: 0 };
  let asked = 0;
  let askMs = 0;
  for (const [i, commit] of commits.entries()) {
    if (asked === wanted) break;
    if (commit.files.length < 3 || commit.files.length > 10) continue;
    const window = before(commits, i, git);
    const known = new Set(window.commits.flatMap(({ files }) => files));
    const candidates = commit.files.filter((file) => known.has(file) && !window.deleted.has(file));
    const hidden = candidates[asked % Math.max(1, candidates.length)];
    if (hidden === undefined) continue;
    asked += 1;
    const given = commit.files.filter((file) => file !== hidden);
    const start = performance.now();
    const named = companionsIn(window, given, 3).map(({ file }) => file);
    askMs += performance.now() - start;
    if (named[0] === hidden) hits.first += 1;
    if (named.includes(hidden)) hits.firstThree += 1;
    if (mostChanged(window, given).includes(hidden)) hits.mostChanged += 1;
  }
  const percent = (part: number) => ((100 * part) / Math.max(1, asked)).toFixed(1);
  return {
    commits: count,
    asked,
    first: percent(hits.first),
    firstThree: percent(hits.firstThree),
    mostChanged: percent(hits.mostChanged),
    logMs: logMs.toFixed(0),
    askMs: (askMs / Math.max(1, asked)).toFixed(2),
  };
}

/** The window as it was before a commit: deleted is what its parent does not have. */
function before(commits: readonly Commit[], index: number, git: (...args: readonly string[]) => Buffer): CommitWindow {
  const earlier = commits.slice(index + 1, index + 1 + windowLength);
  const id = commits[index]?.id ?? '';
  const there = new Set(git('ls-tree', '-r', '-z', '--name-only', `${id}^`).toString().split('\0'));
  return { commits: earlier, deleted: new Set(earlier.flatMap(({ files }) => files.filter((file) => !there.has(file)))), limits: [] };
}

function mostChanged(window: CommitWindow, given: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { files } of window.commits) for (const file of files) counts.set(file, (counts.get(file) ?? 0) + 1);
  return [...counts]
    .filter(([file]) => !given.includes(file) && !window.deleted.has(file))
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([file]) => file);
}

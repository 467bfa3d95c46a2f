// What was forgotten: files of past commits are hidden, and the rest of the commit is asked for what is missing.
import { execFileSync } from 'node:child_process';
import { forgottenIn } from '../../../src/insight/tests/forgotten-files.ts';
import { logArguments, parseLog, windowOf } from '../../../src/history/parse-log.ts';
import type { CommitWindow } from '../../../src/history/commits.ts';

const windowLength = 5_000;

export interface Unfinished {
  readonly window: CommitWindow;
  readonly there: ReadonlySet<string>;
  readonly files: readonly string[];
  /** Files of the ten commits after it. */
  readonly later: ReadonlySet<string>;
}

/** The newest commits of 1 to 12 files, no bots and releases, evenly spread over the last 600. */
export function commitsOf(path: string, wanted: number): readonly Unfinished[] {
  const git = (...args: readonly string[]): Buffer =>
    execFileSync('git', ['-C', path, ...args], { maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] });
  const logged = parseLog(git(...logArguments, '--no-merges', 'HEAD'));
  const eligible = logged
    .slice(0, 600)
    .flatMap(({ changes, marks }, i) => (marks.length === 0 && changes.length > 0 && changes.length <= 12 ? [i] : []));
  const step = Math.max(1, eligible.length / wanted);
  return Array.from({ length: Math.min(wanted, eligible.length) }, (_, k) => eligible[Math.floor(k * step)] ?? 0).flatMap((i) => {
    const commit = logged[i];
    if (commit === undefined || i + 1 >= logged.length) return [];
    const there = new Set(git('ls-tree', '-r', '-z', '--name-only', `${commit.id}^`).toString('utf8').split('\0'));
    const files = commit.changes.map(({ from, path: name }) => from ?? name).filter((name) => there.has(name));
    const later = new Set(logged.slice(Math.max(0, i - 10), i).flatMap(({ changes }) => changes.map(({ path: name }) => name)));
    return [{ window: windowOf(logged.slice(i + 1, i + 1 + windowLength)), there, files, later }];
  });
}

export interface ForgottenFigures {
  /** One file hidden at a time, each commit counted once: how much was hidden, said, and said of the hidden file. */
  readonly hidden: number;
  readonly said: number;
  readonly right: number;
  /** The commit whole, where nothing is hidden: how often something is said, and how often that file changed in the next ten commits. */
  readonly whole: number;
  readonly saidOfWhole: number;
  readonly changedLater: number;
}

export function forgottenFigures(commits: readonly Unfinished[], least?: number, max = 2): ForgottenFigures {
  const sum = { hidden: 0, said: 0, right: 0, whole: 0, saidOfWhole: 0, changedLater: 0 };
  for (const { files, later, there, window } of commits) {
    const ask = (changed: readonly string[]): readonly string[] =>
      forgottenIn(window, changed, least)
        .map(({ file }) => file)
        .filter((file) => there.has(file))
        .slice(0, max);
    sum.whole += 1;
    const whole = ask(files);
    if (whole.length > 0) sum.saidOfWhole += 1;
    if (whole.some((file) => later.has(file))) sum.changedLater += 1;
    if (files.length < 2) continue;
    for (const hidden of files) {
      const said = ask(files.filter((file) => file !== hidden));
      sum.hidden += 1 / files.length;
      sum.said += said.length / files.length;
      sum.right += said.includes(hidden) ? 1 / files.length : 0;
    }
  }
  return sum;
}

// Bundled for bench/relevance/tests-for.mjs: the tests of a change, foreseen for past commits from what came before them.
import { execFileSync } from 'node:child_process';
import { basename, posix } from 'node:path';
import { presentOf } from '../../../src/insight/present-files.ts';
import { projectReader } from '../../../src/insight/tests/commands/project-reader.ts';
import { testCommand } from '../../../src/insight/tests/commands/test-command.ts';
import { projectTestsOf, type ProjectTests } from '../../../src/insight/tests/project-tests.ts';
import { rankTests, type TestWeights, testWeights } from '../../../src/insight/tests/rank-tests.ts';
import { companionsIn } from '../../../src/history/companions.ts';
import type { CommitWindow } from '../../../src/history/commits.ts';
import { type LoggedCommit, logArguments, parseLog, windowOf } from '../../../src/history/parse-log.ts';
import { nodeSystem } from '../../../src/system/node.ts';
import { testNameOf } from '../../../src/workspace/packages/index.ts';

const windowLength = 5_000;
/** Of so many newest commits that changed code and a test, some are asked, evenly spread. */
const lastEligible = 400;

const code = /\.(?:[cm]?[jt]sx?|vue|svelte|py|go|rs|java|kt|scala|rb|php|c|cc|cpp|h|hpp|tcl|pl|sh|y|l)$/;
/** What another judge may call a test: any code or data file with the word in its path. */
const broadly =
  /(?:^|\/)(?:tests?|specs?|__tests__|t|testing)\/|[._-](?:test|spec)s?\.|(?:^|\/)(?:test|spec)[._-]|(?:Tests?|Spec|IT)\.\w+$/;

export interface Trial {
  readonly id: string;
  readonly text: string;
  readonly given: string;
  readonly tests: ProjectTests;
  readonly window: CommitWindow;
  /** The tests that the commit changed, besides the given file. */
  readonly right: ReadonlySet<string>;
  /** Other files of the commit that somebody may call tests. */
  readonly broad: ReadonlySet<string>;
}

export class PastRepository {
  readonly #path: string;
  readonly #logged: readonly LoggedCommit[];

  constructor(path: string) {
    this.#path = path;
    this.#logged = parseLog(this.git(...logArguments, '--no-merges', 'HEAD'));
  }

  git(...args: readonly string[]): Buffer {
    return execFileSync('git', ['-C', this.#path, ...args], { maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] });
  }

  /** The newest commits of 2 to 12 files, no bots and releases, that changed a test besides their first file of code. */
  trials(wanted: number): readonly Trial[] {
    const eligible: number[] = [];
    for (const [i, commit] of this.#logged.entries()) {
      if (eligible.length >= lastEligible) break;
      if (commit.marks.length > 0 || commit.changes.length < 2 || commit.changes.length > 12) continue;
      const paths = commit.changes.map(({ from, path }) => from ?? path);
      if (paths.some((path) => testNameOf(path) !== undefined) && paths.some(isCode)) eligible.push(i);
    }
    const step = Math.max(1, eligible.length / wanted);
    return Array.from({ length: Math.min(wanted, eligible.length) }, (_, k) => eligible[Math.floor(k * step)] ?? 0).flatMap((i) =>
      this.#trial(i),
    );
  }

  #trial(i: number): readonly Trial[] {
    const commit = this.#logged[i];
    if (commit === undefined) return [];
    const parent = this.#logged[i + 1]?.id;
    if (parent === undefined) return [];
    // Without merges the next commit of the log is not always the parent; files are taken from the parent itself.
    const files = this.git('ls-tree', '-r', '-z', '--name-only', `${commit.id}^`)
      .toString('utf8')
      .split('\0')
      .filter((name) => name !== '');
    const present = presentOf(files);
    const changed = commit.changes.map(({ from, path }) => from ?? path).filter((file) => present.has(file));
    const given = changed.find(isCode);
    if (given === undefined) return [];
    const others = changed.filter((file) => file !== given);
    const right = new Set(others.filter((file) => testNameOf(file) !== undefined));
    if (right.size === 0) return [];
    return [
      {
        id: commit.id,
        text: commit.subject.replaceAll(/\s*\(#\d+\)/g, ''),
        given,
        tests: projectTestsOf(present),
        window: windowOf(this.#logged.slice(i + 1, i + 1 + windowLength)),
        right,
        broad: new Set(others.filter((file) => broadly.test(file) && /\.\w+$/.test(file))),
      },
    ];
  }
}

function isCode(file: string): boolean {
  return code.test(file) && testNameOf(file) === undefined && !broadly.test(file);
}

export type Ask = (trial: Trial) => readonly string[];

export const ours =
  (weights: TestWeights = testWeights): Ask =>
  ({ given, tests, text, window }) =>
    rankTests(window, tests, { files: [given], text }, weights).map(({ file }) => file);

export const baselines: Readonly<Record<string, Ask>> = {
  'changed together': ({ given, tests, window }) =>
    companionsIn(window, [given], 1_000)
      .map(({ file }) => file)
      .filter((file) => tests.has(file)),
  'namesake alone': ({ given, tests }) => {
    const stem = (file: string): string =>
      basename(file)
        .replace(/\.\w+$/, '')
        .replaceAll(/[._-]|tests?|spec/gi, '')
        .toLowerCase();
    return tests.all.map(({ file }) => file).filter((file) => stem(file) === stem(given));
  },
  'until now (8 names)': ({ given, tests }) =>
    oldNames(given)
      .filter((file) => tests.has(file))
      .slice(0, 1),
};

/** What `guide` looked for before. */
function oldNames(file: string): readonly string[] {
  const [, directory = '', name = '', ending = ''] = /^(?:(.*)\/)?([^/]+)\.(\w+)$/.exec(file) ?? [];
  const below = directory.replace(/^(src|lib|app)(?=\/|$)\/?/, '');
  return [
    posix.join(directory, `${name}.test.${ending}`),
    posix.join(directory, `${name}.spec.${ending}`),
    posix.join(directory, '__tests__', `${name}.test.${ending}`),
    posix.join(directory, `${name}_test.${ending}`),
    posix.join('test', below, `${name}.test.${ending}`),
    posix.join('tests', below, `${name}.test.${ending}`),
    posix.join('tests', below, `test_${name}.${ending}`),
    posix.join('tests', `test_${name}.${ending}`),
  ];
}

/** How often a right one is among the first. */
export function hitsOf(trials: readonly Trial[], ask: Ask): { readonly first: number; readonly three: number; readonly broad: number } {
  const sum = { first: 0, three: 0, broad: 0 };
  for (const trial of trials) {
    const named = ask(trial).slice(0, 3);
    if (trial.right.has(named[0] ?? '')) sum.first += 1;
    if (named.some((file) => trial.right.has(file))) sum.three += 1;
    if (named.some((file) => trial.right.has(file) || trial.broad.has(file))) sum.broad += 1;
  }
  return sum;
}

/** How many of a repository's tests have a command, and the one of the first. */
export async function commandsOf(
  path: string,
): Promise<{ readonly tests: number; readonly named: number; readonly example: string; readonly file: string }> {
  const system = nodeSystem();
  const reader = projectReader(system, path);
  const names = execFileSync('git', ['-C', path, 'ls-files', '-z'], { maxBuffer: 1 << 30 })
    .toString('utf8')
    .split('\0');
  const { all } = projectTestsOf(presentOf(names));
  let named = 0;
  for (const { file } of all) if ((await testCommand(reader, [file])) !== undefined) named += 1;
  const first = await testCommand(
    reader,
    all.slice(0, 1).map(({ file }) => file),
  );
  const example = first === undefined ? 'none' : first.folder === undefined ? first.command : `cd ${first.folder} && ${first.command}`;
  return { tests: all.length, named, example, file: first?.file ?? 'none' };
}

export { commitsOf, forgottenFigures } from './forgotten.ts';

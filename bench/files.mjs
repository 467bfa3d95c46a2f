// Files you will need: each of some past commits is foreseen from its subject, with one of its files and without.
//   npm run bench -- files --repo <git directory> [--repo …] [--commits 25] [--last 200]      reads the repositories, downloads nothing
//   … --fit      prints the weights of src/insight/files/weights.ts, fitted on these repositories
// Offline: the history up to the parent of the commit (as `git log` gives it there), its file names and `git grep` in its tree. Nothing that came
// later is read, and nothing is checked out.
import { basename, dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundledFile } from './support/bundled.mjs';
import { keep, machineLine, table } from './support/report.mjs';

const targets = { recall3: 53, recall5: 60, precision: 28, any3: 70 };

export async function files({ paths: named = [], repos = [], commits = 25, last = 200, fit = false }) {
  const paths = [...named, ...repos];
  if (paths.length === 0) {
    console.log('Not run: it needs git repositories (--repo PATH, more than once).');
    return true;
  }
  const bench = await import(pathToFileURL(await bundledFile('bench/relevance/files/run.ts', 'files')).href);
  console.log(
    `${machineLine()}\nOf the last ${last} commits of each the oldest ${commits} of 2 to 12 files that are no merge, bot or release.\n`,
  );
  if (fit) {
    const { left, weights } = bench.fit(paths, { commits, last });
    console.log(`Each repository with weights of the others:\n${left.join('\n')}\n\n${JSON.stringify(weights, undefined, 2)}`);
    return true;
  }
  const byRepository = new Map(paths.map((path) => [nameOf(path), bench.measured(path, { commits, last })]));
  const result = {
    one: print('the text and one file', byRepository, 'one'),
    text: print('the text alone', byRepository, 'text'),
  };
  printSaid(byRepository);
  keep('files', { commits, last, byRepository: Object.fromEntries(byRepository) });
  const { any3 } = result.text.snap;
  const { precision, recall3, recall5 } = result.one.snap;
  console.log(
    `\none file given: recall@3 ${recall3.toFixed(1)} (target ${targets.recall3}), @5 ${recall5.toFixed(1)} (${targets.recall5}), precision ${precision.toFixed(1)} (${targets.precision}); text alone: a right one among 3 ${any3.toFixed(1)} (${targets.any3})`,
  );
  return recall3 >= targets.recall3 && recall5 >= targets.recall5 && precision >= targets.precision && any3 >= targets.any3;
}

function nameOf(path) {
  return basename(path) === 'repo' ? basename(dirname(path)) : basename(path);
}

/** What start, advise and guide say of these files, where they say anything. */
function printSaid(byRepository) {
  const all = [...byRepository.values()].map(({ said }) => said);
  const share = (part, of) => ((100 * part) / Math.max(1, of)).toFixed(1);
  const rows = ['one', 'text'].map((kind) => {
    const sum = (key) => all.reduce((total, each) => total + each[kind][key], 0);
    const mean = (key) => (all.reduce((total, each) => total + each[kind][key], 0) / all.length).toFixed(1);
    return [
      kind === 'one' ? 'the text and one file' : 'the text alone',
      `${sum('said')} of ${sum('asked')}`,
      share(sum('true'), sum('said')),
      `${sum('sureTrue')} of ${sum('sure')}`,
      share(sum('right'), sum('named')),
      (sum('named') / Math.max(1, sum('said'))).toFixed(2),
      mean('recall3'),
      mean('recall5'),
      mean('any3'),
    ];
  });
  const heads = ['said in answers', 'answers that name files', 'true %', 'true of "You will need"', 'files: right %', 'files named'];
  console.log(`\n${table([...heads, 'recall@3 of all', '@5', 'any right @3'], rows)}`);
}

/** Means over repositories; precision over all files that were named. */
function print(title, byRepository, kind) {
  const all = [...byRepository.values()].map((each) => each[kind]);
  const names = Object.keys(all[0]);
  const mean = (name, key) => all.reduce((sum, each) => sum + each[name][key], 0) / all.length;
  const sum = (name, key) => all.reduce((total, each) => total + each[name][key], 0);
  const summary = Object.fromEntries(
    names.map((name) => {
      const precision = (100 * sum(name, 'right')) / Math.max(1, sum(name, 'named'));
      const named = sum(name, 'named') / Math.max(1, sum(name, 'asked'));
      const figures = {
        recall3: mean(name, 'recall3'),
        recall5: mean(name, 'recall5'),
        any1: mean(name, 'any1'),
        any3: mean(name, 'any3'),
      };
      return [name, { ...figures, precision, named }];
    }),
  );
  console.log(`\n## ${title} (${sum('snap', 'asked')} commits)\n`);
  const shown = (value) => value.toFixed(1);
  console.log(
    table(
      ['mean of the repositories', 'recall@3', '@5', 'any right @1', '@3', 'precision', 'files named'],
      Object.entries(summary).map(([name, one]) => [
        name,
        ...[one.recall3, one.recall5, one.any1, one.any3, one.precision].map(shown),
        one.named.toFixed(2),
      ]),
    ),
  );
  const key = kind === 'one' ? 'recall3' : 'any3';
  console.log(`\n${kind === 'one' ? 'recall@3' : 'a right one among 3'} by repository\n`);
  const rows = [...byRepository].map(([repository, each]) => [
    repository,
    String(each[kind].snap.asked),
    ...names.map((name) => shown(each[kind][name][key])),
    shown(each[kind].snap.recall5),
    shown((100 * each[kind].snap.right) / Math.max(1, each[kind].snap.named)),
  ]);
  console.log(table(['repository', 'commits', ...names, 'snap @5', 'snap precision'], rows));
  return summary;
}

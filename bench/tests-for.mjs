// The tests of a change, foreseen for past commits, the commands that run them, and what was forgotten.
//   npm run bench -- tests-for [<repository> …] [--runs 40]      reads git histories, starts nothing of the repositories
import { basename } from 'node:path';
import { bundled } from './support/bundled.mjs';
import { keep, machineLine, table } from './support/report.mjs';

const wanted = 80;

export async function testsFor({ paths = [], runs: trials = 40 }) {
  if (paths.length === 0) {
    console.log('Name at least one git repository.');
    return true;
  }
  const { baselines, commandsOf, commitsOf, forgottenFigures, hitsOf, ours, PastRepository } = await bundled('relevance/tests-for');
  console.log(`${machineLine()}\n`);
  const asks = { snap: ours(), ...baselines };
  const sums = Object.fromEntries(Object.keys(asks).map((name) => [name, { first: 0, three: 0, broad: 0 }]));
  const rows = [];
  const commands = [];
  const missing = [];
  const sum = {};
  let all = 0;
  for (const path of paths) {
    const asked = new PastRepository(path).trials(trials);
    all += asked.length;
    const row = [basename(path), asked.length];
    for (const [name, ask] of Object.entries(asks)) {
      const hits = hitsOf(asked, ask);
      for (const key of Object.keys(hits)) sums[name][key] += hits[key];
      row.push(percent(hits.first, asked.length), percent(hits.three, asked.length));
    }
    rows.push(row);
    const figures = forgottenFigures(commitsOf(path, 4 * trials));
    for (const [key, value] of Object.entries(figures)) sum[key] = (sum[key] ?? 0) + value;
    missing.push([basename(path), ...forgottenRow(figures)]);
    const { example, file, named, tests } = await commandsOf(path);
    commands.push([basename(path), tests, named, file, `\`${example.replaceAll('|', String.raw`\|`)}\``]);
  }
  rows.push(['all', all, ...Object.values(sums).flatMap(({ first, three }) => [percent(first, all), percent(three, all)])]);
  console.log(table(['right test among', 'commits', ...Object.keys(asks).flatMap((name) => [`${name} @1`, '@3'])], rows));
  console.log(`\nWith every file that has "test" in its path as right: ${percent(sums.snap.broad, all)} % @3.\n`);
  console.log(table(['command', 'tests', 'with a command', 'by', 'of the first test'], commands));
  missing.push(['all', ...forgottenRow(sum)]);
  console.log('\nOne file of each commit hidden at a time, each commit counted once; then the commit whole, where nothing is missing:');
  console.log(
    table(['forgotten', 'hidden', 'said', 'right', 'precision %', 'recall %', 'whole', 'said', 'changed in the next ten'], missing),
  );
  keep('tests-for', { rows, commands, missing });
  const right = (100 * sums.snap.three) / Math.max(1, all);
  console.log(`\nright test among 3: ${right.toFixed(1)} % (target: at least ${wanted} %)`);
  console.log(`files called forgotten that were: ${percent(sum.right, sum.said)} % (target: at least 66.7 %)`);
  return right >= wanted && 3 * sum.right >= 2 * sum.said && commands.every(([, tests, named]) => named > 0 || tests === 0);
}

function forgottenRow({ changedLater, hidden, right, said, saidOfWhole, whole }) {
  return [
    hidden.toFixed(0),
    said.toFixed(1),
    right.toFixed(1),
    percent(right, said),
    percent(right, hidden),
    whole,
    saidOfWhole,
    changedLater,
  ];
}

function percent(part, of) {
  return ((100 * part) / Math.max(1, of)).toFixed(1);
}

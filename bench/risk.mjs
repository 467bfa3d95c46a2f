// Risk from history, against what happened next: does a fix touch the same files soon, and do fixes go back to the change?
//   npm run bench -- risk --repo <git repository> [--repo …] [--commits 2500]      reads the repositories, downloads nothing
//   npm run bench -- risk --dir <directory with a file SPLIT>                       both halves of the public repositories
//   npm run bench -- risk --dir <…> --only tuning --fit                             prints the weights of src/insight/risk/risk-of-change.ts as well
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bundled } from './support/bundled.mjs';
import { root } from './support/program.mjs';
import { keep, machineLine, table } from './support/report.mjs';

const targets = { sameFile: 0.7, blame: 0.55, within: 0.66 };
const levels = ['L', 'M', 'H', 'C', '?'];

/** @param repos folders; without any, those that SPLIT in `dir` names. `half`: only this half. */
export async function risk({ repos = [], paths = [], dir, only, commits = 2500, fit = false }) {
  const { fitWeights, measureRisk } = await bundled('relevance/risk');
  console.log(`${machineLine()}\n`);
  const asked = [...repos, ...paths];
  const halves =
    asked.length > 0 ? [{ half: 'given', repositories: asked }] : halvesOf(dir).filter(({ half }) => only === undefined || half === only);
  if (halves.length === 0) {
    console.log('No repository: name some with --repo, or a directory with a file SPLIT with --dir.');
    return true;
  }
  let isGood = true;
  const kept = [];
  for (const { half, repositories } of halves) {
    const results = [];
    for (const repository of repositories) {
      const result = {
        name: basename(repository.replace(/\/(?:repo|\.git)?$/, '')),
        ...(await measureRisk(repository, { commits, scratch: join(root, 'bench/results') })),
      };
      results.push(result);
    }
    console.log(`## ${half}: ${results.map(({ name }) => name).join(', ')}\n`);
    isGood = show(results) && isGood;
    if (fit)
      console.log(`The weights that fit these repositories best: ${JSON.stringify(fitWeights(results.map(({ samples }) => samples)))}\n`);
    // The samples are large, and can be made again.
    kept.push({ half, results: results.map((result) => ({ ...result, samples: undefined })) });
  }
  keep('risk', { halves: kept });
  return isGood;
}

function halvesOf(dir) {
  if (dir === undefined || !existsSync(join(dir, 'SPLIT'))) return [];
  return readFileSync(join(dir, 'SPLIT'), 'utf8')
    .split('\n')
    .filter((line) => /^\w+:/.test(line))
    .map((line) => {
      const [half, names] = line.split(':');
      return {
        half,
        repositories: names
          .trim()
          .split(/\s+/)
          .map((name) => join(dir, name))
          .filter((path) => existsSync(path)),
      };
    });
}

function show(results) {
  let isGood = true;
  for (const [label, words] of [
    ['sameFile', 'a fix touches a same file within 30 commits'],
    ['blame', 'a fix goes back to it (SZZ, at most 220 fixes, without the last 120 days)'],
  ]) {
    const names = Object.keys(results[0][label].measures);
    console.log(`### ${words}: area under the curve, over all / among commits of equal size\n`);
    const rows = results.map(({ name, [label]: { commits, measures, positive } }) => [
      name,
      commits,
      positive,
      ...names.map((measure) => `${figure(measures[measure].all)} / ${figure(measures[measure].within)}`),
    ]);
    const means = names.map((measure) => ({
      all: mean(results.map((result) => result[label].measures[measure].all)),
      within: mean(results.map((result) => result[label].measures[measure].within)),
    }));
    rows.push(['**mean**', '', '', ...means.map(({ all, within }) => `**${figure(all)} / ${figure(within)}**`)]);
    console.log(`${table(['repository', 'commits', 'hit', ...names], rows)}\n`);
    const of = (measure) => means[names.indexOf(measure)];
    isGood = verdict(`before the edit, ${label}`, of('before the edit').all, targets[label]) && isGood;
    // A change is asked two things: whether it holds a fault, and whether its files are fixed next.
    const asked = label === 'blame' ? 'after it' : 'after it, next fix';
    isGood = verdict(`${asked}, within equal size, ${label}`, of(asked).within, targets.within) && isGood;
    isGood = verdict(`${asked}, against size alone (${figure(of('size').all)}), ${label}`, of(asked).all, of('size').all) && isGood;
    for (const when of ['before', 'after']) isGood = showBands(results, label, when) && isGood;
  }
  const cost = (key) => Math.max(...results.map((result) => result[key])).toFixed(1);
  console.log(`\nReading the outcomes of a history: at most ${cost('modelMs')} ms; one question: at most ${cost('questionMs')} ms.\n`);
  for (const { name, said } of results) for (const line of said.slice(0, 2)) console.log(`- ${name}: ${line}`);
  console.log('');
  return isGood;
}

/** The share that was hit at each level. */
function showBands(results, label, when) {
  const rows = results.map(({ name, [label]: { [when]: bands } }) => {
    const rates = levels.slice(0, 4).flatMap((level) => (bands[level].commits > 0 ? [bands[level].hit / bands[level].commits] : []));
    const rises = rates.every((rate, i) => i === 0 || rate > rates[i - 1]);
    return [name, ...levels.map((level) => share(bands[level])), rates.length < 2 ? '-' : rises ? 'yes' : 'NO'];
  });
  console.log(`\nHit at each level, ${when} the edit (${label}):\n\n${table(['repository', ...levels, 'rises'], rows)}\n`);
  return label !== 'sameFile' || when !== 'before' || rows.every((row) => row.at(-1) !== 'NO');
}

function verdict(what, value, target) {
  const isMet = value >= target;
  console.log(`${isMet ? 'met' : 'MISSED'}: ${what}: ${figure(value)} (target ${figure(target)})`);
  return isMet;
}

const share = ({ commits, hit }) => (commits === 0 ? '-' : `${((100 * hit) / commits).toFixed(0)} % of ${commits}`);
const figure = (value) => (value === undefined || Number.isNaN(value) ? '-' : value.toFixed(3));
const mean = (values) => {
  const known = values.filter((value) => value !== undefined);
  return known.reduce((sum, value) => sum + value, 0) / known.length;
};

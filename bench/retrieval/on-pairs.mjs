// The ranking and its baselines over files of pairs: is the learning found by the question, and does the question of another set find nothing?
import { join } from 'node:path';
import { root } from '../support/program.mjs';
import { keep, machineLine, table } from '../support/report.mjs';

const size = 300;
const questions = 300;

/** @param bench the bundle of run.ts. @param files absolute, or from here. */
export async function onPairs(bench, files, seeds) {
  const sets = files.map((file) => bench.readPairs(file));
  const unrelated = bench.readUnrelated(join(root, 'bench/data'));
  const makers = { ...bench.makers, ...(await opponents(bench)) };
  console.log(
    `${machineLine()}\nStores of ${size} learnings, or all of the set; ${seeds} draws, the same for all. Every learning of a store is asked for.\n`,
  );
  const figures = {};
  for (const shape of bench.shapes) {
    const rows = [];
    for (const set of sets) {
      // Texts of tasks that say nothing about the learnings: subjects of another set where there is one.
      const other = sets.find((one) => one.name !== set.name);
      const tasks = other?.pairs.map(({ question }) => question) ?? unrelated.slice(100);
      const draws = Array.from({ length: seeds }, (_, i) => bench.drawPairs(set, { shape, size, seed: i + 1, tasks }));
      for (const [name, make] of Object.entries(makers)) {
        const recall = means(draws.map((draw) => bench.pairRecall(make(draw.documents), draw)));
        rows.push([set.name, set.pairs.length, name, recall.map((value) => value.toFixed(1)).join(' / ')]);
        ((figures[shape] ??= {})[set.name] ??= {})[name] = recall;
      }
    }
    const saved = { snap_learn: 'a trigger of its own', snap_end: "the trigger is another task's text" }[shape];
    console.log(`Saved by ${shape} (${saved}):\n${table(['set', 'pairs', 'ranking', '@1 / @3 / @5'], rows)}\n`);
  }
  const silences = silenceRows(bench, { sets, unrelated, seeds });
  console.log(`Questions without an answer in the store:\n${table(['store', 'questions of', 'nothing found, %'], silences)}\n`);

  const names = sets.map(({ name }) => name);
  const at3 = (shape, name, maker) => figures[shape][name][maker][1];
  const over = names.map((name) => at3('snap_learn', name, 'snap') - at3('snap_learn', name, 'BM25, stemmer, stop words'));
  const foreign = silences.filter(([, of]) => !of.startsWith('unrelated')).map(([, , value]) => Number(value));
  const targets = [
    ['recall @3 (snap_learn) over BM25 with stemmer and stop words, the lowest of all sets, points', Math.min(...over), -1],
    ['the same, mean of all sets', mean(over), 0],
    ['recall @3 (snap_end), mean of all sets', mean(names.map((name) => at3('snap_end', name, 'snap'))), 68],
    ...(foreign.length === 0 ? [] : [['questions of other sets that find nothing, %', mean(foreign), 80]]),
  ];
  console.log(
    table(
      ['target', 'figure', 'at least', 'reached'],
      targets.map(([what, value, least]) => [what, value.toFixed(1), least, value >= least ? 'yes' : 'NO']),
    ),
  );
  keep('retrieval-pairs', { seeds, figures, silences });
  return targets.every(([, value, least]) => value >= least);
}

function silenceRows(bench, { sets, unrelated, seeds }) {
  const rows = [];
  for (const set of sets) {
    const stores = Array.from({ length: seeds }, (_, i) =>
      bench.makers.snap(bench.drawPairs(set, { shape: 'snap_learn', size, seed: i + 1, tasks: [] }).documents),
    );
    const asked = [
      ...sets
        .filter(({ name }) => name !== set.name)
        .map(({ name, pairs }) => [name, pairs.slice(0, questions).map(({ question }) => question)]),
      ['unrelated: every day', unrelated.slice(0, 100)],
      ['unrelated: other software', unrelated.slice(100)],
    ];
    for (const [name, texts] of asked) rows.push([set.name, name, mean(stores.map((store) => bench.silence(store, texts))).toFixed(1)]);
  }
  return rows;
}

/** minisearch, where the benches' own packages are installed (CONTRIBUTING.md). */
async function opponents(bench) {
  try {
    const { default: MiniSearch } = await import('minisearch');
    const made = (options) => (documents) => bench.createMiniSearch(MiniSearch, documents, options);
    return { minisearch: made({}), 'minisearch, prefix and fuzzy': made({ prefix: true, fuzzy: 0.2 }) };
  } catch {
    console.log('minisearch is left out: it is not installed (npm ci in bench/).\n');
    return {};
  }
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const means = (rows) => rows[0].map((_, i) => mean(rows.map((row) => row[i])));

// Are learnings found in other words than they were saved with, and does a question about something else find nothing? Offline, over the
// sample of bench/data.   node bench/run.mjs retrieval [--runs 8]     runs: how many seeds
// Or over files of pairs, one a line: question, learning, and optionally language and action, separated by tabs (retrieval/make-pairs.mjs
// makes such files out of clones):   node bench/run.mjs retrieval --pairs FILE [--pairs FILE …]
import { join } from 'node:path';
import { onPairs } from './retrieval/on-pairs.mjs';
import { bundled } from './support/bundled.mjs';
import { root } from './support/program.mjs';
import { keep, machineLine, quantile, table } from './support/report.mjs';

const size = 500;
const queries = 250;

export async function retrieval({ runs: seeds = 8, pairs }) {
  const bench = await bundled('retrieval');
  if (pairs !== undefined) return onPairs(bench, pairs, seeds);
  const data = join(root, 'bench/data');
  const all = bench.readCommands(data);
  const several = all.filter(({ wordings }) => wordings.length > 1);
  const unrelated = bench.readUnrelated(data);
  // Lines in turn: one to choose the cut-off by, one to judge it.
  const sentences = (half) => unrelated.filter((_, i) => i % 2 === half);
  console.log(
    `${machineLine()}\n${all.length} commands, ${several.length} of them worded more than once; ${seeds} seeds x ${queries} queries\n`,
  );

  const pools = {
    'chosen on': several.filter((command) => bench.halfOf(command) === 0),
    'held out': several.filter((command) => bench.halfOf(command) === 1),
    all: several,
  };
  const figures = {};
  for (const [name, pool] of Object.entries(pools)) {
    const draws = Array.from({ length: seeds }, (_, i) => bench.draw(pool, size, queries, i + 1));
    const recalls = Object.fromEntries(
      Object.entries(bench.makers).map(([maker, make]) => [maker, draws.map((one) => bench.recall(make(one.documents), one.asked))]),
    );
    const stores = draws.map(({ documents }) => bench.makers.snap(documents));
    figures[name] = {
      commands: pool.length,
      recalls,
      own: draws.map((one, i) => bench.ownWords(stores[i], one)),
      ownStrict: draws.map((one, i) => bench.ownWords(stores[i], one, true)),
      ownBaseline: draws.map((one) => bench.ownWords(bench.makers['BM25, stemmer, stop words'](one.documents), one, true)),
      // The first hundred are of every day, the others about other software.
      silence: [0, 1].map((half) => stores.map((store) => bench.silence(store, sentences(half)))),
      everyDay: stores.map((store) => bench.silence(store, unrelated.slice(0, 100))),
      otherSoftware: stores.map((store) => bench.silence(store, unrelated.slice(100))),
      withoutGold: draws.map((one) => bench.silenceWithoutGold(one)),
    };
  }
  const { recalls, own, ownStrict, ownBaseline, silence, everyDay, otherSoftware, withoutGold } = figures['held out'];
  const perSeed = recalls.snap.map((ours, i) => [i + 1, cell(recalls['BM25, stemmer, stop words'][i]), cell(ours), cell(own[i])]);
  const heads = ['seed', 'plain BM25 @1 / @3 / @5 / @10', 'snap', "snap, learning's own words"];
  console.log(`Stores of ${size} from the held-out half:\n${table(heads, perSeed)}\n`);
  const meanRows = Object.entries(figures).flatMap(([name, one]) =>
    Object.entries(one.recalls).map(([maker, values]) => [
      name,
      one.commands,
      maker,
      cell(means(values)),
      maker === 'snap' ? cell(means(one.own)) : '',
    ]),
  );
  console.log(`Mean of ${seeds} seeds:\n${table(['half', 'commands', 'ranking', '@1 / @3 / @5 / @10', 'own words'], meanRows)}\n`);
  console.log(
    `Own words count another learning with the very same trigger as right. The very learning is first in ${means(ownStrict)[0].toFixed(1)} % ` +
      `(plain BM25 ${means(ownBaseline)[0].toFixed(1)} %), among three in ${means(ownStrict)[1].toFixed(1)} %.\n`,
  );
  console.log(
    `${table(
      ['queries that no learning answers, held-out half', 'nothing found, %'],
      [
        ['unrelated, the lines it was chosen on', mean(silence[0]).toFixed(1)],
        ['unrelated, held-out lines', mean(silence[1]).toFixed(1)],
        ['of these files: sentences of every day', mean(everyDay).toFixed(1)],
        ['of these files: tasks of other software', mean(otherSoftware).toFixed(1)],
        ['of the same kind, their own learning not in the store (no target)', mean(withoutGold).toFixed(1)],
      ],
    )}\n`,
  );

  const big = [1, 2, 3].map((seed) => bench.draw(all, all.length, queries, seed));
  const bigRecalls = Object.fromEntries(
    ['BM25, stemmer, stop words', 'snap'].map((maker) => [
      maker,
      means(big.map((one) => bench.recall(bench.makers[maker](one.documents), one.asked))),
    ]),
  );
  const times = big.map((one) => bench.timed(one));
  const milliseconds = times.flatMap((one) => one.queries);
  const build = Math.min(...times.map((one) => one.build));
  const p95 = quantile(milliseconds, 0.95);
  console.log(`Store of ${all.length}, 3 seeds:`);
  console.log(
    table(
      ['ranking', '@1 / @3 / @5 / @10'],
      Object.entries(bigRecalls).map(([maker, value]) => [maker, cell(value)]),
    ),
  );
  console.log(
    `\nIndex built in ${build.toFixed(0)} ms; a query, the least of three times, takes ${quantile(milliseconds, 0.5).toFixed(2)} ms (p95 ${p95.toFixed(2)})\n`,
  );

  const rows = bench.changes(several);
  const { saved, merged, wrong } = bench.merges(all);
  console.log(
    table(
      ['changed', 'says the same', 'pairs', 'taken for the same', '%'],
      rows.map(({ change, isSame, pairs, merged }) => [change, isSame ? 'yes' : 'no', pairs, merged, ((100 * merged) / pairs).toFixed(1)]),
    ),
  );
  const count = (isSame, key) => rows.filter((row) => row.isSame === isSame).reduce((sum, row) => sum + row[key], 0);
  const right = count(true, 'merged') + merged - wrong;
  const precision = right / (right + count(false, 'merged') + wrong);
  console.log(
    `\nAll ${saved} wordings saved one after the other: ${merged} joined an earlier one, ${wrong} of them that of another command.\n`,
  );

  const ours = means(recalls.snap);
  const baseline = means(recalls['BM25, stemmer, stop words']);
  const open = means(recalls['snap without its cut-off']);
  const targets = [
    ['recall @1 over plain BM25, points', ours[0] - baseline[0], 1.5],
    ['recall @3 over plain BM25, points', ours[1] - baseline[1], 0],
    ['recall @5 over plain BM25, points', ours[2] - baseline[2], 0],
    ['recall @1', ours[0], 64],
    ['recall @3', ours[1], 79],
    ['recall @5', ours[2], 83],
    ['own words @1', means(own)[0], 99],
    ['unrelated: nothing found, %', mean(silence[1]), 90],
    ['recall @5 the cut-off costs, points', open[2] - ours[2], 1, 'at most'],
    [`store of ${all.length}: recall @5`, bigRecalls.snap[2], 57],
    [`store of ${all.length}: p95 of a query, ms`, p95, 5, 'at most'],
    ['taken for the same and the same, %', 100 * precision, 95],
  ];
  const isReached = ([, value, target, bound]) => (bound === 'at most' ? value <= target : value >= target);
  console.log(
    table(
      ['held-out half', 'figure', 'target', 'reached'],
      targets.map((row) => [row[0], row[1].toFixed(2), `${row[3] ?? 'at least'} ${row[2]}`, isReached(row) ? 'yes' : 'NO']),
    ),
  );
  keep('retrieval', { seeds, figures, bigRecalls, build, p95, rows, saved, merged, wrong, precision });
  return targets.every(isReached);
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const means = (rows) => rows[0].map((_, i) => mean(rows.map((row) => row[i])));
const cell = (recall) => recall.map((value) => value.toFixed(1)).join(' / ');

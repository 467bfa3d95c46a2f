// Snapshots and restores beside other assistants' engines, as their bare git commands: one tree, one change, every engine in turn.
//   node bench/run.mjs snapshots [--runs 7] [--only 8000]
// --only takes names, joined by commas: this, 8000, 100000 (trees), git (without snap's engine), ours (only snap's engine), hostile (the cases
// alone), and what is not in a run without it: 1000000 (so many files), sparse (a file of 4 GiB).
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundled, bundledFile } from './support/bundled.mjs';
import { meter } from './support/measure.mjs';
import { root } from './support/program.mjs';
import { keep, machineLine } from './support/report.mjs';
import { longLivedAt, opponentAt, shellAt } from './snapshots/engines.mjs';
import { printCases } from './snapshots/hostile-table.mjs';
import { judge } from './snapshots/judge.mjs';
import { million } from './snapshots/million.mjs';
import { print } from './snapshots/print.mjs';
import { measured } from './snapshots/rounds.mjs';
import { sparse } from './snapshots/sparse.mjs';
import { copyOf, git, sizes, treeOf } from './snapshots/trees.mjs';

/** On the largest tree others take minutes for a round. */
const mostRuns = { 100000: 3 };
const whose = ['git', 'ours'];
const known = [...sizes, ...whose, 'hostile', '1000000', 'sparse'];

export async function snapshots({ runs = 7, only }) {
  const names = only === undefined ? [] : only.split(',');
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`--only knows ${known.join(', ')}, not "${unknown}"`);
  const wants = (name) => names.includes(name) || names.every((one) => whose.includes(one));
  const [withOurs, withOthers] = [!names.includes('git'), !names.includes('ours')];
  const bench = await bundled('snapshots');
  const driven = await bundledFile('bench/snapshots/driven.ts', 'driven');
  console.log(`${machineLine()}, ${git(root, process.env, 'version').trim()}\n`);
  const kept = {};
  let isGood = true;
  for (const name of sizes.filter(wants)) {
    const figures = await onTree({ bench, driven, withOurs, withOthers, name, runs: Math.min(runs, mostRuns[name] ?? runs) });
    kept[name] = figures;
    print(figures);
    if (withOurs && withOthers) isGood = judge(name, figures) && isGood;
  }
  if (wants('hostile')) {
    kept.hostile = await bench.playAll(withOurs);
    isGood = printCases(kept.hostile) && isGood;
  }
  if (names.includes('1000000')) {
    kept.million = await million(driven);
    isGood = kept.million.isGood && isGood;
  }
  if (names.includes('sparse')) {
    kept.sparse = await sparse(driven);
    isGood = kept.sparse.isGood && isGood;
  }
  keep('snapshots', kept);
  return isGood;
}

async function onTree({ bench, driven, withOurs, withOthers, name, runs }) {
  const shell = meter();
  const tree = await treeOf(bench, name);
  const one = await treeOf(bench, 'one');
  const enginesAt = (own) => {
    const copy = copyOf(own, 'copy');
    const makers = [
      ...(withOthers ? bench.opponents : []).map((maker) => (store) => opponentAt(maker, maker.isInRepository ? copy : own, store)),
      ...(withOurs
        ? [
            (store) => longLivedAt(driven, { isWatched: true }, own, store),
            (store) => longLivedAt(driven, { isWatched: false }, own, store),
            (store) => shellAt(shell, own, store),
          ]
        : []),
    ];
    return makers.map((make, i) => {
      const store = join(own.base, `store-${i}`);
      mkdirSync(store, { recursive: true });
      return make(store);
    });
  };
  const [engines, small] = [enginesAt(tree), enginesAt(one)];
  const size = `${tree.count} files, ${(tree.bytes / 1024 ** 2).toFixed(0)} MiB`;
  console.log(`## ${name}: ${size}, made in ${(tree.ms / 1000).toFixed(1)} s; ${runs} rounds\n`);
  try {
    return await measured(bench, { engines, small, tree, runs });
  } finally {
    for (const engine of [...engines, ...small]) await engine.close();
    shell.end();
    for (const { base } of [tree, one]) rmSync(base, { recursive: true, force: true });
  }
}

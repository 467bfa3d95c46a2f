// One tree, one change, every engine in turn; who begins goes round.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { floorOfSync, sizeOf } from './disk.mjs';

export const counts = [0, 1, 100];
/** Changed files of a restore. */
export const restored = [1, 100];
/**
 * What every engine took, in milliseconds, one figure a round:
 * `first`, `complete` (until it owns all bytes), `take[count]`, `restore[count]`, `idle` (start of the program), `oneFile[count]` (the
 * same calls in a workspace of one file); `store`, `growth`, `tidied`: bytes; `peaks`: MiB by step.
 * @param engines of the tree, `small` the same ones of a workspace of one file
 */
export async function measured(bench, { engines, small, tree, runs }) {
  const rows = engines.map(({ isFromShell, isOurs, name, readsAll }) => emptyRow({ isFromShell, isOurs, name, readsAll }));
  const each = async (round, work) => {
    for (let i = 0; i < engines.length; i += 1) {
      const at = (i + round + engines.length) % engines.length;
      try {
        await work(engines[at], rows[at], at);
      } catch (error) {
        throw new Error(`${rows[at].name}: ${error.message}`, { cause: error });
      }
    }
  };
  const mutated = (count, round) => change(bench, [...new Set(engines.map((engine) => engine.tree))], count, round);

  for (let round = 0; round < firstsOf(tree, runs); round += 1) {
    await each(round, async (engine, row) => {
      const { before = 0, completeMs, ms, peak } = await engine.first();
      row.first.push(ms);
      if (completeMs !== undefined) row.complete.push(completeMs);
      if (round === 0) row.store = sizeOf(engine.stores) - before;
      note(row, 'first', peak);
    });
  }

  // 101 edits in two snapshots.
  const stores = engines.map((engine) => sizeOf(engine.stores));
  for (const count of [1, 100]) {
    const paths = mutated(count, 1);
    await each(0, (engine) => engine.take(paths));
  }
  await each(0, async (engine, row, i) => {
    row.growth = sizeOf(engine.stores) - stores[i];
    await engine.tidy?.();
    if (engine.isOurs) row.tidied = sizeOf(engine.stores) - stores[i];
  });

  for (const count of counts) {
    for (let round = -1; round < runs; round += 1) {
      const paths = mutated(count, 1_000 * (count + 1) + round + 1);
      await each(round, async (engine, row) => {
        const { ms, peak } = await engine.take(paths);
        note(row, `${count} changed`, peak);
        if (round >= 0) row.take[count].push(ms);
        if (round >= 0 && engine.idle !== undefined) row.idle.push(await engine.idle());
      });
    }
    await each(0, (engine) => engine.check?.());
  }

  // One that writes every file anew takes minutes then: once, and after all the others.
  const isLarge = tree.count > 50_000;
  const restore = async (engine, row, count, round) => {
    const { id } = await engine.take([]);
    const wanted = contentsOf(engine.tree, count);
    change(bench, [engine.tree], count, 1_000_000 + round);
    const { ms, peak } = await engine.restore(id);
    row.restore[count].push(ms);
    note(row, `restore ${count}`, peak);
    if (contentsOf(engine.tree, count) !== wanted) throw new Error('the files did not come back');
  };
  for (const count of restored) {
    for (let round = 0; round < runs; round += 1) {
      await each(round, async (engine, row) => {
        if (!(isLarge && engine.rewritesAll)) await restore(engine, row, count, round);
      });
    }
  }
  if (isLarge) {
    for (const count of restored) {
      await each(0, async (engine, row) => {
        if (engine.rewritesAll) await restore(engine, row, count, runs);
      });
    }
  }
  await inOneFile(bench, small, rows, runs);
  return { rows, fdatasync: floorOfSync(tree.base) };
}

/** The same calls where there is nothing to look at: what is left when it is taken off grows with the tree. */
async function inOneFile(bench, engines, rows, runs) {
  for (const engine of engines) await engine.first();
  for (const count of [0, 1]) {
    for (let round = -1; round < Math.max(runs, 5); round += 1) {
      const trees = [...new Set(engines.map((engine) => engine.tree))];
      const paths = change(bench, trees, count, 10 * round + count + 100);
      for (const [i, engine] of engines.entries()) {
        const { ms } = await engine.take(paths);
        if (round >= 0) rows[i].oneFile[count].push(ms);
      }
    }
  }
}

function emptyRow(what) {
  const none = (names) => Object.fromEntries(names.map((name) => [name, []]));
  return { ...what, first: [], complete: [], take: none(counts), restore: none(restored), idle: [], oneFile: none([0, 1]), peaks: {} };
}

function note(row, step, peak) {
  if (peak !== undefined) row.peaks[step] = Math.max(peak, row.peaks[step] ?? 0);
}

/** A first one of a small tree is quick; on a large one it takes the others up to a minute. */
function firstsOf(tree, runs) {
  return tree.count > 50_000 ? 1 : Math.min(3, runs);
}

/** The same change in every tree. Answers the paths. */
function change(bench, trees, count, round) {
  return trees.map((tree) => bench.mutate(tree, count, round))[0] ?? [];
}

/** Of the files that a change of so many touches. */
function contentsOf({ files, root }, count) {
  const step = Math.max(1, Math.floor(files.length / count));
  return Array.from({ length: Math.min(count, files.length) }, (_, i) =>
    readFileSync(join(root, files[(i * step + 7) % files.length]), 'latin1'),
  ).join('\0');
}

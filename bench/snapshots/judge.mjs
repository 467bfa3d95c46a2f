// What is promised of snapshots beside what came out.
import { median, table } from '../support/report.mjs';
import { highest, isNoise, leastMs, mib, ms, net, spread, withoutStart } from './figures.mjs';
import { restored } from './rounds.mjs';

/** Changed files, and so many times faster than the best other. */
const timesFaster = { 0: 30, 1: 30, 100: 8 };
const mostMebibytes = 120;

/** Prints a line for each target. @returns whether all are met. */
export function judge(name, { rows }) {
  const others = rows.filter(({ isOurs }) => !isOurs);
  const [watched, walk, shell] = ['snap, watched', 'snap, full walk', 'snap, from the shell'].map((one) =>
    rows.find((row) => row.name === one),
  );
  const lines = [];
  const add = (what, { target, own, other = '', ratio = '', isMet }) =>
    lines.push([what, target, own, other, ratio, isMet ? 'met' : 'MISSED']);
  const compare = (what, { most, own, best, shown = ms(own) }) =>
    add(what, {
      target: `<= ${most} x`,
      own: shown,
      other: `${best.name}: ${ms(best.value)}`,
      ratio: `${(own / best.value).toFixed(2)} x`,
      isMet: own <= most * best.value,
    });

  for (const [count, times] of Object.entries(timesFaster)) {
    const best = bestOf(others, (row) => net(row, count));
    const raw = bestOf(others, (row) => median(row.take[count])).value / median(watched.take[count]);
    const ratio = best.value / net(watched, count);
    add(`${count} changed, watched, net ms`, {
      target: `>= ${times} x faster`,
      own: ms(net(watched, count)),
      other: `${best.name}: ${ms(best.value)}`,
      ratio: `${ratio.toFixed(1)} x (raw ${raw.toFixed(1)} x)${isNoise(watched, count) || best.value <= leastMs ? ', within the noise' : ''}`,
      isMet: ratio >= times && best.value > leastMs,
    });
  }
  for (const count of name === '8000' ? [1, 100] : []) {
    compare(`${count} changed, from the shell, start off, ms`, {
      most: 2,
      own: withoutStart(shell, shell.take[count]),
      best: bestOf(others, (row) => median(row.take[count])),
    });
  }
  compare('first snapshot, id, ms', {
    most: 1.2,
    own: median(watched.first),
    best: bestOf(others, (row) => median(row.first)),
    shown: spread(watched.first),
  });
  compare('first snapshot, every byte read, ms', {
    most: 1,
    own: median(walk.first),
    best: bestOf(
      others.filter(({ readsAll }) => readsAll),
      (row) => median(row.first),
    ),
    shown: spread(walk.first),
  });
  for (const count of restored) {
    compare(`restore of ${count}, safety included, ms`, {
      most: 1,
      own: median(watched.restore[count]),
      best: bestOf(others, (row) => median(row.restore[count])),
      shown: spread(watched.restore[count]),
    });
  }
  // Those that lean on the person's objects hold no files of their own at first.
  const loose = bestOf(
    others.filter(({ readsAll }) => readsAll),
    ({ store }) => store,
  );
  const grown = bestOf(others, ({ growth }) => growth);
  const disk = (what, own, best) =>
    add(what, {
      target: '< loose git objects',
      own: mib(own),
      other: `${best.name}: ${mib(best.value)}`,
      ratio: `${(own / best.value).toFixed(2)} x`,
      isMet: own < best.value,
    });
  disk('store after the first, MiB', Math.max(watched.store, walk.store, shell.store), loose);
  disk('store, what 101 edits add at once, MiB', Math.max(watched.growth, walk.growth, shell.growth), grown);
  disk('store, what they add when it is tidied, MiB', Math.max(watched.tidied, walk.tidied, shell.tidied), grown);
  for (const row of name === '100000' ? [watched, walk, shell] : []) {
    const [step, mebibytes] = highest(row);
    add(`peak memory, ${row.name.replace('snap, ', '')}, MiB`, {
      target: `<= ${mostMebibytes}`,
      own: `${mebibytes.toFixed(0)} (${step})`,
      isMet: mebibytes <= mostMebibytes,
    });
  }
  console.log(`${table(['must reach', 'target', 'measured', 'best other', 'ratio', ''], lines)}\n`);
  return lines.every((line) => line.at(-1) === 'met');
}

function bestOf(rows, valueOf) {
  return rows.map((row) => ({ name: row.name, value: valueOf(row) })).reduce((one, other) => (other.value < one.value ? other : one));
}

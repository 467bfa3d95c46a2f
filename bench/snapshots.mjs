// Snapshots and restores beside other assistants' engines, as their bare git commands: one tree, one change, every engine in turn.
//   node bench/run.mjs snapshots [--runs 7] [--only git,8000]
// --only takes names, joined by commas: git (no engine of ours), this, 8000, 100000 (trees), hostile (the cases alone).
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  fdatasyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { bundled, bundledFile } from './support/bundled.mjs';
import { environmentOf, root, scratch } from './support/program.mjs';
import { keep, machineLine, median, table } from './support/report.mjs';

const changes = [0, 1, 100];
const mebibyte = 1024 * 1024;

export async function snapshots({ runs = 7, only }) {
  const names = only === undefined ? [] : only.split(',');
  const wants = (name) => names.length === 0 || names.includes(name);
  const bench = await bundled('snapshots');
  const withOurs = !names.includes('git');
  const ours = withOurs ? bench.oursWith(await bundledFile('test/support/snapshot-program.ts', 'snapshot-program')) : [];
  const makers = [...bench.opponents, ...ours];
  console.log(`${machineLine()}, git ${git(root, 'version').split(' ')[2]}\n`);
  const kept = {};
  let isGood = true;

  const sizes = ['this', '8000', '100000'].filter((name) =>
    names.some((one) => /^(this|\d+)$/.test(one)) ? names.includes(name) : wants(name) || names.join() === 'git',
  );
  for (const name of sizes) {
    const tree = await treeOf(bench, name);
    const perTree = name === '100000' ? Math.min(runs, 3) : runs;
    console.log(
      `## ${name}: ${tree.files.length} files, ${(tree.bytes / mebibyte).toFixed(0)} MiB, made in ${(tree.ms / 1000).toFixed(1)} s; medians of ${perTree}\n`,
    );
    const figures = await measured(bench, makers, tree, perTree);
    print(figures);
    kept[name] = figures;
    if (withOurs) isGood = judge(name, figures) && isGood;
    rmSync(tree.base, { recursive: true, force: true });
  }
  if (wants('hostile')) {
    const results = await bench.playAll(withOurs);
    kept.hostile = results;
    isGood = printCases(results) && isGood;
  }
  keep('snapshots', kept);
  return isGood;
}

async function treeOf(bench, name) {
  const base = join(scratch, `tree-${name}`);
  const home = join(base, 'home');
  const at = join(home, 'work');
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, '.gitconfig'), '[user]\n\tname = Mara\n\temail = mara@example.com\n[init]\n\tdefaultBranch = main\n');
  const environment = { ...environmentOf(home), GIT_CONFIG_NOSYSTEM: '1' };
  const began = performance.now();
  if (name === 'this') {
    execFileSync('git', ['clone', '-q', '--no-hardlinks', root, at], { env: environment });
    const files = git(at, 'ls-files', '-z')
      .split('\0')
      .filter((path) => path !== '' && lstatSync(join(at, path)).isFile());
    const bytes = files.reduce((sum, path) => sum + lstatSync(join(at, path)).size, 0);
    return { base, home, root: at, files, bytes, environment, ms: performance.now() - began };
  }
  const one = name === '1';
  const grown = bench.growTree(at, { files: Number(name), meanBytes: name === '8000' ? 17_000 : 3_300, ...(one ? { seed: 2 } : {}) });
  await bench.commitAll(grown, environment);
  return { ...grown, base, home, environment, ms: performance.now() - began };
}

/** Every engine on one tree. Times in milliseconds. */
async function measured(bench, makers, tree, runs) {
  const rows = makers.map((maker) => ({
    name: maker.name,
    readsAll: maker.readsAll,
    isOurs: maker.name.startsWith('snap'),
    take: {},
    restore: {},
  }));
  const engines = makers.map((maker, i) => openAt(maker, tree, `store-${i}`));
  for (const [i, engine] of engines.entries()) {
    const before = sizeOf(engine.stores);
    rows[i].first = await timed(async () => {
      await engine.prepare();
      await engine.take();
    });
    rows[i].store = sizeOf(engine.stores) - before;
    rows[i].peak = engine.peak?.();
  }
  // 101 edits in two snapshots.
  const stores = engines.map(({ stores }) => sizeOf(stores));
  for (const count of [1, 100]) await takeAll(engines, bench.mutate(tree, count, 1));
  for (const [i, engine] of engines.entries()) rows[i].growth = sizeOf(engine.stores) - stores[i];

  for (const count of changes) {
    const times = engines.map(() => []);
    for (let round = -1; round < runs; round += 1) {
      const paths = bench.mutate(tree, count, 1_000 * (count + 1) + round + 1);
      const order = engines.map((_, i) => i);
      if (round % 2 !== 0) order.reverse();
      // What Cline writes lies in the person's repository, where those that share its objects would find it already.
      order.sort((one, other) => Number(rows[one].name === 'Cline') - Number(rows[other].name === 'Cline'));
      for (const i of order) {
        engines[i].changed?.(paths);
        const ms = await timed(() => engines[i].take());
        const idle = engines[i].idle === undefined ? 0 : await timed(() => engines[i].idle());
        if (round >= 0) times[i].push({ ms, idle });
      }
    }
    for (const [i, own] of times.entries())
      rows[i].take[count] = { ms: median(own.map(({ ms }) => ms)), idle: median(own.map(({ idle }) => idle)), all: own };
  }
  for (const count of [1, 100]) {
    for (const [i, engine] of engines.entries()) {
      if (rows[i].name.endsWith('new process')) continue;
      // One that rewrites every file takes minutes on a large tree.
      const most = tree.files.length > 50_000 && engine.name?.startsWith('opencode') ? 1 : runs;
      const own = [];
      for (let round = 0; round < most; round += 1) {
        const id = await engine.take();
        const wanted = fingerprint(tree, count);
        engine.changed?.(bench.mutate(tree, count, 1_000_000 + 1_000 * i + round));
        own.push(await timed(() => engine.restore(id)));
        if (fingerprint(tree, count) !== wanted) throw new Error(`${rows[i].name}: the files did not come back`);
      }
      rows[i].restore[count] = { ms: median(own), all: own };
    }
    // What one engine restored, the others have not seen: nothing, since every restore ends where it began.
    await takeAll(engines, []);
  }
  await oneFile(bench, makers, tree, rows, runs);
  for (const engine of engines) engine.close?.();
  return { rows, fdatasync: floorOfSync(tree.base) };

  /** The first files that a mutation of this size changes. */
  function fingerprint({ files, root: at }, count) {
    const step = Math.max(1, Math.floor(files.length / count));
    return Array.from({ length: Math.min(count, files.length) }, (_, i) =>
      readFileSync(join(at, files[(i * step + 7) % files.length]), 'latin1'),
    ).join('\0');
  }
}

async function takeAll(engines, paths) {
  for (const engine of engines.toSorted((one, other) => Number(one.name === 'Cline') - Number(other.name === 'Cline'))) {
    engine.changed?.(paths);
    await engine.take();
  }
}

/** The same calls where there is nothing to look at: what is left when it is taken off grows with the tree. */
async function oneFile(bench, makers, tree, rows, runs) {
  const base = join(tree.base, 'one');
  const small = {
    ...bench.growTree(join(base, 'home/work'), { files: 1 }),
    base,
    home: join(base, 'home'),
    environment: { ...tree.environment, HOME: join(base, 'home') },
  };
  writeFileSync(join(small.home, '.gitconfig'), readFileSync(join(tree.home, '.gitconfig')));
  await bench.commitAll(small, small.environment);
  for (const [i, maker] of makers.entries()) {
    const engine = openAt(maker, small, `store-${i}`);
    await engine.prepare();
    await engine.take();
    rows[i].oneFile = {};
    for (const count of [0, 1]) {
      const times = [];
      for (let round = -1; round < Math.max(runs, 5); round += 1) {
        engine.changed?.(bench.mutate(small, count, 10 * round + count + 100));
        const ms = await timed(() => engine.take());
        if (round >= 0) times.push(ms);
      }
      rows[i].oneFile[count] = median(times);
    }
    engine.close?.();
  }
}

function openAt(maker, tree, name) {
  const store = join(tree.base, name);
  mkdirSync(store, { recursive: true });
  return Object.assign(maker.open({ root: tree.root, home: tree.home, store, environment: tree.environment }), { name: maker.name });
}

async function timed(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Bytes that files take on the disk. */
function sizeOf(paths) {
  const below = (path) => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return 0;
    if (!stat.isDirectory()) return stat.blocks * 512;
    return readdirSync(path).reduce((sum, name) => sum + below(join(path, name)), 0);
  };
  return paths.reduce((sum, path) => sum + below(path), 0);
}

function floorOfSync(directory) {
  const fd = openSync(join(directory, 'synced'), 'w');
  const times = Array.from({ length: 15 }, () => {
    const began = performance.now();
    writeSync(fd, 'a line of a journal, about as long as one\n');
    fdatasyncSync(fd);
    return performance.now() - began;
  });
  closeSync(fd);
  return median(times);
}

/** What a call takes for the tree alone. Below a twentieth of a millisecond nothing is told apart. */
function net(row, count) {
  return Math.max(0.05, row.take[count].ms - row.oneFile[Math.min(count, 1)]);
}

const ms = (value) => (value === undefined ? '' : value < 10 ? value.toFixed(2) : value.toFixed(0));
const mib = (value) => (value / mebibyte).toFixed(1);

function print({ rows, fdatasync }) {
  const heads = [
    'engine',
    'first, ms',
    ...changes.map((count) => `${count} changed`),
    ...changes.map((count) => `${count}, net`),
    'restore 1',
    'restore 100',
    'one file, 0 / 1',
    'store MiB',
    '+101 edits MiB',
  ];
  console.log(
    table(
      heads,
      rows.map((row) => [
        row.name,
        ms(row.first),
        ...changes.map((count) => ms(row.take[count].ms)),
        ...changes.map((count) => ms(net(row, count))),
        ms(row.restore[1]?.ms),
        ms(row.restore[100]?.ms),
        `${ms(row.oneFile[0])} / ${ms(row.oneFile[1])}`,
        mib(row.store),
        mib(row.growth),
      ]),
    ),
  );
  console.log(`\nnet: less the same call in a workspace of one file, for every engine. One fdatasync here: ${ms(fdatasync)} ms.\n`);
}

/** The rows of the promise. */
function judge(name, { rows }) {
  const others = rows.filter(({ isOurs }) => !isOurs);
  const mine = (end) => rows.find((row) => row.name === `snap, ${end}`);
  const best = (value, among = others) => Math.min(...among.map(value));
  const watched = mine('watched');
  const walk = mine('full walk');
  const fresh = mine('new process');
  const loose = others.find(({ name }) => name.startsWith('Gemini'));
  const lines = [];
  const add = (what, ourFigure, theirs, target, isReached) => lines.push([what, ourFigure, theirs, target, isReached ? 'yes' : 'NO']);
  for (const [count, times] of [
    [0, 30],
    [1, 30],
    [100, 8],
  ]) {
    const theirs = best((row) => net(row, count));
    const raw = best((row) => row.take[count].ms) / watched.take[count].ms;
    const ratio = theirs / net(watched, count);
    add(
      `${count} changed, watched`,
      `${ms(net(watched, count))} (${ratio.toFixed(1)} x; raw ${raw.toFixed(1)} x)`,
      ms(theirs),
      `>= ${times} x`,
      ratio >= times,
    );
  }
  if (name === '8000') {
    for (const count of [1, 100]) {
      const own = fresh.take[count].ms - fresh.take[count].idle;
      const theirs = best((row) => row.take[count].ms);
      add(
        `${count} changed, new process, start off`,
        `${ms(own)} (${(own / theirs).toFixed(2)} x)`,
        ms(theirs),
        '<= 2 x',
        own <= 2 * theirs,
      );
    }
  }
  const readers = others.filter(({ readsAll }) => readsAll);
  add(
    'first, all read',
    ms(walk.first),
    ms(best((row) => row.first, readers)),
    '<= 1 x of readers',
    walk.first <= best((row) => row.first, readers),
  );
  // Without borrowing the id stands when everything is read.
  add('first, id', ms(walk.first), ms(best((row) => row.first)), '<= 1.2 x', walk.first <= 1.2 * best((row) => row.first));
  for (const count of [1, 100]) {
    const theirs = best((row) => row.restore[count].ms);
    add(`restore of ${count}, safety included`, ms(watched.restore[count].ms), ms(theirs), '<= 1 x', watched.restore[count].ms <= theirs);
  }
  add('store, MiB', mib(walk.store), mib(loose.store), '< loose git', walk.store < loose.store);
  add('+101 edits, MiB', mib(walk.growth), mib(loose.growth), '< loose git', walk.growth < loose.growth);
  if (name === '100000') add('peak memory, MiB', fresh.peak?.toFixed(0), '', '<= 120', fresh.peak <= 120);
  console.log(`${table(['must reach', 'snap', 'best other', 'target', 'reached'], lines)}\n`);
  return lines.every((line) => line[4] === 'yes');
}

function printCases(results) {
  const engines = Object.keys(results[0].wrong);
  const short = (wrong) =>
    wrong.length === 0
      ? 'P'
      : wrong[0]
          .replaceAll('|', '/')
          .replaceAll(/[^\x20-\x7e]/g, '?')
          .slice(0, 60);
  const passed = (from) =>
    engines.map((name) => results.filter((one) => (from === undefined || one.from === from) && one.wrong[name].length === 0).length);
  console.log(
    `## hostile workspaces\n\n${table(
      ['case', ...engines],
      [
        ...results.map(({ name, wrong }) => [name, ...engines.map((engine) => short(wrong[engine]))]),
        [`passed of the ${results.filter(({ from }) => from === 'facts').length} known`, ...passed('facts')],
        [`passed of all ${results.length}`, ...passed()],
      ],
    )}\n`,
  );
  return results.every(({ wrong }) => (wrong.snap ?? []).length === 0);
}

function git(at, ...args) {
  return execFileSync('git', args, { cwd: at, encoding: 'utf8', maxBuffer: 1 << 28 });
}

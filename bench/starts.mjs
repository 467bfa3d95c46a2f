// "snap start" as an assistant meets it: tools/call over the pipes of a server, beside the same snapshot taken by the room alone and beside
// other assistants' engines, in a tree of 8,000 committed files and in one of a single file.
//   node bench/run.mjs starts [--runs 11]
import { readFileSync, rmSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { bundled, bundledFile } from './support/bundled.mjs';
import { buildId } from './support/program.mjs';
import { keep, machineLine, median, quantile, table } from './support/report.mjs';
import { connect, textOf } from './support/rpc.mjs';
import { calls, ours } from './support/servers.mjs';
import { longLivedAt, opponentAt } from './snapshots/engines.mjs';
import { copyOf, treeOf } from './snapshots/trees.mjs';

const size = '8000';
const counts = [0, 1, 100];
/** First starts that are measured, each with a new process and an empty store. */
const firsts = 5;
/** In which the watch is set up and what was borrowed is copied; in which the kernel delivers what changed. */
const pauses = { settle: 4_000, delivery: 60 };
const targets = { first: 1.5, 0: 3, 1: 8, 100: 0.5 };

export async function starts({ runs = 11 }) {
  const bench = await bundled('snapshots');
  const driven = await bundledFile('bench/snapshots/driven.ts', 'driven');
  const [tree, one] = [await treeOf(bench, size), await treeOf(bench, 'one')];
  console.log(`${tree.count} files, ${runs} starts of each kind, ${machineLine()}, build ${buildId()}\n`);
  const tool = await overStdio(bench, tree, runs);
  const small = await overStdio(bench, one, runs);
  const room = await inTheRoom(bench, longLivedAt(driven, { isWatched: true }, tree, storeOf(tree, 'room')), runs);
  const copy = copyOf(tree, 'copy');
  const others = [];
  for (const maker of bench.opponents) {
    const at = maker.isInRepository ? copy : tree;
    others.push(await inTheRoom(bench, opponentAt(maker, at, storeOf(tree, `other-${others.length}`)), runs));
  }
  const rows = [tool, small, room, ...others];
  console.log(
    table(
      ['', 'first, ms', 'CPU ms of it', ...counts.map((count) => `${count} changed`), 'p95', 'peak MiB'],
      rows.map(({ name, first, cpu, take, peak }) => [
        name,
        shown(first),
        cpu === undefined ? '' : median(cpu).toFixed(0),
        ...counts.map((count) => shown(take[count])),
        counts.map((count) => (take[count].length === 0 ? '' : quantile(take[count], 0.95).toFixed(1))).join(' / '),
        peak === undefined ? '' : peak.toFixed(0),
      ]),
    ),
  );
  const best = Math.min(...others.map(({ take }) => median(take[100])));
  const reached = [
    [`first start: at most ${targets.first} x the room's`, median(tool.first) / median(room.first), targets.first],
    ['0 changed: ms over one file, at most', median(tool.take[0]) - median(small.take[0]), targets[0]],
    ['1 changed: ms over one file, at most', median(tool.take[1]) - median(small.take[1]), targets[1]],
    [`100 changed: at most ${targets[100]} x the best other engine`, median(tool.take[100]) / best, targets[100]],
  ];
  console.log(
    `\n${table(
      ['target', '', 'measured', 'reached'],
      reached.map(([what, measured, target]) => [what, target, measured.toFixed(2), measured <= target ? 'yes' : 'NO']),
    )}`,
  );
  keep('starts', { build: buildId(), rows });
  for (const { base } of [tree, one]) rmSync(base, { recursive: true, force: true });
  return reached.every(([, measured, target]) => measured <= target);
}

const shown = (times) =>
  times.length === 0 ? '' : `${median(times).toFixed(1)} (${Math.min(...times).toFixed(1)} … ${Math.max(...times).toFixed(1)})`;

function storeOf({ base }, name) {
  const store = join(base, name);
  mkdirSync(store, { recursive: true });
  return store;
}

/** The tool: a task is started and ended for each figure, and only the start is measured. */
async function overStdio(bench, tree, runs) {
  const server = (store) =>
    connect({ ...ours(tree.home, tree.root, { SNAP_DATA_DIR: store }), env: { ...tree.environment, SNAP_DATA_DIR: store } });
  const [first, cpu] = [[], []];
  let last;
  for (let round = -1; round < firsts; round += 1) {
    await last?.close();
    const store = storeOf(tree, `tool-${round}`);
    last = server(store);
    await last.handshake();
    await last.request('tools/list', {});
    await after(500);
    const before = cpuOf(last.child.pid);
    const ms = await started(last, `first ${round}`);
    if (round >= 0) {
      first.push(ms);
      cpu.push(cpuOf(last.child.pid) - before);
    }
    await ended(last);
  }
  await after(pauses.settle);
  const take = Object.fromEntries(counts.map((count) => [count, []]));
  for (const count of tree.count === 1 ? [0, 1] : counts) {
    for (let round = -2; round < runs; round += 1) {
      bench.mutate(tree, count, 1_000 * (count + 1) + round + 2);
      await after(pauses.delivery);
      const ms = await started(last, `work ${count} ${round}`);
      if (round >= 0) take[count].push(ms);
      await ended(last);
    }
  }
  const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${last.child.pid}/status`, 'utf8'))[1]) / 1024;
  await last.close();
  return { name: `snap over stdio, ${tree.count === 1 ? 'one file' : `${tree.count} files`}`, first, cpu, take, peak };
}

async function started(connection, task) {
  const began = performance.now();
  const result = await connection.call(calls.start(task));
  const ms = performance.now() - began;
  if (result.isError === true || !textOf(result).includes('snap snapshot restore')) throw new Error(`no snapshot: ${textOf(result)}`);
  return ms;
}

async function ended(connection) {
  const result = await connection.call(calls.end('Done.', []));
  if (result.isError === true) throw new Error(textOf(result));
}

/** CPU milliseconds of a process so far, without its children. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** One engine alone: the room that takes snapshots, or another assistant's git commands. */
async function inTheRoom(bench, engine, runs) {
  const first = [];
  for (let round = -1; round < 3; round += 1) {
    const { ms } = await engine.first();
    if (round >= 0) first.push(ms);
  }
  const take = Object.fromEntries(counts.map((count) => [count, []]));
  for (const count of counts) {
    for (let round = -2; round < runs; round += 1) {
      const paths = bench.mutate(engine.tree, count, 1_000 * (count + 1) + round + 500);
      const { ms } = await engine.take(paths);
      if (round >= 0) take[count].push(ms);
    }
  }
  await engine.close();
  return { name: engine.name, first, take };
}

// What the first calls take where a daemon has the workspace open and prepared: "snap start" with its first snapshot, "advise" and "pulse" over
// stdio, and "snap snapshot create" from the shell, beside the engines of other assistants.
//   node bench/run.mjs daemon-first-call [--runs 7] [--only 8000]
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { bundled } from './support/bundled.mjs';
import { startDaemon, stopDaemon } from './support/daemon.mjs';
import { meter } from './support/measure.mjs';
import { buildId, snap } from './support/program.mjs';
import { keep, machineLine, median, table } from './support/report.mjs';
import { connect, textOf } from './support/rpc.mjs';
import { calls, ours } from './support/servers.mjs';
import { opponentAt } from './snapshots/engines.mjs';
import { copyOf, treeOf } from './snapshots/trees.mjs';

/** In which the tree is prepared; in which what was borrowed from git is copied; in which the kernel delivers what changed. */
const pauses = { prepared: 4_000, settled: 6_000, delivery: 60 };
const targets = { first: 1.2, shell: 2, advise: 40, pulse: 40 };

export async function daemonFirstCall({ runs = 7, only = '8000' }) {
  const bench = await bundled('snapshots');
  const tree = await treeOf(bench, only);
  const shell = meter();
  console.log(`${tree.count} files, ${runs} rounds, ${machineLine()}, build ${buildId()}\n`);
  const rows = { 'snap start': [], advise: [], pulse: [], 'snapshot create, 1 changed': [], 'start of the program': [] };
  const alone = { 'snap start': [], advise: [], pulse: [], 'snapshot create, 1 changed': [] };
  const copy = copyOf(tree, 'copy');
  const others = bench.opponents.map((maker, i) => {
    const store = join(tree.base, `other-${i}`);
    mkdirSync(store, { recursive: true });
    return { engine: opponentAt(maker, maker.isInRepository ? copy : tree, store), first: [], take: [] };
  });
  for (let round = -1; round < runs; round += 1) {
    const note = (list, ms) => (round >= 0 ? list.push(ms) : undefined);
    await withDaemon({ bench, tree, shell, round, note, rows, mode: 'on' });
    await withDaemon({ bench, tree, shell, round: `${round}-alone`, note, rows: alone, mode: 'off' });
    for (const { engine, first, take } of others) {
      note(first, (await engine.first()).ms);
      const paths = bench.mutate(engine.tree, 1, 50_000 + round);
      note(take, (await engine.take(paths)).ms);
    }
  }
  shell.end();
  for (const { engine } of others) await engine.close();
  const shown = (list) => `${median(list).toFixed(1)} (${Math.min(...list).toFixed(1)} … ${Math.max(...list).toFixed(1)})`;
  console.log(
    table(
      ['ms', 'with a daemon', 'without one'],
      Object.entries(rows).map(([what, list]) => [what, shown(list), alone[what] === undefined ? '' : shown(alone[what])]),
    ),
  );
  console.log(
    `\n${table(
      ['engine', 'first', '1 changed'],
      others.map(({ engine, first, take }) => [engine.name, shown(first), shown(take)]),
    )}`,
  );
  const best = (what) => Math.min(...others.map((other) => median(other[what])));
  const reached = [
    [`first "snap start": at most ${targets.first} x the best first snapshot`, median(rows['snap start']) / best('first'), targets.first],
    [
      `1 changed from the shell, start off: at most ${targets.shell} x the best`,
      (median(rows['snapshot create, 1 changed']) - median(rows['start of the program'])) / best('take'),
      targets.shell,
    ],
    [`first advise: at most ${targets.advise} ms`, median(rows.advise), targets.advise],
    [`first pulse: at most ${targets.pulse} ms`, median(rows.pulse), targets.pulse],
  ];
  console.log(
    `\n${table(
      ['target', '', 'measured', 'reached'],
      reached.map(([what, measured, target]) => [what, target, measured.toFixed(2), measured <= target ? 'yes' : 'NO']),
    )}`,
  );
  keep('daemon-first-call', {
    build: buildId(),
    rows,
    alone,
    others: others.map(({ engine, first, take }) => ({ name: engine.name, first, take })),
  });
  rmSync(tree.base, { recursive: true, force: true });
  return reached.every(([, measured, target]) => measured <= target);
}

/** One round with a store of its own: three servers, each for one first call, then a snapshot from the shell. */
async function withDaemon({ bench, tree, shell, round, note, rows, mode }) {
  const store = join(tree.base, `d${round}`);
  mkdirSync(store, { recursive: true });
  const env = { ...tree.environment, SNAP_DATA_DIR: store, SNAP_DAEMON: mode };
  const server = async () => {
    const connection = connect({ ...ours(tree.home, tree.root), env });
    await connection.handshake();
    await connection.request('tools/list', {});
    await after(500);
    return connection;
  };
  if (mode === 'on') await startDaemon(env);
  // An assistant is open on the workspace: the daemon prepares it.
  const first = await server();
  if (mode === 'on') await after(pauses.prepared);
  note(rows['snap start'], await timed(first, calls.start('first'), /snap snapshot restore/));
  await after(pauses.settled);
  for (const [what, call] of [
    ['advise', { name: 'advise', arguments: { task: 'change the first file', files: [tree.files[0]] } }],
    ['pulse', calls.pulse()],
  ]) {
    const other = await server();
    note(rows[what], await timed(other, call, /\|/));
    await other.close();
  }
  bench.mutate(tree, 1, 60_000 + Number.parseInt(round, 10));
  await after(pauses.delivery);
  note(rows['snapshot create, 1 changed'], await fromShell(shell, tree, env, 'snapshot', 'create', '--json', '--workspace', tree.root));
  if (rows['start of the program'] !== undefined) note(rows['start of the program'], await fromShell(shell, tree, env, '--version'));
  await first.close();
  if (mode === 'on') await stopDaemon(env);
  rmSync(store, { recursive: true, force: true });
}

async function timed(connection, call, expected) {
  const began = performance.now();
  const result = await connection.call(call);
  const ms = performance.now() - began;
  if (result.isError === true || !expected.test(textOf(result))) throw new Error(`${call.name}: ${textOf(result)}`);
  return ms;
}

async function fromShell(shell, tree, env, ...words) {
  const { code, wall } = await shell.run({ argv: snap(...words), env, cwd: tree.root, out: join(tree.base, 'said') });
  if (code !== 0) throw new Error(`snap ${words.slice(0, 2).join(' ')} ended with ${code}`);
  return wall * 1000;
}

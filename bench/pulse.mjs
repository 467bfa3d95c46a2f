// pulse over stdio in trees of 5,000 and 50,000 files under version control, while files change; and the same after a task has begun with a
// snapshot of them.
//   node bench/run.mjs pulse [--runs 200] [--rounds 3]
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { newHome } from './support/homes.mjs';
import { buildId, environmentOf } from './support/program.mjs';
import { keep, machineLine, median, quantile, table } from './support/report.mjs';
import { connect, textOf } from './support/rpc.mjs';
import { calls, commitAll, ours } from './support/servers.mjs';

const sizes = [5_000, 50_000];
const perDirectory = 100;
const target = 15;

export async function pulse({ runs = 200, rounds = 3 }) {
  let areReached = true;
  for (const files of sizes) areReached = (await inTreeOf(files, { runs, rounds })) && areReached;
  return areReached;
}

async function inTreeOf(files, { runs, rounds }) {
  console.log(`${files} files in ${files / perDirectory} directories, ${machineLine()}, build ${buildId()}\n`);
  const plain = await asked({ files, runs, rounds, startsTask: false });
  const snapshot = await asked({ files, runs, rounds, startsTask: true });
  if (plain === undefined || snapshot === undefined) return false;
  const status = gitStatus(plain.home, plain.workspace);
  const isReached = ({ rows }) => quantile(timesOf(rows), 0.95) <= target && rows.every(({ errors }) => errors === 0);
  const line = (name, { rows, ...one }) => [
    name,
    timesOf(rows).length,
    median(rows.map(({ first }) => first)).toFixed(1),
    ...[0.5, 0.95, 0.99, 1].map((q) => quantile(timesOf(rows), q).toFixed(1)),
    Math.max(...rows.map(({ peak }) => peak)).toFixed(1),
    rows.reduce((sum, { errors }) => sum + errors, 0),
    `${target} ms`,
    isReached({ rows, ...one }) ? 'yes' : 'NO',
  ];
  console.log(
    table(
      ['', 'calls', 'first, ms', 'p50', 'p95', 'p99', 'longest', 'peak MiB', 'errors', 'target p95', 'reached'],
      [
        line('pulse', plain),
        line('pulse, after snap start', snapshot),
        [
          'git status --porcelain',
          status.length,
          status[0].toFixed(1),
          ...[0.5, 0.95, 0.99, 1].map((q) => quantile(status, q).toFixed(1)),
          '',
          '',
          '',
          '',
        ],
      ],
    ),
  );
  for (const { changed, last } of [plain, snapshot]) console.log(`\n${changed} files were changed in all. The last answer: ${last}`);
  const starts = snapshot.rows.map(({ start }) => start.toFixed(0)).join(', ');
  console.log(
    `\nsnap start with the snapshot took ${starts} ms: the first one of the tree, then those of new servers. ${snapshot.started}`,
  );
  keep(`pulse-${files}`, { build: buildId(), plain, snapshot, status });
  return [plain, snapshot].every(isReached);
}

const timesOf = (rows) => rows.flatMap(({ times }) => times);

/** @returns what every server took, one a round; nothing when this build has no pulse. */
async function asked({ files, runs, rounds, startsTask }) {
  const home = newHome(`${startsTask ? 'pulse-snapshots' : 'pulse'}-${files}`);
  const workspace = largeTree(home, files);
  const rows = [];
  const changed = new Set();
  let [last, started] = ['', ''];
  for (let round = 0; round < rounds; round += 1) {
    const connection = connect(ours(home, workspace));
    await connection.handshake();
    const { tools } = await connection.request('tools/list', {});
    if (!tools.some(({ name }) => name === 'pulse')) {
      await connection.close();
      console.log('! This build has no pulse.');
      return undefined;
    }
    const ask = async (call) => {
      const began = performance.now();
      const result = await connection.call(call);
      return { ms: performance.now() - began, isError: result.isError === true, line: textOf(result).split('\n', 1)[0] };
    };
    const start = startsTask ? await ask(calls.start(`change values, round ${round}`)) : undefined;
    if (start !== undefined) started = start.line;
    const first = await ask(calls.pulse());
    const times = [];
    let errors = Number(first.isError) + Number(start?.isError ?? false);
    for (let i = 0; i < runs; i += 1) {
      for (const path of changeSome(workspace, files, round, i)) changed.add(path);
      // Sometimes at once, sometimes after whatever watches had its turn.
      if (i % 4 === 0) await after(10);
      const { ms, isError, line } = await ask(calls.pulse());
      times.push(ms);
      errors += Number(isError);
      last = line;
    }
    // Sampled before it ends: VmHWM is the peak of the process itself.
    const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${connection.child.pid}/status`, 'utf8'))[1]) / 1024;
    if (startsTask) await ask(calls.end('Values were changed.', []));
    await connection.close();
    rows.push({ start: start?.ms, first: first.ms, times, peak, errors });
  }
  return { home, workspace, rows, changed: changed.size, last, started };
}

/** One to three files between two calls, sometimes one of those that changed just now, sometimes a new one. */
function changeSome(workspace, files, round, i) {
  return Array.from({ length: (i % 3) + 1 }, (_, k) => {
    const directory = `d${(i * 37 + k * 11) % (files / perDirectory)}`;
    const name = i % 10 === 9 ? `new-${round}-${i}-${k}.js` : `f${(i * 7) % perDirectory}.js`;
    writeFileSync(join(workspace, directory, name), `export const value = ${round * 1000 + i};\n`);
    return `${directory}/${name}`;
  });
}

function largeTree(home, files) {
  const directory = join(home, 'large');
  const yesterday = Date.now() / 1000 - 86_400;
  for (let d = 0; d < files / perDirectory; d += 1) {
    mkdirSync(join(directory, `d${d}`), { recursive: true });
    for (let f = 0; f < perDirectory; f += 1) {
      const path = join(directory, `d${d}`, `f${f}.js`);
      writeFileSync(path, `export const value = ${f};\n`);
      // Written yesterday: else every file of the tree would be a change of this minute.
      utimesSync(path, yesterday, yesterday);
    }
  }
  writeFileSync(join(directory, 'package.json'), '{ "name": "large", "version": "1.0.0" }\n');
  commitAll(directory, home);
  return directory;
}

/** What asking version control each time would take. */
function gitStatus(home, workspace) {
  return Array.from({ length: 10 }, () => {
    const began = performance.now();
    execFileSync('git', ['status', '--porcelain'], { cwd: workspace, env: environmentOf(home), stdio: 'ignore' });
    return performance.now() - began;
  });
}

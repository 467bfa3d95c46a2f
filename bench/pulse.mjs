// pulse in a tree of 50,000 files under version control, while files change.
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

const files = 50_000;
const perDirectory = 100;
const target = 15;

export async function pulse({ runs = 200, rounds = 3 }) {
  const home = newHome('pulse');
  const workspace = largeTree(home);
  console.log(`${files} files in ${files / perDirectory} directories, ${machineLine()}, build ${buildId()}\n`);
  const rows = [];
  const changed = new Set();
  let last = '';
  for (let round = 0; round < rounds; round += 1) {
    const connection = connect(ours(home, workspace));
    await connection.handshake();
    const { tools } = await connection.request('tools/list', {});
    if (!tools.some(({ name }) => name === 'pulse')) {
      await connection.close();
      console.log('! This build has no pulse.');
      return false;
    }
    const ask = async () => {
      const began = performance.now();
      const result = await connection.call(calls.pulse());
      return { ms: performance.now() - began, isError: result.isError === true, line: textOf(result).split('\n', 1)[0] };
    };
    const first = await ask();
    const times = [];
    let errors = Number(first.isError);
    for (let i = 0; i < runs; i += 1) {
      // One to three files between two calls, sometimes one of those that changed just now, sometimes a new one.
      for (let k = 0; k <= i % 3; k += 1) {
        const directory = (i * 37 + k * 11) % (files / perDirectory);
        const name = i % 10 === 9 ? `new-${round}-${i}-${k}.js` : `f${(i * 7) % perDirectory}.js`;
        changed.add(`${directory}/${name}`);
        writeFileSync(join(workspace, `d${directory}`, name), `export const value = ${round * 1000 + i};\n`);
      }
      // Sometimes at once, sometimes after whatever watches had its turn.
      if (i % 4 === 0) await after(10);
      const { ms, isError, line } = await ask();
      times.push(ms);
      errors += Number(isError);
      last = line;
    }
    // Sampled before it ends: VmHWM is the peak of the process itself.
    const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${connection.child.pid}/status`, 'utf8'))[1]) / 1024;
    await connection.close();
    rows.push({ first: first.ms, times, peak, errors });
  }
  const all = rows.flatMap(({ times }) => times);
  const good = quantile(all, 0.95) <= target && rows.every(({ errors }) => errors === 0);
  const status = gitStatus(home, workspace);
  console.log(
    table(
      ['', 'calls', 'first, ms', 'p50', 'p95', 'p99', 'longest', 'peak MiB', 'errors', 'target p95', 'reached'],
      [
        [
          'pulse',
          all.length,
          median(rows.map(({ first }) => first)).toFixed(1),
          ...[0.5, 0.95, 0.99, 1].map((q) => quantile(all, q).toFixed(1)),
          Math.max(...rows.map(({ peak }) => peak)).toFixed(1),
          rows.reduce((sum, { errors }) => sum + errors, 0),
          `${target} ms`,
          good ? 'yes' : 'NO',
        ],
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
  console.log(`\n${changed.size} files were changed in all. The last answer: ${last}`);
  keep('pulse', { build: buildId(), rows, status, last });
  return good;
}

function largeTree(home) {
  const directory = join(home, 'large');
  const yesterday = Date.now() / 1000 - 86_400;
  for (let d = 0; d < files / perDirectory; d += 1) {
    mkdirSync(join(directory, `d${d}`), { recursive: true });
    for (let f = 0; f < perDirectory; f += 1) {
      const path = join(directory, `d${d}`, `f${f}.js`);
      writeFileSync(path, `export const value = ${f};\n`);
      // Written yesterday: else the tree itself would be fifty thousand changes of this minute.
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

// A server makes calls of all tools while its daemon is killed again and again. None may fail, and none may wait for it.
//   node bench/run.mjs daemon-kill [--runs 500]
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { daemonPid, startDaemon, stopDaemon } from './support/daemon.mjs';
import { buildId, environmentOf, scratch } from './support/program.mjs';
import { keep, machineLine, median, quantile, table } from './support/report.mjs';
import { connect, textOf } from './support/rpc.mjs';
import { calls, ours, smallProject } from './support/servers.mjs';

const everyMs = 200;
const ways = ['killed', 'stopped'];

export async function daemonKill({ runs = 500 }) {
  console.log(`${runs} calls, the daemon is disturbed every ${everyMs} ms, ${machineLine()}, build ${buildId()}\n`);
  const rows = [await measured('no daemon', runs), await measured('left alone', runs)];
  for (const way of ways) rows.push(await measured(way, runs));
  console.log(
    table(
      ['the daemon is', 'calls', 'failed', 'disturbed', 'p50, ms', 'p95', 'p99', 'longest'],
      rows.map(({ name, times, failures, disturbed }) => [
        name,
        times.length,
        failures.length,
        disturbed,
        ...[median(times), quantile(times, 0.95), quantile(times, 0.99), Math.max(...times)].map((ms) => ms.toFixed(1)),
      ]),
    ),
  );
  for (const { name, failures } of rows) for (const failure of failures.slice(0, 5)) console.log(`${name}: ${failure}`);
  keep('daemon-kill', { build: buildId(), rows });
  return rows.every(({ failures }) => failures.length === 0);
}

async function measured(name, runs) {
  const home = join(scratch, `daemon-${name.replace(' ', '-')}`);
  mkdirSync(home, { recursive: true });
  const project = smallProject(home);
  const env = { ...environmentOf(home), SNAP_DAEMON: name === 'no daemon' ? 'off' : 'on' };
  const life = new AbortController();
  let disturbed = 0;
  const disturbing = ways.includes(name) ? disturb(env, name, life.signal, () => (disturbed += 1)) : undefined;
  if (name === 'left alone') await startDaemon(env);
  const server = connect(ours(home, project, env));
  await server.handshake();
  await server.request('tools/list', {});
  await after(1_000);
  const times = [];
  const failures = [];
  for (let i = 0; i < runs; i += 1) {
    const call = callAt(i);
    const began = performance.now();
    try {
      const result = await server.call(call);
      if (result.isError === true) failures.push(`${call.name}: ${textOf(result).slice(0, 300)}`);
    } catch (error) {
      failures.push(String(error));
    }
    times.push(performance.now() - began);
  }
  await server.close();
  life.abort();
  await disturbing;
  if (name !== 'no daemon') await stopDaemon(env);
  return { name, times, failures, disturbed };
}

/** All seven tools, a task around each ten calls. */
function callAt(i) {
  switch (i % 10) {
    case 0:
      return calls.start(`work ${i}`);
    case 1:
    case 5:
      return calls.learn(`situation ${i}`, `action number ${i} of this run`);
    case 2:
    case 6:
      return calls.pulse();
    case 3:
      return { name: 'advise', arguments: { task: `change part ${i}`, files: [`src/part-${i % 20}.js`] } };
    case 4:
      return { name: 'guide', arguments: { task: `change part ${i}` } };
    case 7:
      return { name: 'check', arguments: { mode: 'health' } };
    case 8:
      return { name: 'snap', arguments: { mode: 'context' } };
    default:
      return calls.end(`done ${i}`, [`sentence ${i}`]);
  }
}

/** Kills it, or stops it like a process that hangs and kills it later, and has another one started at once. */
async function disturb(env, way, signal, count) {
  while (!signal.aborted) {
    const starting = startDaemon(env).catch(() => undefined);
    await after(everyMs);
    await starting;
    const pid = daemonPid(env);
    if (pid === undefined) continue;
    count();
    if (way === 'stopped') {
      send(pid, 'SIGSTOP');
      await after(everyMs);
    }
    send(pid, 'SIGKILL');
  }
}

function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

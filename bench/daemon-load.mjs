// The daemon under what it meets in a day: how long connecting and calls take, what 50 idle clients cost, and random and mutated frames on its socket.
//   node bench/run.mjs daemon-load [--runs 30000]     (runs: frames)
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as after } from 'node:timers/promises';
import { promisify } from 'node:util';
import { bundledFile } from './support/bundled.mjs';
import { buildId, environmentOf, scratch, snap } from './support/program.mjs';
import { keep, machineLine, quantile, table } from './support/report.mjs';

const run = promisify(execFile);
const idleClients = 50;
const idleMs = 30_000;
const targets = { connectP99: 20, idleMb: 90, idleCpuMs: 300, grownMb: 30 };

export async function daemonLoad({ runs: frames = 30_000 }) {
  const path = await bundledFile('bench/daemon/client.ts', 'daemon-client');
  const api = await import(pathToFileURL(path).href);
  const env = { ...environmentOf(join(scratch, 'load')), SVC_SSE_PORT: 'none' };
  mkdirSync(env.HOME, { recursive: true });
  const command = async (...args) => {
    const [file, ...rest] = snap(...args, '--json');
    return JSON.parse((await run(file, rest, { env, cwd: env.HOME })).stdout);
  };
  const { pid } = await command('daemon', 'start');
  console.log(`${machineLine()}, build ${buildId()}\n`);
  try {
    const system = api.nodeSystem({ env });
    const { socket } = api.daemonPlace(system, process.getuid?.());
    const hello = { build: '0.1.0', run: api.writableSystem(system).run, kind: 'server' };
    const connect = async () => {
      const met = await api.meetDaemon({ socket, hello, maxMs: 5_000 });
      if (met.kind !== 'ready') throw new Error(met.kind);
      met.link.keepAlive(true);
      return met.link;
    };
    const speed = await speedOf(connect);
    const idle = await idleOf(connect, pid);
    const fuzz = await fuzzed(socket, hello, frames, pid, connect);
    const rows = [
      ['connect and hello, p50, ms', quantile(speed.connect, 0.5).toFixed(2), ''],
      ['connect and hello, p99, ms', quantile(speed.connect, 0.99).toFixed(2), targets.connectP99],
      ['ping, p50, ms', quantile(speed.ping, 0.5).toFixed(3), ''],
      ['ping, p99, ms', quantile(speed.ping, 0.99).toFixed(3), ''],
      [`${idleClients} idle clients: memory of the daemon, MB`, idle.memory.toFixed(1), targets.idleMb],
      [`${idleClients} idle clients: CPU in ${idleMs / 1000} s, ms`, idle.cpu, targets.idleCpuMs],
      [`${frames} wrong frames: answered pings beside them`, `${fuzz.pings} of ${fuzz.pings}`, ''],
      [`${frames} wrong frames: memory grown, MB`, fuzz.grown.toFixed(1), targets.grownMb],
    ];
    console.log(table(['', 'measured', 'at most'], rows));
    const isAlive = (await command('daemon', 'status')).pid === pid;
    console.log(`\nThe daemon ${isAlive ? 'is the same process as before' : 'DIED'}.`);
    keep('daemon-load', { speed, idle, fuzz });
    return isAlive && rows.every(([, measured, most]) => most === '' || Number(measured) <= most);
  } finally {
    await command('daemon', 'stop');
  }
}

async function speedOf(connect) {
  const connects = [];
  for (let i = 0; i < 500; i += 1) {
    const began = performance.now();
    const link = await connect();
    connects.push(performance.now() - began);
    link.close();
    await link.ended;
  }
  const link = await connect();
  const pings = [];
  for (let i = 0; i < 5_000; i += 1) {
    const began = performance.now();
    await link.call('ping', {});
    pings.push(performance.now() - began);
  }
  link.close();
  return { connect: connects, ping: pings };
}

async function idleOf(connect, pid) {
  const links = await Promise.all(Array.from({ length: idleClients }, connect));
  await after(2_000);
  const before = cpuMs(pid);
  await after(idleMs);
  const cpu = cpuMs(pid) - before;
  const memory = memoryMb(pid);
  for (const link of links) link.close();
  return { cpu, memory };
}

/** Frames that are nearly right, and bytes that are nothing, from several connections; now and then somebody who behaves asks for a ping. */
async function fuzzed(path, hello, frames, pid, connect) {
  const random = seeded(20261122);
  const greeting = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'hello', params: { protocol: 1, ...hello } });
  const valid = [
    { method: 'ping', params: {} },
    { method: 'status', params: {} },
    { method: 'workspace.open', params: { root: '/nowhere/at/all' } },
    { method: 'events.subscribe', params: { types: ['daemon.state'], root: '/a' } },
    { method: 'events.publish', params: { event: { schemaVersion: 1, type: 'config.changed', at: '2026-11-22T00:00:00.000Z', data: {} } } },
    { method: '$/cancel', params: { id: 3 } },
  ];
  const link = await connect();
  const total = { sent: 0, pings: 0 };
  const send = async (count) => {
    const socket = createConnection({ path }).on('error', () => undefined);
    socket.resume();
    // One in four is nobody.
    if (random() < 0.75) socket.write(`${greeting}\n`);
    for (let i = 0; i < count && !socket.closed; i += 1) {
      const isFull = !socket.write(frameOf(valid, random));
      total.sent += 1;
      if (isFull) await new Promise((settle) => (socket.closed ? settle() : socket.once('drain', settle).once('close', settle)));
    }
    socket.end();
    const late = setTimeout(() => socket.destroy(), 5_000);
    await new Promise((settle) => (socket.closed ? settle() : socket.once('close', settle)));
    clearTimeout(late);
  };
  let first;
  while (total.sent < frames) {
    await Promise.all(Array.from({ length: 8 }, () => send(100)));
    await link.call('ping', {}, { maxMs: 5_000 });
    total.pings += 1;
    // What the first third has loaded and compiled stays; a leak goes on.
    if (first === undefined && total.sent > frames / 3) first = memoryMb(pid);
  }
  await after(1_000);
  const grown = memoryMb(pid) - first;
  link.close();
  return { ...total, grown };
}

function frameOf(valid, random) {
  const pick = (length) => Math.floor(random() * length);
  const text = JSON.stringify({ jsonrpc: '2.0', id: pick(10), ...valid[pick(valid.length)] });
  switch (pick(5)) {
    case 0:
      return `${text}\n`;
    case 1:
      return `${text.slice(0, pick(text.length))}\n`;
    case 2: {
      const at = pick(text.length);
      return `${text.slice(0, at)}${String.fromCharCode(pick(0x7f))}${text.slice(at + pick(3))}\n`;
    }
    case 3:
      return Buffer.from(Array.from({ length: pick(300) }, () => pick(256)));
    default:
      return `${'['.repeat(pick(2_000))}\n`;
  }
}

/** The same frames in every run. */
function seeded(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function memoryMb(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1_024;
}

/** User and system time, in milliseconds; the kernel counts hundredths of a second. */
function cpuMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

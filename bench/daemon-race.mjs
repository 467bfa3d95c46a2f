// Twelve processes want the daemon at the same moment: there must be exactly one, and every one of them must be connected to it. In turns from nothing,
// and after the daemon was killed with SIGKILL.
//   node bench/run.mjs daemon-race [--rounds 200]
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { bundledFile } from './support/bundled.mjs';
import { buildId, environmentOf, node, program, scratch } from './support/program.mjs';
import { keep, machineLine, quantile, table } from './support/report.mjs';

const starters = 12;

export async function daemonRace({ rounds = 200 }) {
  const starter = await bundledFile('bench/daemon/starter.ts', 'daemon-starter');
  console.log(`${rounds} rounds of ${starters} starters, ${machineLine()}, build ${buildId()}\n`);
  const kinds = { 'from nothing': [], 'after kill -9': [] };
  const broken = [];
  let home;
  let last;
  for (let round = 0; round < rounds; round += 1) {
    const isCold = round % 2 === 0;
    if (isCold) {
      last?.kill();
      if (home !== undefined) rmSync(home.HOME, { recursive: true, force: true });
      home = newHome(round);
    } else last.kill('SIGKILL');
    const result = await race(starter, home);
    const problem = problemOf(result, home);
    if (problem !== undefined) broken.push(`round ${round} (${isCold ? 'from nothing' : 'after kill -9'}): ${problem}`);
    kinds[isCold ? 'from nothing' : 'after kill -9'].push(...result.answers.flatMap(({ ms }) => ms ?? []));
    last = { kill: (signal = 'SIGTERM') => result.pids.forEach((pid) => end(pid, signal)) };
    if ((round + 1) % 20 === 0) console.log(`${round + 1} rounds, ${broken.length} broken`);
  }
  last?.kill();
  console.log(
    `\n${table(
      ['', 'starters', 'connected after p50, ms', 'p99', 'most'],
      Object.entries(kinds).map(([name, ms]) => [
        name,
        ms.length,
        ...[0.5, 0.99, 1].map((q) => (ms.length === 0 ? '' : quantile(ms, q).toFixed(0))),
      ]),
    )}`,
  );
  console.log(`\n${rounds - broken.length} of ${rounds} rounds with exactly one daemon and no failed starter.`);
  for (const line of broken) console.log(`- ${line}`);
  keep('daemon-race', { rounds, starters, broken, kinds });
  return broken.length === 0;
}

function newHome(round) {
  const path = join(scratch, `race-${round}`);
  mkdirSync(path, { recursive: true });
  return { ...environmentOf(path), HOME: path, SNAP_DATA_DIR: join(path, 'd'), SNAP_DAEMON_IDLE_MS: '60000' };
}

/** All starters are there before the first one is told to go. */
async function race(starter, env) {
  const running = Array.from({ length: starters }, () => {
    const child = spawn(node, [starter, program()], { env, cwd: env.HOME, stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    return { child, next: async () => (await lines.next()).value };
  });
  await Promise.all(running.map(({ next }) => next()));
  for (const { child } of running) child.stdin.write('go\n');
  const answers = await Promise.all(running.map(async ({ next }) => JSON.parse((await next()) ?? '{"failed":"it ended"}')));
  const pids = daemons(env);
  await Promise.all(running.map(({ child }) => new Promise((settle) => child.once('close', settle) && child.stdin.end())));
  return { answers, pids };
}

function problemOf({ answers, pids }, env) {
  const failed = answers.filter(({ failed: reason }) => reason !== undefined);
  if (failed.length > 0) return `${failed.length} starters failed: ${failed[0].failed}`;
  const met = new Set(answers.map(({ pid }) => pid));
  if (met.size !== 1) return `${met.size} daemons were met`;
  // One that was started beside it and gave up would be seen here as well.
  if (pids.length !== 1) return `${pids.length} daemon processes`;
  const log = readFileSync(join(env.SNAP_DATA_DIR, 'state/daemon.log'), 'utf8');
  const started = log
    .split('\n')
    .filter((line) => line.includes(' started: process '))
    .map((line) => /process (\d+)/.exec(line)[1]);
  return started.at(-1) === String(pids[0]) && new Set(started).size === started.length ? undefined : `the log names ${started.join(', ')}`;
}

/** The processes of daemons in this home. */
function daemons({ SNAP_DATA_DIR }) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        if (!readFileSync(`/proc/${pid}/cmdline`, 'latin1').endsWith('daemon\0start\0--foreground\0')) return false;
        if (/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))) return false;
        return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`SNAP_DATA_DIR=${SNAP_DATA_DIR}`);
      } catch {
        // It has just ended.
        return false;
      }
    })
    .map(Number);
}

function end(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

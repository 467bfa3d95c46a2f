// An assistant that is killed must leave no server behind, however it started it and whatever the server was doing.
//   node bench/run.mjs parents [--rounds 500] [--only 'sh']
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { bundledFile } from './support/bundled.mjs';
import { newHome } from './support/homes.mjs';
import { marked, runs } from './support/mark.mjs';
import { buildId, node } from './support/program.mjs';
import { keep, machineLine, quantile, table } from './support/report.mjs';
import { introduction } from './support/rpc.mjs';
import { calls, officialServers, ours, smallProject } from './support/servers.mjs';

/** How long a server may outlive its client, and how many clients are killed side by side. */
const limit = 2_000;
const batch = 10;
const forms = [
  { form: 'direct', shells: 0 },
  { form: 'sh -c', shells: 1 },
  { form: 'sh -c in sh -c', shells: 2 },
];
/** The input of the server. A client's own pipe ends with the client; when another process holds it too, only the parent's end is noticed. */
const inputs = [
  { input: 'a pipe', share: 0.8, moments: ['starting', 'idle', 'calling'], isJudged: true },
  { input: 'an input that never ends', share: 0.15, moments: ['idle', 'calling'], isJudged: true },
  // A server whose client died before its first line of code ran never knew it: nothing can tell it, and it is only shown.
  { input: 'the same, killed while it starts', share: 0.05, moments: ['starting'], isJudged: false },
];

export async function parents({ rounds = 500, only }) {
  const home = newHome('parents');
  const workspace = smallProject(home);
  const program = await bundledFile('test/support/programs/client-program.ts', 'client-program');
  const snap = ours(home, workspace);
  const { tools } = await introduction(snap);
  // The call that takes longest of those this build offers.
  const call = tools.includes('snap') ? calls.start('try something') : { name: 'check', arguments: { mode: 'health' } };
  const others = officialServers(home, workspace).map((server) => ({ server, rounds: Math.ceil(rounds / 10), call: { name: 'none' } }));
  const rows = [];
  for (const { server, rounds: own, call: called } of [{ server: snap, rounds, call }, ...others]) {
    for (const { share: part, ...input } of inputs) {
      const count = Math.round(own * part);
      const kinds = forms.filter(({ form }) => only === undefined || form.includes(only));
      for (const [i, { form, shells }] of kinds.entries()) {
        const share = Math.floor(count / kinds.length) + (i < count % kinds.length ? 1 : 0);
        if (share > 0) rows.push(await killed({ server, form, shells, ...input, rounds: share, program, home, call: called }));
      }
    }
  }
  console.log(`Left ${limit / 1000} s after the client was killed. ${machineLine()}, build ${buildId()}\n`);
  console.log(
    table(
      ['server', 'started', 'its input', 'clients killed', 'servers left', 'gone after, ms: p50', 'p99'],
      rows.map((row) => [row.server, row.form, row.input, row.rounds, row.left, row.gone50.toFixed(0), row.gone99.toFixed(0)]),
    ),
  );
  keep('parents', { build: buildId(), limit, rows });
  return rows.filter(({ server, isJudged }) => server === 'snap' && isJudged).every(({ left }) => left === 0);
}

async function killed({ server, form, shells, input, moments, isJudged, rounds, program, home, call }) {
  const row = { server: server.name, form, input, isJudged, rounds, left: 0 };
  const gone = [];
  for (let done = 0; done < rounds; done += batch) {
    const clients = Array.from({ length: Math.min(batch, rounds - done) }, async (_, i) => {
      const mark = randomBytes(8).toString('hex');
      const plan = { command: server.argv, shells, moment: moments[(done + i) % moments.length], call };
      if (input !== 'a pipe') {
        plan.input = join(home, mark);
        execFileSync('mkfifo', [plan.input]);
      }
      const client = spawn(node, [program, JSON.stringify(plan)], {
        env: { ...server.env, SNAP_BENCH_MARK: mark },
        cwd: server.cwd,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await new Promise((resolve) => client.stdout.once('data', resolve).once('close', resolve));
      // A random moment of what it does now: of the start of Node, of the call, of being idle.
      await after(Math.random() * 100);
      const family = marked(mark).filter((pid) => pid !== client.pid);
      client.kill('SIGKILL');
      const began = performance.now();
      while (family.some(runs) && performance.now() - began < limit) await after(5);
      gone.push(performance.now() - began);
      await after(Math.max(0, limit - (performance.now() - began)));
      const left = marked(mark);
      for (const pid of left) process.kill(pid, 'SIGKILL');
      return left.length > 0 ? 1 : 0;
    });
    for (const count of await Promise.all(clients)) row.left += count;
    if (process.stdout.isTTY) process.stdout.write(`\r${server.name} ${form}: ${done + batch} of ${rounds}, ${row.left} left `);
  }
  if (process.stdout.isTTY) process.stdout.write('\r\x1b[K');
  return { ...row, gone50: quantile(gone, 0.5), gone99: quantile(gone, 0.99) };
}

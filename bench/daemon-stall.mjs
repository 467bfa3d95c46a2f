// A server and the command line make calls that write, while their daemon is stopped again and again for 0.1 to 3 s and then goes on. Nothing may be
// lost, written twice, or answered with a sentence that is not true.
//   node bench/run.mjs daemon-stall [--runs 1000] [--seed 1]
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { promisify } from 'node:util';
import { daemonPid, startDaemon, stopDaemon } from './support/daemon.mjs';
import { buildId, environmentOf, scratch, snap } from './support/program.mjs';
import { keep, machineLine, median, quantile, table } from './support/report.mjs';
import { connect, textOf } from './support/rpc.mjs';
import { calls, ours, smallProject } from './support/servers.mjs';

const run = promisify(execFile);

export async function daemonStall({ runs = 1000, seed = 1 }) {
  console.log(`${runs} calls that write, seed ${seed}, ${machineLine()}, build ${buildId()}\n`);
  const home = join(scratch, 'daemon-stall');
  mkdirSync(home, { recursive: true });
  const project = smallProject(home);
  const env = { ...environmentOf(home), SNAP_DAEMON: 'on', SVC_MCP_INTELLIGENCE_SURFACE: 'full' };
  await startDaemon(env);
  const server = connect(ours(home, project, env));
  await server.handshake();
  await server.request('tools/list', {});
  const judge = judgeOf({ project, env, server });
  await judge.begin();
  const life = new AbortController();
  const stalls = [];
  const stalling = stall(daemonPid(env), seeded(seed + 1), life.signal, (ms) => stalls.push(ms));
  const chance = seeded(seed);
  for (let i = 0; i < runs; i += 1) await judge.call(i, chance());
  life.abort();
  await stalling;
  const faults = await judge.end();
  await server.close();
  await stopDaemon(env);
  console.log(
    table(
      ['what', 'calls', 'p50, ms', 'p95', 'p99', 'longest'],
      [...judge.times].map(([what, times]) => [
        what,
        times.length,
        ...[median(times), quantile(times, 0.95), quantile(times, 0.99), Math.max(...times)].map((ms) => ms.toFixed(1)),
      ]),
    ),
  );
  console.log(`\nThe daemon was stopped ${stalls.length} times, ${(stalls.reduce((sum, ms) => sum + ms, 0) / 1000).toFixed(0)} s in all.`);
  for (const kind of ['lost', 'doubled', 'false']) console.log(`${kind}: ${faults.filter((fault) => fault.startsWith(kind)).length}`);
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`);
  keep('daemon-stall', { build: buildId(), seed, stalls: stalls.length, faults, times: Object.fromEntries(judge.times) });
  return faults.length === 0;
}

/** Makes calls and knows what is true. */
function judgeOf({ project, env, server }) {
  const faults = [];
  const times = new Map();
  const known = { learned: [], repeated: 0, violations: 0, snapshots: new Set(), started: 0, ended: 0 };
  const linesOf = (name) => {
    const path = readdirSync(env.SNAP_DATA_DIR, { recursive: true }).find((one) => one.endsWith(`/${name}`) && !one.includes('snapshots'));
    return path === undefined
      ? []
      : readFileSync(join(env.SNAP_DATA_DIR, path), 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line));
  };
  const timed = async (what, work) => {
    const began = performance.now();
    const result = await work().catch((error) => ({ isError: true, content: [{ text: String(error) }] }));
    times.set(what, [...(times.get(what) ?? []), performance.now() - began]);
    if (result.isError === true) faults.push(`lost: ${what}: ${textOf(result).slice(0, 200)}`);
    return result.isError === true ? '' : textOf(result);
  };
  const tool = (call) => timed(call.name, () => server.call(call));
  const says = (text, words, i) => text === '' || words.test(text) || faults.push(`false: call ${i}: ${text.slice(0, 200)}`);
  const change = (i) => writeFileSync(join(project, `src/part-${i % 20}.js`), `export const part = ${i};\n`);
  const taken = (id, i) => {
    if (id === undefined) faults.push(`lost: call ${i}: no snapshot`);
    else if (known.snapshots.has(id)) faults.push(`false: call ${i}: ${id} was taken before, and a file has changed since`);
    else known.snapshots.add(id);
  };

  const learn = async (i) => {
    known.learned.push(i);
    says(await tool(calls.learn(`situation ${i} of area${i % 97}`, `step${i} unlike any other: number ${i}`)), /status:saved/, i);
  };
  const learnAgain = async (i) => {
    const [first] = known.learned;
    if (first === undefined) return learn(i);
    known.repeated += 1;
    says(
      await tool(calls.learn(`situation ${first} of area${first % 97}`, `step${first} unlike any other: number ${first}`)),
      /status:known/,
      i,
    );
  };
  const report = async (i) => {
    known.violations += 1;
    says(await tool(calls.violation('left-in', `case ${i}`)), new RegExp(`count:${known.violations}\\b`), i);
  };
  const reportChange = async (i) => {
    change(i);
    const path = `src/told-${i}.js`;
    await tool({ name: 'pulse', arguments: { record_change: path } });
    const told = linesOf('changes.jsonl').filter((one) => one.path === path);
    const reports = new Set(told.map(({ call }, at) => call ?? at)).size;
    if (reports !== 1) faults.push(`${reports === 0 ? 'lost' : 'doubled'}: call ${i}: the change was stored ${reports} times`);
  };
  const task = async (i) => {
    change(i);
    known.started += 1;
    const text = await tool(calls.start(`work number ${i}`));
    says(text, /status:created/, i);
    if (text !== '') taken(/snap:(snap_\d+)/.exec(text)?.[1], i);
    known.ended += 1;
    says(await tool(calls.end(`done ${i}`, [])), /status:completed/, i);
  };
  const create = async (i) => {
    change(i);
    const [command, ...args] = snap('snapshot', 'create', '--json');
    const out = await timed('snap snapshot create', async () => {
      const { stdout } = await run(command, args, { env, cwd: project });
      return { content: [{ text: stdout }] };
    });
    if (out === '') return;
    const { isNew, snapshot } = JSON.parse(out);
    if (!isNew) faults.push(`false: call ${i}: nothing has changed since ${snapshot.id}`);
    taken(/^snap_\d+/.exec(snapshot.id)?.[0], i);
  };
  /** What is done up to this share of all calls. */
  const shares = [
    [0.5, learn],
    [0.55, learnAgain],
    [0.7, report],
    [0.8, reportChange],
    [0.95, task],
    [1, create],
  ];

  return {
    times,
    begin: async () => {
      await tool(calls.start('the first'));
      await tool(calls.end('the first', []));
      times.clear();
    },
    call: (i, chance) => shares.find(([share]) => chance < share)[1](i),
    async end() {
      await after(3_000);
      const count = (name, kind) => linesOf(name).filter((one) => one.kind === kind).length;
      const [command, ...args] = snap('snapshot', 'list', '--json');
      // Old ones are deleted, and no number is given twice.
      const [newest] = JSON.parse((await run(command, args, { env, cwd: project })).stdout).snapshots;
      const taken = Number(/\d+/.exec(newest.id)[0]);
      const compare = (what, stored, wanted) => {
        if (stored !== wanted) faults.push(`${stored < wanted ? 'lost' : 'doubled'}: ${what}: ${stored} stored, ${wanted} made`);
      };
      compare('learnings', count('learnings.jsonl', 'learning'), known.learned.length);
      compare('repetitions', count('uses.jsonl', 'repeated'), known.repeated);
      compare('violations', count('violations.jsonl', 'violation'), known.violations);
      compare('tasks', count('tasks.jsonl', 'started'), known.started + 1);
      compare('ends of tasks', count('tasks.jsonl', 'ended'), known.ended + 1);
      compare('snapshots', taken, known.snapshots.size + 1);
      return faults;
    },
  };
}

/** Stops the daemon for 0.1 to 3 s, then lets it go on for up to half a second. */
async function stall(pid, chance, signal, count) {
  while (!signal.aborted) {
    await after(20 + 480 * chance());
    const ms = 100 + 2_900 * chance();
    count(ms);
    process.kill(pid, 'SIGSTOP');
    await after(ms);
    process.kill(pid, 'SIGCONT');
  }
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function seeded(seed) {
  let state = seed * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

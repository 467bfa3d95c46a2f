// What a bridge from standard input to a remote server costs, and which calls it leaves without an answer; beside other bridges.
//   node bench/run.mjs shim [--runs 7] [--only snap]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { newHome } from './support/homes.mjs';
import { mcpRemote, supergateway } from './support/opponents.mjs';
import { buildId, node, program } from './support/program.mjs';
import { keep, machineLine, median, table } from './support/report.mjs';

const targets = { list: 90, call: 0.6, rss: 55, big: 65, unanswered: 0 };
/** Where Node starts slower than on the machine of the targets, the start of a bridge may take as much more. */
const nodeOfTargets = 51;
const remoteFile = fileURLToPath(new URL('shim/remote.mjs', import.meta.url));
const patienceMs = 3_500;

export async function shim({ runs = 7, only }) {
  const home = newHome('shim');
  const env = { HOME: home, PATH: process.env.PATH, SNAP_DATA_DIR: `${home}/snap` };
  const bridges = [
    { name: 'snap mcp shim', argv: (url) => [node, program(), 'mcp', 'shim', '--url', url] },
    ...[mcpRemote(), supergateway()].flatMap((one) =>
      one === undefined ? [] : [{ name: `${one.name} ${one.version}`, argv: one.bridge }],
    ),
  ].filter(({ name }) => only === undefined || name.includes(only));
  console.log(`${runs} rounds, ${machineLine()}, build ${buildId()}\n`);

  const bare = [];
  const rows = [];
  const faults = [];
  for (const path of ['/mcp', '/sse']) {
    for (const bridge of bridges) {
      const found = { list: [], call: [], rss: [], big: [], many: [], peak: [] };
      for (let round = 0; round < runs; round++) {
        if (rows.length === 0) bare.push(await bareStart());
        await measure(bridge, path, env, found);
      }
      rows.push({ name: bridge.name, path, ...Object.fromEntries(Object.entries(found).map(([key, values]) => [key, median(values)])) });
      faults.push({ name: bridge.name, path, ...(await suffer(bridge, path, env)) });
    }
  }
  const floor = median(bare);
  console.log(`node -e 0 in the same run: ${floor.toFixed(1)} CPU ms\n`);
  console.log(
    table(
      [
        'bridge',
        'remote',
        'CPU ms to tools/list',
        'CPU ms a call',
        'CPU ms, 10 MB answer',
        'CPU ms, 100 calls at once',
        'MiB idle',
        'MiB peak',
      ],
      rows.map(({ name, path, list, call, big, many, rss, peak }) => [
        name,
        path,
        list.toFixed(0),
        call.toFixed(2),
        big.toFixed(0),
        many.toFixed(0),
        rss.toFixed(0),
        peak.toFixed(0),
      ]),
    ),
  );
  console.log('');
  console.log(
    table(
      ['bridge', 'remote', ...Object.keys(faults[0].answers), 'unanswered'],
      faults.map(({ name, path, answers, unanswered }) => [name, path, ...Object.values(answers), unanswered]),
    ),
  );
  const listTarget = targets.list + Math.max(0, floor - nodeOfTargets);
  const own = rows.filter(({ name }) => name.startsWith('snap'));
  const scale = Math.max(1, floor / nodeOfTargets);
  const isGood =
    own.every(
      ({ list, call, rss, big }) => list <= listTarget && call <= targets.call * scale && rss <= targets.rss && big <= targets.big * scale,
    ) && faults.filter(({ name }) => name.startsWith('snap')).every(({ unanswered }) => unanswered === targets.unanswered);
  console.log(
    `\ntargets of snap mcp shim: ${targets.list} CPU ms to tools/list (here ${listTarget.toFixed(0)}: Node alone takes ${floor.toFixed(0)} instead of ${nodeOfTargets}), ` +
      `${targets.call} a call and ${targets.big} for 10 MB (here x ${scale.toFixed(2)}), ${targets.rss} MiB idle, 0 unanswered: ${isGood ? 'reached' : 'missed'}`,
  );
  keep('shim', { build: buildId(), bare: floor, rows, faults });
  return isGood;
}

/** CPU milliseconds of a process so far, of every thread. Linux only. */
function cpuOf(pid) {
  return readdirSync(`/proc/${pid}/task`).reduce((sum, id) => {
    try {
      return sum + Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'latin1').split(' ')[0]) / 1e6;
    } catch {
      // The thread has ended meanwhile.
      return sum;
    }
  }, 0);
}

async function bareStart() {
  const child = spawn(node, ['-e', 'process.stdin.on("data", () => process.exit()); console.log(1)']);
  await once(child.stdout, 'data');
  const cpu = cpuOf(child.pid);
  child.stdin.write('x');
  await once(child, 'exit');
  return cpu;
}

async function startRemote(port = 0) {
  const child = spawn(node, [remoteFile, String(port)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  return { child, port: Number(line) };
}

function open(argv, env) {
  const [command, ...args] = argv;
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map();
  let pieces = [];
  child.stdin.on('error', () => undefined);
  child.stdout.on('data', (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      pieces.push(chunk.subarray(from, at));
      const line = Buffer.concat(pieces);
      pieces = [];
      from = at + 1;
      const id = /"id":(\d+)/.exec(line.subarray(0, 60))?.[1] ?? /"id":(\d+)/.exec(line.subarray(-60))?.[1];
      waiting.get(Number(id))?.(line);
    }
    pieces.push(chunk.subarray(from));
  });
  return {
    child,
    /** @returns undefined where no answer comes. */
    async ask(id, method, params, ms = 30_000) {
      const stop = new AbortController();
      const answer = new Promise((resolve) => waiting.set(id, resolve));
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      const line = await Promise.race([answer, sleep(ms, undefined, { signal: stop.signal }).catch(() => undefined)]);
      stop.abort();
      return line;
    },
    tell: (method) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method })}\n`),
    async end() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } };
const call = (name, args = {}) => ['tools/call', { name, arguments: args }];

async function measure({ argv }, path, env, found) {
  const remote = await startRemote();
  const bridge = open(argv(`http://127.0.0.1:${remote.port}${path}`), env);
  const { pid } = bridge.child;
  const memory = (field) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'latin1'))[1]) / 1024;
  const spent = async (work) => {
    const before = cpuOf(pid);
    await work();
    return cpuOf(pid) - before;
  };
  await bridge.ask(1, 'initialize', hello);
  bridge.tell('notifications/initialized');
  await bridge.ask(2, 'tools/list', {});
  found.list.push(cpuOf(pid));
  await sleep(500);
  found.rss.push(memory('VmRSS'));
  found.call.push(
    (await spent(async () => {
      for (let i = 0; i < 300; i++) await bridge.ask(10 + i, ...call('echo'));
    })) / 300,
  );
  found.many.push(await spent(() => Promise.all(Array.from({ length: 100 }, (_, i) => bridge.ask(1000 + i, ...call('echo'))))));
  found.big.push(await spent(() => bridge.ask(5000, ...call('big', { bytes: 10_000_000 }))));
  found.peak.push(memory('VmHWM'));
  await bridge.end();
  remote.child.kill('SIGKILL');
}

/** Nine faults. Each is answered in so many milliseconds, or not at all ("-"). */
async function suffer({ argv }, path, env) {
  const answers = {};
  let unanswered = 0;
  const note = async (name, asking) => {
    const since = performance.now();
    const answer = await asking;
    answers[name] = answer === undefined ? '-' : `${(performance.now() - since).toFixed(0)} ms`;
    if (answer === undefined) unanswered++;
  };
  const remote = await startRemote();
  for (const status of [404, 401, 500]) {
    const bridge = open(argv(`http://127.0.0.1:${remote.port}/status/${status}`), env);
    await note(String(status), bridge.ask(1, 'initialize', hello, patienceMs));
    await bridge.end();
  }
  const opened = async () => {
    const bridge = open(argv(`http://127.0.0.1:${remote.port}${path}`), env);
    await bridge.ask(1, 'initialize', hello);
    bridge.tell('notifications/initialized');
    await bridge.ask(2, 'tools/list', {});
    return bridge;
  };
  const bridge = await opened();
  await note('dropped in a call', bridge.ask(3, ...call('drop'), patienceMs));
  await note('call after that', bridge.ask(4, ...call('echo'), patienceMs));
  remote.child.stdin.write('forget\n');
  await sleep(100);
  const first = bridge.ask(5, ...call('echo'), patienceMs);
  await note(
    'first after a restart',
    first.then((line) => (line !== undefined && line.includes('"error"') ? undefined : line)),
  );
  await note('died in a call', bridge.ask(6, ...call('die'), patienceMs));
  await note('remote is down', bridge.ask(7, ...call('echo'), patienceMs));
  await bridge.end();
  const refused = open(argv(`http://127.0.0.1:${remote.port}${path}`), env);
  await note('refused at start', refused.ask(1, 'initialize', hello, patienceMs));
  await refused.end();
  return { answers, unanswered };
}

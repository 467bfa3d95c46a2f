import { chmodSync, mkdirSync, realpathSync } from 'node:fs';
import { createServer } from 'node:net';
import type { RequestListener } from 'node:http';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { clients } from '../../src/clients/index.ts';
import { checkUp } from '../../src/doctor/index.ts';
import type { ConfigFinding } from '../../src/doctor/diagnostic.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { temporaryHome, type TemporaryHome } from '../support/temporary-home.ts';
import { listen, streamable } from './live/http-servers.ts';
import { scriptedServer } from './live/scripted-server.ts';

/** The reports of test/fixtures/reports whose cause only the server shows: here it is really started or called. */

const node = realpathSync(process.execPath);

interface Machine {
  readonly client: string;
  /** The config file, below the home directory. */
  readonly file: string;
  readonly servers: Readonly<Record<string, object>>;
  readonly key?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly which?: 'all' | 'none';
}

async function findingsOf(
  home: TemporaryHome,
  { client, env, file, key = 'mcpServers', servers, which = 'all' }: Machine,
): Promise<readonly ConfigFinding[]> {
  home.put(file, JSON.stringify({ [key]: servers }));
  mkdirSync(home.at('project'), { recursive: true });
  const PATH = `${home.at('bin')}:${process.env['PATH'] ?? ''}`;
  const system = nodeSystem({
    home: home.path,
    cwd: home.at('project'),
    env: { HOME: home.path, PATH, SNAP_DATA_DIR: home.at('.snap-mcp'), SNAP_DAEMON: 'off', ...env },
  });
  const { findings } = await checkUp(system, {
    workspace: { path: home.at('project'), isProject: true },
    program: { node, file: '/nowhere/main.js', version: '0.0.0' },
    clients: clients.filter(({ id }) => id === client),
    calls: { which, as: ['client'], milliseconds: 5_000 },
  });
  return findings;
}

/** What is said of one server: the finding, and nothing beside it that is an error. */
function named(findings: readonly ConfigFinding[], id: string): ConfigFinding | undefined {
  expect(findings.filter((one) => one.severity === 'error' && one.id !== id).map((one) => one.message)).toEqual([]);
  return findings.find((one) => one.id === id);
}

/** A program on the person's PATH. */
function program(home: TemporaryHome, name: string, lines: readonly string[]): void {
  chmodSync(home.put(`bin/${name}`, ['#!/bin/sh', ...lines, ''].join('\n')), 0o755);
}

function failing(home: TemporaryHome, name: string, output: string, code: number): void {
  program(home, name, [`cat >&2 <<'END'`, output, 'END', `exit ${code}`]);
}

describe('an address that takes POST only, called over SSE (github/github-mcp-server#531)', () => {
  const cline = '.cline/data/settings/cline_mcp_settings.json';
  const guarded: RequestListener = (request, response) => void response.writeHead(request.method === 'POST' ? 401 : 405).end();

  it.each([
    ['that answers', streamable()],
    ['that wants a key', guarded],
  ])('%s', async (_, handle) => {
    const { port } = await listen(handle);
    const findings = await findingsOf(temporaryHome(), {
      client: 'cline',
      file: cline,
      servers: { github: { type: 'sse', url: `http://127.0.0.1:${port}/mcp` } },
    });
    const found = named(findings, 'transport-mismatch');
    expect(found).toMatchObject({ severity: 'error', server: 'github' });
    expect(found?.message).toContain('Streamable HTTP');
    expect(found?.fix?.says).toContain('streamableHttp');
  });
});

describe('a program that ends before it answers', () => {
  const outputs: readonly (readonly [report: string, program: string, code: number, output: string, cause: string, cure: string])[] = [
    [
      'github/github-mcp-server#232',
      'docker',
      125,
      'docker: Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?',
      'Docker is not running',
      'Start Docker',
    ],
    [
      'punkpeye/mcp-remote#83',
      'npx',
      1,
      "SyntaxError: Unexpected token '.'\n    at Loader.moduleStrategy (internal/modules/esm/translators.js:133:18)",
      'does not run on the version of Node.js',
      'newer "node"',
    ],
    [
      'quern-dev/quern#34',
      'oldnode',
      1,
      "/srv/index.js:1\nimport { a } from 'b';\n       ^\n\nSyntaxError: Unexpected token {\n    at Module._compile (internal/modules/cjs/loader.js:723:23)",
      'does not run on the version of Node.js',
      'newer "node"',
    ],
    [
      'awslabs/mcp#2038',
      'python9',
      1,
      "Traceback (most recent call last):\nModuleNotFoundError: No module named 'pydantic_core._pydantic_core'",
      'pydantic_core',
      'another version of Python',
    ],
  ];

  it.each(outputs)('%s', async (_, name, code, output, cause, cure) => {
    const home = temporaryHome();
    failing(home, name, output, code);
    const found = named(
      await findingsOf(home, {
        client: 'claude-code',
        file: '.claude.json',
        servers: { one: { command: name, args: ['run', '-i', 'x'] } },
      }),
      'server-exits',
    );
    expect(found).toMatchObject({ severity: 'error', server: 'one' });
    expect(found?.message).toContain(cause);
    expect(found?.hint).toContain(cure);
  });

  it('plur-ai/plur#234: the one directory of the cache is named', async () => {
    const home = temporaryHome();
    const modules = home.at('.npm/_npx/4ec1a2b3c4d5e6f7/node_modules');
    mkdirSync(`${modules}/plur`, { recursive: true });
    mkdirSync(`${modules}/.plur-5X8kQz1a`, { recursive: true });
    failing(home, 'npx', `npm error code ENOTEMPTY\nnpm error syscall rename\nnpm error path ${modules}/plur`, 190);
    const machine = { client: 'claude-code', file: '.claude.json', servers: { plur: { command: 'npx', args: ['-y', 'plur@latest'] } } };
    const started = named(await findingsOf(home, machine), 'server-exits');
    expect(started?.hint).toMatch(/~\/\.npm\/_npx\/4ec1a2b3c4d5e6f7$/);
    const looked = named(await findingsOf(home, { ...machine, which: 'none' }), 'npx-cache-left');
    expect(looked).toMatchObject({ severity: 'warning', server: 'plur' });
    expect(looked?.hint).toMatch(/~\/\.npm\/_npx\/4ec1a2b3c4d5e6f7$/);
  });

  it('Pimzino/spec-workflow-mcp#92: the port that is taken is named, and where it is written', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const address = other.address();
    const port = String(typeof address === 'object' ? address?.port : '');
    const home = temporaryHome();
    const script = home.put('server.cjs', `require('node:net').createServer().listen(${port}, '127.0.0.1');`);
    const machine = { client: 'claude-code', file: '.claude.json', servers: { spec: { command: node, args: [script, '--port', port] } } };
    const started = named(await findingsOf(home, machine), 'server-exits');
    expect(started?.message).toContain(port);
    expect(started?.hint).toContain('another port');
    expect(started?.hint).toContain('"--port"');
    const looked = named(await findingsOf(home, { ...machine, which: 'none' }), 'fixed-port');
    expect(looked?.message).toContain('a program listens on it now');
  });
});

describe('lines on stdout', () => {
  it.each([
    ['TSavo/printify-mcp#3', 'cursor', '.cursor/mcp.json', 'Starting Printify MCP server...'],
    ['hurttlocker/o8#1541', 'claude-desktop', '.config/Claude/claude_desktop_config.json', '[db] better-sqlite3 opened'],
  ])('%s: information while the server answers', async (_, client, file, line) => {
    const home = temporaryHome();
    const script = home.put('server.cjs', scriptedServer({ before: `console.log(${JSON.stringify(line)});` }));
    const found = named(await findingsOf(home, { client, file, servers: { one: { command: node, args: [script] } } }), 'noise-on-stdout');
    expect(found).toMatchObject({ severity: 'info', server: 'one' });
    expect(found?.message).toContain(line);
    expect(found?.hint).toContain('stderr');
  });
});

describe('a proxy that takes calls to this machine (RaphaelRegnier/vibe-annotations#41)', () => {
  it('is named although snap itself reaches the server', async () => {
    const [{ port }, proxy] = [await listen(streamable()), await listen((_, response) => void response.writeHead(502).end('proxy'))];
    const machine = {
      client: 'claude-code',
      file: '.claude.json',
      servers: { vibe: { type: 'http', url: `http://127.0.0.1:${port}/mcp` } },
    };
    const env = { HTTP_PROXY: `http://127.0.0.1:${proxy.port}`, NO_PROXY: 'localhost,127.' };
    const found = named(await findingsOf(temporaryHome(), { ...machine, env }), 'proxy-takes-loopback');
    expect(found).toMatchObject({ severity: 'warning', server: 'vibe' });
    expect(found?.hint).toContain('proxy itself');
    const excepted = await findingsOf(temporaryHome(), { ...machine, env: { ...env, NO_PROXY: 'localhost,127.0.0.1' } });
    expect(excepted.map(({ id }) => id)).not.toContain('proxy-takes-loopback');
  });
});

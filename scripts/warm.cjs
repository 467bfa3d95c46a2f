// Runs the built program as its users do, and keeps the code that V8 made of each chunk beside it (see loader.cjs).
// A separate process, so that it contains only the program itself.
const { copyFileSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { PassThrough } = require('node:stream');
const createLoader = require('./loader.cjs');

const dist = join(__dirname, '../dist');
const scripts = new Map();
const packs = JSON.parse(process.argv[2]);
const loader = () =>
  createLoader(join(dist, 'chunks'), packs, (path, script) => {
    scripts.set(path, [...(scripts.get(path) ?? []), script]);
  });

void warm();

async function warm() {
  const home = mkdtempSync(join(tmpdir(), 'snap-warm-'));
  const own = join(home, 'own');
  const appData = { APPDATA: join(home, 'AppData/Roaming'), LOCALAPPDATA: join(home, 'AppData/Local') };
  Object.assign(process.env, { HOME: home, USERPROFILE: home, SNAP_DATA_DIR: own, ...appData });
  process.chdir(home);
  // The output of the commands is not wanted.
  const { writeSync } = require('node:fs');
  require('node:fs').writeSync = (descriptor, data, ...rest) => (descriptor < 3 ? data.length : writeSync(descriptor, data, ...rest));
  try {
    sampleHome(home);
    const chunk = (load, name) =>
      load(`./${readdirSync(join(dist, 'chunks')).find((file) => file.startsWith(`${name}-`) && !file.includes('.pack.'))}`);
    const program = { version: '0', file: join(dist, 'main.js'), node: process.execPath };
    let run;
    // Commands that are read from different files of several chunks, each with a loader of its own, as in a process of its own.
    const afresh = () => ({ run } = chunk(loader(), 'run'));
    const call = async (...argv) => {
      const code = await run(argv, program);
      // The judge finds programs that are not on this machine.
      if (code > (argv[1] === 'validate' ? 1 : 0)) throw new Error(`snap ${argv.join(' ')} ended with ${code}`);
    };
    afresh();
    await call('--help');
    await call('mcp', 'scan');
    await call('mcp', 'scan', '--json');
    afresh();
    await call('mcp', 'validate', '--no-probe');
    await call('mcp', 'validate', '--no-probe', '--json');
    afresh();
    await call('mcp', 'add', '--help');
    await call('mcp', 'add', 'warm', '--cursor', '--codex', '--goose', '--', 'true');
    await call('mcp', 'undo', '--yes');
    afresh();
    const project = join(home, 'project');
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), '{}\n');
    process.chdir(project);
    await call('task', 'start', 'warm up');
    await call('learn', 'the program is built', 'run it once');
    await call('learnings', 'list');
    await call('pulse');
    await call('status');
    await call('task', 'end');
    await call('snapshot', 'create', '-m', 'warm up');
    await call('snapshot', 'list');
    afresh();
    await asked(call, afresh, home, project);
    process.chdir(home);
    await joined(chunk(loader(), 'start-shim').startShim, program);
    // The server ends the process when its client has left.
    process.once('exit', (code) => {
      if (code === 0) keep();
      remove();
    });
    // As the entry does it: from the files of several chunks, none of which a command has loaded.
    const { startServer } = chunk(loader(), 'start-server');
    await serve(() => startServer(program, project));
  } catch (error) {
    remove();
    throw error;
  }

  function remove() {
    process.chdir('/');
    rmSync(home, { recursive: true, force: true });
  }
}

function keep() {
  for (const [path, made] of scripts) {
    // When several loaders read a file, the code from the loader that ran most of it is kept.
    const [code] = made.map((script) => script.createCachedData()).sort((a, b) => b.length - a.length);
    writeFileSync(`${path}.code.new`, code);
    renameSync(`${path}.code.new`, `${path}.code`);
  }
}

/** One assistant comes, asks what there is, calls the tools that every task begins and ends with, and leaves. */
async function serve(start) {
  const input = new PassThrough();
  const output = new PassThrough().resume();
  Object.defineProperties(process, { stdin: { value: input }, stdout: { value: output } });
  const ask = (id, method, params) => input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'warm', version: '0' } });
  ask(2, 'tools/list', {});
  const tools = [
    ['snap', { mode: 'start', task: 'warm up' }],
    ['snap_learn', { trigger: 'the program is built', action: 'run it once' }],
    ['pulse', {}],
    ['advise', { task: 'warm up', files: ['package.json'] }],
    ['guide', { task: 'warm up' }],
    ['snap', { mode: 'context' }],
    ['snap_end', {}],
    ['check', { mode: 'health' }],
  ];
  const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} };
  ask('modern', 'server/discover', { _meta: meta });
  for (const [i, [name, input]] of tools.entries()) ask(3 + i, 'tools/call', { name, arguments: input });
  input.end();
  await start();
}

/** The bridge between one assistant and a remote server: it starts, lists the tools, calls one. */
async function joined(startShim, program) {
  const remote = require('node:http').createServer((request, response) => {
    const pieces = [];
    request
      .on('data', (piece) => pieces.push(piece))
      .on('end', () => {
        const { id, method } = JSON.parse(pieces.length === 0 ? '{}' : Buffer.concat(pieces).toString());
        if (request.method !== 'POST' || id === undefined) return response.writeHead(request.method === 'POST' ? 202 : 405).end();
        const answer = JSON.stringify({ jsonrpc: '2.0', id, result: { protocolVersion: '2025-06-18', tools: [] } });
        const isStream = method !== 'tools/list';
        response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json', 'mcp-session-id': 'warm' });
        return response.end(isStream ? `event: message\ndata: ${answer}\n\n` : answer);
      });
  });
  await new Promise((resolve) => remote.listen(0, '127.0.0.1', resolve));
  const input = new PassThrough();
  const output = new PassThrough().resume();
  Object.defineProperties(process, {
    stdin: { value: input, configurable: true },
    stdout: { value: output, configurable: true },
  });
  const { exit } = process;
  const send = (message) => input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const over = new Promise((resolve) => (process.exit = resolve));
  void startShim(program, { url: `http://127.0.0.1:${remote.address().port}/mcp`, headers: [] });
  send({
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'warm', version: '0' } },
  });
  send({ method: 'notifications/initialized' });
  send({ id: 2, method: 'tools/list' });
  send({ id: 3, method: 'tools/call', params: { name: 'warm', arguments: {} } });
  input.end();
  await over;
  process.exit = exit;
  remote.closeAllConnections();
  remote.close();
}

/** The person's own servers are asked, over stdio and HTTP: with the answers that the tests have of theirs. */
async function asked(call, afresh, home, project) {
  const { pathToFileURL } = require('node:url');
  const file = join(__dirname, '../test/fixtures/sources/peer.mjs');
  const { startHttpPeer } = await import(pathToFileURL(file).href);
  const peer = await startHttpPeer();
  const servers = {
    'warm-errors': { command: process.execPath, args: [file, 'sentry'] },
    'warm-hub': { url: `${peer.origin}/github/none` },
    'warm-docs': { url: `${peer.origin}/context7/none` },
  };
  const path = join(home, '.cursor/mcp.json');
  const before = require('node:fs').readFileSync(path);
  writeFileSync(path, JSON.stringify({ mcpServers: servers }));
  mkdirSync(join(project, '.git'));
  writeFileSync(join(project, '.git/HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(project, '.git/config'), '[remote "origin"]\n\turl = git@github.com:acme/shop.git\n');
  writeFileSync(join(project, 'package.json'), '{ "dependencies": { "express": "^4.0.0" } }\n');
  writeFileSync(join(project, 'login.ts'), "import { Router } from 'express';\n");
  await call('intelligence', 'connect', ...Object.keys(servers), '--yes');
  // Connecting loads some of it from other files.
  afresh();
  await call('context', 'login.ts');
  rmSync(join(project, '.git'), { recursive: true });
  writeFileSync(path, before);
  peer.close();
}

/** Files as people have them: what is not used here is not kept, and compiled again at every start. */
function sampleHome(home) {
  const samples = {
    'claude-code/config.json': '.claude.json',
    'claude-desktop/config.json': '.config/Claude/claude_desktop_config.json',
    'cline/config.json': '.cline/data/settings/cline_mcp_settings.json',
    'codex/config.toml': '.codex/config.toml',
    'continue/config.yaml': '.continue/config.yaml',
    'copilot-cli/config.json': '.copilot/mcp-config.json',
    'crush/config.json': '.config/crush/crush.json',
    'cursor/config.json': '.cursor/mcp.json',
    'gemini/config.json': '.gemini/settings.json',
    'droid/config.json': '.factory/mcp.json',
    'goose/config.yaml': '.config/goose/config.yaml',
    'grok-build/config.toml': '.grok/config.toml',
    'kimi-code/config.json': '.kimi-code/mcp.json',
    'kiro/config.json': '.kiro/settings/mcp.json',
    'mcporter/config.json': '.mcporter/mcporter.json',
    'mistral-vibe/config.toml': '.vibe/config.toml',
    'opencode/config.json': '.config/opencode/opencode.json',
    'qwen-code/config.json': '.qwen/settings.json',
    'roo-code/config.json': '.config/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json',
    'rovo-dev/config.json': '.rovodev/mcp.json',
    'vscode/config.json': '.config/Code/User/mcp.json',
    'windsurf/config.json': '.codeium/windsurf/mcp_config.json',
    'zed/config.json': '.config/zed/settings.json',
  };
  for (const [sample, path] of Object.entries(samples)) {
    mkdirSync(join(home, path, '..'), { recursive: true });
    copyFileSync(join(__dirname, '../test/fixtures/clients', sample), join(home, path));
  }
}

// One journey through the packed tarball, as somebody who has just installed it: scan, configure, start, undo.
// Run by .ci/run after the build. Needs nothing but what npm install has installed; strace is used where it is found.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { parse as parseJsonc } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';

const root = fileURLToPath(new URL('../..', import.meta.url));
const fixtures = join(root, 'test/fixtures/clients');
// With a blank in its name: half of all quoting errors show there.
const base = realpathSync(mkdtempSync(join(tmpdir(), 'snap journey ')));
const home = join(base, 'home');
const project = join(home, 'src/shop');
const prefix = join(base, 'prefix');
const bin = join(prefix, 'bin');
const systemPath = [dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
const userData = process.platform === 'darwin' ? 'Library/Application Support' : '.config';
const broken = '.codeium/windsurf/mcp_config.json';
const projectFiles = [
  { id: 'cursor', path: '.cursor/mcp.json', parse: JSON.parse, servers: (file) => file.mcpServers },
  { id: 'vscode', path: '.vscode/mcp.json', parse: jsonc, servers: (file) => file.servers },
  { id: 'claude-code', path: '.mcp.json', parse: JSON.parse, servers: (file) => file.mcpServers },
  { id: 'codex', path: '.codex/config.toml', parse: (text) => parseToml(text), servers: (file) => file.mcp_servers },
  { id: 'zed', path: '.zed/settings.json', parse: jsonc, servers: (file) => file.context_servers },
  { id: 'continue', path: '.continue/mcpServers/snap.yaml', parse: (text) => parseYaml(text), servers: byName },
];

try {
  step('npm pack', pack);
  step('install into an empty prefix', install);
  step('scan an empty home', scanEmptyHome);
  step('a home with config files', furnish);
  const before = snapshot(home);
  step('scan', scan);
  step('a scan under strace', scanUnderStrace);
  assert.deepEqual(snapshot(home), before, 'looking changes nothing');
  step('configure the user files', configureUserFiles);
  await stepAsync('start the server as each user file says, in / and without a PATH', startUserEntries);
  step('configure the project files', configureProjectFiles);
  await stepAsync('start the server as each project file says', startProjectEntries);
  step('a second run writes nothing', secondRun);
  step('undo', () => undo(before));
  console.log('packed journey: passed');
} finally {
  rmSync(base, { recursive: true, force: true });
}

function step(name, work) {
  const said = work();
  console.log(`  ${name}${said === undefined ? '' : `: ${said}`}`);
}

async function stepAsync(name, work) {
  const said = await work();
  console.log(`  ${name}${said === undefined ? '' : `: ${said}`}`);
}

/** Nothing of the machine's own environment but what starts node. */
function environment(extra) {
  return { HOME: home, PATH: systemPath, LANG: 'C.UTF-8', SNAP_DAEMON: 'off', ...extra };
}

function run(command, args, { code = 0, cwd = root, env = environment() } = {}) {
  const { error, status, stderr, stdout } = spawnSync(command, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  if (error) throw error;
  assert.equal(status, code, `${command} ${args.join(' ')} ended with ${status} instead of ${code}\n${stdout}${stderr}`);
  return { stdout, stderr };
}

function snap(args, options) {
  return run(join(bin, 'snap'), args, { cwd: project, ...options });
}

function pack() {
  mkdirSync(home, { recursive: true });
  const { stdout } = run('npm', ['pack', '--json', '--silent', '--pack-destination', base], {
    env: environment({ HOME: join(base, 'npm') }),
  });
  const [{ files, size }] = JSON.parse(stdout);
  const paths = files.map(({ path }) => path);
  for (const wanted of [
    'dist/main.js',
    'dist/worker.mjs',
    'docs/schemas/scan.json',
    'README.md',
    'LICENSE',
    'CHANGELOG.md',
    'THIRD-PARTY-LICENSES.txt',
  ]) {
    assert.ok(paths.includes(wanted), `${wanted} is in the tarball`);
  }
  const others = paths.filter(
    (path) =>
      !/^(dist\/(.*\.m?js|package\.json)|docs\/.*\.(md|json)|package\.json|README\.md|LICENSE|CHANGELOG\.md|THIRD-PARTY-LICENSES\.txt)$/.test(
        path,
      ),
  );
  assert.deepEqual(others, [], 'nothing else is, and no compiled code');
  assert.ok(size <= 3_500_000, `the tarball has at most 3.5 MB: ${size} bytes`);
  // Every page and schema of ours that the program names.
  const texts = paths.filter((path) => path.startsWith('dist/')).map((path) => readFileSync(join(root, path), 'utf8'));
  const named = new Set(texts.flatMap((text) => text.match(/(?<![\w/.-])docs\/[\w/-]+\.(?:md|json)/g) ?? []));
  const missing = [...named].filter((page) => existsSync(join(root, page)) && !paths.includes(page));
  assert.deepEqual(missing, [], 'every page that the program names is in the package');
  return `${paths.length} files, ${Math.round(size / 1024)} KiB`;
}

function install() {
  const [tarball] = readdirSync(base).filter((name) => name.endsWith('.tgz'));
  // Its native packages come from npm, or from what npm kept of them when this clone was installed.
  const cache = run('npm', ['config', 'get', 'cache'], { env: process.env }).stdout.trim();
  run(
    'npm',
    ['install', '--global', '--prefix', prefix, '--no-audit', '--no-fund', '--prefer-offline', '--cache', cache, join(base, tarball)],
    {
      cwd: base,
      env: environment({ HOME: join(base, 'npm'), ...reachingNpm() }),
    },
  );
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const packed = JSON.parse(readFileSync(join(prefix, 'lib/node_modules/snap-mcp/package.json'), 'utf8'));
  assert.deepEqual([packed.scripts, packed.devDependencies], [undefined, undefined], 'it names nothing that only a clone has');
  for (const name of ['snap', 'snap-mcp']) assert.equal(run(join(bin, name), ['--version']).stdout, `${version}\n`);
  assert.deepEqual(readdirSync(join(prefix, 'lib/node_modules')), ['snap-mcp'], 'it is the only package');
  const own = join(prefix, 'lib/node_modules/snap-mcp');
  assert.equal(packed.dependencies, undefined, 'it needs no other package');
  const natives = Object.keys(packed.optionalDependencies);
  assert.deepEqual(natives, ['@ast-grep/napi', 'oxc-parser'], 'only packages with native code are beside it');
  const load = `Promise.all(${JSON.stringify(natives)}.map((name) => import(name))).then((all) => console.log(all.length))`;
  assert.equal(run(process.execPath, ['-e', load], { cwd: own }).stdout, `${natives.length}\n`, 'and they can be loaded');
  const [all, alone] = [mebibytesOf(own), mebibytesOf(own) - mebibytesOf(join(own, 'node_modules'))];
  assert.ok(all <= 22, `installed it has at most 22 MiB: ${all}`);
  assert.ok(alone <= 9, `and without its optional packages 9: ${alone}`);
  return `${all.toFixed(1)} MiB, ${alone.toFixed(1)} without optional packages`;
}

function mebibytesOf(directory) {
  const sizes = readdirSync(directory, { recursive: true, withFileTypes: true }).map((entry) =>
    entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0,
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20;
}

/** How this machine reaches npm: its certificates, proxies and npm's own settings. */
function reachingNpm() {
  const isAbout = /^(?:NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|https?_proxy|no_proxy|npm_config_.+)$/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => isAbout.test(name)));
}

function scanEmptyHome() {
  const report = JSON.parse(run(join(bin, 'snap'), ['mcp', 'scan', '--json'], { cwd: home }).stdout);
  assert.ok(report.clients.length >= 44);
  const files = report.clients.flatMap((client) => client.files).filter(({ scope, state }) => scope !== 'managed' && state !== 'absent');
  assert.deepEqual(files, []);
  assert.deepEqual(Object.keys(snapshot(home)), [], 'a scan leaves nothing behind but compiled code of snap itself');
}

/** The user files of this journey: where they are, how their client reads them, where it looks for servers. */
function userFiles() {
  return [
    {
      id: 'claude-desktop',
      flag: '--claude',
      path: `${userData}/Claude/claude_desktop_config.json`,
      from: 'claude-desktop/config.json',
      parse: JSON.parse,
      servers: (file) => file.mcpServers,
    },
    {
      id: 'cursor',
      flag: '--cursor',
      path: '.cursor/mcp.json',
      from: 'cursor/config.json',
      parse: JSON.parse,
      servers: (file) => file.mcpServers,
    },
    {
      id: 'vscode',
      flag: '--vscode',
      path: `${userData}/Code/User/mcp.json`,
      from: 'vscode/config.json',
      parse: jsonc,
      servers: (file) => file.servers,
    },
    {
      id: 'zed',
      flag: '--zed',
      path: '.config/zed/settings.json',
      from: 'zed/config.json',
      parse: jsonc,
      servers: (file) => file.context_servers,
    },
    {
      id: 'codex',
      flag: '--codex',
      path: '.codex/config.toml',
      from: 'codex/config.toml',
      parse: (text) => parseToml(text),
      servers: (file) => file.mcp_servers,
    },
    {
      id: 'continue',
      flag: '--continue',
      path: '.continue/config.yaml',
      from: 'continue/config.yaml',
      parse: (text) => parseYaml(text),
      servers: byName,
    },
    {
      id: 'claude-code',
      flag: '--claude-code',
      path: '.claude.json',
      from: 'claude-code/config.json',
      parse: JSON.parse,
      servers: (file) => file.mcpServers,
    },
    {
      id: 'goose',
      flag: '--goose',
      path: '.config/goose/config.yaml',
      from: 'goose/config.yaml',
      parse: (text) => parseYaml(text),
      servers: (file) => file.extensions,
    },
  ];
}

function jsonc(text) {
  const errors = [];
  const value = parseJsonc(text, errors, { allowTrailingComma: true });
  assert.deepEqual(errors, []);
  return value;
}

/** Continue keeps a list of entries with names; those without one are shown by number. */
function byName(file) {
  return Object.fromEntries(file.mcpServers.map(({ name, ...entry }, i) => [name ?? `#${i + 1}`, entry]));
}

function furnish() {
  mkdirSync(join(project, '.git'), { recursive: true });
  for (const { id, path, from } of userFiles()) {
    const target = join(home, id === 'zed' ? 'dotfiles/zed.json' : path);
    mkdirSync(dirname(target), { recursive: true });
    // Somebody edits it on Windows too.
    if (id === 'cursor') writeFileSync(target, readFileSync(join(fixtures, from), 'utf8').replaceAll(/\r?\n/g, '\r\n'));
    else cpSync(join(fixtures, from), target);
  }
  mkdirSync(join(home, '.config/zed'), { recursive: true });
  symlinkSync('../../dotfiles/zed.json', join(home, '.config/zed/settings.json'));
  mkdirSync(dirname(join(home, broken)), { recursive: true });
  writeFileSync(join(home, broken), '{\n  "mcpServers": {\n    "a": { "command": "x" }\n    "b": { "command": "y" }\n  }\n}\n');
  cpSync(join(fixtures, 'claude-code/project.json'), join(project, '.mcp.json'));
}

function scan() {
  const text = snap(['mcp', 'scan']).stdout;
  assert.match(text, /mcp_config\.json:4:5/, 'the broken file is shown with its place');
  assert.ok(!text.includes(home), 'paths are shown with ~');
  const report = JSON.parse(snap(['mcp', 'scan', '--json']).stdout);
  for (const { id, path, parse, servers } of userFiles()) {
    const files = report.clients.find((client) => client.id === id).files;
    const shown = files.find((file) => file.path === join(home, path) && file.scope === 'global');
    const there = Object.keys(servers(parse(readFileSync(join(home, path), 'utf8'))));
    assert.deepEqual(shown?.servers.map(({ name }) => name).toSorted(), there.toSorted(), `${id}: every server is shown`);
  }
  return `${report.clients.filter(({ installed }) => installed).length} assistants installed`;
}

/** That a scan opens nothing for writing and talks to nobody. */
function scanUnderStrace() {
  const log = join(base, 'strace.log');
  const traced = [
    '-f',
    '-qq',
    '-o',
    log,
    '-e',
    'trace=open,openat,creat,socket,rename,unlink,mkdir',
    process.execPath,
    join(bin, 'snap'),
    'mcp',
    'scan',
  ];
  const { error, status } = spawnSync('strace', traced, { cwd: project, env: environment(), stdio: 'ignore' });
  if (error?.code === 'ENOENT') return 'SKIPPED, there is no strace';
  if (status !== 0) return `SKIPPED, strace cannot work here (it ended with ${status})`;
  const calls = readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => / = \d/.test(line));
  assert.ok(
    calls.some((line) => line.includes(broken)),
    'strace saw the scan',
  );
  const writing = calls.filter(
    (line) => /O_WRONLY|O_RDWR|O_CREAT|creat\(|rename|unlink|mkdir/.test(line) && !/"\/(dev|proc)\/|\/snap-mcp\/code/.test(line),
  );
  assert.deepEqual(writing, []);
  assert.deepEqual(
    calls.filter((line) => /AF_INET/.test(line)),
    [],
  );
  return 'no file opened for writing but compiled code, no connection';
}

function configureUserFiles() {
  const files = userFiles();
  const old = files.map(({ path, parse }) => parse(readFileSync(join(home, path), 'utf8')));
  const { stderr, stdout } = snap(['tools', 'configure', ...files.map(({ flag }) => flag), '--windsurf', '--yes'], { code: 3 });
  assert.match(stderr, /mcp_config\.json:4:5/);
  assert.match(stderr, /"command": /, 'the entry is there to paste');
  assert.match(stdout, /snap mcp undo/);
  assert.ok(lstatSync(join(home, '.config/zed/settings.json')).isSymbolicLink());
  for (const [i, { id, path, parse, servers }] of files.entries()) {
    const text = readFileSync(join(home, path), 'utf8');
    if (id === 'cursor') assert.ok(!/[^\r]\n/.test(text), 'CRLF stays, in the new lines too');
    const now = servers(parse(text));
    assert.ok(now.snap, `${id}: the entry is where the client looks`);
    delete now.snap;
    assert.deepEqual(now, servers(old[i]), `${id}: the other servers are as they were`);
  }
  return `${files.length} written, 1 refused`;
}

async function startUserEntries() {
  for (const { id, path, parse, servers } of userFiles()) {
    const entry = servers(parse(readFileSync(join(home, path), 'utf8'))).snap;
    await ask(id, entry, { cwd: '/', path: '' });
  }
}

function configureProjectFiles() {
  snap(['tools', 'configure', ...projectFiles.map(({ id }) => `--${id}`), '--scope', 'project']);
  for (const { path } of projectFiles)
    assert.ok(!readFileSync(join(project, path), 'utf8').includes(base), `${path} holds no path of this machine`);
  return `${projectFiles.length} written`;
}

async function startProjectEntries() {
  for (const { id, path, parse, servers } of projectFiles) {
    const entry = servers(parse(readFileSync(join(project, path), 'utf8'))).snap;
    await ask(id, entry, { cwd: project, path: [bin, systemPath].join(delimiter) });
  }
}

/** A real client starts the server exactly as the entry says and gets an answer with content. */
async function ask(id, entry, { cwd, path }) {
  const fill = (text) => text.replaceAll('${workspaceFolder}', project);
  const transport = new StdioClientTransport({
    command: fill(entry.command ?? entry.cmd),
    args: entry.args.map(fill),
    env: { ...entry.env, ...entry.envs, PATH: path, HOME: home },
    cwd,
    stderr: 'inherit',
  });
  const client = new Client({ name: 'journey', version: '1.0.0' });
  try {
    await client.connect(transport);
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['pulse', 'advise', 'guide', 'snap', 'check', 'snap_learn', 'snap_end'],
      id,
    );
    const answer = await client.callTool({ name: 'check', arguments: { mode: 'health' } });
    assert.notEqual(answer.isError, true, id);
    const [{ text }] = answer.content;
    assert.match(text, /^snap\|C\|mode:health\|/, id);
    assert.match(text, /mcp_config\.json:4:5/, `${id}: the broken file is in the answer`);
  } finally {
    await client.close();
  }
}

function secondRun() {
  const paths = [...userFiles().map(({ path }) => join(home, path)), ...projectFiles.map(({ path }) => join(project, path))];
  const times = () => paths.map((path) => statSync(path, { bigint: true }).mtimeNs);
  const earlier = times();
  snap(['tools', 'configure', ...userFiles().map(({ flag }) => flag)]);
  snap(['tools', 'configure', ...projectFiles.map(({ id }) => `--${id}`), '--scope', 'project', '--check']);
  assert.deepEqual(times(), earlier);
  const { changes } = JSON.parse(snap(['mcp', 'history', '--json']).stdout);
  assert.equal(changes.length, 2);
}

function undo(before) {
  snap(['mcp', 'undo', '--yes']);
  snap(['mcp', 'undo', '--yes']);
  assert.deepEqual(snapshot(home), before, 'every byte is back, and nothing else is there');
  return `${Object.keys(before).length} files and directories as before`;
}

/** Everything below a directory but snap's own files: content, mode, targets of links. */
function snapshot(directory) {
  const entries = readdirSync(directory, { recursive: true }).map(String).toSorted();
  const own = /(^|\/)(snap-mcp(\/|$)|\.(local|cache)(\/|$)|Logs$|Preferences$|Caches$)/;
  return Object.fromEntries(entries.filter((name) => !own.test(name)).map((name) => [name, describe(join(directory, name))]));
}

function describe(path) {
  const stats = lstatSync(path);
  const mode = (stats.mode & 0o7777).toString(8);
  if (stats.isSymbolicLink()) return `link to ${readlinkSync(path)}`;
  if (stats.isDirectory()) return `directory ${mode}`;
  return `file ${mode} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`;
}

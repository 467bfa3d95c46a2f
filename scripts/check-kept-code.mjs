// Starts the built program the way its users do, twice in one home: the first runs keep the code that V8 made of the chunks, the second must use it. When V8
// refuses kept code the program still works, only slower, so no test would notice. V8 refuses code of another version, of another text, and of a process
// whose V8 flags differ, also flags that were set while it ran. https://nodejs.org/api/vm.html#scriptcacheddatarejected
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { root } from './bundling.mjs';

const program = join(root, 'dist/main.js');
const chunks = join(root, 'dist/chunks');
const recorder = join(root, 'scripts/record-kept-code.cjs');
const home = mkdtempSync(join(tmpdir(), 'snap-kept-code-'));
const project = join(home, 'project');

const requests = (...all) => all.map(([method, params], i) => JSON.stringify({ jsonrpc: '2.0', id: i + 1, method, params }));
const hello = ['initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'check', version: '0' } }];

/** One conversation with the server: what every session begins with, and the tools that take a snapshot. */
const conversation = requests(
  hello,
  ['tools/list', {}],
  ...[
    ['snap', { mode: 'start', task: 'look at the start' }],
    ['snap_learn', { trigger: 'the program is built', action: 'look at its kept code' }],
    ['pulse', {}],
    ['snap_end', {}],
    ['check', { mode: 'health' }],
  ].map(([name, input]) => ['tools/call', { name, arguments: input }]),
);

const remote = createServer((request, response) => {
  const pieces = [];
  request
    .on('data', (piece) => pieces.push(piece))
    .on('end', () => {
      if (request.method !== 'POST') return response.writeHead(405).end();
      const { id } = JSON.parse(Buffer.concat(pieces).toString());
      response.writeHead(200, { 'content-type': 'application/json' });
      return response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { protocolVersion: '2025-06-18', tools: [] } }));
    });
});
await new Promise((resolve) => remote.listen(0, '127.0.0.1', resolve));

/** `mayFind`: exit code 1 means that something was found, not that the command failed. */
const runs = [
  { argv: ['--help'] },
  { argv: ['mcp', 'scan'] },
  { argv: ['mcp', 'scan', '--json'] },
  { argv: ['mcp', 'validate', '--no-probe'], mayFind: true },
  { argv: ['mcp', 'add', 'one', '--cursor', '--codex', '--goose', '--yes', '--', 'true'] },
  { argv: ['snapshot', 'create'] },
  { argv: ['status'] },
  { argv: ['pulse'] },
  { argv: ['mcp', '--stdio', '--workspace', project], input: conversation },
  // It changes a setting of V8.
  { argv: ['mcp', 'shim', '--url', `http://127.0.0.1:${remote.address().port}/mcp`], input: requests(hello, ['tools/list', {}]) },
];

try {
  mkdirSync(project);
  mkdirSync(join(home, '.cursor'));
  writeFileSync(join(home, '.cursor/mcp.json'), '{\n  "mcpServers": { "a": { "command": "true" } }\n}\n');
  writeFileSync(join(project, 'package.json'), '{}\n');
  const faults = compiled();
  for (const [i, one] of runs.entries()) await loadedBy(one, join(home, `first-${i}`));
  for (const [i, one] of runs.entries()) faults.push(...(await loadedBy(one, join(home, `second-${i}`))));
  if (faults.length > 0) {
    console.error(faults.join('\n'));
    process.exitCode = 1;
  }
} finally {
  remote.closeAllConnections();
  remote.close();
  rmSync(home, { recursive: true, force: true });
}

/** Whoever reviews dist/ has to see all that is run. */
function compiled() {
  const names = readdirSync(join(root, 'dist'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const others = names.map(({ name }) => name).filter((name) => !/\.m?js$/.test(name) && name !== 'package.json');
  return others.map((name) => `dist/ has a file that is no JavaScript: ${name}`);
}

/** @returns what is wrong with the run, and each chunk that it compiled itself. */
async function loadedBy({ argv, input = [], mayFind = false }, log) {
  const name = `snap ${argv.filter((word) => word !== project).join(' ')}`;
  writeFileSync(log, '');
  // A plain `node`: only --require is added, which changes no flag of V8.
  const child = spawn(process.execPath, ['--require', recorder, program, ...argv], {
    cwd: project,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      USERPROFILE: home,
      SNAP_DATA_DIR: join(home, 'own'),
      SNAP_DAEMON: 'off',
      SNAP_KEPT_CODE_LOG: log,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [said, code] = await conversed(child, input);
  const read = readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const loaded = read.filter(({ file }) => file.startsWith(chunks));
  const of = (kept) => loaded.filter((one) => one.kept === kept).map(({ file }) => basename(file));
  console.log(`${name}: ${loaded.length} chunks loaded, ${of('rejected').length} rejected, ${of('none').length} without kept code.`);
  const answered = said.split('\n').filter((line) => line.includes('"result"')).length;
  return [
    ...(code === 0 || (mayFind && code === 1) ? [] : [`${name} ended with exit code ${code}:\n${said}`]),
    ...(answered === input.length || input.length === 0 ? [] : [`${name} answered ${answered} of ${input.length} requests:\n${said}`]),
    ...(loaded.length > 0 ? [] : [`${name} loaded no chunk: this check looked at nothing.`]),
    ...of('rejected').map((file) => `${name}: V8 refused the kept code of ${file}.`),
    ...of('none').map((file) => `${name}: no code of ${file} was kept at the first run.`),
  ];
}

/** Sends one request after the other, each when the one before it was answered, and ends the input. */
async function conversed(child, requests) {
  let said = '';
  const waiting = [...requests];
  const next = () => {
    const request = waiting.shift();
    if (request === undefined) child.stdin.end();
    else child.stdin.write(`${request}\n`);
  };
  child.stdin.on('error', () => undefined);
  child.stdout.setEncoding('utf8').on('data', (text) => {
    for (const letter of text) if (letter === '\n' && requests.length > 0) next();
    said += text;
  });
  next();
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  return [said, code];
}

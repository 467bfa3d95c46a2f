// Starts the built program the way its users do and fails when V8 refuses the compiled code that the build keeps beside a chunk: the
// program would still work, only slower, so no test would notice. V8 refuses code of another version, of another text, and of a process
// whose V8 flags differ, also flags that were set while it ran. https://nodejs.org/api/vm.html#scriptcacheddatarejected
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Script } from 'node:vm';
import { root } from './bundling.mjs';

const program = join(root, 'dist/main.js');
const chunks = join(root, 'dist/chunks');
const recorder = join(root, 'scripts/record-kept-code.cjs');
const home = mkdtempSync(join(tmpdir(), 'snap-kept-code-'));
const project = join(home, 'project');

/** One conversation with the server: what every session begins with, and the tools that take a snapshot. */
const conversation = [
  ['initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'check', version: '0' } }],
  ['tools/list', {}],
  ...[
    ['snap', { mode: 'start', task: 'look at the start' }],
    ['snap_learn', { trigger: 'the program is built', action: 'look at its kept code' }],
    ['pulse', {}],
    ['snap_end', {}],
    ['check', { mode: 'health' }],
  ].map(([name, input]) => ['tools/call', { name, arguments: input }]),
].map(([method, params], i) => JSON.stringify({ jsonrpc: '2.0', id: i + 1, method, params }));

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
];

try {
  mkdirSync(project);
  mkdirSync(join(home, '.cursor'));
  writeFileSync(join(home, '.cursor/mcp.json'), '{\n  "mcpServers": { "a": { "command": "true" } }\n}\n');
  writeFileSync(join(project, 'package.json'), '{}\n');
  const faults = allKept();
  for (const [i, one] of runs.entries()) faults.push(...(await loadedBy(one, join(home, `log-${i}`))));
  if (faults.length > 0) {
    console.error(faults.join('\n'));
    process.exitCode = 1;
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** Every code that was kept, whether or not one of the commands loads its chunk. This process is a plain node as well. */
function allKept() {
  const names = readdirSync(chunks).filter((name) => name.endsWith('.code'));
  const rejected = names.filter((name) => {
    const filename = join(chunks, name.slice(0, -'.code'.length));
    const script = new Script(readFileSync(filename, 'latin1'), { filename, cachedData: readFileSync(join(chunks, name)) });
    return script.cachedDataRejected;
  });
  console.log(`${names.length} chunks have kept code, ${rejected.length} of them code that this Node.js rejects.`);
  if (names.length === 0) return ['dist/chunks has no kept code at all.'];
  // Whose functions were not run: scripts/warm.cjs took their chunks from another pack.
  const small = names.filter((name) => name.includes('.pack.') && sizeOf(name) < sizeOf(name.slice(0, -'.code'.length)));
  return [...rejected.map((name) => `Rejected: ${name}`), ...small.map((name) => `Nearly empty: ${name}`)];
}

function sizeOf(name) {
  return statSync(join(chunks, name)).size;
}

/** @returns what is wrong with the kept code of the chunks that one run loaded. */
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
    ...of('rejected').map((file) => `${name}: the kept code of ${file} was rejected.`),
    ...of('none').map((file) => `${name}: ${file} has no kept code: scripts/warm.cjs does not use it.`),
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

// One assistant's machine: an empty home, a fresh workspace, the assistant and snap on PATH, and the recorder's log.
import { execFileSync, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { node } from '../support/program.mjs';
import { recordedProgram, startsLog } from './recorded-program.mjs';

const recorder = fileURLToPath(new URL('recorder.mjs', import.meta.url));
/** A port that nothing listens on: what tries to leave the machine fails at once. */
const nowhere = 'http://127.0.0.1:9';

/** The opt-outs that several assistants share; each adds its own. */
const quiet = {
  CI: '1',
  NO_COLOR: '1',
  TERM: 'dumb',
  LANG: 'C.UTF-8',
  DO_NOT_TRACK: '1',
  DISABLE_TELEMETRY: '1',
  OTEL_SDK_DISABLED: 'true',
  HTTP_PROXY: nowhere,
  HTTPS_PROXY: nowhere,
  NO_PROXY: '127.0.0.1,localhost,::1',
  http_proxy: nowhere,
  https_proxy: nowhere,
  no_proxy: '127.0.0.1,localhost,::1',
};

/** @returns what the phases work with; nothing of it is outside `directory`. */
export function newMachine(assistant, executable, loopback, directory) {
  const base = realpathSync(mkdtempSync(join(directory, `${assistant.client}-`)));
  const machine = { base, home: join(base, 'home'), workspace: join(base, 'work/shop'), bin: join(base, 'bin'), log: join(base, 'log') };
  for (const one of [machine.home, machine.workspace, machine.bin, join(machine.workspace, '.git')]) mkdirSync(one, { recursive: true });
  // Enough of a repository for those who look for the project's root.
  writeFileSync(join(machine.workspace, '.git/HEAD'), 'ref: refs/heads/main\n');
  for (const one of ['objects', 'refs']) mkdirSync(join(machine.workspace, '.git', one));
  writeFileSync(machine.log, '');
  symlinkSync(executable, join(machine.bin, assistant.program));
  symlinkSync(recordedProgram(), join(machine.bin, 'snap-mcp'));
  const env = {
    ...quiet,
    HOME: machine.home,
    PATH: `${machine.bin}:${dirname(node)}:/usr/bin:/bin`,
    SNAP_DATA_DIR: join(base, 'snap'),
    RECORDER_SHELL: 'inherited',
    RECORDER_TOKEN: 'inherited too',
    ...assistant.env?.({ ...machine, loopback }),
  };
  Object.assign(machine, { env, loopback, assistant });
  assistant.seed?.(machine);
  return machine;
}

/** Writes a file below home or workspace. */
export function put(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : `${JSON.stringify(content, undefined, 2)}\n`);
}

/** The JSON document at `path`, or an empty one, changed by `change`. Comments of whole lines go. */
export function changeJson(path, change) {
  const document = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8').replaceAll(/^\s*\/\/.*$/gm, '')) : {};
  change(document);
  put(path, document);
}

/** git in the workspace, without anybody's settings. */
export const git = ({ workspace }, ...args) =>
  execFileSync('git', args, {
    cwd: workspace,
    env: { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
  });

/** The command of a recorder over stdio. */
export const recorderCommand = (machine, label) => [node, recorder, machine.log, label];

/**
 * Runs a program to its end, or until `seconds` have passed, or until `until` answers something (asked again and again), with everything
 * it started. Answers its exit code, what it printed and what `until` answered.
 */
export function run(machine, argv, { seconds = 60, input = '', until, cwd = machine.workspace } = {}) {
  return new Promise((resolve) => {
    const child = spawn(argv[0], argv.slice(1), { cwd, env: machine.env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    let isOver = false;
    // The whole group: the assistant, its servers and what they started.
    const kill = () => {
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has ended already.
      }
    };
    const end = (code, answered) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(limit);
      kill();
      resolve({ code, stdout, stderr, until: answered });
    };
    const limit = setTimeout(() => end('timeout'), seconds * 1000);
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', (chunk) => (stderr += chunk));
    child.stdin.on('error', () => {});
    child.on('error', (error) => end(error.code));
    child.on('close', (code, signal) => end(signal ?? code));
    child.stdin.end(input);
    const ask = async () => {
      // It may not listen yet; the limit above ends this.
      const answered = await until().catch(() => undefined);
      if (answered !== undefined) end('until', answered);
      else if (!isOver) setTimeout(() => void ask(), 100);
    };
    if (until !== undefined) void ask();
  });
}

/** snap itself. Answers the JSON document where it prints one. */
export async function snap(machine, ...args) {
  const done = await run(machine, [node, recordedProgram(), ...args], { seconds: snapSeconds(args) });
  let json;
  try {
    json = JSON.parse(done.stdout);
  } catch {
    // Not every command prints a document; the caller sees what it printed.
  }
  return { ...done, json };
}

/** Where it is told to wait for servers, it may take that long. */
const snapSeconds = (args) =>
  (args.includes('--probe') ? 300 : 60) + (args.includes('--timeout') ? 2 * Number(args[args.indexOf('--timeout') + 1]) : 0);

/** What the servers recorded since `since`: over stdio, snap's own, and remote ones. */
export function events({ log, loopback }, since = { stdio: 0, own: 0, remote: 0 }) {
  return [...linesOf(log).slice(since.stdio), ...linesOf(startsLog).slice(since.own), ...loopback.events.slice(since.remote)];
}

/** The present end of the records. */
export const mark = ({ log, loopback }) => ({
  stdio: linesOf(log).length,
  own: linesOf(startsLog).length,
  remote: loopback.events.length,
});

function linesOf(path) {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** Without colours and cursor movements. */
// oxlint-disable-next-line no-control-regex
export const plainText = (text) => text.replaceAll(/\u001B(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007]*\u0007|[=>()][A-Z0-9]?)/g, '');

/** A port that was free a moment ago. */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

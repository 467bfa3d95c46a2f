// The processes of a run. Each carries a mark in its environment, so that those which outlive their parent are found too.
import { execFile, spawn } from 'node:child_process';
import { openSync, closeSync, readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { until } from './until.mjs';

const variable = 'SNAP_EDITOR_RUN';

/** The runs whose processes have not been ended yet. */
const open = new Set();

export function markOf(id) {
  open.add(id);
  return { [variable]: id };
}

/** When this program is stopped, nothing that it has started goes on. */
export function endWhenStopped() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => {
      for (const id of open) signalAll(id, 'SIGKILL');
      process.exit(1);
    });
  }
}

/** Starts a program of this run in the background; its output goes to `log`. */
export function start(command, args, { cwd, env, log }) {
  const output = openSync(log, 'a');
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', output, output] });
  closeSync(output);
  const ended = new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('exit', (code, signal) => resolve(signal ?? `code ${code}`));
  });
  return { pid: child.pid, ended };
}

/** Runs a program of this run to its end. */
export function finished(command, args, { cwd, env, limit = 120_000 }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: limit });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: 127, output: error.message }));
    child.on('close', (code, signal) => resolve({ code: code ?? 1, output: signal ? `${output}\nstopped by ${signal}` : output }));
  });
}

/** How many milliseconds a program takes to start on this machine now, as a measure of how busy it is: an idle one of the usual kind takes 50. */
export async function startMs() {
  const rounds = 5;
  const begun = Date.now();
  for (let round = 0; round < rounds; round++) await promisify(execFile)(process.execPath, ['-e', '']);
  return (Date.now() - begun) / rounds;
}

/** The processes that carry the mark: pid and command line. */
export function marked(id) {
  const wanted = `${variable}=${id}`;
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      if (!readFileSync(`/proc/${name}/environ`, 'utf8').split('\0').includes(wanted)) return [];
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0').filter(Boolean);
      // A process that has ended and was not waited for yet has no command line.
      return command.length === 0 ? [] : [{ pid: Number(name), command }];
    } catch {
      // Ended while it was looked at, or it belongs to another user.
      return [];
    }
  });
}

/** Ends the processes of a run, children first asked and then killed, and waits for the last. */
export async function endAll(id) {
  signalAll(id, 'SIGTERM');
  try {
    await until('the processes end', () => marked(id).length === 0, { limit: 15_000 });
  } catch {
    signalAll(id, 'SIGKILL');
    await until('the killed processes end', () => marked(id).length === 0, { limit: 15_000 });
  }
  open.delete(id);
}

function signalAll(id, signal) {
  for (const { pid } of marked(id)) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended by itself.
    }
  }
}

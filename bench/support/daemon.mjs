// The daemon of one home, for benches.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { snap } from './program.mjs';

const run = promisify(execFile);

/** Starts it, or finds the one that runs. Answers its process number. */
export async function startDaemon(env) {
  const [command, ...args] = snap('daemon', 'start', '--json');
  const { stdout } = await run(command, args, { env: { ...env, SNAP_DAEMON: 'on' }, cwd: env.HOME });
  return JSON.parse(stdout).pid;
}

export async function stopDaemon(env) {
  const [command, ...args] = snap('daemon', 'stop', '--json');
  await run(command, args, { env, cwd: env.HOME }).catch(() => undefined);
}

/** The number of the process that says it is the daemon, without asking it. */
export function daemonPid({ SNAP_DATA_DIR }) {
  try {
    const file = readdirSync(SNAP_DATA_DIR, { recursive: true }).find((name) => /(^|\/)d\d+\.json$/.test(name));
    return file === undefined ? undefined : JSON.parse(readFileSync(join(SNAP_DATA_DIR, file), 'utf8')).run.pid;
  } catch {
    // It is being written, or went.
    return undefined;
  }
}

import { startableFile, SnapError, takeInterrupts, type System } from '../../system/index.ts';
import { sayReady } from '../../system/background/index.ts';
import { httpPort } from '../../daemon/index.ts';
import { httpFront, runDaemon, workspaceHosts } from '../../daemon/hub/index.ts';
import { boundPort, wantedPort, type DaemonDesk } from '../../daemon/local/index.ts';
import { startMessageLine } from '../../daemon/start/index.ts';
import type { Invocation, Program } from '../command.ts';
import { exit, type ExitCode } from '../exit.ts';
import { backendKeys } from './backend-keys.ts';

const defaultIdleMs = 30 * 60_000;

/** `snap daemon start --foreground`: this process is the daemon. */
export async function runInForeground({ system, ui, program }: Invocation, { place, build }: DaemonDesk): Promise<ExitCode> {
  const stop = new AbortController();
  const stopNow = (): void => stop.abort();
  const giveBack = takeInterrupts(stopNow);
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, stopNow);
  const portBefore = portLeftBehind(system);
  const idle = idleMs(system.env['SNAP_DAEMON_IDLE_MS']);
  if (idle instanceof SnapError) {
    // Its starter shows what is wrong.
    sayReady(system.env['SNAP_READY_FD'], startMessageLine({ kind: 'failed', error: idle }));
    throw idle;
  }
  try {
    const end = await runDaemon({
      system,
      place,
      build,
      idleMs: idle,
      openWorkspace: workspaceHosts({ system, program }),
      startHttp: httpFront({
        about: { version: program.version, node: process.versions.node, program },
        apiKeys: backendKeys(system),
      }),
      onStart(message) {
        sayReady(system.env['SNAP_READY_FD'], startMessageLine(message));
        // A person who started it looks at this; in the background it would be in the log twice.
        if (message.kind === 'ready' && system.env['SNAP_READY_FD'] === undefined)
          ui.warn(`The daemon runs (process ${message.pid}). Ctrl-C ends it.`);
        if (message.kind === 'ready') void startHttpIfWanted(system, program, portBefore);
      },
      signal: stop.signal,
    });
    if (end.kind === 'taken') ui.warn('A daemon runs already, so this one was not started.');
    // Whatever is still open after that (a connection, a thread that does not end) has nobody who waits for it.
    setTimeout(() => process.exit(exit.fine), 200).unref();
    return exit.fine;
  } finally {
    giveBack();
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.off(signal, stopNow);
  }
}

/** Or what is wrong with it. */
function idleMs(value: string | undefined): number | SnapError {
  if (value === undefined || value === '') return defaultIdleMs;
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1 && number <= 2 ** 31 - 1) return number;
  return new SnapError('usage', 'SNAP_DAEMON_IDLE_MS is no number of milliseconds.', { hint: 'Set it to a whole number, or unset it.' });
}

/** Where a daemon listened that was killed; one that ends by itself removes its port. Its HTTP clients wait for the next one. */
function portLeftBehind(system: System): number | undefined {
  try {
    const left = boundPort(system);
    return left === undefined ? undefined : httpPort(left);
  } catch {
    // A file that others could have written says nothing. Whatever reads it later names the problem.
    return undefined;
  }
}

/**
 * By a command of its own, which also renews the token in entries: a daemon that a person started has it asked for by that command, and the code that
 * reads and writes config files does not stay in this process.
 */
async function startHttpIfWanted(system: System, program: Program, portBefore: number | undefined): Promise<void> {
  const port = portBefore ?? (await wantedPort(system));
  if (port === undefined) return;
  const nothing = (): void => undefined;
  await system.spawn(await startableFile(system, program.node, { workspace: undefined }), [program.file, 'daemon', 'start'], {
    cwd: system.home,
    env: {
      ...Object.fromEntries(Object.entries(system.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
      // The variable need not be set for the assistant that started the server that started this daemon.
      SVC_SSE_PORT: system.env['SVC_SSE_PORT'] || String(port),
    },
    onOutput: nothing,
    onErrorOutput: nothing,
  });
}

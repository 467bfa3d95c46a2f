import { execa } from 'execa';
import { failureCode } from '../failures.ts';
import { exitOf, type RunningProcess, type StartedProcess } from './started-process.ts';
import { graceMs } from './spawn-group.ts';
import type { ProgramExit, ProgramFailure } from './program.ts';

interface Start {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Cancels it. A reason that is a `TimeoutError` is a time limit. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Starts any other program with execa: its cancellation, its errors, and on Windows its way with `.cmd` files.
 * https://github.com/sindresorhus/execa/blob/v9.6.1/docs/api.md
 */
export function startWithExeca(command: string, args: readonly string[], { cwd, env, signal }: Start): StartedProcess {
  const child = execa(command, args, {
    cwd,
    env,
    // Without snap's environment, and without the programs in the workspace's node_modules.
    extendEnv: false,
    preferLocal: false,
    // The callers read the bytes as they come, and how it ended is a value.
    buffer: false,
    encoding: 'buffer',
    reject: false,
    stdin: 'pipe',
    // A separate process group on POSIX, which is ended as a whole, also when snap itself ends; on Windows it would open a console window.
    detached: process.platform !== 'win32',
    cleanup: false,
    windowsHide: true,
    forceKillAfterDelay: graceMs,
    ...(signal === undefined ? {} : { cancelSignal: signal }),
  });
  const { pid, stdin, stdout, stderr } = child;
  const ended = child.then(({ cause, exitCode, signal: endSignal, isCanceled }): ProgramExit | ProgramFailure => {
    if (exitCode === undefined && endSignal === undefined) return { failure: failureCode(cause) ?? '' };
    const exit = exitOf(exitCode, endSignal);
    return isCanceled ? { ...exit, stopped: isTimeLimit(signal) ? 'late' : 'cancelled' } : exit;
  });
  if (pid === undefined) return { running: undefined, ended };
  const onExit: RunningProcess['onExit'] = (listener) => void child.once('exit', listener);
  return { running: { pid, stdin, stdout, stderr, onExit, ref: () => child.ref(), unref: () => child.unref() }, ended };
}

function isTimeLimit(signal: AbortSignal | undefined): boolean {
  const reason: unknown = signal?.reason;
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}

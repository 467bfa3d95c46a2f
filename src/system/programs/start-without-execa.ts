import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { failureCode } from '../failures.ts';
import { exitOf, type StartedProcess } from './started-process.ts';
import type { ProgramFailure } from './program.ts';

/**
 * Starts a program that answers a short question (git), without execa: a server asks many, and the first one is part of its first call.
 * docs/decisions.md has the figures.
 */
export function startWithoutExeca(
  command: string,
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): StartedProcess {
  let child: ChildProcessWithoutNullStreams;
  try {
    // Detached means a group of its own on POSIX; on Windows it would open a console window.
    child = spawn(command, [...args], { cwd, env, detached: process.platform !== 'win32', windowsHide: true });
  } catch (error) {
    // Names and values that no system call takes: a zero byte, no name at all.
    return { running: undefined, ended: Promise.resolve({ failure: failureCode(error) ?? '' }) };
  }
  const failed = new Promise<ProgramFailure>((settle) => void child.on('error', (error) => settle({ failure: failureCode(error) ?? '' })));
  // Before anything else is asked of it: where too many files are open it has no streams either.
  const { pid, stdin, stdout, stderr } = child;
  if (pid === undefined) return { running: undefined, ended: failed };
  return {
    running: {
      pid,
      stdin,
      stdout,
      stderr,
      onExit: (listener) => void child.once('exit', listener),
      ref: () => child.ref(),
      unref: () => child.unref(),
    },
    ended: new Promise((settle) => void child.once('close', (code, signal) => settle(exitOf(code, signal)))),
  };
}

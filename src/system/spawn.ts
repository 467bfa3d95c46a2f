import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { failureCode } from './failures.ts';
import { endGroup, endStrays, graceMs, settledWithin, watchGroup } from './spawn-group.ts';
import { marked, newMark } from './spawn-strays.ts';
import type { ProgramExit, ProgramFailure, RunningProgram, SpawnOptions } from './system.ts';

/** As `System.spawn` promises. */
export function spawnProgram(command: string, args: readonly string[], options: SpawnOptions): RunningProgram {
  const { cwd, onErrorOutput, onOutput } = options;
  const mark = options.staysInGroup === true ? undefined : newMark();
  const env = marked(options.env, mark);
  let child: ChildProcessWithoutNullStreams;
  try {
    // Detached means a group of its own on POSIX; on Windows it would open a console window.
    child = spawn(command, [...args], { cwd, env, detached: process.platform !== 'win32', windowsHide: true });
  } catch (error) {
    // Names and values that no system call takes (a zero byte, no name at all), and the `.cmd` files of Windows.
    return neverStarted(Promise.resolve({ failure: failureCode(error) ?? '' }));
  }
  const { pid } = child;
  const failed = new Promise<ProgramFailure>((settle) => void child.on('error', (error) => settle({ failure: failureCode(error) ?? '' })));
  // Before anything else is asked of it: where too many files are open it has no streams either.
  if (pid === undefined) return neverStarted(failed);

  child.stdout.on('data', onOutput).on('error', ignore);
  child.stderr.on('data', onErrorOutput).on('error', ignore);
  // Whoever does not read its input closes it; that it ended is told by `ended`.
  child.stdin.on('error', ignore);
  let exit: ProgramExit | undefined;
  child.once('exit', (code, signal) => (exit = exitOf(code, signal)));
  const ended = new Promise<ProgramExit>((settle) => void child.once('close', (code, signal) => settle(exitOf(code, signal))));

  const unwatch = watchGroup(pid, mark);
  let killing: Promise<void> | undefined;
  const kill = async (grace: number): Promise<void> => {
    await endGroup(pid, grace);
    await endStrays(mark, grace / 2);
    unwatch();
    // One that left the group may hold the other ends.
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    child.unref();
    // What the system itself cannot end (it waits for a disk, it belongs to somebody else) shall not keep us.
    await settledWithin(grace, ended);
  };
  return {
    write: (text) => void (child.stdin.writable && child.stdin.write(text)),
    endInput: () => void child.stdin.end(),
    exit: () => exit,
    ended,
    kill: (grace = graceMs) => (killing ??= kill(grace)),
  };
}

function neverStarted(ended: RunningProgram['ended']): RunningProgram {
  return { write: ignore, endInput: ignore, exit: () => undefined, ended, kill: async () => ignore() };
}

function exitOf(code: number | null, signal: NodeJS.Signals | null): ProgramExit {
  return { code: code ?? undefined, signal: signal ?? undefined };
}

function ignore(): void {}

import { spawn } from 'node:child_process';
import { endGroup, endStrays, graceMs, settledWithin, watchGroup } from './spawn-group.ts';
import { marked, newMark } from './spawn-strays.ts';
import { startWithoutExeca } from './start-without-execa.ts';
import { exitOf, type StartedProcess } from './started-process.ts';
import { withPath } from './startable.ts';
import type { ProgramExit, RunningProgram, SpawnOptions, Startable } from './program.ts';
import { timeLimit } from '../time-limit.ts';

/** As `System.spawn` promises. execa is loaded only when a program needs it. */
export async function spawnProgram({ file, path }: Startable, args: readonly string[], options: SpawnOptions): Promise<RunningProgram> {
  const { cwd, staysInGroup } = options;
  const env = withPath(options.env, path);
  if (staysInGroup === true) return runningProgram(startWithoutExeca(file, args, { cwd, env }), undefined, options);
  const mark = newMark();
  const limit = options.maxMs === undefined ? undefined : timeLimit(options.maxMs, options.signal);
  const signal = limit?.signal ?? options.signal;
  const { startWithExeca } = await import('./start-with-execa.ts');
  const program = runningProgram(startWithExeca(file, args, { cwd, env: marked(env, mark), signal }), mark, options);
  // execa ends the program alone, and waits for its streams, which a child of it may hold.
  const onAbort = (): void => void program.kill();
  signal?.addEventListener('abort', onAbort, { once: true });
  void program.ended.then(() => {
    limit?.release();
    signal?.removeEventListener('abort', onAbort);
  });
  return program;
}

/** Reads what it writes, and is able to end all that it started. */
function runningProgram({ running, ended }: StartedProcess, mark: string | undefined, options: SpawnOptions): RunningProgram {
  if (running === undefined) return neverStarted(ended);
  const { pid, stdin, stdout, stderr } = running;
  stdout.on('data', options.onOutput).on('error', ignore);
  stderr.on('data', options.onErrorOutput).on('error', ignore);
  // A program that does not read its input closes it; that it ended is known from `ended`.
  stdin.on('error', ignore);
  let exit: ProgramExit | undefined;
  const exited = new Promise<void>((settle) => {
    running.onExit((code, signal) => {
      exit = exitOf(code, signal);
      settle();
    });
  });

  const unwatch = watchGroup(pid, mark);
  const unguard = options.endsWithSnap === true ? guardGroup(pid) : undefined;
  let killing: Promise<void> | undefined;
  const kill = async (grace: number): Promise<void> => {
    await endGroup(pid, grace);
    await endStrays(mark, grace / 2);
    unwatch();
    unguard?.();
    // A process that left the group may hold the other ends.
    for (const stream of [stdin, stdout, stderr]) stream.destroy();
    running.unref();
    // A process that the system itself cannot end (it waits for a disk, it belongs to another user) must not keep snap running.
    await settledWithin(grace, ended);
  };
  return {
    write: (text) => void (stdin.writable && stdin.write(text)),
    endInput: () => void stdin.end(),
    stayFor(isWorking) {
      for (const one of [running, stdin, stdout, stderr]) stayFor(one, isWorking);
    },
    exit: () => exit,
    exited: Promise.race([exited, ended]),
    ended,
    kill: (grace = graceMs) => (killing ??= kill(grace)),
  };
}

function neverStarted(ended: RunningProgram['ended']): RunningProgram {
  return { write: ignore, endInput: ignore, stayFor: ignore, exit: () => undefined, exited: ended, ended, kill: async () => ignore() };
}

/** A pipe is a socket, which its type does not say. */
function stayFor(handle: object, isWorking: boolean): void {
  if (isWorking && 'ref' in handle && typeof handle.ref === 'function') handle.ref();
  if (!isWorking && 'unref' in handle && typeof handle.unref === 'function') handle.unref();
}

function ignore(): void {}

/**
 * Kills a process group when snap itself is gone without having said that it is no longer needed: after SIGKILL nothing of snap runs any more.
 * A shell waits for that at the end of a pipe, in a group of its own. What left the group is not known to it. Nothing happens on Windows, and where
 * there is no shell.
 * @returns says that it is no longer needed.
 */
export function guardGroup(pid: number): () => void {
  if (process.platform === 'win32') return () => undefined;
  const words = ['-c', 'read -r _ || kill -9 "-$1"', 'sh', String(pid)];
  const guardian = spawn('/bin/sh', words, { stdio: ['pipe', 'ignore', 'ignore'], detached: true, env: {}, cwd: '/' });
  guardian.on('error', () => undefined);
  guardian.stdin.on('error', () => undefined);
  guardian.unref();
  // A pipe is a socket, which its type does not say.
  if ('unref' in guardian.stdin && typeof guardian.stdin.unref === 'function') guardian.stdin.unref();
  return () => void guardian.stdin.end('\n');
}

import { spawn } from 'node:child_process';
import { closeSync, fstatSync, writeSync } from 'node:fs';
import { openLogFile } from './rotating-log.ts';
import { endGroup, graceMs } from '../programs/spawn-group.ts';
import type { Startable } from '../programs/program.ts';
import { withPath } from '../programs/startable.ts';
import { errorMessage } from '../thrown.ts';

/** How a process that was started in the background began. */
export type Began =
  /** The line that it said when it was ready, or had to give up. */
  | { readonly kind: 'said'; readonly line: string }
  /** It ended without a line. */
  | { readonly kind: 'ended'; readonly code: number | undefined; readonly signal: string | undefined }
  | { readonly kind: 'failed'; readonly reason: string }
  /** It said nothing in time, so it and what it had started were ended. */
  | { readonly kind: 'late'; readonly pid: number };

export interface DetachedOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What it writes to standard error is added here. */
  readonly logFile: string;
  /** How long to wait for its line. After that it is ended: each try would leave a process otherwise. */
  readonly maxMs: number;
}

/** The variable that tells a process in the background on which descriptor its starter waits. */
const readyVariable = 'SNAP_READY_FD';
const readyDescriptor = 3;
const maxLineBytes = 16_384;

/**
 * Starts a program in a session of its own, so that it outlives this process and its terminal. It says that it is ready with one line on a pipe
 * ({@link sayReady}). Never rejects.
 */
export async function startDetached({ file, path }: Startable, args: readonly string[], options: DetachedOptions): Promise<Began> {
  let log: number;
  try {
    log = openLogFile(options.logFile);
  } catch (error) {
    return { kind: 'failed', reason: `its log cannot be opened: ${errorMessage(error)}` };
  }
  const child = spawn(file, [...args], {
    cwd: options.cwd,
    env: { ...withPath(options.env, path), [readyVariable]: String(readyDescriptor) },
    detached: true,
    stdio: ['ignore', 'ignore', log, 'pipe'],
    windowsHide: true,
  });
  closeSync(log);
  return new Promise((settle) => {
    const pipe = child.stdio[readyDescriptor];
    const stopWaiting = (): void => {
      clearTimeout(late);
      child.removeAllListeners();
      child.on('error', () => undefined);
      child.unref();
      pipe?.destroy();
    };
    const finish = (began: Began): void => {
      stopWaiting();
      settle(began);
    };
    const giveUp = async (pid: number): Promise<void> => {
      stopWaiting();
      await endGroup(pid, graceMs);
      settle({ kind: 'late', pid });
    };
    // One that could not be started has no number; "error" says why.
    const late = setTimeout(() => child.pid !== undefined && void giveUp(child.pid), options.maxMs);
    let said = Buffer.alloc(0);
    child.once('error', (error) => finish({ kind: 'failed', reason: error.message }));
    // After its line, if it said one: "exit" may come before what it wrote.
    child.once('close', (code, signal) => finish({ kind: 'ended', code: code ?? undefined, signal: signal ?? undefined }));
    pipe?.on('error', () => undefined);
    pipe?.on('data', (chunk: Buffer) => {
      said = Buffer.concat([said, chunk]).subarray(0, maxLineBytes);
      const end = said.indexOf(0x0a);
      if (end !== -1) finish({ kind: 'said', line: said.toString('utf8', 0, end) });
    });
  });
}

/**
 * Says one line to the process that started this one in the background, if one did: that it is ready, or why it gives up. Once; a starter that has
 * ended meanwhile is no failure.
 * @param descriptor the value of SNAP_READY_FD.
 */
export function sayReady(descriptor: string | undefined, line: string): void {
  const fd = Number(descriptor);
  if (descriptor === undefined || !Number.isInteger(fd) || fd < 3) return;
  try {
    const stats = fstatSync(fd);
    // The variable may have been set by something else, and the number be that of a file.
    if (!stats.isFIFO() && !stats.isSocket()) return;
    writeSync(fd, `${line}\n`);
    closeSync(fd);
  } catch {
    // The starter has ended.
  }
}

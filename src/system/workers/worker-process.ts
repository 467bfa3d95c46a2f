import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import type { JobEnd, JobMessage, JobRequest } from './job.ts';

/** The end of what it said on stderr: the last words of a process that dies. */
const maxSaid = 2000;

/** A process of snap's own that does jobs (src/worker.ts). It ends when this process ends, however that happens. */
export interface WorkerProcess {
  /** The limit with which it was started. */
  readonly maxMiB: number;
  /** Memory that it held when the last job was over. */
  readonly usedMiB: number;
  /** Does one job. Never rejects. When it did not end with `done`, the process is gone. */
  run(request: JobRequest, onBatch: (batch: unknown) => void): Promise<JobEnd<unknown>>;
  /** It keeps this process alive no longer, and may be given another job. */
  rest(): void;
  /** Ends it at once, whatever it is doing. */
  kill(): void;
}

/**
 * @param file see {@link workerFile}.
 * @param onGone called once, when the process has ended.
 */
export function startWorker(file: string, maxMiB: number, onGone: () => void): WorkerProcess {
  // NODE_OPTIONS could load foreign code, or a debugger that both processes want.
  const { NODE_OPTIONS: _, ...env } = process.env;
  const child = spawn(process.execPath, [`--max-old-space-size=${maxMiB}`, file], {
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    windowsHide: true,
  });
  let said = '';
  child.stderr?.setEncoding('latin1').on('data', (text: string) => (said = (said + text).slice(-maxSaid)));
  let usedMiB = 0;
  let answer: ((end: JobEnd<unknown>) => void) | undefined;
  let take: (batch: unknown) => void = () => undefined;
  const settle = (end: JobEnd<unknown>): void => {
    const settled = answer;
    answer = undefined;
    settled?.(end);
  };
  let isGone = false;
  const gone = (end: JobEnd<unknown>): void => {
    if (!isGone) onGone();
    isGone = true;
    settle(end);
  };
  child.on('message', (message: JobMessage) => {
    if (message.kind === 'batch') return take(message.batch);
    if (message.kind === 'done') usedMiB = message.usedMiB;
    settle(endOf(message));
  });
  child.on('error', (error) => gone({ state: 'crashed', reason: `The worker could not be started: ${error.message}` }));
  // After its streams have ended, so that its last words are known.
  child.on('close', (code, signal) => gone(deathOf(code, signal, said)));
  return {
    maxMiB,
    get usedMiB() {
      return usedMiB;
    },
    run(request, onBatch) {
      hold(child);
      take = onBatch;
      return new Promise((resolve) => {
        answer = resolve;
        if (isGone) settle(deathOf(child.exitCode, child.signalCode, said));
        // A worker that has just died says so by `close`.
        else child.send(request, () => undefined);
      });
    },
    rest: () => release(child),
    kill: () => void child.kill('SIGKILL'),
  };
}

/** Beside main.js in the built program. The sources have no worker of their own: they use the one of the last build. */
export function workerFile(): string {
  const here = import.meta.filename;
  return here.endsWith('.ts') ? join(dirname(here), '../../../dist/worker.mjs') : join(dirname(here), '../worker.mjs');
}

function endOf(message: Exclude<JobMessage, { kind: 'batch' }>): JobEnd<unknown> {
  if (message.kind === 'done') return { state: 'done', output: message.output };
  if (message.kind === 'out-of-memory') return { state: 'out-of-memory' };
  return { state: message.kind, reason: message.reason };
}

function deathOf(code: number | null, signal: string | null, said: string): JobEnd<unknown> {
  // https://github.com/nodejs/node/blob/v20.19.0/src/node_errors.cc (OOMErrorHandler)
  if (/heap out of memory|Allocation failed|memory allocation of \d+ bytes failed/.test(said)) return { state: 'out-of-memory' };
  return {
    state: 'crashed',
    reason: signal === null ? `The worker ended with code ${code ?? 'unknown'}.` : `The worker was ended by ${signal}.`,
  };
}

function hold(child: ChildProcess): void {
  child.ref();
  child.channel?.ref();
}

function release(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  // A pipe is a socket, which its type does not say.
  const { stderr } = child;
  if (stderr !== null && 'unref' in stderr && typeof stderr.unref === 'function') stderr.unref();
}

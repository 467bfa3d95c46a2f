import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { killGroups } from '../programs/spawn-group.ts';
import type { Envelope, Thread, ThreadEnd, ThreadOptions, ThreadStart } from './thread.ts';
import { threadWord } from './thread.ts';
import { errorFirstLine } from '../thrown.ts';
import { settlesWithin } from '../time-limit.ts';
import { nodeFileCalls } from '../file-calls.ts';
import { abandonLocksOf } from '../locks/lock.ts';
import { ownRun } from '../programs/process-run.ts';
import type { System } from '../system.ts';

const mebibyte = 1024 ** 2;
/** How much longer than its grace a thread is waited for that was ended. */
const maxEndMs = 1_000;
/** Programs that a thread runs at once; more are not seen. */
const maxGroups = 256;

/** Starts a thread of snap's own. What it writes to stdout and stderr comes out of this process. */
export function startThread<In, Out>({ job, input, onMessage, env, file, maxMiB }: ThreadOptions<Out>): Thread<In> {
  const groups = new Int32Array(new SharedArrayBuffer(maxGroups * Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(file ?? programFile(), {
    argv: [threadWord, job],
    workerData: { input, groups } satisfies ThreadStart,
    name: job,
    env: { ...env },
    resourceLimits: { maxOldGenerationSizeMb: maxMiB ?? memoryLimit(totalmem()) },
  });
  let isAsked = false;
  let reason = '';
  const ended = new Promise<ThreadEnd>((resolve) => {
    worker.once('exit', (code) => {
      // Those that it could not end itself, because it was ended or has died.
      killGroups(groups);
      resolve(isAsked ? { kind: 'asked' } : { kind: 'died', reason: reason || `It ended with code ${code}.` });
    });
  });
  worker.on('message', (message: Out) => {
    if (!isAsked) onMessage(message);
  });
  worker.on('error', (error) => (reason = errorFirstLine(error)));
  worker.on('messageerror', (error) => {
    reason = errorFirstLine(error);
    void worker.terminate();
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of Node is no window.
  const post = (envelope: Envelope<In>): void => worker.postMessage(envelope);
  return {
    ended,
    send: (message) => post({ kind: 'message', message }),
    async end(graceMs) {
      isAsked = true;
      post({ kind: 'end' });
      if (await settlesWithin(graceMs, ended)) return;
      // Resolves when it has ended, which a call that hangs in the system delays.
      worker.terminate().catch(() => undefined);
      await settlesWithin(maxEndMs, ended);
    },
  };
}

/** MiB of objects that a thread may hold: an eighth of the machine's memory, within bounds. What V8 would take by itself is up to 4 GiB. */
export function memoryLimit(machineBytes: number): number {
  return Math.round(Math.min(2_048, Math.max(256, machineBytes / mebibyte / 8)));
}

/** The built program. The sources have no threads of their own: they use the last build. */
function programFile(): string {
  const here = import.meta.filename;
  return here.endsWith('.ts') ? join(dirname(here), '../../../dist/main.js') : join(dirname(here), '../main.js');
}

/**
 * Leaves the locks that a thread of this process still held as those of a dead owner. The thread has ended, and other processes cannot see that: its process
 * lives on. @param thread as {@link ProcessRun.thread}.
 */
export async function releaseLocksOf(system: System, thread: string): Promise<void> {
  await abandonLocksOf({ system, run: ownRun(system.platform), calls: nodeFileCalls, patienceMs: 0 }, thread);
}

import { availableParallelism } from 'node:os';
import type { System } from '../system.ts';
import { timeLimit } from '../time-limit.ts';
import type { Job, JobEnd, JobOptions } from './job.ts';
import { Turns } from './turns.ts';
import { startWorker, workerFile, type WorkerProcess } from './worker-process.ts';

const defaultMiB = 512;
/** Starting a process takes 60 CPU ms and loading a parser 15 more, so one is kept for the next call, for a while. */
const keptMs = 30_000;
/** What holds more memory than this is not kept. */
const maxKeptMiB = 160;

/** A worker as the program has it, and its file. */
export const runJob = jobRunner(workerFile());

/** @param file the program of the worker: what calls `serveJobs`. */
export function jobRunner(file: string): System['runJob'] {
  const turns = new Turns(Math.max(2, availableParallelism()));
  let kept: { readonly worker: WorkerProcess; readonly timer: NodeJS.Timeout } | undefined;

  const forget = (worker: WorkerProcess): void => {
    if (kept?.worker !== worker) return;
    clearTimeout(kept.timer);
    kept = undefined;
  };
  const keep = (worker: WorkerProcess): void => {
    if (kept !== undefined || worker.usedMiB > maxKeptMiB) return worker.kill();
    worker.rest();
    kept = { worker, timer: setTimeout(() => worker.kill(), keptMs).unref() };
  };
  const workerWith = (maxMiB: number): WorkerProcess => {
    if (kept?.worker.maxMiB === maxMiB) {
      const { worker } = kept;
      forget(worker);
      return worker;
    }
    const started = startWorker(file, maxMiB, () => forget(started));
    return started;
  };

  return async <Input, Output, Batch>(
    job: Job<Input, Output, Batch>,
    input: Input,
    { maxMiB = defaultMiB, maxMs, onBatch, signal }: JobOptions<Batch>,
  ): Promise<JobEnd<Output>> => {
    if (!(await turns.take(signal))) return { state: 'cancelled' };
    const worker = workerWith(maxMiB);
    const limit = timeLimit(maxMs, signal);
    let stopped: JobEnd<Output> | undefined;
    const stop = (): void => {
      stopped = { state: signal?.aborted === true ? 'cancelled' : 'late' };
      worker.kill();
    };
    if (limit.signal.aborted) stop();
    else limit.signal.addEventListener('abort', stop, { once: true });
    const end = await worker.run({ name: job.name, input, maxMiB }, (batch) => {
      // What a cancelled job still says is not wanted.
      if (stopped === undefined) onBatch?.(batch as Batch);
    });
    limit.signal.removeEventListener('abort', stop);
    limit.release();
    if (stopped === undefined && end.state === 'done') keep(worker);
    else worker.kill();
    turns.giveBack();
    return stopped ?? (end as JobEnd<Output>);
  };
}

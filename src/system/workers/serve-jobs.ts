import type { JobMessage, JobRequest, JobWork } from './job.ts';
import { MissingBinding } from './native-package.ts';
import { delayOptimizing } from '../programs/delay-optimizing.ts';
import { errorFirstLine } from '../thrown.ts';

/** By the name of the job, what loads its work: nothing is read before it is asked for. */
export type JobTable = Readonly<Record<string, () => Promise<{ readonly default: JobWork<never, unknown, never> }>>>;

/** The life of a worker: one job after the other, until the process that started it closes the connection or ends. */
export function serveJobs(table: JobTable): void {
  delayOptimizing();
  process.on('disconnect', () => process.exit(0));
  process.on('message', (request: JobRequest) => {
    work(table, request).then(say, (error: unknown) => say(failure(error)));
  });
}

async function work(table: JobTable, { name, input, maxMiB }: JobRequest): Promise<JobMessage> {
  const load = Object.hasOwn(table, name) ? table[name] : undefined;
  if (load === undefined) return { kind: 'failed', reason: `src/worker.ts has no job "${name}". snap was updated: start it again.` };
  const { default: run } = await load();
  const send = async (batch: unknown): Promise<void> => {
    if (usedMiB() > maxMiB) {
      await say({ kind: 'out-of-memory' });
      process.exit(1);
    }
    await say({ kind: 'batch', batch });
  };
  return { kind: 'done', output: await run(input as never, { send }), usedMiB: usedMiB() };
}

function failure(error: unknown): JobMessage {
  if (error instanceof MissingBinding) return { kind: 'missing-binding', reason: error.message };
  const reason = errorFirstLine(error);
  return { kind: 'failed', reason };
}

/** Resolves when the message was written: a worker that is faster than its reader waits. */
async function say(message: JobMessage): Promise<void> {
  // The error is that the other process has gone; `disconnect` ends this one.
  await new Promise<void>((resolve) => process.send?.(message, undefined, {}, () => resolve()));
}

function usedMiB(): number {
  return process.memoryUsage.rss() / 1024 ** 2;
}

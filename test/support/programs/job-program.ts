// A worker for tests, with jobs that end in every way.
import { nativePackage } from '../../../src/system/workers/native-package.ts';
import { serveJobs } from '../../../src/system/workers/serve-jobs.ts';
import type { JobWork } from '../../../src/system/workers/job.ts';

const job =
  <I, B = never>(run: JobWork<I, unknown, B>) =>
  async () => ({ default: run as never });

serveJobs({
  echo: job(async (input: unknown) => ({ input, pid: process.pid, options: process.env['NODE_OPTIONS'] })),
  count: job<number, number>(async (input, { send }) => {
    for (let i = 0; i < input; i += 1) await send(i);
    return input;
  }),
  throws: job(async () => {
    throw new Error('no good\nmore');
  }),
  native: job(async () => nativePackage('no-such-package', () => import(['no', 'such', 'package'].join('-')))),
  loop: job<undefined, string>(async (_, { send }) => {
    await send('begun');
    for (;;);
  }),
  dies: job(async () => process.kill(process.pid, 'SIGSEGV')),
  heap: job(async () => {
    const all: unknown[] = [];
    for (;;) all.push(Array.from({ length: 10_000 }, (_, i) => ({ i })));
  }),
  bytes: job<undefined, string>(async (_, { send }) => {
    const all: Buffer[] = [];
    for (let i = 0; i < 100; i += 1) {
      all.push(Buffer.alloc(8 * 1024 ** 2, 1));
      await send('more');
    }
    return all.length;
  }),
});

import { afterAll, describe, expect, it } from 'vitest';
import type { Job } from '../../../src/system/workers/job.ts';
import { jobRunner } from '../../../src/system/workers/run-job.ts';
import { bundledProgram } from '../../support/bundled-program.ts';

const program = bundledProgram('job-program');
const runJob = jobRunner(program.path);
afterAll(() => program.remove());

const job = <O = unknown, B = never>(name: string): Job<unknown, O, B> => ({ name });
const patient = { maxMs: 50_000 };

describe('a job', () => {
  it('gives its result, and the next one the same process', async () => {
    const echo = job<{ input: unknown; pid: number; options: unknown }>('echo');
    const input = { map: new Map([['ä', new Uint8Array([1])]]), nothing: undefined };
    const first = await runJob(echo, input, patient);
    const second = await runJob(echo, 2, patient);
    expect(first).toMatchObject({ state: 'done', output: { input } });
    expect(second).toMatchObject({ state: 'done', output: { input: 2 } });
    if (first.state !== 'done' || second.state !== 'done') return;
    expect(second.output.pid).toBe(first.output.pid);
    expect(second.output.pid).not.toBe(process.pid);
    // It could make the worker load foreign code.
    expect(first.output.options).toBeUndefined();
  });

  it('hands over its batches in order, and each before its result', async () => {
    const got: number[] = [];
    const end = await runJob(job<number, number>('count'), 1000, { ...patient, onBatch: (one) => got.push(one) });
    expect(end).toEqual({ state: 'done', output: 1000 });
    expect(got).toEqual(Array.from({ length: 1000 }, (_, i) => i));
  });

  it('says how it ended where it did not', async () => {
    expect(await runJob(job('throws'), 0, patient)).toEqual({ state: 'failed', reason: 'no good' });
    expect(await runJob(job('unknown'), 0, patient)).toMatchObject({ state: 'failed', reason: expect.stringContaining('"unknown"') });
    const missing = await runJob(job('native'), 0, patient);
    expect(missing).toMatchObject({
      state: 'missing-binding',
      reason: expect.stringMatching(/^the parser is not installed \(no-such-package for /),
    });
    expect(await runJob(job('dies'), 0, patient)).toEqual({ state: 'crashed', reason: 'The worker was ended by SIGSEGV.' });
  });

  it('ends when it needs too much memory, of JavaScript or of anything else', async () => {
    expect(await runJob(job('heap'), 0, { ...patient, maxMiB: 64 })).toEqual({ state: 'out-of-memory' });
    expect(await runJob(job('bytes'), 0, { ...patient, maxMiB: 160 })).toEqual({ state: 'out-of-memory' });
  });

  it('ends when its time is up, also where it never waits', async () => {
    expect(await runJob(job('loop'), 0, { maxMs: 1 })).toEqual({ state: 'late' });
  });

  it('ends when it is cancelled', async () => {
    const cancel = new AbortController();
    const end = await runJob(job<unknown, string>('loop'), 0, {
      ...patient,
      signal: cancel.signal,
      onBatch: () => {
        cancel.abort();
      },
    });
    expect(end).toEqual({ state: 'cancelled' });
    expect(await runJob(job('echo'), 0, { ...patient, signal: cancel.signal })).toEqual({ state: 'cancelled' });
  });

  it('waits where as many run as may, and a cancelled one waits no longer', async () => {
    const cancel = new AbortController();
    const all = Array.from({ length: 12 }, async (_, i) =>
      runJob(job<{ input: number }>('echo'), i, i === 11 ? { ...patient, signal: cancel.signal } : patient),
    );
    cancel.abort();
    const ends = await Promise.all(all);
    expect(ends.map((end) => (end.state === 'done' ? end.output.input : end.state))).toEqual([
      ...Array.from({ length: 11 }, (_, i) => i),
      'cancelled',
    ]);
  });
});

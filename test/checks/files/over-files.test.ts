import { describe, expect, it } from 'vitest';
import { type FilesBatch, type FilesInput, type FilesJob, leftOutLine, overFiles } from '../../../src/checks/files/over-files.ts';
import type { System } from '../../../src/system/index.ts';

const job: FilesJob<undefined, string> = { name: 'test/upper' };
const never = new AbortController().signal;

/** A worker that says how far it is after every third file, stops at files named "loop" and dies of those named "crash". */
function worker(): Pick<System, 'runJob'> {
  const run = async (
    given: unknown,
    input: FilesInput<undefined>,
    options: { signal?: AbortSignal; onBatch?: (batch: FilesBatch<string>) => void },
  ) => {
    expect(given).toBe(job);
    let results: [number, string][] = [];
    let unread: [number, string][] = [];
    for (const [index, path] of input.files.entries()) {
      if (input.oneByOne || index % 3 === 0) {
        options.onBatch?.({ next: index, results, unread });
        [results, unread] = [[], []];
      }
      if (path === 'crash') return { state: 'crashed', reason: 'SIGSEGV' };
      if (path === 'loop') {
        await new Promise<void>((resolve) => options.signal?.addEventListener('abort', () => resolve()));
        return { state: 'cancelled' };
      }
      if (path === 'locked') unread.push([index, 'permission is denied']);
      else if (path !== 'quiet') results.push([index, path.toUpperCase()]);
    }
    options.onBatch?.({ next: input.files.length, results, unread });
    return { state: 'done', output: undefined };
  };
  return { runJob: run as unknown as System['runJob'] };
}

async function over(files: readonly string[]) {
  const taken: [string, string | undefined][] = [];
  const end = await overFiles(worker(), job, {
    root: '/w',
    files,
    extra: undefined,
    signal: never,
    maxFileMs: 20,
    take: (path, result) => taken.push([path, result]),
  });
  return { taken, end };
}

describe('a job over files', () => {
  it('gives the result of every file once and in order, also where there is none', async () => {
    const { taken, end } = await over(['a', 'b', 'quiet', 'c', 'd']);
    expect(taken).toEqual([
      ['a', 'A'],
      ['b', 'B'],
      ['quiet', undefined],
      ['c', 'C'],
      ['d', 'D'],
    ]);
    expect(end).toEqual({ left: [] });
  });

  it('names what could not be read', async () => {
    const { taken, end } = await over(['a', 'locked', 'b']);
    expect(taken.map(([path]) => path)).toEqual(['a', 'b']);
    expect(end.left).toEqual([{ path: 'locked', reason: 'permission is denied' }]);
  });

  it('leaves out files that end the process or take too long, and examines the rest', async () => {
    const { taken, end } = await over(['a', 'crash', 'b', 'c', 'd', 'loop', 'e']);
    expect(taken.map(([path]) => path)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(end.left).toEqual([
      { path: 'crash', reason: 'the parser ended on it' },
      { path: 'loop', reason: 'it took longer than 0.02 s' },
    ]);
    expect(leftOutLine(end.left)).toBe('Not examined: crash: the parser ended on it; loop: it took longer than 0.02 s.');
  });
});

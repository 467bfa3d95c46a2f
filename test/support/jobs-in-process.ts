import compareFiles from '../../src/code/compare/compare-files.ts';
import findCuts from '../../src/code/cycles/cut.ts';
import findImportLines from '../../src/code/parse/find-import-lines.ts';
import readFiles from '../../src/code/parse/read-files.ts';
import type { JobEnd, JobWork, System } from '../../src/system/index.ts';

const jobs: Readonly<Record<string, JobWork<never, unknown, never>>> = {
  'code/compare-files': compareFiles,
  'code/find-cuts': findCuts,
  'code/find-import-lines': findImportLines,
  'code/read-files': readFiles,
};

/** Does the jobs of the worker in this process: for tests of what they find, not of how they end. */
export const runJobHere: System['runJob'] = async <Output>(
  { name }: { readonly name: string },
  input: unknown,
  { onBatch }: { readonly onBatch?: (batch: never) => void },
): Promise<JobEnd<Output>> => {
  const work = jobs[name] as JobWork<unknown, Output, never> | undefined;
  if (work === undefined) return { state: 'failed', reason: `no job ${name}` };
  const output = await work(input, { send: async (batch) => onBatch?.(batch) });
  return { state: 'done', output };
};

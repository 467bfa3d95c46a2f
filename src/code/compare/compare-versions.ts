import { type Job, SnapError, type System } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import type { ModuleDifference } from './compare-parts.ts';

export interface ComparedFile {
  readonly path: WorkspacePath;
  readonly before: string;
  readonly after: string;
}

/** In the worker: compare-files.ts. In the order of the files. */
const job: Job<readonly ComparedFile[], readonly ModuleDifference[]> = { name: 'code/compare-files' };
const maxMs = 20_000;
/** Between two versions of the largest files there is more to do than a caller waits for. */
const maxCharacters = 2_000_000;

/**
 * Compares two versions of modules by what they declare, import and export; comments count for nothing. What cannot be compared differs as a whole.
 * @returns in the order of the files.
 * @throws The reason of the signal. SnapError `not-available` where there is no parser for this platform.
 */
export async function compareVersions(
  system: System,
  files: readonly ComparedFile[],
  signal?: AbortSignal,
): Promise<readonly ModuleDifference[]> {
  if (files.length === 0) return [];
  const unknown: ModuleDifference = { whole: 'its two versions could not be compared', names: [], exports: [], removed: [] };
  const small = files.filter(({ after, before }) => after.length + before.length <= maxCharacters);
  const end = await system.runJob(job, small, { maxMs, signal });
  signal?.throwIfAborted();
  if (end.state === 'missing-binding') throw new SnapError('not-available', end.reason);
  const found = end.state === 'done' ? new Map(small.map((file, i) => [file, end.output[i]])) : new Map<ComparedFile, undefined>();
  return files.map((file) => found.get(file) ?? unknown);
}

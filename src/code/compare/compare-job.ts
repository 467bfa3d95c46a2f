import type { Job } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import type { ModuleDifference } from './compare-parts.ts';

export interface ComparedFile {
  readonly path: WorkspacePath;
  readonly before: string;
  readonly after: string;
}

/** Compares two versions of each file in the worker: compare-files.ts. In the order of the files. */
export const compareJob: Job<readonly ComparedFile[], readonly ModuleDifference[]> = { name: 'code/compare-files' };

import type { Job } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import type { ModuleRecord } from '../module-record.ts';
import type { ImportLines } from '../scan/import-lines.ts';
import type { Wanted } from './read-module.ts';

export interface ReadInput {
  readonly root: string;
  readonly paths: readonly WorkspacePath[];
  /** For anything but requests each file has to be parsed. */
  readonly wanted: Wanted;
  /** Of `uses`: the lines of the imports whose names matter, in the order of the paths. */
  readonly lines?: readonly (readonly number[])[];
  /** How many files are parsed between two messages. */
  readonly step: number;
}

export interface ReadBatch {
  /** One text costs a tenth of what thousands of objects do between processes: JSON of a list of {@link ReadEntry}. */
  readonly records: string;
  /** Files that are parsed next. */
  readonly next: readonly WorkspacePath[];
}

export type ReadEntry = readonly [WorkspacePath, ModuleRecord];

export interface ReadOutput {
  /** How many files needed the parser. */
  readonly parsed: number;
}

/** Reads modules in the worker: read-files.ts. */
export const readJob: Job<ReadInput, ReadOutput, ReadBatch> = { name: 'code/read-files' };

export interface ImportLinesInput {
  readonly root: string;
  readonly paths: readonly WorkspacePath[];
}

/** What the text alone tells of imports: see scan/import-lines.ts. Of the worker: find-import-lines.ts. */
export const importLinesJob: Job<ImportLinesInput, ReadonlyMap<WorkspacePath, ImportLines>> = { name: 'code/find-import-lines' };

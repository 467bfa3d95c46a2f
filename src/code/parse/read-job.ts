import type { Job } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import type { ModuleRecord } from '../module-record.ts';

export interface ReadInput {
  readonly root: string;
  readonly paths: readonly WorkspacePath[];
  /** Also what the files export, import and use by name, for which each has to be parsed. */
  readonly symbols: boolean;
  /** How many files are parsed between two messages. */
  readonly step: number;
}

/** Records; without one: this file is among those that are parsed next. */
export type ReadBatch = readonly (readonly [WorkspacePath, ModuleRecord | undefined])[];

export interface ReadOutput {
  /** How many files needed the parser. */
  readonly parsed: number;
}

/** Reads modules in the worker: read-files.ts. */
export const readJob: Job<ReadInput, ReadOutput, ReadBatch> = { name: 'code/read-files' };

export interface ValueInput {
  readonly root: string;
  readonly paths: readonly WorkspacePath[];
}

/** By file, the lines of imports that are certainly values: see scan/value-lines.ts. Of the worker: find-values.ts. */
export const valueJob: Job<ValueInput, ReadonlyMap<WorkspacePath, readonly number[]>> = { name: 'code/find-values' };

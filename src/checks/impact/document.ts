import type { WorkspacePath } from '../../workspace/index.ts';

/** One thing that is known to go with faults, counted. */
export interface RiskFactor {
  readonly name:
    | 'changed-lines'
    | 'changed-files'
    | 'direct-importers'
    | 'affected-files'
    | 'affected-tests'
    | 'commits'
    | 'fixes'
    | 'authors'
    | 'missing-companions';
  readonly count: number;
  /** What is counted, in words. */
  readonly of: string;
}

/** A file that usually changes with one of those that were asked about. */
export interface CompanionDocument {
  readonly file: WorkspacePath;
  readonly goesWith: WorkspacePath;
  /** Commits that changed both, and commits that changed `goesWith`. */
  readonly together: number;
  readonly of: number;
  /** Whether it differs from the last commit now. */
  readonly changed: boolean;
}

/** Parts of the document that mode impact has. */
export interface ImpactDocument {
  readonly tests: readonly WorkspacePath[];
  readonly risk: {
    /** From the history and the size of the change; absent where the history does not carry one. */
    readonly level?: 'L' | 'M' | 'H' | 'C';
    /** What the level rests on, or why there is none, in a sentence. */
    readonly why: string;
    readonly factors: readonly RiskFactor[];
  };
  readonly companions: readonly CompanionDocument[];
  readonly affected: {
    /** In which changed code may run, the changed ones among them. */
    readonly files: readonly WorkspacePath[];
    /** How many load a changed file over any number of files. */
    readonly loading: number;
    readonly allFiles: number;
    readonly loadingTests: number;
    readonly allTests: number;
    /** How many only use types of it. */
    readonly typesOnly: number;
  };
  /** What to type in a terminal to run exactly the tests. */
  readonly commands: readonly string[];
}

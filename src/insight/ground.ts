import type { History } from '../history/index.ts';
import type { System } from '../system/index.ts';
import type { Workspace, WorkspacePath } from '../workspace/index.ts';

/** What all parts of a forecast are drawn from. */
export interface Ground {
  readonly system: System;
  readonly workspace: Workspace;
  readonly history: History;
  /** The files of the workspace: those that git tracks; without git those that the ignore rules leave. */
  present(signal?: AbortSignal): Promise<PresentFiles>;
}

export interface PresentFiles {
  readonly files: readonly WorkspacePath[];
  has(file: WorkspacePath): boolean;
  /** What is missing, in a few words: `only the first 50,000 files`. */
  readonly limit?: string | undefined;
}

import type { System } from '../../system/index.ts';
import type { Workspace } from '../../workspace/index.ts';

/** A figure in the goal's unit, or why there is none and what to do. */
export type Figure = { readonly measured: number; readonly reason: string } | { readonly problem: string };

/** Where figures are measured. */
export interface FigurePlace {
  readonly system: System;
  readonly workspace: Workspace;
}

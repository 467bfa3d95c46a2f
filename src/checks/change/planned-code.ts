import { type CodeGraph, type PlannedCode, plannedCode } from '../../code/index.ts';
import { graphOf } from '../layers/circles.ts';
import type { LayerContext } from '../mode.ts';
import type { PlannedChange } from './contents.ts';

/** The code of the workspace before and after a change that is not written. */
export interface CodeOfChange {
  readonly before: CodeGraph;
  readonly planned: PlannedCode;
}

const known = new WeakMap<PlannedChange, Promise<CodeOfChange | { readonly skipped: string }>>();

/** Worked out once for all layers of a check. */
export async function codeOfChange(change: PlannedChange, context: LayerContext): Promise<CodeOfChange | { readonly skipped: string }> {
  const found = known.get(change) ?? workOut(change, context);
  known.set(change, found);
  return found;
}

async function workOut(change: PlannedChange, context: LayerContext): ReturnType<typeof codeOfChange> {
  const before = await graphOf(context);
  if ('skipped' in before) return before;
  const { workspace } = await context.workbench();
  const texts = [...change].map(([path, { after, before: earlier }]) => ({ path, before: earlier, after }));
  return { before, planned: await plannedCode({ root: workspace.root, system: context.system }, before, texts, context.signal) };
}

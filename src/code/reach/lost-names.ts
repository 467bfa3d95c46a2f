import type { WorkspacePath } from '../../workspace/index.ts';
import type { CodeGraph } from '../graph/code-graph.ts';
import type { ModuleSymbols } from '../module-record.ts';
import { type BrokenImport, type RemovedNames, brokenImports } from './broken-imports.ts';

/** Imports that would break if these names were not exported any more: the files are still as they were. */
export async function lostNames(
  graph: CodeGraph,
  removals: readonly RemovedNames[],
  signal?: AbortSignal,
): Promise<readonly BrokenImport[]> {
  if (removals.length === 0) return [];
  const symbols = new Map<WorkspacePath, ModuleSymbols>(
    await graph.symbols([...graph.reverseClosure(removals.map(({ path }) => path))], signal),
  );
  for (const { path, removed } of removals) {
    const own = symbols.get(path);
    if (own !== undefined) symbols.set(path, { ...own, exports: own.exports.filter(({ name }) => !removed.includes(name)) });
  }
  return brokenImports(graph, symbols, removals, signal);
}

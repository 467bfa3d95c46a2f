import type { WorkspacePath } from '../../workspace/index.ts';
import type { CodeGraph } from '../graph/code-graph.ts';
import type { ModuleSymbols } from '../module-record.ts';
import { type BrokenImport, type RemovedNames, brokenImports } from './broken-imports.ts';
import { type ModuleChange, type Reached, reachedFiles } from './reach.ts';

/** What changes of modules concern. */
export interface Affected {
  /** Files in which changed code may run, with the changed files. */
  readonly running: ReadonlyMap<WorkspacePath, Reached>;
  /** Files of which only the types may be others. */
  readonly typesOnly: readonly WorkspacePath[];
  /** All that load a changed file, over any number of files: what a question about whole files would answer. */
  readonly loading: ReadonlySet<WorkspacePath>;
  /** Imports of names that are not there any more. */
  readonly broken: readonly BrokenImport[];
}

/** Follows changes by name. Reads the symbols of the files that load a changed one, as far as they are not known. */
export async function affectedBy(
  graph: CodeGraph,
  changes: readonly (ModuleChange & Pick<RemovedNames, 'removed'>)[],
  signal?: AbortSignal,
): Promise<Affected> {
  const paths = changes.map(({ path }) => path);
  const all = graph.reverseClosure(paths);
  const symbols: ReadonlyMap<WorkspacePath, ModuleSymbols> = await graph.symbols([...all], signal);
  const broken = await brokenImports(graph, symbols, changes, signal);
  // A module that imports what is not there cannot be loaded.
  const unloadable = [...new Set(broken.flatMap(({ file, isType }) => (isType ? [] : [file])))];
  const every = [...changes, ...unloadable.map((path): ModuleChange => ({ path, isWhole: true, names: [], exports: [] }))];
  const running = reachedFiles(graph, symbols, every, { types: false });
  const withTypes = reachedFiles(graph, symbols, every, { types: true });
  return {
    running,
    typesOnly: [...withTypes.keys()].filter((path) => !running.has(path)).toSorted(),
    loading: graph.reverseClosure(paths, { kinds: ['runtime', 'lazy'] }),
    broken,
  };
}

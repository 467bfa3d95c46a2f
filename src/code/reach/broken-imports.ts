import type { WorkspacePath } from '../../workspace/index.ts';
import type { CodeGraph } from '../graph/code-graph.ts';
import type { ModuleSymbols } from '../module-record.ts';
import { holdsScripts } from '../parse/scripts-in.ts';

export interface RemovedNames {
  readonly path: WorkspacePath;
  /** Exported names that were there and are not any more. */
  readonly removed: readonly string[];
}

/** A place that names what is not there any more. */
export interface BrokenImport {
  readonly file: WorkspacePath;
  readonly line: number;
  readonly name: string;
  /** The file that exported it. */
  readonly from: WorkspacePath;
  readonly isType: boolean;
}

type Symbols = Map<WorkspacePath, ModuleSymbols>;

/** Imports and re-exports of removed names, through `export *` too; only those of which it is certain that nothing else provides the name. */
export async function brokenImports(
  graph: CodeGraph,
  known: ReadonlyMap<WorkspacePath, ModuleSymbols>,
  removals: readonly RemovedNames[],
  signal: AbortSignal | undefined,
): Promise<readonly BrokenImport[]> {
  const symbols: Symbols = new Map(known);
  const found: BrokenImport[] = [];
  const seen = new Set<string>();
  const open = removals.flatMap(({ path, removed }) => removed.map((name) => ({ path, name, from: path })));
  for (const { from, name, path } of open) {
    const key = `${path}\0${name}`;
    if (seen.has(key) || (await mayProvide({ graph, symbols, signal }, path, name))) continue;
    seen.add(key);
    const places = new Map<WorkspacePath, Set<string>>();
    for (const edge of graph.importersOf(path)) places.set(edge.from, (places.get(edge.from) ?? new Set<string>()).add(edge.source));
    for (const [file, sources] of places) {
      const own = symbols.get(file);
      if (own === undefined || graph.files.get(file)?.problem !== undefined) continue;
      for (const { imported, isType, line, source } of own.imports)
        if (imported === name && sources.has(source)) found.push({ file, line, name, from, isType });
      for (const one of own.exports) {
        if (one.source === undefined || !sources.has(one.source)) continue;
        if (one.imported === name) found.push({ file, line: one.line, name, from, isType: one.isType === true });
        else if (one.name === '*' && name !== 'default') open.push({ path: file, name, from });
      }
    }
  }
  return found;
}

export interface Provided {
  readonly graph: CodeGraph;
  /** Those that were read. */
  readonly symbols: Symbols;
  readonly signal: AbortSignal | undefined;
  /** Where nothing is exported, something else may make names: a module of CommonJS. */
  readonly mayBeCommon?: true;
}

/** Whether a module may export a name: it does, or takes names from where they cannot be seen. */
export async function mayProvide(
  where: Provided,
  path: WorkspacePath,
  name: string,
  seen: Set<WorkspacePath> = new Set(),
): Promise<boolean> {
  if (seen.has(path)) return false;
  seen.add(path);
  const { graph, mayBeCommon, signal, symbols } = where;
  if (!symbols.has(path)) for (const [file, value] of await graph.symbols([path], signal)) symbols.set(file, value);
  const own = symbols.get(path);
  if (own === undefined || holdsScripts(path) || graph.files.get(path)?.problem !== undefined) return true;
  if (own.exports.some((one) => one.name === name) || (mayBeCommon === true && own.exports.length === 0)) return true;
  for (const star of own.exports) {
    if (star.name !== '*' || star.source === undefined) continue;
    const target = graph.resolver.resolve(path, star.source);
    if (target.kind !== 'file' || (await mayProvide(where, target.path, name, seen))) return true;
  }
  return false;
}

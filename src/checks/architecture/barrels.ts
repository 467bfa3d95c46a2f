import type { CodeGraph, Edge, ModuleSymbols } from '../../code/index.ts';
import type { FileImport } from './layers.ts';

/** Re-exports lead at most over so many files. */
const maxSteps = 10;

/**
 * Imports that reach a file through another one that hands its names on: `import { a } from './index'`, where `./index` says `export { a } from
 * '../db/a'`, or imports the name and exports it. A file that hands on what is below its own directory is the public face of that directory and hides nothing, so it is left out.
 */
export async function handedOnImports(graph: CodeGraph, signal: AbortSignal): Promise<readonly FileImport[]> {
  const importing = [...graph.files.values()].filter(({ edges }) => edges.length > 0).map(({ path }) => path);
  const symbols = await graph.symbols(importing, signal);
  const barrels = new Set(importing.filter((path) => handedBy(symbols.get(path)).length > 0));
  const users = importing.filter((path) => graph.importsOf(path).some(({ to }) => barrels.has(to)));
  if (users.length === 0) return [];
  // Files that declare what is handed on may import nothing.
  const ends = new Set([...barrels].flatMap((path) => graph.importsOf(path).map(({ to }) => to)).filter((path) => !symbols.has(path)));
  const all = new Map([...symbols, ...(await graph.symbols([...ends], signal))]);
  return users.flatMap((file) => {
    const own = all.get(file);
    const edges = graph.importsOf(file).filter((edge) => barrels.has(edge.to));
    return own === undefined ? [] : edges.flatMap((edge) => handedOn(graph, all, own, edge));
  });
}

function handedOn(graph: CodeGraph, symbols: Symbols, own: ModuleSymbols, edge: Edge): readonly FileImport[] {
  const names = new Set(own.imports.filter(({ source }) => source === edge.source).map(({ imported }) => imported));
  const found = new Map<string, FileImport>();
  for (const name of names) {
    for (const way of origins(graph, symbols, edge.to, name)) {
      const to = way.at(-1);
      if (to === undefined || to === edge.to || isFaceOf(edge.to, to)) continue;
      found.set(to, { from: edge.from, to, line: edge.line, through: way.slice(0, -1) });
    }
  }
  return [...found.values()];
}

type Symbols = ReadonlyMap<string, ModuleSymbols>;

/** The ways by which a name comes to a file: the file itself first, the one that declares it last. With `*`, of every name that is handed on. */
function origins(
  graph: CodeGraph,
  symbols: Symbols,
  file: string,
  name: string,
  before: readonly string[] = [],
): readonly (readonly string[])[] {
  const way = [...before, file];
  const own = symbols.get(file);
  if (own === undefined || before.includes(file) || way.length > maxSteps) return [way];
  const handed = handedBy(own).filter(
    (one) => name === '*' || one.name === name || (one.name === '*' && !own.exports.some((other) => other.name === name)),
  );
  const ways = handed.flatMap((one) => {
    const to = graph.importsOf(file).find(({ source }) => source === one.source)?.to;
    if (to === undefined) return [];
    const further = origins(graph, symbols, to, one.name === '*' ? name : one.imported, way);
    // Of `export *` only the file that has the name counts.
    return one.name === '*' && name !== '*' ? further.filter((path) => declares(symbols.get(path.at(-1) ?? ''), name)) : further;
  });
  return ways.length === 0 ? [way] : ways;
}

function declares(symbols: ModuleSymbols | undefined, name: string): boolean {
  return (symbols?.exports.some((one) => one.name === name) ?? false) && !handedBy(symbols).some((one) => one.name === name);
}

/** Names that a file exports and does not declare, with where it has them from. */
function handedBy(
  symbols: ModuleSymbols | undefined,
): readonly { readonly name: string; readonly source: string; readonly imported: string }[] {
  if (symbols === undefined) return [];
  return symbols.exports.flatMap(({ imported, local, name, source }) => {
    if (source !== undefined) return [{ name, source, imported: imported ?? name }];
    const from = local === undefined ? undefined : symbols.imports.find((one) => one.local === local);
    return from === undefined ? [] : [{ name, source: from.source, imported: from.imported }];
  });
}

function isFaceOf(barrel: string, file: string): boolean {
  return file.startsWith(barrel.slice(0, barrel.lastIndexOf('/') + 1));
}

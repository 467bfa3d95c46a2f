import type { WorkspacePath } from '../../workspace/index.ts';
import type { CodeGraph } from '../graph/code-graph.ts';
import type { ModuleSymbols } from '../module-record.ts';
import { mayProvide, type Provided } from '../reach/broken-imports.ts';
import type { PlannedCode } from './planned-graph.ts';

/** A name that a module of the change takes from another one that does not export it. */
export interface UnprovidedName {
  readonly file: WorkspacePath;
  readonly line: number;
  readonly name: string;
  readonly from: WorkspacePath;
  readonly isType: boolean;
}

interface Taken {
  readonly imported: string;
  readonly source: string;
  readonly line: number;
  readonly isType: boolean;
}

/** Imports and re-exports in the modules of a change of names that nothing provides after it, and that were not already broken before. */
export async function unprovidedNames(
  before: CodeGraph,
  { graph, read }: PlannedCode,
  signal: AbortSignal,
): Promise<readonly UnprovidedName[]> {
  const after: Provided = { graph, symbols: new Map(), signal, mayBeCommon: true };
  const earlier: Provided = { graph: before, symbols: new Map(), signal, mayBeCommon: true };
  const found: UnprovidedName[] = [];
  for (const [file, versions] of read) {
    if (versions.after?.symbols === undefined || versions.after.problem !== undefined) continue;
    const had = new Set(takenBy(versions.before?.symbols).map(keyOf));
    for (const one of takenBy(versions.after.symbols)) {
      const target = graph.resolver.resolve(file, one.source);
      if (target.kind !== 'file' || target.path === file || /\.d\.[cm]?ts$/.test(target.path)) continue;
      if (await mayProvide(after, target.path, one.imported)) continue;
      const wasBroken = had.has(keyOf(one)) && !(await mayProvide(earlier, target.path, one.imported));
      if (!wasBroken) found.push({ file, line: one.line, name: one.imported, from: target.path, isType: one.isType });
    }
  }
  return found;
}

function takenBy(symbols: ModuleSymbols | undefined): readonly Taken[] {
  if (symbols === undefined) return [];
  const exports = symbols.exports.flatMap(({ imported, isType = false, line, source }) =>
    source === undefined || imported === undefined ? [] : [{ imported, source, line, isType }],
  );
  return [...symbols.imports, ...exports].filter(({ imported }) => imported !== '*' && imported !== '');
}

function keyOf({ imported, source }: Taken): string {
  return `${imported}\0${source}`;
}

import { setImmediate } from 'node:timers/promises';
import type { WorkspacePath } from '../../workspace/index.ts';
import type { ExportedName, ModuleUses } from '../module-record.ts';
import { isUsed } from '../parse/symbols-in-tree.ts';
import { sourceKind } from '../files/source-kinds.ts';
import type { Resolver } from '../resolve/resolver.ts';
import type { ImportLines } from '../scan/import-lines.ts';
import type { Edge } from './edges.ts';

/** What is needed of a graph. */
export interface SymbolGraph {
  readonly files: ReadonlyMap<WorkspacePath, { readonly edges: readonly Edge[]; readonly hasConstEnum?: true | undefined }>;
  readonly resolver: Pick<Resolver, 'resolve' | 'configOf'>;
  /** By the lines of the imports whose names matter. */
  uses(lines: ReadonlyMap<WorkspacePath, readonly number[]>): Promise<ReadonlyMap<WorkspacePath, ModuleUses>>;
}

/** What a name is in the module that declares it. `unknown`: it comes from a package, or from nowhere. */
export type NameKind = ExportedName['kind'];

/** Thrown when symbols are needed that are not there yet. */
class Missing {
  readonly path: WorkspacePath;
  constructor(path: WorkspacePath) {
    this.path = path;
  }
}

/** Edges that are looked at before other work of this process goes on. */
const inSlice = 1000;
/** A chain of re-exports has an end. */
const maxRounds = 60;

/** As `CodeGraph.elided` promises. Reads the symbols that it needs, in as few rounds as re-exports allow. */
export async function elidedEdges(
  graph: SymbolGraph,
  edges: readonly Edge[],
  importLines: ReadonlyMap<WorkspacePath, ImportLines>,
): Promise<ReadonlySet<Edge>> {
  const known = new Map<WorkspacePath, ModuleUses>();
  const asked = new Set<WorkspacePath>();
  const elided = new Set<Edge>();
  const kinds = new Map<string, NameKind>();
  const enums = constEnums(graph);
  let open: Edge[] = [];
  for (const [i, edge] of edges.entries()) {
    if (i % inSlice === inSlice - 1) await setImmediate();
    const { form, from, line, to } = edge;
    const lines = form === 'import' ? importLines.get(from) : undefined;
    // A value stays, but for a `const enum`.
    if (lines?.values.includes(line) === true && !enums(to)) continue;
    const hasMetadata = graph.resolver.configOf(from)?.decoratorMetadata === true;
    if (lines?.types.includes(line) === true || (lines?.signatures.includes(line) === true && !hasMetadata)) elided.add(edge);
    else open.push(edge);
  }
  const linesOf = new Map<WorkspacePath, number[]>();
  for (const { form, from, line } of open) {
    const known = linesOf.get(from) ?? [];
    linesOf.set(from, form === 'import' ? [...known, line] : known);
  }
  let wanted = new Set(linesOf.keys());
  for (let round = 0; open.length > 0 && round < maxRounds; round += 1) {
    const paths = [...wanted].filter((path) => !asked.has(path) && sourceKind(path) === 'module');
    for (const path of wanted) asked.add(path);
    if (paths.length > 0)
      for (const [path, uses] of await graph.uses(new Map(paths.map((path) => [path, linesOf.get(path) ?? []])))) known.set(path, uses);
    const later: Edge[] = [];
    wanted = new Set();
    for (const [i, edge] of open.entries()) {
      if (i % inSlice === inSlice - 1) await setImmediate();
      try {
        if (isElided(graph, edge, { symbolsOf, kinds, enums })) elided.add(edge);
      } catch (missing) {
        if (!(missing instanceof Missing)) throw missing;
        wanted.add(missing.path);
        later.push(edge);
      }
    }
    open = later;
  }
  return elided;

  function symbolsOf(path: WorkspacePath): ModuleUses | undefined {
    if (!asked.has(path)) throw new Missing(path);
    return known.get(path);
  }
}

type Symbols = (path: WorkspacePath) => ModuleUses | undefined;

interface Asking {
  readonly symbolsOf: Symbols;
  /** What was found of a name, by file and name. */
  readonly kinds: Map<string, NameKind>;
  /** Whether a file, or one that it re-exports, has a `const enum`. */
  enums(path: WorkspacePath): boolean;
}

function isElided(graph: SymbolGraph, { form, from, line, source, to }: Edge, { enums, kinds, symbolsOf }: Asking): boolean {
  const own = symbolsOf(from);
  if (own === undefined) return false;
  const config = graph.resolver.configOf(from);
  const kindOf = (imported: string): NameKind => (imported === '*' ? 'value' : exportKind(graph, to, imported, symbolsOf, kinds));
  if (form === 'export') {
    const names = own.exports.filter((one) => one.source === source && one.isType !== true);
    return config?.isIsolated !== true && names.every(({ imported = '' }) => kindOf(imported) === 'type');
  }
  const names = own.imports.filter((one) => one.source === source && one.line === line && !one.isType);
  return names.every(({ imported, local }) => {
    const usage = own.usage[local];
    if (isUsed(usage, 'value'))
      return config?.keepsConstEnums !== true && imported !== '*' && enums(to) && kindOf(imported) === 'const-enum';
    const isHandedOn = isUsed(usage, 'exported') || (isUsed(usage, 'decorated') && config?.decoratorMetadata === true);
    return !isHandedOn || kindOf(imported) === 'type';
  });
}

/** Files from which a `const enum` may come. */
function constEnums(graph: SymbolGraph): (path: WorkspacePath) => boolean {
  const known = new Map<WorkspacePath, boolean>();
  const ask = (path: WorkspacePath): boolean => {
    const answer = known.get(path);
    if (answer !== undefined) return answer;
    // Of files that re-export each other: nothing new comes from those that are being asked.
    known.set(path, false);
    const file = graph.files.get(path);
    const found = file !== undefined && (file.hasConstEnum === true || file.edges.some(({ form, to }) => form === 'export' && ask(to)));
    known.set(path, found);
    return found;
  };
  return ask;
}

/**
 * What a name that a file exports is where it is declared.
 * @param known what was found before; more is added.
 */
export function exportKind(
  graph: Pick<SymbolGraph, 'resolver'>,
  path: WorkspacePath,
  name: string,
  symbolsOf: Symbols,
  known: Map<string, NameKind> = new Map(),
): NameKind {
  const key = `${path}\0${name}`;
  const answer = known.get(key);
  if (answer !== undefined) return answer;
  // For files that re-export each other; a real answer takes its place.
  known.set(key, 'unknown');
  try {
    const found = kindIn(graph, path, name, symbolsOf, known);
    known.set(key, found);
    return found;
  } catch (missing) {
    known.delete(key);
    throw missing;
  }
}

function kindIn(
  graph: Pick<SymbolGraph, 'resolver'>,
  path: WorkspacePath,
  name: string,
  symbolsOf: Symbols,
  known: Map<string, NameKind>,
): NameKind {
  const own = symbolsOf(path);
  if (own === undefined) return 'unknown';
  const listed = own.exports.find((one) => one.name === name);
  const follow = (source: string, imported: string): NameKind => {
    const found = graph.resolver.resolve(path, source);
    return found.kind === 'file' ? exportKind(graph, found.path, imported, symbolsOf, known) : 'unknown';
  };
  if (listed !== undefined) {
    if (listed.isType === true) return 'type';
    if (listed.kind !== 'unknown') return listed.kind;
    if (listed.imported === '*') return 'value';
    if (listed.source !== undefined) return follow(listed.source, listed.imported ?? name);
    const imported = own.imports.find(({ local }) => local === listed.local);
    if (imported === undefined) return 'unknown';
    if (imported.isType) return 'type';
    return imported.imported === '*' ? 'value' : follow(imported.source, imported.imported);
  }
  if (name === 'default') return 'unknown';
  for (const star of own.exports) {
    if (star.name !== '*' || star.source === undefined) continue;
    const kind = follow(star.source, name);
    if (kind !== 'unknown') return star.isType === true ? 'type' : kind;
  }
  return 'unknown';
}

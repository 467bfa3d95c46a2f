import type { WorkspacePath } from '../../workspace/index.ts';
import { components } from '../cycles/components.ts';
import type { Arc, Cut } from '../cycles/cut.ts';
import type { ModuleSymbols, ModuleUses } from '../module-record.ts';
import type { Resolver } from '../resolve/resolver.ts';
import type { ImportLines } from '../scan/import-lines.ts';
import { type Edge, type EdgeKind, type FileEdges, type NamingEdge, noEdges } from './edges.ts';
import { elidedEdges } from './elision.ts';

/** A file of the workspace, as the graph has it. */
export interface CodeFile extends FileEdges {
  readonly path: WorkspacePath;
  /**
   * `module`: JavaScript, TypeScript, or a Vue, Svelte or Astro file. `not-analysed`: source in another language; nothing is said of what it
   * imports. `other`: anything else; modules may still import it (`./data.json`).
   */
  readonly kind: 'module' | 'not-analysed' | 'other';
  /** Why a module could not be read as one, or only in part. */
  readonly problem?: string | undefined;
  /** Whether the text has a `const enum`: an import of one may be gone when the program runs, though it is used as a value. */
  readonly hasConstEnum?: true | undefined;
}

/** Which edges a question follows; all of them where nothing is said. */
export interface EdgeChoice {
  readonly kinds?: readonly EdgeKind[];
}

/** Does for a graph what may take long. Reads symbols of files; kept as long as a file stays the same. What is no module is not in the answer. */
export interface SymbolSource {
  symbols(paths: readonly WorkspacePath[], signal: AbortSignal | undefined): Promise<ReadonlyMap<WorkspacePath, ModuleSymbols>>;
  /** How the names of some imports are used, by the lines of their statements: cheaper than all symbols. */
  uses(
    lines: ReadonlyMap<WorkspacePath, readonly number[]>,
    signal: AbortSignal | undefined,
  ): Promise<ReadonlyMap<WorkspacePath, ModuleUses>>;
  /** See {@link CodeGraph.cuts}. */
  cuts(parts: readonly (readonly Arc[])[], signal: AbortSignal | undefined): Promise<readonly Cut[]>;
  /** What the text alone tells of the imports of files. Cheap. */
  importLines(paths: readonly WorkspacePath[], signal: AbortSignal | undefined): Promise<ReadonlyMap<WorkspacePath, ImportLines>>;
}

/** The files of a workspace and what they import from each other, as they were at one time. Never changes. */
export class CodeGraph {
  /** Every file that the ignore rules leave, by its path. */
  readonly files: ReadonlyMap<WorkspacePath, CodeFile>;
  /** What a specifier would mean in a file. */
  readonly resolver: Pick<Resolver, 'resolve' | 'configOf' | 'packageOf' | 'withFiles'>;
  readonly #symbols: SymbolSource;
  #importers: ReadonlyMap<WorkspacePath, readonly (Edge | NamingEdge)[]> | undefined;
  #groups: readonly (readonly WorkspacePath[])[] | undefined;

  /** @param same an earlier graph in which every file names the same files, if there is one: its components are those of this one. */
  constructor(files: ReadonlyMap<WorkspacePath, CodeFile>, resolver: Resolver, symbols: SymbolSource, same?: CodeGraph) {
    this.files = files;
    this.resolver = resolver;
    this.#symbols = symbols;
    if (same !== undefined) this.#groups = same.#groups;
  }

  /** What a file imports, in the order of its text; empty for an unknown file. */
  importsOf(path: WorkspacePath): readonly Edge[] {
    return (this.files.get(path) ?? noEdges).edges;
  }

  /** What a file names without importing it; empty for an unknown file. */
  namedBy(path: WorkspacePath): readonly NamingEdge[] {
    return (this.files.get(path) ?? noEdges).named;
  }

  /** Who imports a file, or names it. */
  importersOf(path: WorkspacePath): readonly (Edge | NamingEdge)[] {
    this.#importers ??= turned(this.files.values());
    return this.#importers.get(path) ?? [];
  }

  /** The files that reach one of these over any number of imports, or by naming them, and these themselves. */
  reverseClosure(paths: Iterable<WorkspacePath>, choice: EdgeChoice = {}): ReadonlySet<WorkspacePath> {
    return closure(paths, (path) => this.importersOf(path).flatMap((edge) => (isChosen(edge, choice) ? [edge.from] : [])));
  }

  /** The files that these reach, and these themselves. */
  closure(paths: Iterable<WorkspacePath>, choice: EdgeChoice = {}): ReadonlySet<WorkspacePath> {
    return closure(paths, (path) =>
      [...this.importsOf(path), ...this.namedBy(path)].flatMap((edge) => (isChosen(edge, choice) ? [edge.to] : [])),
    );
  }

  /** The groups of files that reach each other by imports alone, each group and all groups sorted by path; a file that imports itself is a group. */
  components(choice?: EdgeChoice & { readonly without?: ReadonlySet<Edge> }): readonly (readonly WorkspacePath[])[] {
    if (choice === undefined && this.#groups !== undefined) return this.#groups;
    const paths: WorkspacePath[] = [];
    for (const { edges, path } of this.files.values()) if (edges.length > 0) paths.push(path);
    const found = components(paths, (path) => {
      const edges = this.importsOf(path);
      const chosen = choice === undefined ? edges : edges.filter((edge) => isChosen(edge, choice) && choice.without?.has(edge) !== true);
      return chosen.map(({ to }) => to);
    });
    if (choice === undefined) this.#groups = found;
    return found;
  }

  /** What files export, declare and use by name: read when it is first asked for. Files that are no modules are not in the answer. */
  async symbols(paths: readonly WorkspacePath[], signal?: AbortSignal): Promise<ReadonlyMap<WorkspacePath, ModuleSymbols>> {
    return this.#symbols.symbols(
      paths.filter((path) => this.files.get(path)?.kind === 'module'),
      signal,
    );
  }

  /** For each of these parts, the fewest edges whose removal leaves no circle. */
  async cuts(parts: readonly (readonly Arc[])[], signal?: AbortSignal): Promise<readonly Cut[]> {
    return this.#symbols.cuts(parts, signal);
  }

  /** Those of the edges that TypeScript removes, because all they name is used only as types. */
  async elided(edges: readonly Edge[], signal?: AbortSignal): Promise<ReadonlySet<Edge>> {
    const open = edges.filter(({ mayElide }) => mayElide);
    const lines = await this.#symbols.importLines([...new Set(open.map(({ from }) => from))], signal);
    const { files, resolver } = this;
    return elidedEdges({ files, resolver, uses: async (asked) => this.#symbols.uses(asked, signal) }, open, lines);
  }
}

function isChosen({ kind }: Pick<Edge, 'kind'>, { kinds }: EdgeChoice): boolean {
  return kinds === undefined || kinds.includes(kind);
}

function closure(paths: Iterable<WorkspacePath>, next: (path: WorkspacePath) => readonly WorkspacePath[]): ReadonlySet<WorkspacePath> {
  const found = new Set(paths);
  // A set may grow while it is walked.
  for (const path of found) for (const other of next(path)) found.add(other);
  return found;
}

function turned(files: Iterable<CodeFile>): ReadonlyMap<WorkspacePath, readonly (Edge | NamingEdge)[]> {
  const importers = new Map<WorkspacePath, (Edge | NamingEdge)[]>();
  for (const { edges, named } of files) {
    for (const edge of named.length === 0 ? edges : [...edges, ...named]) {
      const known = importers.get(edge.to);
      if (known === undefined) importers.set(edge.to, [edge]);
      else known.push(edge);
    }
  }
  return importers;
}

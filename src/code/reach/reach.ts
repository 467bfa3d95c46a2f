import type { WorkspacePath } from '../../workspace/index.ts';
import type { CodeGraph } from '../graph/code-graph.ts';
import type { Edge, NamingEdge } from '../graph/edges.ts';
import type { Declaration, ModuleSymbols } from '../module-record.ts';
import { holdsScripts } from '../parse/scripts-in.ts';
import { isUsed } from '../parse/symbols-in-tree.ts';

/** What of a module is not as it was. */
export interface ModuleChange {
  readonly path: WorkspacePath;
  /** Loading it may do something else: then everything that loads it is reached. */
  readonly isWhole: boolean;
  /** Names of the top level, declared or imported, that are not as they were. */
  readonly names: readonly string[];
  /** Exported names that mean something else. */
  readonly exports: readonly string[];
}

/** What is reached of one file. */
export interface Reached {
  /** Loading it may do something else. */
  isWhole: boolean;
  /** Declarations and exported names. */
  readonly names: Set<string>;
}

export interface ReachOptions {
  /** Also what is only a type: nothing of that runs, but the type check sees it. */
  readonly types: boolean;
}

/**
 * In which files changed code may run: those that mention a changed name, those that mention one of these, and so on, through re-exports and
 * namespaces. What cannot be followed by name (`require`, `import()`, a worker, a Vue file, code that runs when a module is loaded) is taken whole.
 */
export function reachedFiles(
  graph: CodeGraph,
  symbols: ReadonlyMap<WorkspacePath, ModuleSymbols>,
  changes: readonly ModuleChange[],
  options: ReachOptions,
): ReadonlyMap<WorkspacePath, Reached> {
  return new Reach(graph, symbols, options).from(changes);
}

interface User {
  /** Absent: a statement of the top level. */
  readonly declaration?: Declaration;
  /** Of `ns.member`. */
  readonly member?: string | undefined;
}

interface FileIndex {
  readonly symbols: ModuleSymbols;
  readonly users: ReadonlyMap<string, readonly User[]>;
  readonly exportsOf: ReadonlyMap<string, readonly string[]>;
}

const elementRuntime = /(?:^|\/)jsx-(?:dev-)?runtime(?:\/index)?\.[cm]?[jt]sx?$/;

class Reach {
  readonly #graph: CodeGraph;
  readonly #symbols: ReadonlyMap<WorkspacePath, ModuleSymbols>;
  readonly #types: boolean;
  readonly #indexes = new Map<WorkspacePath, FileIndex | undefined>();
  readonly #reached = new Map<WorkspacePath, Reached>();
  readonly #seen = new Set<string>();
  readonly #work: (() => void)[] = [];

  constructor(graph: CodeGraph, symbols: ReadonlyMap<WorkspacePath, ModuleSymbols>, { types }: ReachOptions) {
    this.#graph = graph;
    this.#symbols = symbols;
    this.#types = types;
  }

  from(changes: readonly ModuleChange[]): ReadonlyMap<WorkspacePath, Reached> {
    for (const { exports, isWhole, names, path } of changes) {
      if (isWhole || this.#index(path) === undefined) this.#whole(path);
      for (const name of names) this.#name(path, name, undefined);
      for (const name of exports) this.#exported(path, name);
    }
    for (let next = this.#work.pop(); next !== undefined; next = this.#work.pop()) next();
    return this.#reached;
  }

  #once(key: string, work: () => void): void {
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#work.push(work);
  }

  #of(path: WorkspacePath): Reached {
    let known = this.#reached.get(path);
    if (known === undefined) {
      known = { isWhole: false, names: new Set() };
      this.#reached.set(path, known);
      // Compilers add an import of it to every file with elements. https://www.typescriptlang.org/tsconfig/#jsxImportSource
      if (elementRuntime.test(path)) for (const other of this.#graph.files.keys()) if (/\.[jt]sx$/.test(other)) this.#whole(other);
    }
    return known;
  }

  #whole(path: WorkspacePath): void {
    this.#once(`whole\0${path}`, () => {
      this.#of(path).isWhole = true;
      for (const edge of this.#graph.importersOf(path)) {
        if (!this.#types && (edge.kind === 'type' || this.#isElided(edge))) continue;
        if (edge.kind === 'lazy' || edge.form === 'type-import') this.#around(edge);
        else this.#whole(edge.from);
      }
    });
  }

  /** A name of the top level of a file; of a namespace, one member of it. */
  #name(path: WorkspacePath, name: string, member: string | undefined): void {
    this.#once(`name\0${path}\0${name}\0${member ?? ''}`, () => {
      const index = this.#index(path);
      if (index === undefined) {
        this.#whole(path);
        return;
      }
      if (index.symbols.declarations.some((one) => one.name === name)) this.#of(path).names.add(name);
      for (const user of index.users.get(name) ?? []) {
        if (member !== undefined && user.member !== undefined && user.member !== member) continue;
        if (user.declaration === undefined) this.#whole(path);
        else this.#declared(path, user.declaration);
      }
      for (const exported of index.exportsOf.get(name) ?? []) this.#exported(path, exported);
    });
  }

  #declared(path: WorkspacePath, { name, runs }: Declaration): void {
    this.#of(path).names.add(name);
    if (runs === true) this.#whole(path);
    this.#name(path, name, undefined);
  }

  #exported(path: WorkspacePath, name: string): void {
    this.#once(`export\0${path}\0${name}`, () => {
      this.#of(path).names.add(name);
      const sources = new Map<WorkspacePath, Set<string>>();
      for (const edge of this.#graph.importersOf(path)) {
        if (edge.kind === 'type' && !this.#types) continue;
        const known = sources.get(edge.from) ?? new Set();
        sources.set(edge.from, known.add(edge.source));
        if (/^(?:dynamic|require|lazy-require|type-import|url|glob)$/.test(edge.form)) this.#around(edge);
      }
      for (const [from, texts] of sources) this.#taken(from, texts, name);
    });
  }

  /** Where a file names what another one exports. */
  #taken(from: WorkspacePath, sources: ReadonlySet<string>, name: string): void {
    const index = this.#index(from);
    if (index === undefined) {
      this.#whole(from);
      return;
    }
    const { imports, exports } = index.symbols;
    for (const { imported, isType, local, source } of imports) {
      if (!sources.has(source) || (isType && !this.#types)) continue;
      if (imported === name) this.#name(from, local, undefined);
      else if (imported === '*') this.#name(from, local, name);
    }
    for (const one of exports) {
      if (one.source === undefined || !sources.has(one.source) || (one.isType === true && !this.#types)) continue;
      if (one.imported === name) this.#exported(from, one.name);
      else if (one.imported === '*' && one.name !== '*') this.#exported(from, one.name);
      else if (one.name === '*' && name !== 'default' && !exports.some((other) => other.name === name)) this.#exported(from, name);
    }
  }

  /** Takes the declaration around an `import()` or `require()`, whole; without one, the file. */
  #around({ from, line }: Pick<Edge, 'from' | 'line'>): void {
    const index = this.#index(from);
    const around = index?.symbols.declarations.filter((one) => one.line <= line && line <= one.endLine) ?? [];
    if (around.length === 0) this.#whole(from);
    for (const one of around) this.#declared(from, one);
  }

  /** TypeScript leaves out an import of which only types are used. */
  #isElided({ form, from, line, mayElide, source }: Edge | NamingEdge): boolean {
    const index = mayElide && form === 'import' ? this.#index(from) : undefined;
    if (index === undefined) return false;
    const names = index.symbols.imports.filter((one) => one.source === source && one.line === line);
    return names.every(({ isType, local }) => {
      const usage = index.symbols.usage[local];
      return isType || !(isUsed(usage, 'value') || isUsed(usage, 'exported') || isUsed(usage, 'decorated'));
    });
  }

  /** `undefined` for what cannot be followed by name: its markup uses names, or it could not be read. */
  #index(path: WorkspacePath): FileIndex | undefined {
    if (!this.#indexes.has(path)) {
      const symbols = this.#symbols.get(path);
      const isKnown = symbols !== undefined && !holdsScripts(path) && this.#graph.files.get(path)?.problem === undefined;
      this.#indexes.set(path, isKnown ? indexOf(symbols, this.#types) : undefined);
    }
    return this.#indexes.get(path);
  }
}

function indexOf(symbols: ModuleSymbols, types: boolean): FileIndex {
  const namespaces = new Set(symbols.imports.flatMap(({ imported, local }) => (imported === '*' ? [local] : [])));
  const users = new Map<string, User[]>();
  const use = (text: string, declaration?: Declaration): void => {
    const dot = text.indexOf('.');
    const name = dot === -1 ? text : text.slice(0, dot);
    const member = dot === -1 || !namespaces.has(name) ? undefined : text.slice(dot + 1);
    const user = declaration === undefined ? { member } : { declaration, member };
    const known = users.get(name);
    if (known === undefined) users.set(name, [user]);
    else known.push(user);
  };
  for (const one of symbols.declarations) {
    for (const text of one.uses) use(text, one);
    if (types) for (const text of one.typeUses) use(text, one);
  }
  for (const { uses } of symbols.statements) for (const text of uses) use(text);
  const exportsOf = new Map<string, string[]>();
  for (const { isType, local, name } of symbols.exports) {
    if (local === undefined || (isType === true && !types)) continue;
    const known = exportsOf.get(local);
    if (known === undefined) exportsOf.set(local, [name]);
    else known.push(name);
  }
  return { symbols, users, exportsOf };
}

import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { WritableSystem } from '../system/index.ts';
import type { Workspace, WorkspacePath } from '../workspace/index.ts';
import { type Listing, SourceFiles } from './files/source-files.ts';
import { sourceKind } from './files/source-kinds.ts';
import { type CodeFile, CodeGraph, type SymbolSource } from './graph/code-graph.ts';
import { Cuts } from './cycles/cuts.ts';
import { edgesOf, noEdges } from './graph/edges.ts';
import { KeptValues } from './kept-values.ts';
import type { ModuleRecord, ModuleSymbols, ModuleUses } from './module-record.ts';
import { findImportLines, readModules } from './parse/read-modules.ts';
import { readResolver } from './resolve/read-resolver.ts';
import type { Resolver } from './resolve/resolver.ts';
import type { ImportLines } from './scan/import-lines.ts';

/** What is known of the code of a workspace. One for each workspace of a process. */
export interface Code {
  /**
   * The graph as the files are now. Only what has changed since the last call is read; what an earlier process read is taken from snap's own directory.
   * @throws SnapError `timeout`, `not-available` (the parser cannot be loaded), `not-found`. The reason of the signal.
   */
  graph(signal?: AbortSignal): Promise<CodeGraph>;
}

/** For one reading. A caller's own limit comes by its signal. */
const maxMs = 120_000;
/** So many need a few milliseconds. */
const filesInSlice = 200;

/** Opening reads nothing. */
export function openCode(system: WritableSystem, workspace: Workspace, { exclude }: { readonly exclude: readonly string[] }): Code {
  const state = new CodeState(system, workspace, exclude);
  let last: Promise<unknown> = Promise.resolve();
  return {
    graph(signal) {
      // One after the other: the second finds what the first has read.
      const next = last.then(
        async () => state.graph(signal),
        async () => state.graph(signal),
      );
      last = next;
      return next;
    },
  };
}

class CodeState {
  readonly #system: WritableSystem;
  readonly #root: string;
  readonly #sources: SourceFiles;
  readonly #records: KeptValues<ModuleRecord>;
  readonly #symbols: KeptValues<ModuleSymbols>;
  readonly #uses: KeptValues<ModuleUses>;
  readonly #importLines: KeptValues<ImportLines>;
  readonly #cuts: Cuts;
  #modules: ReadonlyMap<WorkspacePath, ModuleRecord> = new Map();
  #files = new Map<WorkspacePath, CodeFile>();
  #resolver: Resolver | undefined;
  #key: number | undefined;
  #graph: CodeGraph | undefined;

  constructor(system: WritableSystem, workspace: Workspace, exclude: readonly string[]) {
    this.#system = system;
    this.#root = workspace.root;
    this.#cuts = new Cuts(system);
    this.#sources = new SourceFiles(system, workspace, exclude);
    const kept = <T extends object>(name: string, ...lists: readonly (keyof T & string)[]): KeptValues<T> => {
      // What snap itself has stored: a look at its lists tells it from what another version did.
      const isRight = (value: object): value is T => {
        const fields: Readonly<Record<string, unknown>> = { ...value };
        return lists.every((list) => Array.isArray(fields[list]));
      };
      return new KeptValues(system, join(workspace.privateDirectory, 'code', name), isRight);
    };
    this.#records = kept('modules.json', 'requests');
    this.#symbols = kept('symbols.json', 'imports', 'exports', 'declarations', 'statements', 'onLoad');
    this.#uses = kept('uses.json', 'imports', 'exports');
    this.#importLines = kept('imports.json', 'values', 'types', 'signatures');
  }

  async graph(signal: AbortSignal | undefined): Promise<CodeGraph> {
    const listing = await this.#sources.look(signal);
    const changed = await this.#readChanged(listing, signal);
    const isOther = this.#resolver === undefined || this.#key !== listing.key;
    if (!isOther && changed.length === 0 && this.#graph !== undefined) return this.#graph;
    if (this.#resolver === undefined || isOther) this.#resolver = await readResolver(this.#system, this.#root, listing.files);
    const resolver = this.#resolver;
    const before = this.#files;
    this.#files = isOther ? await this.#allFiles(listing, resolver) : new Map(before);
    if (!isOther) for (const path of changed) this.#files.set(path, this.#file(path, resolver));
    const isSame = !isOther && changed.every((path) => namesSame(before.get(path), this.#files.get(path)));
    this.#key = listing.key;
    // The times of now: a file that changes later is another one.
    const stamps = new Map(listing.stamps);
    this.#graph = new CodeGraph(this.#files, resolver, this.#symbolsAt(stamps), isSame ? this.#graph : undefined);
    return this.#graph;
  }

  /** @returns the modules that are not as they were. */
  async #readChanged({ stamps }: Listing, signal: AbortSignal | undefined): Promise<readonly WorkspacePath[]> {
    const modules = [...stamps.keys()].filter((path) => sourceKind(path) === 'module');
    const before = this.#modules;
    this.#modules = await this.#records.of(modules, stamps, async (changed) =>
      readModules(this.#system, this.#root, changed, { wanted: 'requests', signal, maxMs }),
    );
    return modules.filter((path) => this.#modules.get(path) !== before.get(path));
  }

  async #allFiles({ files }: Listing, resolver: Resolver): Promise<Map<WorkspacePath, CodeFile>> {
    const all = new Map<WorkspacePath, CodeFile>();
    for (const path of files) {
      all.set(path, this.#file(path, resolver));
      // Other work of this process goes on meanwhile.
      if (all.size % filesInSlice === 0) await setImmediate();
    }
    return all;
  }

  #file(path: WorkspacePath, resolver: Resolver): CodeFile {
    const kind = sourceKind(path) ?? 'other';
    const record = this.#modules.get(path);
    if (kind !== 'module' || record === undefined) return { path, kind, ...noEdges };
    return { path, kind, ...edgesOf(path, record, resolver), problem: record.problem, hasConstEnum: record.hasConstEnum };
  }

  #symbolsAt(stamps: ReadonlyMap<WorkspacePath, string>): SymbolSource {
    const [system, root] = [this.#system, this.#root];
    return {
      symbols: async (paths, signal) =>
        this.#symbols.of(paths, stamps, async (changed) => {
          const read = await readModules(system, root, changed, { wanted: 'symbols', signal, maxMs });
          return [...read].map(([path, { symbols }]) => [path, symbols] as const);
        }),
      uses: async (lines, signal) => {
        const linesOf = (path: WorkspacePath): readonly number[] => lines.get(path) ?? [];
        const read = async (changed: readonly WorkspacePath[]): Promise<readonly (readonly [WorkspacePath, ModuleUses | undefined])[]> => {
          const records = await readModules(system, root, changed, { wanted: 'uses', linesOf, signal, maxMs });
          return [...records].map(([path, { uses }]) => [path, uses] as const);
        };
        return this.#uses.of([...lines.keys()], stamps, read, (path) => ` ${linesOf(path).join(' ')}`);
      },
      cuts: async (parts, signal) => this.#cuts.of(parts, signal),
      importLines: async (paths, signal) =>
        this.#importLines.of(paths, stamps, async (changed) => findImportLines(system, root, changed, { signal, maxMs })),
    };
  }
}

/** Whether a file names the same files as before, in the same order. */
function namesSame(one: CodeFile | undefined, other: CodeFile | undefined): boolean {
  return one?.edges.length === other?.edges.length && one?.edges.every(({ to }, i) => to === other?.edges[i]?.to) === true;
}

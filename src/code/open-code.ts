import { join } from 'node:path';
import type { WritableSystem } from '../system/index.ts';
import type { Workspace, WorkspacePath } from '../workspace/index.ts';
import { type Listing, SourceFiles } from './files/source-files.ts';
import { sourceKind } from './files/source-kinds.ts';
import { type CodeFile, CodeGraph } from './graph/code-graph.ts';
import { edgesOf, noEdges } from './graph/edges.ts';
import type { ModuleRecord, ModuleSymbols } from './module-record.ts';
import { findValues, readModules } from './parse/read-modules.ts';
import { readResolver } from './resolve/read-resolver.ts';
import type { Resolver } from './resolve/resolver.ts';
import { KeptFile } from './store/kept-file.ts';
import { type Kept, recordsIn, recordsText, symbolsIn, symbolsText } from './store/record-text.ts';

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
/** From so many files on, a change is stored at once; fewer are read again by the next process. */
const manyFiles = 20;

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
  readonly #recordsFile: KeptFile;
  readonly #symbolsFile: KeptFile;
  #records: Map<WorkspacePath, Kept<ModuleRecord>> | undefined;
  #symbols: Map<WorkspacePath, Kept<ModuleSymbols | undefined>> | undefined;
  readonly #valueLines = new Map<WorkspacePath, Kept<readonly number[]>>();
  #files = new Map<WorkspacePath, CodeFile>();
  #resolver: Resolver | undefined;
  #key: number | undefined;
  #graph: CodeGraph | undefined;

  constructor(system: WritableSystem, workspace: Workspace, exclude: readonly string[]) {
    this.#system = system;
    this.#root = workspace.root;
    this.#sources = new SourceFiles(system, workspace, exclude);
    this.#recordsFile = new KeptFile(system, join(workspace.privateDirectory, 'code', 'modules.json'));
    this.#symbolsFile = new KeptFile(system, join(workspace.privateDirectory, 'code', 'symbols.json'));
  }

  async graph(signal: AbortSignal | undefined): Promise<CodeGraph> {
    const listing = await this.#sources.look(signal);
    const changed = await this.#readChanged(listing, signal);
    const isOther = this.#resolver === undefined || this.#key !== listing.key;
    if (!isOther && changed.length === 0 && this.#graph !== undefined) return this.#graph;
    if (this.#resolver === undefined || isOther) this.#resolver = await readResolver(this.#system, this.#root, listing.files);
    const resolver = this.#resolver;
    this.#files = isOther ? this.#allFiles(listing, resolver) : new Map(this.#files);
    if (!isOther) for (const path of changed) this.#files.set(path, this.#file(path, resolver));
    this.#key = listing.key;
    // The times of now: a file that changes later is another one.
    const stamps = new Map(listing.stamps);
    this.#graph = new CodeGraph(this.#files, resolver, {
      symbols: async (paths, stop) => this.#symbolsOf(paths, stamps, stop),
      valueLines: async (paths, stop) => this.#valueLinesOf(paths, stamps, stop),
    });
    return this.#graph;
  }

  /** @returns the modules that are not as they were. */
  async #readChanged({ stamps }: Listing, signal: AbortSignal | undefined): Promise<readonly WorkspacePath[]> {
    this.#records ??= recordsIn((await this.#recordsFile.read()) ?? '') ?? new Map();
    const records = this.#records;
    const changed = [...stamps.keys()].filter((path) => sourceKind(path) === 'module' && records.get(path)?.stamp !== stamps.get(path));
    let gone = 0;
    for (const path of records.keys()) if (!stamps.has(path) && records.delete(path)) gone += 1;
    if (changed.length > 0) {
      const read = await readModules(this.#system, this.#root, changed, { symbols: false, signal, maxMs });
      for (const [path, value] of read) records.set(path, { stamp: stamps.get(path) ?? '', value });
    }
    if (changed.length + gone >= Math.min(manyFiles, Math.max(1, records.size))) await this.#recordsFile.write(recordsText(records));
    return changed;
  }

  #allFiles({ files }: Listing, resolver: Resolver): Map<WorkspacePath, CodeFile> {
    const all = new Map<WorkspacePath, CodeFile>();
    for (const path of files) all.set(path, this.#file(path, resolver));
    return all;
  }

  #file(path: WorkspacePath, resolver: Resolver): CodeFile {
    const kind = sourceKind(path) ?? 'other';
    const record = this.#records?.get(path)?.value;
    if (kind !== 'module' || record === undefined) return { path, kind, ...noEdges };
    return { path, kind, ...edgesOf(path, record, resolver), problem: record.problem, hasConstEnum: record.hasConstEnum };
  }

  async #valueLinesOf(
    paths: readonly WorkspacePath[],
    stamps: ReadonlyMap<WorkspacePath, string>,
    signal: AbortSignal | undefined,
  ): Promise<ReadonlyMap<WorkspacePath, readonly number[]>> {
    const changed = paths.filter((path) => this.#valueLines.get(path)?.stamp !== stamps.get(path));
    if (changed.length > 0)
      for (const [path, value] of await findValues(this.#system, this.#root, changed, { signal, maxMs }))
        this.#valueLines.set(path, { stamp: stamps.get(path) ?? '', value });
    for (const path of this.#valueLines.keys()) if (!stamps.has(path)) this.#valueLines.delete(path);
    return new Map(
      paths.flatMap((path) => {
        const value = this.#valueLines.get(path)?.value;
        return value === undefined ? [] : [[path, value] as const];
      }),
    );
  }

  async #symbolsOf(
    paths: readonly WorkspacePath[],
    stamps: ReadonlyMap<WorkspacePath, string>,
    signal: AbortSignal | undefined,
  ): Promise<ReadonlyMap<WorkspacePath, ModuleSymbols>> {
    this.#symbols ??= symbolsIn((await this.#symbolsFile.read()) ?? '') ?? new Map();
    const symbols = this.#symbols;
    const changed = paths.filter((path) => symbols.get(path)?.stamp !== stamps.get(path));
    if (changed.length > 0) {
      const read = await readModules(this.#system, this.#root, changed, { symbols: true, signal, maxMs });
      for (const [path, record] of read) symbols.set(path, { stamp: stamps.get(path) ?? '', value: record.symbols });
      for (const path of symbols.keys()) if (!stamps.has(path)) symbols.delete(path);
      if (changed.length >= manyFiles) await this.#symbolsFile.write(symbolsText(symbols));
    }
    return new Map(
      paths.flatMap((path) => {
        const value = symbols.get(path)?.value;
        return value === undefined ? [] : [[path, value] as const];
      }),
    );
  }
}

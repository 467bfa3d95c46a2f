import { SnapError, type System } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import { sourceKind } from '../files/source-kinds.ts';
import { type CodeFile, CodeGraph, type SymbolSource } from '../graph/code-graph.ts';
import { edgesOf, noEdges } from '../graph/edges.ts';
import type { ModuleSymbols } from '../module-record.ts';
import { knownFiles } from '../resolve/candidates.ts';
import { readResolver } from '../resolve/read-resolver.ts';
import { type PlannedText, type ReadText, readTextsJob } from './read-texts-job.ts';

/** A workspace as it would be after a change of some of its files. */
export interface PlannedCode {
  readonly graph: CodeGraph;
  /** What the versions of each module of the change say. */
  readonly read: ReadonlyMap<WorkspacePath, ReadText>;
}

const maxMs = 20_000;
/** Files whose contents the resolver reads. */
const decidesNames = /(?:^|\/)(?:package\.json|[jt]sconfig[\w.-]*\.json|pnpm-workspace\.yaml|lerna\.json)$/;

/**
 * The graph after a change that is not written. Other files keep the edges that they have, also those to files that would be gone.
 * @param system with the planned contents.
 * @throws The reason of the signal. SnapError `not-available` where there is no parser for this platform.
 */
export async function plannedCode(
  { root, system }: { readonly system: System; readonly root: string },
  graph: CodeGraph,
  texts: readonly PlannedText[],
  signal: AbortSignal,
): Promise<PlannedCode> {
  const modules = texts.filter(({ path }) => sourceKind(path) === 'module');
  const read = await readTexts(system, modules, signal);
  const paths = new Set(graph.files.keys());
  for (const { after, path } of texts)
    if (after === undefined) paths.delete(path);
    else paths.add(path);
  const resolver = texts.some(({ path }) => decidesNames.test(path))
    ? await readResolver(system, root, paths)
    : graph.resolver.withFiles(knownFiles(paths, system.platform !== 'linux'));
  const files = new Map<WorkspacePath, CodeFile>(graph.files);
  for (const { after, path } of texts) {
    const kind = sourceKind(path) ?? 'other';
    const record = read.get(path)?.after;
    if (after === undefined) files.delete(path);
    else files.set(path, { path, kind, ...(record === undefined ? noEdges : edgesOf(path, record, resolver)), problem: record?.problem });
  }
  return { graph: new CodeGraph(files, resolver, plannedSymbols(graph, read)), read };
}

/** Two versions of modules. @throws as {@link plannedCode}. */
export async function readTexts(
  system: System,
  texts: readonly PlannedText[],
  signal: AbortSignal,
): Promise<ReadonlyMap<WorkspacePath, ReadText>> {
  if (texts.length === 0) return new Map();
  const end = await system.runJob(readTextsJob, texts, { maxMs, signal });
  signal.throwIfAborted();
  if (end.state === 'missing-binding') throw new SnapError('not-available', end.reason);
  if (end.state !== 'done') throw new SnapError('not-available', 'The files could not be parsed in time.');
  return new Map(texts.flatMap(({ path }, i) => (end.output[i] === undefined ? [] : [[path, end.output[i]] as const])));
}

/** Only symbols are asked of such a graph; the rest is that of the files as they are. */
function plannedSymbols(graph: CodeGraph, read: ReadonlyMap<WorkspacePath, ReadText>): SymbolSource {
  return {
    async symbols(paths, signal) {
      const own = paths.flatMap((path): readonly (readonly [WorkspacePath, ModuleSymbols])[] => {
        const symbols = read.get(path)?.after?.symbols;
        return symbols === undefined ? [] : [[path, symbols]];
      });
      const others = await graph.symbols(
        paths.filter((path) => !read.has(path)),
        signal,
      );
      return new Map([...others, ...own]);
    },
    uses: async () => new Map(),
    cuts: async (parts, signal) => graph.cuts(parts, signal),
    importLines: async () => new Map(),
  };
}

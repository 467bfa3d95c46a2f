import { type CodeGraph, compareVersions, lostNames } from '../../code/index.ts';
import { cleanLine } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import type { PlannedChange } from '../change/contents.ts';
import type { Layer, LayerContext, LayerRecord } from '../mode.ts';
import { graphOf } from './circles.ts';

const isModule = /\.(?:[cm]?[jt]s|[jt]sx)$/i;
/** Relative ones alone: what is installed is not looked at. */
const relativeImport = /(?:^|[^\w$.])(?:from|import|require\s*\(|import\s*\()\s*(["'])(\.{1,2}(?:\/[^"'\n]{0,300})?)\1/g;
const endings = ['', '.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.json', '.vue', '.svelte', '.d.ts'];

/** Imports that a planned change would break: of its own files, and of files that import them. */
export const plannedImports: Layer = {
  name: 'imports',
  says: 'Relative imports that lead to no file, and imports of names or files that would be gone; JavaScript and TypeScript.',
  needs: ['files'],
  async find({ change = new Map() }, context, record) {
    const modules = [...change.keys()].filter((path) => isModule.test(path));
    if (modules.length === 0) return { skipped: 'no JavaScript or TypeScript file is in the change' };
    const graph = await graphOf(context);
    if ('skipped' in graph) return graph;
    for (const path of modules) addMissing(path, change, graph, record);
    await addLost(modules, change, graph, context, record);
    return undefined;
  },
};

/** New imports alone: what was broken before is not the fault of the change. */
function addMissing(path: WorkspacePath, change: PlannedChange, graph: CodeGraph, record: LayerRecord): void {
  const { before = '', after = '' } = change.get(path) ?? {};
  const old = new Set(Array.from(before.matchAll(relativeImport), ([, , source]) => source));
  for (const { 2: source = '', index } of after.matchAll(relativeImport)) {
    if (old.has(source) || /[?*$]/.test(source) || isPlanned(path, source, change)) continue;
    if (graph.resolver.resolve(path, source).kind !== 'missing' && !leadsToGone(path, source, change, graph)) continue;
    const line = after.slice(0, index + 1).split('\n').length;
    record.add({
      file: path,
      line,
      severity: 'error',
      rule: 'missing-module',
      message: `"${cleanLine(source)}" leads to no file.`,
      source: 'snap',
      // A resolver of the project's own may know more.
      confidence: 80,
    });
  }
}

function isPlanned(from: WorkspacePath, source: string, change: PlannedChange): boolean {
  const base = joined(from, source);
  const names = [base, base.replace(/\.[cm]?jsx?$/, ''), `${base}/index`];
  return names.some((name) => endings.some((ending) => change.get(name + ending)?.after !== undefined));
}

function leadsToGone(from: WorkspacePath, source: string, change: PlannedChange, graph: CodeGraph): boolean {
  const target = graph.resolver.resolve(from, source);
  const planned = target.kind === 'file' ? change.get(target.path) : undefined;
  return planned !== undefined && planned.after === undefined;
}

function joined(from: WorkspacePath, source: string): WorkspacePath {
  const parts = from.split('/').slice(0, -1);
  for (const part of source.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** Of files that are not in the change: what those import is planned as well. */
async function addLost(
  modules: readonly WorkspacePath[],
  change: PlannedChange,
  graph: CodeGraph,
  { signal, system }: LayerContext,
  record: LayerRecord,
): Promise<void> {
  const gone = modules.filter((path) => change.get(path)?.after === undefined);
  for (const path of gone)
    for (const edge of graph.importersOf(path)) {
      if (change.has(edge.from)) continue;
      const message = `${cleanLine(path)} is imported here, and would be gone.`;
      record.add({ file: edge.from, line: edge.line, severity: 'error', rule: 'removed-file', message, source: 'snap', age: 'new' });
    }
  const texts = modules.flatMap((path) => {
    const { before, after } = change.get(path) ?? {};
    return before === undefined || after === undefined ? [] : [{ path, before, after }];
  });
  const found = await compareVersions(system, texts, signal);
  const removals = texts.flatMap(({ path }, i) => {
    const removed = found[i]?.removed ?? [];
    return removed.length === 0 ? [] : [{ path, removed }];
  });
  for (const { file, from, isType, line, name } of await lostNames(graph, removals, signal)) {
    if (change.has(file)) continue;
    const message = `${cleanLine(name)} is imported here, and ${cleanLine(from)} would not export it any more.`;
    record.add({ file, line, severity: isType ? 'warning' : 'error', rule: 'removed-export', message, source: 'snap', age: 'new' });
  }
}

import { type Circle, type CircleEdge, circlesOf, circleThrough, type CodeGraph } from '../../code/index.ts';
import { count } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import type { Layer, LayerContext } from '../mode.ts';
import type { CheckFinding, CircleDocument } from '../report.ts';
import type { Scope } from '../scope.ts';
import { leaveOthers, noneNamed, sayUnread } from '../unread-modules.ts';

/** Files of a circle that a message names, and edges that it proposes to cut; the document has all of them. */
const maxFiles = 8;
const maxCuts = 4;

/** Files that import each other in a circle. */
export const circles: Layer = {
  name: 'circles',
  needs: ['files'],
  languages: { alone: ['JavaScript', 'TypeScript', 'Vue', 'Svelte', 'Astro'], approved: [] },
  async find(scope, context, record) {
    const graph = await graphOf(context);
    if ('skipped' in graph) return graph;
    const nothing = noneNamed(graph, scope);
    if (nothing !== undefined) return nothing;
    const found = (await circlesOf(graph, context.signal)).filter(({ files }) => scope.isWhole || files.some((file) => scope.covers(file)));
    record.detail({ cycles: found.map(documentOf) });
    for (const circle of found) for (const finding of findingsOf(circle, scope)) record.add(finding);
    sayUnread(graph, record);
    leaveOthers(graph, scope, record);
    return undefined;
  },
};

/** The graph of the workspace, or why there is none. @throws SnapError `not-available` without the parser, where some file needs it. */
export async function graphOf({ signal, workbench }: LayerContext): Promise<CodeGraph | { readonly skipped: string }> {
  const code = await (await workbench()).code();
  const graph = await code.graph(signal);
  const modules = [...graph.files.values()].filter(({ kind }) => kind === 'module');
  const [first] = modules;
  if (first === undefined) return { skipped: 'there are no JavaScript or TypeScript files; imports of other languages are not read' };
  if (modules.some(({ edges, packages, problem }) => problem === undefined || edges.length > 0 || packages.length > 0)) return graph;
  return { skipped: `no file could be read as a module: ${first.path}: ${first.problem ?? ''}` };
}

function documentOf({ cut, edges, files }: Circle): CircleDocument {
  return { files, edges, cut };
}

function findingsOf(circle: Circle, scope: Scope): readonly CheckFinding[] {
  if (circle.runtime.length > 0) return circle.runtime.map((files) => runtimeFinding(files, circle, scope));
  const { edges, files, isLazy } = circle;
  const wanted = isLazy ? edges.filter(({ kind }) => kind === 'runtime' || kind === 'lazy') : edges;
  const at = placeIn(wanted, circle, scope);
  const what = isLazy
    ? 'import each other, but not all at once: some of the imports run later'
    : 'import types from each other; nothing of this circle is left when the program runs';
  const message = `${count(files.length, 'file')} ${what}: ${pathText(circleThrough(at, wanted))}.`;
  return [{ ...placed(at), severity: 'info', rule: isLazy ? 'lazy-circle' : 'type-circle', message, source: 'snap' }];
}

function runtimeFinding(files: readonly WorkspacePath[], circle: Circle, scope: Scope): CheckFinding {
  const members = new Set(files);
  const edges = circle.edges.filter(({ from, kind, to }) => kind === 'runtime' && members.has(from) && members.has(to));
  const at = placeIn(edges, circle, scope);
  const path = circleThrough(at, edges);
  const [only] = files;
  const message =
    files.length === 1
      ? `${only ?? ''} imports itself.`
      : path.length > files.length
        ? `${count(files.length, 'file')} load each other: ${pathText(path)}.`
        : `${count(files.length, 'file')} load each other; the shortest circle from here: ${pathText(path)}.`;
  const cut = circle.cut.filter(({ from, to }) => members.has(from) && members.has(to));
  const short = `${count(files.length, 'file')} in a circle`;
  return { ...placed(at), severity: 'error', rule: 'circle', message, source: 'snap', fix: fixFor(cut, circle), short };
}

/** In the line of a diff that closes the circle; else in a file that was asked about; else where it is best cut. */
function placeIn(edges: readonly CircleEdge[], { cut }: Circle, { covers, diff, isWhole }: Scope): CircleEdge {
  const isAdded = ({ from, line }: CircleEdge): boolean =>
    diff?.files.get(from)?.some((range) => line >= range.from && line <= range.to) === true;
  const isCut = ({ from, to }: CircleEdge): boolean => cut.some((one) => one.from === from && one.to === to);
  const [first] = edges;
  const best = edges.find(isAdded) ?? (isWhole ? undefined : edges.find(({ from }) => covers(from))) ?? edges.find(isCut) ?? first;
  if (best === undefined) throw new Error('a circle without an edge');
  return best;
}

function placed({ from, line }: CircleEdge): Pick<CheckFinding, 'file' | 'line'> {
  return { file: from, line };
}

function pathText(path: readonly WorkspacePath[]): string {
  if (path.length <= maxFiles + 1) return path.join(' → ');
  return [...path.slice(0, maxFiles - 1), `${path.length - maxFiles} more`, path.at(-1) ?? ''].join(' → ');
}

function fixFor(cut: Circle['cut'], { edges, isSmallestCut }: Circle): string {
  const named = cut.slice(0, maxCuts).map(({ from, to }) => {
    const line = edges.find((edge) => edge.from === from && edge.to === to && edge.kind === 'runtime')?.line;
    return `${from}${line === undefined ? '' : `:${line}`} → ${to}`;
  });
  const more = cut.length > maxCuts ? `, and ${cut.length - maxCuts} more` : '';
  const fewest = isSmallestCut ? 'the fewest that suffice' : 'few suffice; fewer may';
  return cut.length === 1
    ? `Remove this import, or import it later: ${named.join('')}.`
    : `Remove ${cut.length} imports, or import them later (${fewest}): ${named.join(', ')}${more}.`;
}

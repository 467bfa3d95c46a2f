import type { WorkspacePath } from '../../workspace/index.ts';
import type { CodeGraph } from '../graph/code-graph.ts';
import type { EdgeKind } from '../graph/edges.ts';
import { components } from './components.ts';
import { type Arc, pathBetween, smallestCut } from './cut.ts';

/** Files that reach each other: all of one strongly connected component. */
export interface Circle {
  /** Sorted. */
  readonly files: readonly WorkspacePath[];
  /** Between these files, by file and line; of several of one kind between two files the first. */
  readonly edges: readonly CircleEdge[];
  /** What to remove: of a circle that is there when the program runs, so that it no longer is; of any other, so that none is left. */
  readonly cut: readonly Arc[];
  /** Whether it is proved that fewer do not suffice. */
  readonly isSmallestCut: boolean;
  /** The groups among the files that load each other before either is done. Empty: a circle of types, or one that is closed later. */
  readonly runtime: readonly (readonly WorkspacePath[])[];
  /** Whether there is a circle without types: one that some `import()` or `require()` closes later. */
  readonly isLazy: boolean;
}

export interface CircleEdge {
  readonly from: WorkspacePath;
  readonly to: WorkspacePath;
  readonly kind: EdgeKind;
  readonly line: number;
}

/** Every circle of the graph. What TypeScript removes is told apart where it matters: between the files of a circle. */
export async function circlesOf(graph: CodeGraph, signal?: AbortSignal): Promise<readonly Circle[]> {
  const groups = graph.components();
  const groupOf = new Map(groups.flatMap((files, i) => files.map((file) => [file, i])));
  const inside = groups.map((files, i) => files.flatMap((file) => graph.importsOf(file).filter(({ to }) => groupOf.get(to) === i)));
  const elided = await graph.elided(inside.flat(), signal);
  return groups.map((files, i) => {
    const edges = (inside[i] ?? []).map((edge) => ({
      from: edge.from,
      to: edge.to,
      kind: elided.has(edge) ? ('elided' as const) : edge.kind,
      line: edge.line,
    }));
    return circle(files, firstOfEach(edges));
  });
}

function firstOfEach(edges: readonly CircleEdge[]): readonly CircleEdge[] {
  const first = new Map<string, CircleEdge>();
  for (const edge of edges) {
    const key = `${edge.from}\0${edge.to}\0${edge.kind}`;
    const known = first.get(key);
    if (known === undefined || edge.line < known.line) first.set(key, edge);
  }
  return [...first.values()].sort((a, b) => (a.from === b.from ? a.line - b.line || (a.to < b.to ? -1 : 1) : a.from < b.from ? -1 : 1));
}

function circle(files: readonly WorkspacePath[], edges: readonly CircleEdge[]): Circle {
  const runtime = groupsOf(edges, ['runtime']);
  const isLazy = groupsOf(edges, ['runtime', 'lazy']).length > 0;
  const toCut = runtime.length > 0 ? edges.filter(({ kind }) => kind === 'runtime') : edges;
  const { arcs, isSmallest } = smallestCut(toCut);
  return { files, edges, cut: arcs, isSmallestCut: isSmallest, runtime, isLazy };
}

function groupsOf(edges: readonly CircleEdge[], kinds: readonly EdgeKind[]): readonly (readonly WorkspacePath[])[] {
  const targets = targetsOf(edges.filter(({ kind }) => kinds.includes(kind)));
  return components([...targets.keys()].sort(), (file) => targets.get(file) ?? []);
}

/** The shortest circle through an edge: its files in order, the first one again at the end. */
export function circleThrough({ from, to }: Arc, edges: readonly CircleEdge[]): readonly WorkspacePath[] {
  const path = from === to ? [to] : pathBetween(targetsOf(edges), to, from);
  return path === undefined ? [from, to] : [from, ...path];
}

function targetsOf(edges: readonly CircleEdge[]): ReadonlyMap<WorkspacePath, readonly WorkspacePath[]> {
  const targets = new Map<WorkspacePath, WorkspacePath[]>();
  for (const { from, to } of edges) targets.set(from, [...(targets.get(from) ?? []), to]);
  return targets;
}

import { setImmediate } from 'node:timers/promises';
import type { WorkspacePath } from '../../workspace/index.ts';
import type { CodeGraph } from '../graph/code-graph.ts';
import type { Edge, EdgeKind } from '../graph/edges.ts';
import { components } from './components.ts';
import { type Arc, type Cut, pathBetween } from './cut.ts';

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
  // Between the steps other work of this process goes on: a circle may have as many files as a project.
  await setImmediate();
  const groupOf = new Map(groups.flatMap((files, i) => files.map((file) => [file, i])));
  const inside = groups.map((files, i) => files.flatMap((file) => graph.importsOf(file).filter(({ to }) => groupOf.get(to) === i)));
  const elided = await graph.elided(inside.flat(), signal);
  const edges: (readonly CircleEdge[])[] = [];
  const runtime: Circle['runtime'][] = [];
  for (const own of inside) {
    await setImmediate();
    const first = firstOfEach(own, elided);
    edges.push(first);
    if (first.length > manyEdges) await setImmediate();
    runtime.push(groupsOf(first, ['runtime']));
  }
  const toCut = edges.map((own, i) => (runtime[i]?.length === 0 ? own : own.filter(({ kind }) => kind === 'runtime')));
  await setImmediate();
  const cuts = await graph.cuts(toCut, signal);
  return groups.map((files, i) => circle(files, edges[i] ?? [], runtime[i] ?? [], cuts[i] ?? nothingCut));
}

/** They take more than a few milliseconds. */
const manyEdges = 1000;
const nothingCut: Cut = { arcs: [], isSmallest: false };

/** Of several edges of one kind between two files the first, by file and line. */
function firstOfEach(edges: readonly Edge[], elided: ReadonlySet<Edge>): readonly CircleEdge[] {
  const first = new Map<string, CircleEdge>();
  for (const edge of edges) {
    const { from, line, to } = edge;
    const kind = elided.has(edge) ? ('elided' as const) : edge.kind;
    const key = `${from}\0${to}\0${kind}`;
    const known = first.get(key);
    if (known === undefined || line < known.line) first.set(key, { from, to, kind, line });
  }
  return [...first.values()].sort((a, b) => (a.from === b.from ? a.line - b.line || (a.to < b.to ? -1 : 1) : a.from < b.from ? -1 : 1));
}

function circle(files: readonly WorkspacePath[], edges: readonly CircleEdge[], runtime: Circle['runtime'], cut: Cut): Circle {
  const isLazy = runtime.length > 0 || groupsOf(edges, ['runtime', 'lazy']).length > 0;
  return { files, edges, cut: cut.arcs, isSmallestCut: cut.isSmallest, runtime, isLazy };
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

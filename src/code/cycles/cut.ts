import type { JobWork } from '../../system/index.ts';
import { components } from './components.ts';

/** An edge of a circle. */
export interface Arc {
  readonly from: string;
  readonly to: string;
}

/** What to remove so that no circle is left. */
export interface Cut {
  readonly arcs: readonly Arc[];
  /** Whether it is proved that fewer do not suffice. */
  readonly isSmallest: boolean;
}

/** Up to so many nodes every order is tried, by subsets: 2^n steps. */
const maxExact = 14;
/** Rounds in the search for a better order; for very large circles fewer, by the steps that they take. */
const maxRounds = 30;
const maxSteps = 3e8;

/** The job `code/find-cuts`: cuts of large circles (see cuts.ts). */
export default (async (parts) => parts.map(smallestCut)) satisfies JobWork<readonly (readonly Arc[])[], readonly Cut[]>;

/**
 * The fewest edges whose removal leaves no circle. Every order of the nodes makes a cut of the edges that lead back, and the best order makes the
 * smallest one. For a small component all orders are tried. For a larger one a good order is searched; its cut is proved when as many circles without a
 * common edge are found as it has edges.
 */
export function smallestCut(arcs: readonly Arc[]): Cut {
  const own = unique(arcs.filter(({ from, to }) => from === to));
  const others = unique(arcs.filter(({ from, to }) => from !== to));
  const targets = targetsOf(others);
  const parts = components([...targets.keys()].sort(), (node) => targets.get(node) ?? []).map((nodes) => cutOfPart(nodes, others));
  return { arcs: [...own, ...parts.flatMap((part) => part.arcs)].sort(byNames), isSmallest: parts.every((part) => part.isSmallest) };
}

/** Removes what leads back in the order of the names: quick, and rarely the fewest. */
export function firstCut(arcs: readonly Arc[]): Cut {
  return { arcs: unique(arcs.filter(({ from, to }) => from >= to)), isSmallest: false };
}

function cutOfPart(nodes: readonly string[], all: readonly Arc[]): Cut {
  const members = new Set(nodes);
  const arcs = all.filter(({ from, to }) => members.has(from) && members.has(to));
  if (nodes.length <= maxExact) return { arcs: backOf(exactOrder(nodes, arcs), arcs), isSmallest: true };
  const found = withoutNeedless(backOf(searchedOrder(nodes, arcs), arcs), arcs);
  return { arcs: found, isSmallest: separateCircles(nodes, arcs) === found.length };
}

/** The order with the fewest edges that lead back, by dynamic programming over the sets of nodes that stand first. */
function exactOrder(nodes: readonly string[], arcs: readonly Arc[]): readonly string[] {
  const index = new Map(nodes.map((node, i) => [node, i]));
  /** By node: the nodes that it has edges to, as bits. */
  const out = nodes.map(() => 0);
  for (const { from, to } of arcs) {
    const at = index.get(from) ?? 0;
    out[at] = (out[at] ?? 0) | (1 << (index.get(to) ?? 0));
  }
  const size = 1 << nodes.length;
  const best = new Int32Array(size).fill(0x7fffffff);
  const last = new Int8Array(size);
  best[0] = 0;
  for (let set = 0; set < size; set += 1) {
    const before = best[set] ?? 0;
    for (const [i] of nodes.entries()) {
      if ((set & (1 << i)) !== 0) continue;
      // Edges from this node to those that stand before it lead back.
      const cost = before + bits((out[i] ?? 0) & set);
      const next = set | (1 << i);
      if (cost < (best[next] ?? 0)) {
        best[next] = cost;
        last[next] = i;
      }
    }
  }
  const order: string[] = [];
  for (let set = size - 1; set !== 0;) {
    const at = last[set] ?? 0;
    order.unshift(nodes[at] ?? '');
    set &= ~(1 << at);
  }
  return order;
}

function bits(value: number): number {
  let count = 0;
  for (let rest = value; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** Begins with the nodes from which more leads away than to them, then moves each node to its best place, again and again. */
function searchedOrder(nodes: readonly string[], arcs: readonly Arc[]): readonly string[] {
  const out = targetsOf(arcs);
  const into = targetsOf(arcs.map(({ from, to }) => ({ from: to, to: from })));
  const weight = (node: string): number => (out.get(node)?.length ?? 0) - (into.get(node)?.length ?? 0);
  const order = [...nodes].sort((a, b) => weight(b) - weight(a) || (a < b ? -1 : 1));
  const rounds = Math.min(maxRounds, Math.max(1, Math.floor(maxSteps / nodes.length ** 2)));
  for (let round = 0; round < rounds; round += 1) {
    let isBetter = false;
    for (const node of nodes) {
      const at = order.indexOf(node);
      const targets = new Set(out.get(node));
      const sources = new Set(into.get(node));
      const place = bestPlace(order, at, targets, sources);
      if (place === at) continue;
      order.splice(at, 1);
      order.splice(place, 0, node);
      isBetter = true;
    }
    if (!isBetter) break;
  }
  return order;
}

/** Where a node leads back the least, seen from where it stands. */
function bestPlace(order: readonly string[], at: number, targets: ReadonlySet<string>, sources: ReadonlySet<string>): number {
  let [place, best, cost] = [at, 0, 0];
  for (let i = at - 1; i >= 0; i -= 1) {
    const other = order[i] ?? '';
    // Before it now: its edge to this node goes back from here on, and this node's edge to it goes forward.
    cost += (sources.has(other) ? 1 : 0) - (targets.has(other) ? 1 : 0);
    if (cost < best) [place, best] = [i, cost];
  }
  cost = 0;
  for (let i = at + 1; i < order.length; i += 1) {
    const other = order[i] ?? '';
    cost += (targets.has(other) ? 1 : 0) - (sources.has(other) ? 1 : 0);
    if (cost < best) [place, best] = [i, cost];
  }
  return place;
}

function backOf(order: readonly string[], arcs: readonly Arc[]): readonly Arc[] {
  const place = new Map(order.map((node, i) => [node, i]));
  return arcs.filter(({ from, to }) => (place.get(from) ?? 0) > (place.get(to) ?? 0));
}

/** Leaves out of a cut what closes no circle. */
function withoutNeedless(cut: readonly Arc[], arcs: readonly Arc[]): readonly Arc[] {
  const removed = new Set(cut);
  const targets = targetsOf(arcs.filter((arc) => !removed.has(arc)));
  return cut.filter((arc) => {
    if (pathBetween(targets, arc.to, arc.from) !== undefined) return true;
    targets.set(arc.from, [...(targets.get(arc.from) ?? []), arc.to]);
    return false;
  });
}

/** How many circles without a common edge are found, shortest first: no cut can be smaller. */
function separateCircles(nodes: readonly string[], arcs: readonly Arc[]): number {
  const targets = targetsOf(arcs);
  let count = 0;
  for (const length of [2, 3, 4, Infinity]) {
    for (const node of nodes) {
      for (const to of targets.get(node)?.slice() ?? []) {
        const path = pathBetween(targets, to, node, length - 1);
        if (path === undefined) continue;
        count += 1;
        remove(targets, node, to);
        for (const [i, step] of path.entries()) if (i > 0) remove(targets, path[i - 1] ?? '', step);
      }
    }
  }
  return count;
}

function remove(targets: Map<string, string[]>, from: string, to: string): void {
  const list = targets.get(from) ?? [];
  const at = list.indexOf(to);
  if (at !== -1) list.splice(at, 1);
}

/** The shortest path of at most so many edges, with both its ends. */
export function pathBetween(
  targets: ReadonlyMap<string, readonly string[]>,
  from: string,
  to: string,
  maxEdges = Infinity,
): readonly string[] | undefined {
  const came = new Map<string, string | undefined>([[from, undefined]]);
  let edge = [from];
  for (let length = 0; edge.length > 0 && !came.has(to) && length < maxEdges; length += 1) {
    const next: string[] = [];
    for (const node of edge) {
      for (const other of targets.get(node) ?? []) {
        if (came.has(other)) continue;
        came.set(other, node);
        next.push(other);
      }
    }
    edge = next;
  }
  if (!came.has(to)) return undefined;
  const path: string[] = [];
  for (let at: string | undefined = to; at !== undefined; at = came.get(at)) path.unshift(at);
  return path;
}

function targetsOf(arcs: readonly Arc[]): Map<string, string[]> {
  const targets = new Map<string, string[]>();
  for (const { from, to } of arcs) {
    const list = targets.get(from);
    if (list === undefined) targets.set(from, [to]);
    else list.push(to);
  }
  return targets;
}

function unique(arcs: readonly Arc[]): readonly Arc[] {
  return [...new Map(arcs.map(({ from, to }) => [`${from}\0${to}`, { from, to }])).values()].sort(byNames);
}

function byNames(one: Arc, other: Arc): number {
  return one.from < other.from ? -1 : one.from > other.from ? 1 : one.to < other.to ? -1 : 1;
}

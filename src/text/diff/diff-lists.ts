import { differingPart } from './differing-part.ts';

/** Part of two lists that differs: items `[from, to)` of the one became items `[from, to)` of the other. At least one range has items. */
export interface ChangedRun {
  readonly before: readonly [number, number];
  readonly after: readonly [number, number];
}

/** The result has as few items as possible up to this many; a longer search takes a good split point instead of the best one. */
const usualMinimalUpTo = 512;
/** Larger than any index. */
const unreached = 0x7f_ff_ff_ff;

/**
 * What has to change to turn one list into the other, in order. As few items as possible as long as no more than `minimalUpTo` have to
 * change, else possibly some more, so that time stays bounded. Memory is proportional to the lists.
 * E. Myers, An O(ND) Difference Algorithm and Its Variations, 1986, section 4b.
 */
export function diffLists(before: readonly string[], after: readonly string[], minimalUpTo = usualMinimalUpTo): readonly ChangedRun[] {
  return diff(before, after, { minimalUpTo, givesUp: false }) ?? [];
}

/** The same where at most `maxEdits` items were removed and added; `undefined` where there were more. */
export function diffListsWithin(before: readonly string[], after: readonly string[], maxEdits: number): readonly ChangedRun[] | undefined {
  const runs = diff(before, after, { minimalUpTo: maxEdits, givesUp: true });
  return runs === undefined || editsIn(runs) > maxEdits ? undefined : runs;
}

interface Effort {
  readonly minimalUpTo: number;
  /** Whether a longer search ends without a result. */
  readonly givesUp: boolean;
}

function diff(before: readonly string[], after: readonly string[], effort: Effort): readonly ChangedRun[] | undefined {
  const { start, beforeEnd, afterEnd } = differingPart(before, after);
  const [oldItems, freshItems] = [before.slice(start, beforeEnd), after.slice(start, afterEnd)];
  // A search that gives up soon is shorter than comparing all items in advance.
  const { old, fresh } = effort.givesUp ? { old: allOf(oldItems), fresh: allOf(freshItems) } : sharedParts(oldItems, freshItems);
  const search = createSearch(old.items, fresh.items, effort.minimalUpTo);
  const open: Box[] = [{ left: 0, top: 0, right: old.items.length, bottom: fresh.items.length }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const box = withoutEqualEnds(search, next);
    if (box.left === box.right) mark(fresh, box.top, box.bottom);
    else if (box.top === box.bottom) mark(old, box.left, box.right);
    else {
      const [x, y] = splitPoint(search, box);
      if (effort.givesUp && !search.isMinimal) return undefined;
      open.push({ left: box.left, top: box.top, right: x, bottom: y }, { left: x, top: y, right: box.right, bottom: box.bottom });
    }
  }
  return runsOf(old.isChanged, fresh.isChanged, start);
}

type Items = ArrayLike<string> | ArrayLike<number>;

/** The items of one list that are searched, and which of all are changed. */
interface Part {
  readonly items: Items;
  /** Where each of the items is in the list; `undefined`: all are searched. */
  readonly indices: Int32Array | undefined;
  readonly isChanged: Uint8Array;
}

function allOf(items: readonly string[]): Part {
  return { items, indices: undefined, isChanged: new Uint8Array(items.length) };
}

/** Only items that are in both lists. An item that is in one alone has no partner, and the search is shorter without it. */
function sharedParts(before: readonly string[], after: readonly string[]): { readonly old: Part; readonly fresh: Part } {
  const [old, fresh] = asNumbers(before, after);
  return { old: sharedPart(old, fresh), fresh: sharedPart(fresh, old) };
}

/** Equal items get equal numbers, which are compared faster than texts. */
function asNumbers(before: readonly string[], after: readonly string[]): readonly [Int32Array, Int32Array] {
  const known = new Map<string, number>();
  const numberOf = (item: string): number => {
    const number = known.get(item) ?? known.size;
    known.set(item, number);
    return number;
  };
  return [Int32Array.from(before, numberOf), Int32Array.from(after, numberOf)];
}

function sharedPart(items: Int32Array, others: Int32Array): Part {
  const isChanged = new Uint8Array(items.length);
  const isThere = new Uint8Array(items.length + others.length);
  for (const number of others) isThere[number] = 1;
  const indices = new Int32Array(items.length);
  let count = 0;
  for (let i = 0; i < items.length; i += 1) {
    if (isThere[items[i] ?? 0] === 1) indices[count++] = i;
    else isChanged[i] = 1;
  }
  const shared = indices.subarray(0, count);
  return { items: shared.map((index) => items[index] ?? 0), indices: shared, isChanged };
}

function mark({ indices, isChanged }: Part, from: number, to: number): void {
  if (indices === undefined) isChanged.fill(1, from, to);
  else for (let i = from; i < to; i += 1) isChanged[indices[i] ?? 0] = 1;
}

/** Part of the edit graph: the items `left` to `right` of the one list and `top` to `bottom` of the other. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Search {
  readonly old: Items;
  readonly fresh: Items;
  /** Index of diagonal 0 in the two tables, which hold the furthest x reached on each diagonal. */
  readonly offset: number;
  readonly forward: Int32Array;
  readonly backward: Int32Array;
  maxSteps: number;
  /** False once a search took too many steps. */
  isMinimal: boolean;
}

function createSearch(old: Items, fresh: Items, minimalUpTo: number): Search {
  const diagonals = old.length + fresh.length + 3;
  return {
    old,
    fresh,
    offset: fresh.length + 1,
    forward: new Int32Array(diagonals),
    backward: new Int32Array(diagonals),
    maxSteps: stepsFor(minimalUpTo),
    isMinimal: true,
  };
}

/** Each step follows one edit more from either end. */
function stepsFor(edits: number): number {
  return Math.ceil(edits / 2) + 1;
}

function withoutEqualEnds({ old, fresh }: Search, box: Box): Box {
  let { left, top, right, bottom } = box;
  while (left < right && top < bottom && old[left] === fresh[top]) {
    left += 1;
    top += 1;
  }
  while (left < right && top < bottom && old[right - 1] === fresh[bottom - 1]) {
    right -= 1;
    bottom -= 1;
  }
  return { left, top, right, bottom };
}

/**
 * A point on a shortest path through the box, found from both ends at once; when that takes too many steps, the point that one of the
 * paths has brought furthest. Never a corner of the box, so both halves are smaller than it. A diagonal is the number x - y.
 */
function splitPoint(search: Search, box: Box): readonly [number, number] {
  const { old, fresh, offset, forward, backward, maxSteps } = search;
  const { left, top, right, bottom } = box;
  const lowest = left - bottom;
  const highest = right - top;
  const reached: Diagonals = { low: left - top, high: left - top };
  const back: Diagonals = { low: right - bottom, high: right - bottom };
  const isOdd = ((reached.low - back.low) & 1) !== 0;
  forward[offset + reached.low] = left;
  backward[offset + back.low] = right;
  for (let step = 1; ; step += 1) {
    widen(reached, lowest, highest, (diagonal) => (forward[offset + diagonal] = -1));
    for (let d = reached.high; d >= reached.low; d -= 2) {
      const [from1, from2] = [forward[offset + d - 1] ?? -1, forward[offset + d + 1] ?? -1];
      let x = from1 >= from2 ? from1 + 1 : from2;
      while (x < right && x - d < bottom && old[x] === fresh[x - d]) x += 1;
      forward[offset + d] = x;
      if (isOdd && back.low <= d && d <= back.high && (backward[offset + d] ?? unreached) <= x) return [x, x - d];
    }
    widen(back, lowest, highest, (diagonal) => (backward[offset + diagonal] = unreached));
    for (let d = back.high; d >= back.low; d -= 2) {
      const [from1, from2] = [backward[offset + d - 1] ?? unreached, backward[offset + d + 1] ?? unreached];
      let x = from1 < from2 ? from1 : from2 - 1;
      while (x > left && x - d > top && old[x - 1] === fresh[x - d - 1]) x -= 1;
      backward[offset + d] = x;
      if (!isOdd && reached.low <= d && d <= reached.high && x <= (forward[offset + d] ?? -1)) return [x, x - d];
    }
    if (step >= maxSteps) {
      search.isMinimal = false;
      // A long search once, and not for each part of two lists that have little in common.
      search.maxSteps = Math.min(maxSteps, stepsFor(usualMinimalUpTo));
      return furthestPoint(search, box, reached, back);
    }
  }
}

/** The lowest and the highest diagonal that a search has reached. */
interface Diagonals {
  low: number;
  high: number;
}

/** One diagonal further on both sides, or one back at the edge of the box; the one beyond is closed, since no path comes from there. */
function widen(diagonals: Diagonals, lowest: number, highest: number, close: (diagonal: number) => void): void {
  if (diagonals.low > lowest) {
    diagonals.low -= 1;
    close(diagonals.low - 1);
  } else diagonals.low += 1;
  if (diagonals.high < highest) {
    diagonals.high += 1;
    close(diagonals.high + 1);
  } else diagonals.high -= 1;
}

function furthestPoint(
  { offset, forward, backward }: Search,
  { left, top, right, bottom }: Box,
  reached: Diagonals,
  back: Diagonals,
): readonly [number, number] {
  let ahead: readonly [number, number] = [left, top];
  for (let d = reached.high; d >= reached.low; d -= 2) {
    const x = Math.min(forward[offset + d] ?? left, right, bottom + d);
    if (2 * x - d > ahead[0] + ahead[1]) ahead = [x, x - d];
  }
  let behind: readonly [number, number] = [right, bottom];
  for (let d = back.high; d >= back.low; d -= 2) {
    const x = Math.max(backward[offset + d] ?? right, left, top + d);
    if (2 * x - d < behind[0] + behind[1]) behind = [x, x - d];
  }
  const isAheadFurther = ahead[0] + ahead[1] - left - top > right + bottom - behind[0] - behind[1];
  return isAheadFurther ? ahead : behind;
}

function runsOf(isRemoved: Uint8Array, isAdded: Uint8Array, start: number): readonly ChangedRun[] {
  const runs: ChangedRun[] = [];
  let x = 0;
  let y = 0;
  while (x < isRemoved.length || y < isAdded.length) {
    const [fromX, fromY] = [x, y];
    while (isRemoved[x] === 1) x += 1;
    while (isAdded[y] === 1) y += 1;
    if (x > fromX || y > fromY) runs.push({ before: [start + fromX, start + x], after: [start + fromY, start + y] });
    // What was neither removed nor added is in both lists.
    x += 1;
    y += 1;
  }
  return runs;
}

function editsIn(runs: readonly ChangedRun[]): number {
  return runs.reduce((sum, { before, after }) => sum + before[1] - before[0] + after[1] - after[0], 0);
}

/** Lines that differ: `[from, to)` of the one side became `[from, to)` of the other. Never both are empty. */
export interface LineRun {
  readonly before: readonly [number, number];
  readonly after: readonly [number, number];
}

/** A search that goes on for more steps takes a good place instead of the best. */
const leastPatience = 256;
/** Further than any line. */
const never = 0x7f_ff_ff_ff;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * What has to change to make one list of lines the other. As few lines as can be, unless the lists are large and have little in
 * common: then more than need be, in bounded time and with memory in proportion to the lists.
 * E. Myers, An O(ND) Difference Algorithm and Its Variations, 1986, section 4b.
 */
export function lineRuns(before: readonly string[], after: readonly string[]): readonly LineRun[] {
  const [one, other] = asNumbers(before, after);
  const isGone = new Uint8Array(one.length);
  const isNew = new Uint8Array(other.length);
  const diagonals = one.length + other.length + 3;
  const search: Search = {
    one,
    other,
    offset: other.length + 1,
    forward: new Int32Array(diagonals),
    backward: new Int32Array(diagonals),
    patience: Math.max(leastPatience, Math.ceil(Math.sqrt(diagonals))),
  };
  const open: Box[] = [{ left: 0, top: 0, right: one.length, bottom: other.length }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const box = trimmed(search, next);
    if (box.left === box.right) isNew.fill(1, box.top, box.bottom);
    else if (box.top === box.bottom) isGone.fill(1, box.left, box.right);
    else {
      const [x, y] = meeting(search, box);
      open.push({ left: box.left, top: box.top, right: x, bottom: y }, { left: x, top: y, right: box.right, bottom: box.bottom });
    }
  }
  return runsOf(isGone, isNew);
}

interface Search {
  readonly one: Int32Array;
  readonly other: Int32Array;
  /** Where diagonal 0 stands in the two tables, which hold the furthest x on each diagonal. */
  readonly offset: number;
  readonly forward: Int32Array;
  readonly backward: Int32Array;
  readonly patience: number;
}

/** Equal lines get equal numbers: numbers compare quickly. */
function asNumbers(before: readonly string[], after: readonly string[]): readonly [Int32Array, Int32Array] {
  const known = new Map<string, number>();
  const numberOf = (line: string): number => {
    const number = known.get(line) ?? known.size;
    known.set(line, number);
    return number;
  };
  return [Int32Array.from(before, numberOf), Int32Array.from(after, numberOf)];
}

function trimmed({ one, other }: Search, box: Box): Box {
  let { left, top, right, bottom } = box;
  while (left < right && top < bottom && one[left] === other[top]) {
    left += 1;
    top += 1;
  }
  while (left < right && top < bottom && one[right - 1] === other[bottom - 1]) {
    right -= 1;
    bottom -= 1;
  }
  return { left, top, right, bottom };
}

/**
 * A point on a shortest way through the box, found from both ends at once; when that takes too long, the point that one of the ways
 * has brought furthest. No corner of the box, so both halves are smaller than it. A diagonal is the number x - y.
 */
function meeting({ one, other, offset, forward, backward, patience }: Search, box: Box): readonly [number, number] {
  const { left, top, right, bottom } = box;
  const lowest = left - bottom;
  const highest = right - top;
  const there: Ends = { low: left - top, high: left - top };
  const back: Ends = { low: right - bottom, high: right - bottom };
  const isOdd = ((there.low - back.low) & 1) !== 0;
  forward[offset + there.low] = left;
  backward[offset + back.low] = right;
  for (let cost = 1; ; cost += 1) {
    widen(there, lowest, highest, (diagonal) => (forward[offset + diagonal] = -1));
    for (let d = there.high; d >= there.low; d -= 2) {
      const [from1, from2] = [forward[offset + d - 1] ?? -1, forward[offset + d + 1] ?? -1];
      let x = from1 >= from2 ? from1 + 1 : from2;
      while (x < right && x - d < bottom && one[x] === other[x - d]) x += 1;
      forward[offset + d] = x;
      if (isOdd && back.low <= d && d <= back.high && (backward[offset + d] ?? never) <= x) return [x, x - d];
    }
    widen(back, lowest, highest, (diagonal) => (backward[offset + diagonal] = never));
    for (let d = back.high; d >= back.low; d -= 2) {
      const [from1, from2] = [backward[offset + d - 1] ?? never, backward[offset + d + 1] ?? never];
      let x = from1 < from2 ? from1 : from2 - 1;
      while (x > left && x - d > top && one[x - 1] === other[x - d - 1]) x -= 1;
      backward[offset + d] = x;
      if (!isOdd && there.low <= d && d <= there.high && x <= (forward[offset + d] ?? -1)) return [x, x - d];
    }
    if (cost >= patience) return furthest(box, offset, [there, forward], [back, backward]);
  }
}

/** The lowest and the highest diagonal that a search has reached. */
interface Ends {
  low: number;
  high: number;
}

/** One diagonal further on both sides, or one back at the edge of the box; beyond the last there is nothing to come from. */
function widen(ends: Ends, lowest: number, highest: number, close: (diagonal: number) => void): void {
  if (ends.low > lowest) {
    ends.low -= 1;
    close(ends.low - 1);
  } else ends.low += 1;
  if (ends.high < highest) {
    ends.high += 1;
    close(ends.high + 1);
  } else ends.high -= 1;
}

function furthest(
  { left, top, right, bottom }: Box,
  offset: number,
  [there, forward]: readonly [Ends, Int32Array],
  [back, backward]: readonly [Ends, Int32Array],
): readonly [number, number] {
  let ahead: readonly [number, number] = [left, top];
  for (let d = there.high; d >= there.low; d -= 2) {
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

function runsOf(isGone: Uint8Array, isNew: Uint8Array): readonly LineRun[] {
  const runs: LineRun[] = [];
  let x = 0;
  let y = 0;
  while (x < isGone.length || y < isNew.length) {
    const [startX, startY] = [x, y];
    while (isGone[x] === 1) x += 1;
    while (isNew[y] === 1) y += 1;
    if (x > startX || y > startY) runs.push({ before: [startX, x], after: [startY, y] });
    // What is neither gone nor new stands on both sides.
    x += 1;
    y += 1;
  }
  return runs;
}

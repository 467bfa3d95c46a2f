/** From `from` to `to` in the old text, what became of it from `start` to `end` in the new one. */
export interface Difference {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

/** Two differences with less than this between them are one: a word that happens to be in both texts is no landmark. */
const nearby = 24;

/** A search for more edits than these takes longer than its answer is worth; then everything between the first and the last is one. */
const mostEdits = 500;

/**
 * Where two texts differ, in order, with stretches that are the same in both between them. Works on words and not on lines, since
 * programs write files of one line.
 */
export function differences(before: string, after: string): readonly Difference[] {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const whole = { from: head, to: before.length - tail, start: head, end: after.length - tail };
  if (whole.from === whole.to && whole.start === whole.end) return [];

  const old = words(before.slice(whole.from, whole.to));
  const now = words(after.slice(whole.start, whole.end));
  const edits = shortestEdits(old, now);
  if (edits === undefined) return [whole];
  const oldAt = offsets(old, head);
  const nowAt = offsets(now, head);
  const found: Difference[] = [];
  for (const { from, to, start, end } of edits) {
    const difference = { from: oldAt[from] ?? 0, to: oldAt[to] ?? 0, start: nowAt[start] ?? 0, end: nowAt[end] ?? 0 };
    const last = found.at(-1);
    if (last !== undefined && difference.start - last.end < nearby) {
      found[found.length - 1] = { ...last, to: difference.to, end: difference.end };
    } else found.push(difference);
  }
  return found;
}

function words(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|./gsu) ?? [];
}

/** Where each word begins, and where the last one ends. */
function offsets(parts: readonly string[], first: number): readonly number[] {
  const at = [first];
  for (const part of parts) at.push((at.at(-1) ?? 0) + part.length);
  return at;
}

/** Eugene Myers' greedy search (https://doi.org/10.1007/BF01840446): single removals and insertions, by index. */
function shortestEdits(old: readonly string[], now: readonly string[]): readonly Difference[] | undefined {
  const most = Math.min(old.length + now.length, mostEdits);
  // How far each diagonal has come, after each number of edits.
  const furthest = new Int32Array(2 * most + 3);
  const at = (reach: Int32Array, diagonal: number): number => reach[diagonal + most + 1] ?? 0;
  const comesFromAbove = (reach: Int32Array, diagonal: number, count: number): boolean =>
    diagonal === -count || (diagonal !== count && at(reach, diagonal - 1) < at(reach, diagonal + 1));
  const trace: Int32Array[] = [];
  for (let count = 0; count <= most; count += 1) {
    trace.push(furthest.slice());
    for (let diagonal = -count; diagonal <= count; diagonal += 2) {
      let x = comesFromAbove(furthest, diagonal, count) ? at(furthest, diagonal + 1) : at(furthest, diagonal - 1) + 1;
      while (x < old.length && x - diagonal < now.length && old[x] === now[x - diagonal]) x += 1;
      furthest[diagonal + most + 1] = x;
      if (x >= old.length && x - diagonal >= now.length) return wayBack(count);
    }
  }
  return undefined;

  function wayBack(last: number): readonly Difference[] {
    const edits: Difference[] = [];
    let to = old.length;
    let end = now.length;
    for (let count = last; count > 0; count -= 1) {
      const reach = trace[count] ?? furthest;
      const diagonal = to - end;
      const isInsertion = comesFromAbove(reach, diagonal, count);
      const from = at(reach, isInsertion ? diagonal + 1 : diagonal - 1);
      const start = from - (isInsertion ? diagonal + 1 : diagonal - 1);
      edits.push({ from, to: isInsertion ? from : from + 1, start, end: isInsertion ? start + 1 : start });
      to = from;
      end = start;
    }
    return edits.toReversed();
  }
}

/** In how many places at least something has to be inserted into `before` to make it `after`; Infinity when insertions do not do. */
export function minimalRanges(before: string, after: string): number {
  const grown = after.length - before.length;
  if (grown < 0) return Infinity;
  if (grown === 0) return before === after ? 0 : Infinity;
  let head = 0;
  while (head < before.length && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < before.length && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  if (head + tail >= before.length) return 1;
  if (after.slice(head, after.length - tail).includes(before.slice(head, before.length - tail))) return 2;
  return byTable(before, after, grown);
}

/** least[shift]: the fewest places so far, with this many characters inserted. */
function byTable(before: string, after: string, grown: number): number {
  let least = new Float64Array(grown + 1).fill(1);
  least[0] = 0;
  for (let i = 0; i < before.length; i += 1) {
    const next = new Float64Array(grown + 1).fill(Infinity);
    for (let shift = 0; shift <= grown; shift += 1) if (before[i] === after[i + shift]) next[shift] = least[shift] ?? Infinity;
    let best = Infinity;
    for (let shift = 0; shift <= grown; shift += 1) {
      const here = next[shift] ?? Infinity;
      // Something may be inserted behind this character; before the next one it must fit again.
      next[shift] = Math.min(here, best + 1);
      best = Math.min(best, here);
    }
    least = next;
  }
  return least[grown] ?? Infinity;
}

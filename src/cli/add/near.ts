/**
 * Whether two names differ by so little that one is likely meant as the other: a letter or two, fewer in a short name.
 * @param most letters in a long name
 */
export function isNear(a: string, b: string, most = 2): boolean {
  const length = Math.min(a.length, b.length);
  const allowed = length < 4 ? 0 : length < 8 ? 1 : most;
  return a !== b && Math.abs(a.length - b.length) <= allowed && distance(a, b) <= allowed;
}

/** How many letters have to be added, removed, replaced or swapped with the next one. */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, (beforeLast[j - 2] ?? 0) + 1);
      row.push(least);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

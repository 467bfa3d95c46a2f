/** Whether a name is a version: `v20.11.1`, `1.0.102`. */
export function isVersion(name: string): boolean {
  return /^v?\d+\.\d+\.\d+$/.test(name);
}

/** Whether one version is lower than another. Only the three numbers are compared. */
export function isLower(version: string, than: string): boolean {
  return order(version, than) < 0;
}

/** The versions among names, the newest first. */
export function newestFirst(names: readonly string[]): readonly string[] {
  return names.filter((name) => isVersion(name)).toSorted((a, b) => order(b, a));
}

function order(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  for (const [i, number] of left.entries()) {
    const other = right[i] ?? 0;
    if (number !== other) return number - other;
  }
  return 0;
}

function numbersOf(version: string): readonly number[] {
  return (/^v?(\d+)\.(\d+)\.(\d+)/.exec(version) ?? []).slice(1).map(Number);
}

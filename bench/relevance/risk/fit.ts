// The weights of a change, by a logistic regression over several repositories: each counts the same and has a constant of its own, so that only what
// holds in all of them is learned.
import type { WeighedChange } from '../../../src/insight/risk/risk-of-change.ts';
import type { Sample } from './run.ts';

const ridge = 50;
const steps = 30;
/** What each repository counts as, in commits. */
const share = 1_000;

export interface Fitted {
  readonly weights: Readonly<Record<string, number>>;
  readonly means: Readonly<Record<string, number>>;
}

/** @param repositories the samples of each. */
export function fitWeights(repositories: readonly (readonly Sample[])[]): Fitted {
  const names = Object.keys(repositories[0]?.[0]?.weighed ?? {}).filter((name): name is keyof WeighedChange => name !== '');
  const rows = repositories.flatMap((samples, repository) =>
    samples.map((sample) => ({ ...sample, repository, share: share / samples.length })),
  );
  const means = names.map((name) => mean(repositories.map((samples) => mean(samples.map(({ weighed }) => weighed[name])))));
  const spreads = names.map((name, i) => Math.sqrt(mean(rows.map(({ weighed }) => (weighed[name] - (means[i] ?? 0)) ** 2))));
  const width = names.length + repositories.length;
  const inputs = rows.map(({ repository, weighed }) => {
    const input = names.map((name, i) => (weighed[name] - (means[i] ?? 0)) / (spreads[i] ?? 1));
    return [...input, ...repositories.map((_, i) => (i === repository ? 1 : 0))];
  });
  let weights = Array.from({ length: width }, (): number => 0);
  for (let step = 0; step < steps; step += 1) {
    const slope = weights.map((weight, i) => (i < names.length ? ridge : 0.01) * weight);
    const bend = weights.map((_, i) => weights.map((__, j): number => (i === j ? (i < names.length ? ridge : 0.01) : 0)));
    for (const [n, input] of inputs.entries()) {
      const row = rows[n];
      if (row === undefined) continue;
      const chance = 1 / (1 + Math.exp(-input.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0)));
      for (let i = 0; i < width; i += 1) {
        const value = (input[i] ?? 0) * row.share;
        slope[i] = (slope[i] ?? 0) + value * (chance - (row.isHit ? 1 : 0));
        const line = bend[i] ?? [];
        for (let j = 0; j < width; j += 1) line[j] = (line[j] ?? 0) + value * (input[j] ?? 0) * chance * (1 - chance);
      }
    }
    const change = solved(bend, slope);
    weights = weights.map((weight, i) => weight - (change[i] ?? 0));
    if (change.every((value) => Math.abs(value) < 1e-9)) break;
  }
  const named = (of: (i: number) => number): Readonly<Record<string, number>> => Object.fromEntries(names.map((name, i) => [name, of(i)]));
  return { weights: named((i) => (weights[i] ?? 0) / (spreads[i] ?? 1)), means: named((i) => means[i] ?? 0) };
}

/** Gauss and Jordan, with the largest pivot. */
function solved(matrix: readonly (readonly number[])[], right: readonly number[]): readonly number[] {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0]);
  const size = rows.length;
  for (let column = 0; column < size; column += 1) {
    const best = rows
      .slice(column)
      .reduce((most, row, i) => (Math.abs(row[column] ?? 0) > Math.abs(rows[most]?.[column] ?? 0) ? column + i : most), column);
    const pivot = rows[best] ?? [];
    rows[best] = rows[column] ?? [];
    rows[column] = pivot;
    for (const [i, row] of rows.entries()) {
      const factor = i === column ? 0 : (row[column] ?? 0) / (pivot[column] ?? 1);
      if (factor !== 0) for (let j = column; j <= size; j += 1) row[j] = (row[j] ?? 0) - factor * (pivot[j] ?? 0);
    }
  }
  return rows.map((row, i) => (row[size] ?? 0) / (row[i] ?? 1));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

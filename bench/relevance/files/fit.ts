// Fits the weights of the ranking: a logistic regression, by Newton's method, on questions about repositories that are not reported on.
import { type Clue, clueNames, cluesOf } from '../../../src/insight/files/clues.ts';
import { logOdds } from '../../../src/insight/files/rank.ts';
import type { Weights } from '../../../src/insight/files/weights.ts';
import type { Case } from './cases.ts';

interface Row {
  readonly x: readonly number[];
  readonly y: number;
}

const strength = 3;

export const usedClues: Readonly<Record<'given' | 'text' | 'bare', readonly Clue[]>> = {
  given: clueNames.filter((clue) => !['path', 'likeRel'].includes(clue)),
  text: ['likeRel', 'likeShare', 'wordShare', 'wordRel', 'path', 'pathRel', 'wholeName', 'contents'],
  bare: ['path', 'pathRel', 'wholeName', 'contents', 'namesake', 'pathGiven', 'isTest', 'isCode'],
};

type Fitted = Pick<Weights, 'clues' | 'intercept'>;

export function fitted(cases: readonly Case[], clues: readonly Clue[]): Fitted {
  const rows = cases.flatMap(({ material, truth }) =>
    [...cluesOf(material).files].map(([file, found]): Row => ({
      x: clues.map((clue) => found[clue]),
      y: Number(truth.has(file)),
    })),
  );
  const { intercept, weights } = regression(rows, strength);
  return { intercept, clues: Object.fromEntries(clues.map((clue, i) => [clue, weights[i] ?? 0])) };
}

/** The files that were named first, each with whether it was needed; of weights that were fitted on other repositories. */
export interface Named {
  readonly clued: number;
  readonly hit: boolean;
}

/** What the chances of the first files of a ranking really were. */
export function fittedChance(rankings: readonly (readonly Named[])[]): Weights['chance'] {
  const all = rankings.filter((named) => named.length > 0);
  const file = regression(
    all.flatMap((named) => named.map(({ clued, hit }, place): Row => ({ x: [logOdds(clued), place], y: Number(hit) }))),
    1,
  );
  const any = regression(
    all.map((named): Row => ({
      x: [logOdds(1 - named.reduce((none, { clued }) => none * (1 - clued), 1))],
      y: Number(named.some(({ hit }) => hit)),
    })),
    1,
  );
  return {
    file: { intercept: file.intercept, clued: file.weights[0] ?? 0, place: file.weights[1] ?? 0 },
    any: { intercept: any.intercept, clued: any.weights[0] ?? 0 },
  };
}

/** @param penalty on great weights. */
function regression(rows: readonly Row[], penalty: number): { readonly intercept: number; readonly weights: readonly number[] } {
  const clues = rows[0]?.x ?? [];
  const size = clues.length + 1;
  const deviation = clues.map(
    (_, i) => Math.sqrt(mean(rows.map(({ x }) => (x[i] ?? 0) ** 2)) - mean(rows.map(({ x }) => x[i] ?? 0)) ** 2) + 1e-9,
  );
  let weights = Array.from({ length: size }, () => 0);
  for (let round = 0; round < 20; round += 1) {
    const gradient: number[] = weights.map((weight, i) => (i === size - 1 ? 0 : penalty * weight));
    const hessian: number[][] = weights.map((_, i) => weights.map((__, j) => (i === j && i < size - 1 ? penalty : 0)));
    for (const { x, y } of rows) {
      const z = [...x.map((value, i) => value / (deviation[i] ?? 1)), 1];
      const p = 1 / (1 + Math.exp(-z.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0)));
      for (let i = 0; i < size; i += 1) {
        const zi = z[i] ?? 0;
        if (zi === 0) continue;
        gradient[i] = (gradient[i] ?? 0) + (p - y) * zi;
        const row = hessian[i] ?? [];
        for (let j = 0; j < size; j += 1) row[j] = (row[j] ?? 0) + p * (1 - p) * zi * (z[j] ?? 0);
      }
    }
    const step = solved(hessian, gradient);
    weights = weights.map((weight, i) => weight - (step[i] ?? 0));
    if (Math.max(...step.map(Math.abs)) < 1e-6) break;
  }
  const rounded = (value: number): number => Number(value.toFixed(3));
  return {
    intercept: rounded(weights[size - 1] ?? 0),
    weights: clues.map((_, i) => rounded((weights[i] ?? 0) / (deviation[i] ?? 1))),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** Gauss elimination; the matrix is small and positive. */
function solved(matrix: readonly (readonly number[])[], right: readonly number[]): readonly number[] {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0]);
  const size = rows.length;
  for (let i = 0; i < size; i += 1) {
    const pivot = rows.slice(i).reduce((best, row, at) => (Math.abs(row[i] ?? 0) > Math.abs(rows[best]?.[i] ?? 0) ? i + at : best), i);
    [rows[i], rows[pivot]] = [rows[pivot] ?? [], rows[i] ?? []];
    const own = rows[i] ?? [];
    for (let j = 0; j < size; j += 1) {
      const other = rows[j];
      if (j === i || other === undefined) continue;
      const factor = (other[i] ?? 0) / (own[i] ?? 1);
      for (let k = i; k <= size; k += 1) other[k] = (other[k] ?? 0) - factor * (own[k] ?? 0);
    }
  }
  return rows.map((row, i) => (row[size] ?? 0) / (row[i] ?? 1));
}

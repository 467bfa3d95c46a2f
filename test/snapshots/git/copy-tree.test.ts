import { describe, expect, it } from 'vitest';
import { batches, type Borrowed, maxBatchBytes } from '../../../src/snapshots/git/copy-tree.ts';

const files = (...sizes: readonly number[]): readonly Borrowed[] => sizes.map((size, i) => ({ gitId: `${i}`, path: `${i}`, size }));
const sizesOf = (given: readonly Borrowed[]) => [...batches(given)].map((batch) => batch.map(({ size }) => size));

describe('what git is asked for at once', () => {
  it.each([
    ['nothing', [], []],
    ['small files together', [1, 2, 3], [[1, 2, 3]]],
    ['as much as fits', [maxBatchBytes - 1, 1, 1], [[maxBatchBytes - 1, 1], [1]]],
    ['a larger file alone', [1, maxBatchBytes + 1, 2], [[1], [maxBatchBytes + 1], [2]]],
  ])('is %s', (_, sizes, expected) => {
    expect(sizesOf(files(...sizes))).toEqual(expected);
  });
});

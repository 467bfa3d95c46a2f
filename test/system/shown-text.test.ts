import { describe, expect, it } from 'vitest';
import { cut } from '../../src/system/index.ts';

describe('a cut text', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    ['😀😀😀', 3, '😀😀😀'],
    ['😀😀😀😀', 3, '😀😀…'],
    ['a😀😀😀', 3, 'a😀…'],
    ['😀'.repeat(1000), 3, '😀😀…'],
  ])('%s within %i is %s', (text, max, shown) => {
    expect(cut(text, max)).toBe(shown);
  });
});

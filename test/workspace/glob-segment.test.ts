import fc from 'fast-check';
import picomatch from 'picomatch';
import { describe, expect, it } from 'vitest';
import { globSegment } from '../../src/workspace/index.ts';

describe('a pattern for one name', () => {
  it('means what it means to others', () => {
    const letters = fc.array(fc.constantFrom('a', 'b', '.', '*', '?'), { minLength: 1, maxLength: 7 });
    const names = fc.array(fc.constantFrom('a', 'b', '.'), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(letters, names, (pattern, name) => {
        const glob = pattern.join('').replaceAll(/\*{2,}/g, '*');
        // As others leave out names of dots alone, and a star that stands for nothing.
        fc.pre(!name.join('').endsWith('.') && glob !== '*');
        const ours = new RegExp(`^${globSegment(glob)}$`).test(name.join(''));
        expect(ours).toBe(picomatch.isMatch(name.join(''), glob, { dot: true }));
      }),
    );
  });

  it('takes no time, however many stars it has', () => {
    const expression = new RegExp(`^${globSegment(`${'*a'.repeat(40)}b`)}$`);
    expect(expression.test('a'.repeat(200))).toBe(false);
    expect(expression.test(`${'a'.repeat(200)}b`)).toBe(true);
  });
});

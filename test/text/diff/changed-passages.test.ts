import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedPassages } from '../../../src/text/diff/changed-passages.ts';

describe('the passages that differ', () => {
  it('are small, apart, and in order', () => {
    const filler = ' something that is the same in both texts ';
    expect(changedPassages(`a${filler}b${filler}c`, `a${filler}B${filler}C`)).toEqual([
      { before: [43, 44], after: [43, 44] },
      { before: [86, 87], after: [86, 87] },
    ]);
  });

  it('come to an end for texts that have nothing in common', () => {
    const many = (word: string): string => Array.from({ length: 20_000 }, (_, i) => `${word}${i}`).join(' ');
    expect(changedPassages(many('a'), many('b'))).toHaveLength(1);
  });

  it('explain the whole new text', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', ' ', '\n', 'a stretch that is long enough to part two'), { maxLength: 40 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (old, now) => {
        let rebuilt = '';
        let at = 0;
        for (const {
          before: [from, to],
          after: [start, end],
        } of changedPassages(old, now)) {
          rebuilt += old.slice(at, from) + now.slice(start, end);
          at = to;
        }
        expect(rebuilt + old.slice(at)).toBe(now);
      }),
    );
  });
});

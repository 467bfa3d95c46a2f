import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyRanges, areApart, changedRange, isSameRange, uniqueRanges } from '../../../src/doctor/repair/choose-fixes.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);

describe('the range of a change', () => {
  it.each([
    ['abc', 'abXc', { start: 2, end: 2 }],
    ['abc', 'ac', { start: 1, end: 2 }],
    ['aaa', 'aa', { start: 2, end: 3 }],
    ['abc', 'abc', { start: 3, end: 3 }],
  ])('of %j to %j', (before, after, expected) => {
    expect(changedRange(bytes(before), bytes(after))).toMatchObject(expected);
  });

  it('makes the new content of the old one', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        expect(applyRanges(bytes(before), [changedRange(bytes(before), bytes(after))])).toEqual(Buffer.from(after));
      }),
    );
  });

  it('stands beside others that are apart from it, in any order', () => {
    const before = bytes('{"a": 1, "b": 2}');
    const a = changedRange(before, bytes('{"a": "1", "b": 2}'));
    const b = changedRange(before, bytes('{"a": 1, "b": "2"}'));
    expect(areApart(a, b)).toBe(true);
    expect(Buffer.from(applyRanges(before, [b, a]) ?? []).toString()).toBe('{"a": "1", "b": "2"}');
    expect(areApart(a, a)).toBe(false);
    expect(areApart(a, changedRange(before, undefined))).toBe(false);
  });

  it.each([
    ['the same change', { start: 1, end: 2, bytes: bytes('x') }, { start: 1, end: 2, bytes: bytes('x') }, true],
    ['other bytes', { start: 1, end: 2, bytes: bytes('x') }, { start: 1, end: 2, bytes: bytes('y') }, false],
    ['another place', { start: 1, end: 2, bytes: bytes('x') }, { start: 2, end: 3, bytes: bytes('x') }, false],
    ['two deletions of the file', { start: 0, end: 2 }, { start: 0, end: 2 }, false],
  ])('is compared with another one: %s', (_, a, b, isSame) => {
    expect(isSameRange(a, b)).toBe(isSame);
    expect(uniqueRanges([a, b])).toEqual(isSame ? [a] : [a, b]);
  });
});

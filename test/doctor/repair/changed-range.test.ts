import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areApart, hullOf, withHulls } from '../../../src/doctor/repair/changed-range.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);

describe('the hull of a change', () => {
  it.each([
    ['abc', 'abXc', { start: 2, end: 2 }],
    ['abc', 'ac', { start: 1, end: 2 }],
    ['aaa', 'aa', { start: 2, end: 3 }],
    ['abc', 'abc', { start: 3, end: 3 }],
  ])('of %j to %j', (before, after, expected) => {
    expect(hullOf(bytes(before), bytes(after))).toMatchObject(expected);
  });

  it('makes the new content of the old one', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        expect(withHulls(bytes(before), [hullOf(bytes(before), bytes(after))])).toEqual(Buffer.from(after));
      }),
    );
  });

  it('stands beside others that are apart from it, in any order', () => {
    const before = bytes('{"a": 1, "b": 2}');
    const a = hullOf(before, bytes('{"a": "1", "b": 2}'));
    const b = hullOf(before, bytes('{"a": 1, "b": "2"}'));
    expect(areApart(a, b)).toBe(true);
    expect(Buffer.from(withHulls(before, [b, a]) ?? []).toString()).toBe('{"a": "1", "b": "2"}');
    expect(areApart(a, a)).toBe(false);
    expect(areApart(a, hullOf(before, undefined))).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { cut, shortened, shortSnapshotId, SnapError } from '../../src/system/index.ts';

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

it.each([
  ['snap_12_3fa9c1', 'snap_12'],
  ['snap_12', 'snap_12'],
])('the snapshot %s is shown as %s', (id, shown) => expect(shortSnapshotId(id)).toBe(shown));

describe('a message', () => {
  it('that quotes a line of 340 KB keeps its beginning and its end, and says how much is missing', () => {
    const { message } = new SnapError('io', `~/.claude.json:1: no object: ${'PROMPT '.repeat(50_000)}. Correct it.`);
    expect(message).toMatch(/^~\/\.claude\.json:1: no object: [^]{2900,3000} \[…\d+ characters cut…\] [^]+Correct it\.$/);
    expect(message.length).toBeLessThan(4_100);
  });

  it('of usual length stays as it is', () => {
    expect(shortened('a'.repeat(4_000))).toBe('a'.repeat(4_000));
  });
});

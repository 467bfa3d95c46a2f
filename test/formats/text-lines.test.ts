import { describe, expect, it } from 'vitest';
import {
  afterLine,
  columnOf,
  firstLineBreak,
  indentOfLine,
  lineEnd,
  linesOf,
  lineStart,
  nextLine,
  previousLineEnd,
  skipBlanks,
  startsLine,
  usualLineBreak,
} from '../../src/formats/text-lines.ts';

// By offset:  a b \r \n space tab c \n \r d
const text = 'ab\r\n \tc\n\rd';

describe('lines of a text', () => {
  it.each([
    [0, 0, 2, 4],
    [2, 0, 2, 4],
    [4, 4, 7, 8],
    [6, 4, 7, 8],
    [8, 8, 8, 9],
    [9, 9, 10, 10],
    [10, 9, 10, 10],
  ])('at %i: from %i to %i, the next one at %i', (at, start, end, next) => {
    expect(lineStart(text, at)).toBe(start);
    expect(lineEnd(text, at)).toBe(end);
    expect(afterLine(text, at)).toBe(next);
    expect(columnOf(text, at)).toBe(at - start);
  });

  it('ends at the last line, and begins at the first', () => {
    expect(nextLine(text, 2)).toBe(4);
    expect(nextLine(text, 10)).toBeUndefined();
    expect(previousLineEnd(text, 9)).toBe(8);
    expect(previousLineEnd(text, 4)).toBe(2);
    expect(previousLineEnd(text, 0)).toBeUndefined();
  });

  it.each([
    ['', []],
    ['a', ['a']],
    ['a\n', ['a']],
    ['a\r\n\nb', ['a', '', 'b']],
    ['\r\r', ['', '']],
  ])('splits %j into %j', (whole, lines) => {
    expect(linesOf(whole).map(({ start, end }) => whole.slice(start, end))).toEqual(lines);
  });

  it('knows the blanks at the start of a line', () => {
    expect(indentOfLine(text, 6)).toBe(' \t');
    expect(indentOfLine(text, 1)).toBe('');
    expect(skipBlanks(text, 4)).toBe(6);
    expect(startsLine(text, 6)).toBe(true);
    expect(startsLine(text, 1)).toBe(false);
  });

  it.each([
    ['', '\n', '\n'],
    ['a\r\nb\nc\n', '\n', '\r\n'],
    ['a\nb\r\nc\r\n', '\r\n', '\n'],
    ['a\rb\rc\n', '\r', '\r'],
    ['a\r\nb\n', '\n', '\r\n'],
  ])('of %j: the usual line break is %j, the first one %j', (whole, usual, first) => {
    expect(usualLineBreak(whole)).toBe(usual);
    expect(firstLineBreak(whole)).toBe(first);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countLines, lineIndex, lineTextAt, positionAt } from '../../src/text/index.ts';

it('lines and columns are from 1', () => {
  expect([0, 1, 2, 3, 99].map((offset) => positionAt('a\nb\n', offset))).toEqual([
    { line: 1, column: 1 },
    { line: 1, column: 2 },
    { line: 2, column: 1 },
    { line: 2, column: 2 },
    { line: 3, column: 96 },
  ]);
});

describe('the line of an offset', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '\n', '\r', '\r\n'), maxLength: 40 });
  const offsets = fc.array(fc.nat(45), { maxLength: 8 });

  it('is as counted from the beginning, in whatever order one asks', () => {
    fc.assert(
      fc.property(text, offsets, (text, offsets) => {
        const { positionAt: place, lineAt } = lineIndex(text);
        for (const offset of offsets) {
          const before = text.slice(0, offset);
          const line = before.split('\n').length;
          expect(lineAt(offset)).toBe(line);
          expect(place(offset)).toEqual({ line, column: offset - (before.lastIndexOf('\n') + 1) + 1 });
        }
      }),
    );
  });

  it('counts a lone CR where that ends a line; no offset between CR and LF does', () => {
    fc.assert(
      fc.property(text, offsets, (text, offsets) => {
        for (const offset of offsets) {
          const breaks = [...text.matchAll(/\r\n|\n|\r/g)].filter(({ 0: sign, index }) => index + sign.length <= offset);
          const last = breaks.at(-1);
          const start = last === undefined ? 0 : last.index + last[0].length;
          expect(positionAt(text, offset)).toEqual({ line: breaks.length + 1, column: offset - start + 1 });
        }
      }),
    );
  });

  it('has the text between its line feeds', () => {
    fc.assert(
      fc.property(text, fc.nat(45), (text, offset) => {
        const lines = text.split('\n');
        expect(lineTextAt(text, Math.min(offset, text.length))).toBe(lines[lineIndex(text).lineAt(Math.min(offset, text.length)) - 1]);
        expect(countLines(text)).toBe(lines.length);
      }),
    );
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fillList } from '../../../src/cli/reports/fill-list.ts';

it.each<[readonly string[], number, number | undefined, string]>([
  [['Cursor', 'Zed'], 4, 80, 'Cursor, Zed'],
  [['Cursor (not approved)', 'Zed (off)'], 4, 30, 'Cursor (not approved),\n    Zed (off)'],
  [['Cursor (not approved)', 'Zed (off)'], 4, undefined, 'Cursor (not approved), Zed (off)'],
  [['one two three four five six', 'b'], 4, 28, 'one two three four five\n      six, b'],
  [['2 servers', '1 error'], 30, 40, '\n    2 servers, 1 error'],
  [[], 30, 40, ''],
])('%j behind %i within %s', (texts, indent, width, expected) => {
  expect(fillList(texts, indent, width)).toBe(expected);
});

it('keeps every text in its order and within the width', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,12}( [a-z]{1,12}){0,4}$/), { maxLength: 20 });
  fc.assert(
    fc.property(words, fc.integer({ min: 0, max: 60 }), fc.integer({ min: 40, max: 100 }), (texts, indent, width) => {
      const lines = fillList(texts, indent, width).split('\n');
      expect(lines.every((line, i) => line === '' || line.length + (i === 0 ? indent : 0) <= width)).toBe(true);
      expect(
        lines
          .map((line) => line.trim())
          .join(' ')
          .trim(),
      ).toBe(texts.join(', '));
    }),
  );
});

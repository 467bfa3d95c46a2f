import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FileCoverage } from '../../src/coverage/merge.ts';
import { type LineRange, uncoveredLines } from '../../src/coverage/uncovered.ts';

const coverage = (lines: Readonly<Record<number, number>>, spans: FileCoverage['spans'] = []): FileCoverage => ({
  lines: new Map(Object.entries(lines).map(([line, hits]) => [Number(line), hits])),
  branches: new Map(),
  functions: new Map(),
  statements: new Map(),
  spans,
});
const code = (count: number): string => Array.from({ length: count }, (_, i) => `line(${i});`).join('\n');

describe('lines that no test runs', () => {
  it.each<[string, ReturnType<typeof coverage>, string, readonly LineRange[] | undefined, readonly LineRange[]]>([
    ['are one range where they follow each other', coverage({ 1: 1, 2: 0, 3: 0, 4: 1 }), code(4), undefined, [{ from: 2, to: 3 }]],
    ['go on over lines without code', coverage({ 1: 0, 4: 0, 5: 1 }), code(5), undefined, [{ from: 1, to: 4 }]],
    [
      'end before one that ran',
      coverage({ 1: 0, 2: 1, 3: 0 }),
      code(3),
      undefined,
      [
        { from: 1, to: 1 },
        { from: 3, to: 3 },
      ],
    ],
    ['are only those that were asked about', coverage({ 1: 0, 2: 0, 3: 0 }), code(3), [{ from: 2, to: 2 }], [{ from: 2, to: 2 }]],
    [
      'are not joined over lines that were not asked about',
      coverage({ 1: 0, 3: 0 }),
      code(3),
      [
        { from: 1, to: 1 },
        { from: 3, to: 3 },
      ],
      [
        { from: 1, to: 1 },
        { from: 3, to: 3 },
      ],
    ],
    ['may be asked about to the end of the file', coverage({ 1: 1, 3: 0 }), code(3), [{ from: 2, to: Infinity }], [{ from: 3, to: 3 }]],
    [
      'belong to the statement around them',
      coverage({ 1: 0 }, [{ from: 1, to: 3, hits: 0 }]),
      code(3),
      [{ from: 2, to: 2 }],
      [{ from: 2, to: 2 }],
    ],
    [
      'and to the innermost one',
      coverage({ 1: 1, 2: 0 }, [
        { from: 1, to: 5, hits: 1 },
        { from: 2, to: 4, hits: 0 },
      ]),
      code(5),
      undefined,
      [{ from: 2, to: 4 }],
    ],
    [
      'but never to a comment or an empty line',
      coverage({ 1: 0, 5: 1 }, [{ from: 1, to: 4, hits: 0 }]),
      'a(\n// b\n\n * c\nd',
      [{ from: 2, to: 4 }],
      [],
    ],
  ])('%s', (_, file, text, among, expected) => expect(uncoveredLines(file, text, among).ranges).toEqual(expected));

  it('are exactly the counted ones without hits, whatever is asked', () => {
    const range = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.nat(6)).map(([from, more]) => ({ from, to: from + more }));
    fc.assert(
      fc.property(fc.dictionary(fc.integer({ min: 1, max: 40 }).map(String), fc.nat(2)), fc.option(fc.array(range)), (lines, asked) => {
        const file = coverage(lines);
        const { ranges, total, covered } = uncoveredLines(file, code(40), asked ?? undefined);
        const isAsked = (line: number): boolean => asked === null || asked.some(({ from, to }) => line >= from && line <= to);
        const inRanges = (line: number): boolean => ranges.some(({ from, to }) => line >= from && line <= to);
        let [all, ran] = [0, 0];
        for (const [line, hits] of file.lines) {
          expect([line, inRanges(line)]).toEqual([line, isAsked(line) && hits === 0]);
          if (isAsked(line)) [all, ran] = [all + 1, ran + Number(hits > 0)];
        }
        expect([total, covered]).toEqual([all, ran]);
        for (const { from, to } of ranges) {
          expect([from, to].every((line) => file.lines.get(line) === 0)).toBe(true);
          for (let line = from; line <= to; line += 1) expect(isAsked(line)).toBe(true);
        }
      }),
    );
  });
});

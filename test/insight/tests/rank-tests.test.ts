import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { presentOf } from '../../../src/insight/present-files.ts';
import { projectTestsOf } from '../../../src/insight/tests/project-tests.ts';
import { rankTests } from '../../../src/insight/tests/rank-tests.ts';
import type { CommitWindow } from '../../../src/history/index.ts';

const files = [
  'src/pay.ts',
  'src/cart.ts',
  'src/index.ts',
  'test/pay.test.ts',
  'test/cart.test.ts',
  'test/other.test.ts',
  'test/helper.ts',
];
const tests = projectTestsOf(presentOf(files));

function windowWith(...commits: readonly (readonly [subject: string, ...files: readonly string[]])[]): CommitWindow {
  const at = (i: number): number => 1_700_000_000 - i;
  return {
    commits: commits.map(([subject, ...changed], i) => ({ id: `${i}`, at: at(i), subject, author: 'a', files: changed, marks: [] })),
    deleted: new Set(),
    limits: [],
  };
}

describe('tests of a change', () => {
  it('are those with the name of the file, without any history', () => {
    const [first] = rankTests(windowWith(), tests, { files: ['src/pay.ts'], text: '' });
    expect(first).toMatchObject({ file: 'test/pay.test.ts', reasons: [{ kind: 'namesake', text: 'has the name of src/pay.ts' }] });
  });

  it('are those that changed with the file, whatever their names', () => {
    const together = Array.from({ length: 6 }, () => ['x', 'src/index.ts', 'test/other.test.ts'] as const);
    const [first] = rankTests(windowWith(...together, ['y', 'src/index.ts']), tests, { files: ['src/index.ts'], text: '' });
    expect(first).toMatchObject({
      file: 'test/other.test.ts',
      reasons: [{ kind: 'together', text: 'changed in 6 of the 7 commits of src/index.ts' }],
    });
  });

  it('are those of commits with a like subject, by the text alone', () => {
    const window = windowWith(
      ['Round refunds down', 'src/cart.ts', 'test/other.test.ts'],
      ['Rename the logo', 'src/index.ts', 'test/pay.test.ts'],
    );
    const [first] = rankTests(window, tests, { files: [], text: 'refund rounding' });
    expect(first).toMatchObject({
      file: 'test/other.test.ts',
      reasons: [{ kind: 'like subjects', text: 'changed in the commit "Round refunds down"' }],
    });
  });

  it('of a go package are those beside the file', () => {
    const go = projectTestsOf(presentOf(['a/x.go', 'a/y_test.go', 'b/z_test.go']));
    expect(rankTests(windowWith(), go, { files: ['a/x.go'], text: '' }).map(({ file }) => file)).toEqual(['a/y_test.go']);
  });

  it('never are the given files, files that are no tests, or named without a reason', () => {
    const file = fc.constantFrom(...files);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('pay', 'cart total', 'other'), fc.uniqueArray(file, { maxLength: 4 })), { maxLength: 8 }),
        fc.uniqueArray(file, { maxLength: 3 }),
        fc.string(),
        (commits, given, text) => {
          const window = windowWith(...commits.map(([subject, changed]) => [subject, ...changed] as const));
          const ranked = rankTests(window, tests, { files: given, text });
          for (const { file: test, reasons, score } of ranked) {
            expect(given).not.toContain(test);
            expect(tests.has(test)).toBe(true);
            expect(reasons.length).toBeGreaterThan(0);
            expect(score).toBeGreaterThan(0);
            expect(score).toBeLessThan(1);
          }
          expect(ranked.map(({ score }) => score)).toEqual(ranked.map(({ score }) => score).toSorted((a, b) => b - a));
        },
      ),
      { numRuns: 100 },
    );
  });

  it('leave out code beside tests that have names of their own', () => {
    expect(projectTestsOf(presentOf(['test/a.test.js', 'test/b.test.js', 'test/plugin.js'])).has('test/plugin.js')).toBe(false);
    expect(projectTestsOf(presentOf(['test/a.js', 'test/b.js'])).has('test/a.js')).toBe(true);
  });
});

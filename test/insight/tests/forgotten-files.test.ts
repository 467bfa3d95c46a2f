import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forgottenIn } from '../../../src/insight/tests/forgotten-files.ts';
import type { CommitWindow } from '../../../src/history/index.ts';

function windowOf(commits: readonly (readonly string[])[], deleted: readonly string[] = []): CommitWindow {
  return {
    commits: commits.map((files, i) => ({ id: `${i}`, at: 1_700_000_000 - i, subject: 'x', author: 'a', files, marks: [] })),
    deleted: new Set(deleted),
    limits: [],
  };
}
const times = <T>(n: number, value: T): readonly T[] => Array.from({ length: n }, () => value);

describe('a file is called forgotten', () => {
  it('when it changed with nearly all changes like this one', () => {
    const window = windowOf([...times(14, ['src/a.ts', 'test/a.test.ts']), ['src/a.ts']]);
    expect(forgottenIn(window, ['src/a.ts'])).toMatchObject([
      { file: 'test/a.test.ts', reasons: [{ kind: 'together', text: 'changed in 14 of the 15 commits of src/a.ts' }] },
    ]);
  });

  it('by the newest commits of a file alone', () => {
    const window = windowOf([...times(60, ['a.c', 'new.c']), ...times(9, ['a.c', 'old.c'])]);
    expect(forgottenIn(window, ['a.c'])).toMatchObject([
      { file: 'new.c', reasons: [{ text: 'changed in 20 of the last 20 commits of a.c' }] },
    ]);
  });

  it.each([
    ['changed with it half of the time', [...times(7, ['a.c', 'b.c']), ...times(7, ['a.c'])], ['a.c']],
    ['changed with it twice', times(2, ['a.c', 'b.c']), ['a.c']],
    ['was touched', times(14, ['a.c', 'b.c']), ['a.c', 'b.c']],
    [
      'changed with it only in commits of another kind',
      [...times(9, ['a.c', 'd.c']), ...times(10, ['a.c', 'b.c', 'c.c', 'e.c', 'f.c'])],
      ['a.c', 'd.c'],
    ],
    ['is not known', [], ['a.c']],
    ['is asked of nothing', times(14, ['a.c', 'b.c']), []],
  ])('never when it %s', (_, commits, changed) => {
    expect(forgottenIn(windowOf(commits), changed)).toEqual([]);
  });

  it('never when it was deleted', () => {
    expect(forgottenIn(windowOf(times(14, ['a.c', 'b.c']), ['b.c']), ['a.c'])).toEqual([]);
  });

  it('only where the count it names is true', () => {
    const file = fc.constantFrom<string>('a', 'b', 'c', 'd', 'e');
    fc.assert(
      fc.property(
        fc.array(fc.uniqueArray(file, { minLength: 1, maxLength: 4 }), { maxLength: 30 }),
        fc.uniqueArray(file, { maxLength: 3 }),
        (commits, changed) => {
          for (const { file: named, reasons, score } of forgottenIn(windowOf(commits), changed)) {
            expect(changed).not.toContain(named);
            expect(score).toBeGreaterThanOrEqual(0.6);
            const [, together, of, goesWith = ''] = /in (\d+) of the (?:last )?(\d+) commits of (.*)$/.exec(reasons[0]?.text ?? '') ?? [];
            const newest = commits.filter((files) => files.includes(goesWith)).slice(0, 20);
            expect([Number(together), Number(of)]).toEqual([newest.filter((files) => files.includes(named)).length, newest.length]);
            expect(Number(together) / Number(of)).toBeGreaterThan(0.3);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

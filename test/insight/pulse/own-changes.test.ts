import { describe, expect, it } from 'vitest';
import { movesIn } from '../../../src/insight/pulse/own-changes.ts';
import { changesOfPeople, coveredBy } from '../../../src/insight/pulse/own-changes.ts';

const at = 1_763_800_000_000;
const line = (second: number, done: string) => `${'0'.repeat(40)} ${'1'.repeat(40)} A > B <a@b.c> ${at / 1_000 + second} +0100\t${done}\n`;

describe("git's log of HEAD", () => {
  it.each([
    ['commit: fix > that', true],
    ['commit (amend): x', true],
    ['commit (merge): x', true],
    ['checkout: moving from a to b', false],
    ['pull: Fast-forward', false],
    ['merge b: Fast-forward', false],
    ['rebase (finish): returning to refs/heads/a', false],
    ['reset: moving to HEAD', false],
    ['', false],
  ])('says of "%s" whether somebody committed', (done, isCommit) => {
    expect(movesIn(line(0, done), at)).toEqual([{ atMs: at + 999, isCommit }]);
  });

  it('may be torn or empty, and was written when the file was', () => {
    expect(movesIn('', at)).toEqual([]);
    expect(movesIn(`torn\n${line(-900, 'commit: x')}`, at)).toEqual([{ atMs: at, isCommit: true }]);
  });
});

describe('a change', () => {
  const moment = { path: 'a.ts', atMs: at };
  const [commit, checkout] = [true, false].map((isCommit) => (afterMs: number) => ({ atMs: at + afterMs, isCommit }));
  it.each([
    ['of a file that differs counts', true, [checkout!(500)], 1],
    ['that was committed counts', false, [checkout!(-30_000), commit!(20_000)], 1],
    ['that a checkout wrote does not', false, [checkout!(500), commit!(20_000)], 0],
    ['that may be of a checkout in the same second does not', false, [commit!(100), checkout!(900)], 0],
    ['that is reported after the move does not', false, [checkout!(-300)], 0],
    ['that was taken back does not', false, [], 0],
    ['that was taken back after a commit of something else does not', false, [commit!(-5_000)], 0],
  ])('%s', (_, isUncommitted, moves, count) => {
    expect(changesOfPeople([moment], { isUncommitted: () => isUncommitted, moves })).toHaveLength(count);
  });

  it('in another repository inside this one is covered by its directory', () => {
    const covers = coveredBy(['a/b/', 'c.ts']);
    expect(['a/b', 'a/b/x/y.ts', 'c.ts', 'a/bc', 'a', 'd.ts'].map(covers)).toEqual([true, true, true, false, false, false]);
  });
});

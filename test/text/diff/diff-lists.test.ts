import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLists, diffListsWithin } from '../../../src/text/diff/diff-lists.ts';

describe('the items that differ', () => {
  const common = (one: readonly string[], other: readonly string[]): number => {
    let row = Array.from({ length: other.length + 1 }, () => 0);
    for (const line of one) {
      const next = [0];
      for (const [j, wanted] of other.entries()) next.push(line === wanted ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0));
      row = next;
    }
    return row.at(-1) ?? 0;
  };

  it('turn the one list into the other, and are as few as can be', () => {
    const list = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });
    fc.assert(
      fc.property(list, list, (one, other) => {
        const result: string[] = [];
        let at = 0;
        let gone = 0;
        for (const { before, after } of diffLists(one, other)) {
          result.push(...one.slice(at, before[0]), ...other.slice(...after));
          at = before[1];
          gone += before[1] - before[0];
        }
        expect([...result, ...one.slice(at)]).toEqual(other);
        expect(one.length - gone).toBe(common(one, other));
      }),
      { numRuns: 500 },
    );
  });

  it('are found in bounded time where two large texts have little in common', () => {
    const text = (seed: number) => Array.from({ length: 60_000 }, (_, i) => String((i * seed) % 977));
    const started = process.cpuUsage();
    const [one, other] = [text(7919), text(104_729)];
    const found = diffLists(one, other);
    let after = 0;
    for (const run of found) after += run.after[1] - run.after[0];
    const before = found.reduce((sum, run) => sum + run.before[1] - run.before[0], 0);
    expect(one.length - before).toBe(other.length - after);
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(10_000);
  });

  it('are none between equal lists', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 2 })), (list) => {
        expect(diffLists(list, [...list])).toEqual([]);
      }),
    );
  });

  it('are as few as can be for as many edits as were asked for, whatever is in one list alone', () => {
    const block = (count: number) => Array.from({ length: count }, (_, i) => String(i % 7));
    const own = (count: number) => Array.from({ length: count }, (_, i) => `only here ${i}`);
    const before = [...own(2_000), ...block(3_000)];
    const after = [...block(1_500), 'x', ...block(1_500)];
    const changed = diffLists(before, after, 8_000);
    const removed = changed.reduce((sum, run) => sum + run.before[1] - run.before[0], 0);
    expect(before.length - removed).toBe(common(before, after));
  });
});

describe('the items that differ, when only few may', () => {
  it('are those of the shortest way, or undefined', () => {
    const list = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 20 });
    fc.assert(
      fc.property(list, list, fc.nat({ max: 20 }), (before, after, maxEdits) => {
        const all = diffLists(before, after);
        const edits = all.reduce((sum, run) => sum + run.before[1] - run.before[0] + run.after[1] - run.after[0], 0);
        const within = diffListsWithin(before, after, maxEdits);
        if (edits > maxEdits) expect(within).toBeUndefined();
        else {
          const found = within?.reduce((sum, run) => sum + run.before[1] - run.before[0] + run.after[1] - run.after[0], 0);
          expect(found).toBe(edits);
        }
      }),
      { numRuns: 500 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evicted, retain, retentionRules } from '../../../src/snapshots/upkeep/retention.ts';
import { snapshotOf } from '../../support/small-trees.ts';

const now = new Date('2026-11-21T12:30:00.000Z');
const hours = (count: number) => new Date(now.getTime() - count * 3_600_000).toISOString();
const none = new Set<never>();
const sequences = (list: readonly { readonly sequence: number }[]) => list.map(({ sequence }) => sequence);

const many = fc
  .array(
    fc.record({
      age: fc.integer({ min: -100, max: 24 * 60 }),
      kind: fc.constantFrom('task' as const, 'manual' as const, 'safety' as const, 'baseline' as const),
      isProtected: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
      isHeld: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
    }),
    { maxLength: 120 },
  )
  .map((list) => ({
    snapshots: list.map(({ age, kind, isProtected }, index) => snapshotOf(index + 1, '', { at: hours(age), kind, isProtected })),
    holds: new Set(list.flatMap(({ isHeld }, index) => (isHeld ? [snapshotOf(index + 1, '').id] : []))),
  }));

describe('retention', () => {
  it('keeps the last fifty, then one an hour, then one a day', () => {
    const list = [
      snapshotOf(1, '', { at: hours(24 * 31) }),
      snapshotOf(2, '', { at: hours(24 * 20 + 0.2) }),
      snapshotOf(3, '', { at: hours(24 * 20) }),
      snapshotOf(4, '', { at: hours(30.4) }),
      snapshotOf(5, '', { at: hours(30.3) }),
      ...Array.from({ length: 50 }, (_, index) => snapshotOf(index + 6, '', { at: hours(0.1) })),
    ];
    const { firm, spare, expired } = retain(list, { now, holds: none });
    expect(sequences(expired)).toEqual([1, 2, 4]);
    expect(sequences(firm)).toEqual([55]);
    expect(sequences(spare).slice(0, 3)).toEqual([3, 5, 6]);
  });

  it('sorts each snapshot into one of the three, and never lets go of what is held', () => {
    fc.assert(
      fc.property(many, ({ snapshots, holds }) => {
        const { firm, spare, expired } = retain(snapshots, { now, holds });
        expect([...firm, ...spare, ...expired].map(({ sequence }) => sequence).sort((one, other) => one - other)).toEqual(
          sequences(snapshots),
        );
        const newest = snapshots.at(-1);
        if (newest !== undefined) expect(firm).toContain(newest);
        for (const snapshot of [...spare, ...expired]) {
          expect(snapshot.isProtected || holds.has(snapshot.id)).toBe(false);
          expect(snapshot.kind === 'safety' && now.getTime() - Date.parse(snapshot.at) < 7 * 86_400_000).toBe(false);
        }
        for (const snapshot of expired) expect(snapshot.sequence).toBeLessThanOrEqual(snapshots.length - retentionRules.last);
        expect(spare.length).toBeLessThanOrEqual(50 + 49 + 31);
        for (const list of [firm, spare, expired]) expect(sequences(list)).toEqual([...sequences(list)].sort((one, other) => one - other));
      }),
    );
  });

  it('lets nothing more go when it is asked again', () => {
    fc.assert(
      fc.property(many, ({ snapshots, holds }) => {
        const { firm, spare } = retain(snapshots, { now, holds });
        const left = snapshots.filter((snapshot) => firm.includes(snapshot) || spare.includes(snapshot));
        expect(retain(left, { now, holds }).expired).toEqual([]);
      }),
    );
  });

  it('takes the oldest for room, and no more than needed', () => {
    fc.assert(
      fc.property(many, fc.nat(500), ({ snapshots, holds }, excess) => {
        const { spare } = retain(snapshots, { now, holds });
        const bytesOf = ({ sequence }: { readonly sequence: number }) => sequence % 17;
        const going = evicted(spare, excess, bytesOf);
        expect(going).toEqual(spare.slice(0, going.length));
        const sum = (list: typeof going) => list.reduce((total, snapshot) => total + bytesOf(snapshot), 0);
        if (going.length > 0) expect(sum(going.slice(0, -1))).toBeLessThan(excess);
        if (going.length < spare.length) expect(sum(going)).toBeGreaterThanOrEqual(excess);
      }),
    );
  });
});

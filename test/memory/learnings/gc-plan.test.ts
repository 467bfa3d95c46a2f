import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GcLearning, type LearningsPlan, planGc } from '../../../src/memory/learnings/gc-plan.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
const learning = (id: string, days: number, uses: number, more: Partial<GcLearning> = {}): GcLearning => ({
  id,
  trigger: `situation ${id}`,
  action: `what to do in ${id}`,
  type: 'pattern',
  at: daysAgo(days),
  state: 'active',
  uses,
  ...more,
});
const plan = (learnings: readonly GcLearning[], limits = { maxAgeDays: 90, minUses: 1 }) => planGc({ learnings, now, ...limits });

describe('archive', () => {
  it.each([
    ['learned today', 0, 0, false],
    ['a month old and never used', 30, 0, false],
    ['more than a month old and never used', 31, 0, true],
    ['used once, 69 days old', 69, 1, false],
    ['used once, 70 days old', 70, 1, false],
    ['used once, 71 days old', 71, 1, true],
    ['used three times, 200 days old', 200, 3, false],
    ['used three times, 2,000 days old', 2000, 3, false],
    ['to come, by a clock that is wrong', -5, 0, false],
  ])('%s', (_, days, uses, isArchived) => {
    expect(plan([learning('one', days, uses)]).archive).toEqual(isArchived ? ['one'] : []);
  });

  it('archives what is older than the limit and used less than asked for, whatever its score', () => {
    const learnings = [learning('old', 31, 3), learning('young', 30, 3), learning('used', 31, 5)];
    expect(plan(learnings, { maxAgeDays: 30, minUses: 5 }).archive).toEqual(['old']);
  });

  it('leaves alone what has no readable time', () => {
    expect(plan([learning('one', 0, 0, { at: 'yesterday' })])).toEqual({ archive: [], delete: [], merge: [], kept: 1 });
  });
});

describe('delete', () => {
  it.each([
    ['90 days', daysAgo(90), true],
    ['89 days', daysAgo(89), false],
    ['an unknown time', undefined, false],
    ['an unreadable time', 'x', false],
  ])('after %s in the archive', (_, archivedAt, isDeleted) => {
    const one = learning('one', 400, 9, { state: 'archived', ...(archivedAt === undefined ? {} : { archivedAt }) });
    expect(plan([one])).toEqual({ archive: [], delete: isDeleted ? ['one'] : [], merge: [], kept: 0 });
  });

  it('never deletes an active one', () => expect(plan([learning('one', 4000, 0)]).delete).toEqual([]));
});

describe('merge', () => {
  const same = { trigger: 'running the tests', action: 'use vitest' };

  it('keeps the oldest, by the time it was learned and not by its place', () => {
    const learnings = [
      learning('b', 2, 3, { ...same, action: 'Use vitest.' }),
      learning('a', 9, 3, same),
      learning('c', 1, 3, { ...same, trigger: 'Running tests' }),
    ];
    expect(plan(learnings)).toEqual({
      archive: [],
      delete: [],
      merge: [
        { id: 'b', into: 'a' },
        { id: 'c', into: 'a' },
      ],
      kept: 1,
    });
  });

  it('counts the uses together', () => {
    expect(plan([learning('a', 100, 1, same), learning('b', 3, 2, { ...same, action: 'use vitest.' })]).archive).toEqual([]);
  });

  it('leaves archived ones out of it', () => {
    const archived = learning('a', 9, 3, { ...same, state: 'archived', archivedAt: daysAgo(1) });
    expect(plan([archived, learning('b', 2, 3, same)]).merge).toEqual([]);
  });
});

/** What a store does with a plan. */
function apply(learnings: readonly GcLearning[], { archive, delete: deleted, merge }: LearningsPlan): readonly GcLearning[] {
  const gone = new Set([...deleted, ...merge.map(({ id }) => id)]);
  return learnings
    .filter(({ id }) => !gone.has(id))
    .map((one) => {
      const joined = merge.filter(({ into }) => into === one.id).map(({ id }) => learnings.find((other) => other.id === id)?.uses ?? 0);
      const uses = one.uses + joined.reduce((sum, count) => sum + count, 0);
      return archive.includes(one.id) ? { ...one, uses, state: 'archived', archivedAt: now.toISOString() } : { ...one, uses };
    });
}

it('changes nothing a second time, forgets no active learning, and does not depend on the order', () => {
  const any = fc.record({
    trigger: fc.constantFrom('running tests', 'Running the tests', 'deploying', 'tests running'),
    action: fc.constantFrom('use vitest', 'Use vitest.', 'use node 20', 'use node 22'),
    type: fc.constantFrom('pattern' as const, 'pitfall' as const),
    days: fc.integer({ min: -3, max: 400 }),
    uses: fc.integer({ min: 0, max: 5 }),
    archivedDays: fc.option(fc.integer({ min: 0, max: 200 })),
  });
  fc.assert(
    fc.property(
      fc.array(any, { maxLength: 20 }),
      fc.integer({ min: 0, max: 200 }),
      fc.integer({ min: 0, max: 5 }),
      (rows, maxAgeDays, minUses) => {
        const learnings = rows.map(({ trigger, action, type, days, uses, archivedDays }, i) =>
          learning(`learn_${i}`, days, uses, {
            trigger,
            action,
            type,
            ...(archivedDays === null ? {} : { state: 'archived', archivedAt: daysAgo(archivedDays) }),
          }),
        );
        const limits = { maxAgeDays, minUses };
        const first = plan(learnings, limits);
        expect(plan(apply(learnings, first), limits)).toEqual({ archive: [], delete: [], merge: [], kept: first.kept });
        const active = learnings.filter(({ state }) => state === 'active');
        expect(first.kept + first.archive.length + first.merge.length).toBe(active.length);
        expect(first.merge.some(({ into }) => first.merge.some(({ id }) => id === into))).toBe(false);
        const reversed = plan(learnings.toReversed(), limits);
        expect(reversed.merge).toEqual(first.merge);
        expect(new Set(reversed.archive)).toEqual(new Set(first.archive));
      },
    ),
  );
});

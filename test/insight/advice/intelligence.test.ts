import { describe, expect, it } from 'vitest';
import { explain, insights, patterns } from '../../../src/insight/index.ts';
import { learning, openTask, sourcesWith, violations } from './sources.ts';

const matchesOf = (...learnings: readonly ReturnType<typeof learning>[]) => learnings.map((one) => ({ learning: one, score: 0.5 }));

describe('patterns', () => {
  it('are what comes back, with every record that shows it', async () => {
    const sources = sourcesWith({
      matches: matchesOf(
        learning('1', { trigger: 'database migration fails', files: ['src/db.ts'] }),
        learning('2', { trigger: 'a migration is slow', files: ['src/db.ts'] }),
        learning('3', { trigger: 'the migration lock', files: ['src/lock.ts'] }),
      ),
      violations: [violations('silent_catch', 4, 'src/db.ts'), violations('once', 1)],
      churn: { 'src/db.ts': 40, 'src/x.ts': 1 },
    });
    expect(await patterns(sources, { max: 10 })).toEqual([
      { kind: 'file', name: 'src/db.ts', count: 6, evidence: ['learn_1', 'learn_2', 'viol_0', 'viol_1', 'viol_2', 'viol_3'], commits: 40 },
      { kind: 'violation', name: 'silent_catch', count: 4, evidence: ['viol_0', 'viol_1', 'viol_2', 'viol_3'] },
      { kind: 'word', name: 'migration', count: 3, evidence: ['learn_1', 'learn_2', 'learn_3'] },
    ]);
    expect(await patterns(sources, { max: 1 })).toHaveLength(1);
  });

  it('are none when nothing does', async () => {
    expect(await patterns(sourcesWith({ matches: matchesOf(learning('1')) }), { max: 10 })).toEqual([]);
  });
});

describe('insights', () => {
  it('count what was shown and what was said of it', async () => {
    const uses = learning('1').uses;
    const sources = sourcesWith({
      matches: matchesOf(
        learning('1', { uses: { ...uses, shown: 5, used: 3, helped: 2 } }),
        learning('2', { uses: { ...uses, shown: 7, wrong: 2, isWithheld: true } }),
        learning('3', { uses: { ...uses, shown: 1 } }),
        learning('4'),
      ),
      churn: { 'a.ts': 3, 'b.ts': 9 },
    });
    expect(await insights(sources, { limits: { maxAgeDays: 90, minUses: 1 } })).toEqual({
      learnings: 4,
      shown: { count: 13, ids: ['learn_2', 'learn_1', 'learn_3'] },
      judged: { count: 2, ids: ['learn_1', 'learn_2'] },
      used: { count: 3, ids: ['learn_1'] },
      helped: { count: 2, ids: ['learn_1'] },
      wrong: { count: 2, ids: ['learn_2'] },
      withheld: ['learn_2'],
      each: [
        { id: 'learn_1', shown: 5, used: 3, wrong: 0 },
        { id: 'learn_2', shown: 7, used: 0, wrong: 2 },
      ],
      hot: [
        { file: 'b.ts', commits: 9 },
        { file: 'a.ts', commits: 3 },
      ],
      prune: ['learn_2'],
    });
  });
});

describe('an explanation', () => {
  const sources = sourcesWith({
    matches: matchesOf(learning('1', { files: ['src/a.ts'] }), learning('2')),
    violations: [violations('silent_catch', 3)],
    task: openTask({ shown: ['learn_1'] }),
  });

  it.each([
    ['learn_1', { kind: 'learning', related: ['learn_2', 'viol_0', 'viol_1', 'viol_2'] }],
    ['viol_1', { kind: 'violation', related: ['viol_0', 'viol_2'] }],
    ['task_0a1b2c3d4e5f', { kind: 'task', shown: 1, related: ['learn_1'] }],
  ])('of %s', async (id, expected) => {
    expect(await explain(sources, id)).toMatchObject({ id, ...expected });
  });

  it('is none for an id of nothing', async () => {
    expect(await explain(sources, 'learn_f')).toBeUndefined();
  });
});

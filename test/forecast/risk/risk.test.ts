import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isProgramCode } from '../../../src/forecast/risk/program-code.ts';
import { countCodeLines, measureCode } from '../../../src/forecast/risk/code-lines.ts';
import { localFactors } from '../../../src/forecast/risk/factors.ts';
import type { Known } from '../../../src/forecast/risk/known.ts';
import { levelsOf } from '../../../src/forecast/risk/levels.ts';
import { after, before, openRisk } from '../../../src/forecast/risk/open-risk.ts';
import { riskModel } from '../../../src/forecast/risk/risk-model.ts';
import { sayRecord } from '../../../src/forecast/risk/said.ts';
import { uncommittedLines } from '../../../src/forecast/risk/uncommitted-lines.ts';
import type { Commit, CommitWindow } from '../../../src/history/index.ts';
import { memorySystem } from '../../support/memory-system.ts';
import { cpuTimeUntil } from '../../support/cpu-time.ts';

type Told = Pick<Commit, 'at' | 'subject' | 'files' | 'marks'>;

const day = 86_400;
const commit = (at: number, subject: string, ...files: string[]): Told => ({ at: at * day, subject, files, marks: [] });

/** 600 commits: every second change of hot.ts is followed by a fix of it, changes of the 20 calm files are nearly never. Newest first. */
const busy: readonly Told[] = Array.from({ length: 600 }, (_, i) => {
  if (i % 10 === 3) return commit(i, 'Extend it', 'src/hot.ts');
  if (i % 10 === 6) return commit(i, 'fix: totals', 'src/hot.ts');
  if (i % 97 === 0) return commit(i, 'fix: once', `src/calm${i % 20}.ts`);
  return commit(i, 'Extend it', `src/calm${i % 20}.ts`);
}).toReversed();
const known = (commits: readonly Told[], isShallow = false): Known => ({ kind: 'known', model: riskModel(commits), isShallow });
const order = 'LMHC';

describe('risk before an edit', () => {
  it('is said with the commits it rests on', () => {
    const hot = before(known(busy), ['src/hot.ts']);
    const calm = before(known(busy), ['src/calm5.ts']);
    expect(hot.files).toEqual([{ file: 'src/hot.ts', commits: 12, followedByFix: 11 }]);
    expect(hot.why).toMatch(/^11 of the last 12 commits here were followed by a fix \(project: \d of 12\)\.$/);
    expect(calm.why).toMatch(/^1 of the last 12 commits here was followed by a fix/);
    expect(before(known(busy), ['src/calm1.ts']).why).toMatch(/^None of the last 12 commits here were followed by a fix/);
    expect(order.indexOf(hot.level ?? '')).toBeGreaterThan(order.indexOf(calm.level ?? ''));
    expect(before(known(busy), ['src/calm5.ts', 'src/hot.ts']).why).toContain('of src/hot.ts were');
  });

  it.each([
    ['without git', { kind: 'no git' }, ['src/hot.ts'], 'There is no git history here.'],
    ['while the history is read', { kind: 'reading' }, ['src/hot.ts'], 'The history is being read.'],
    ['of a short history', known(busy.slice(0, 80)), ['src/hot.ts'], 'The history is too short to judge by: 80 commits of program code.'],
    [
      'without fixes',
      known(busy.map((one) => ({ ...one, subject: 'Extend it' }))),
      ['src/hot.ts'],
      'Too few fixes are known to judge by: 0 in 600 commits.',
    ],
    ['of a file that is new', known(busy), ['src/new.ts'], 'No commit of these files is known.'],
    [
      'of text',
      known(busy),
      ['README.md', 'test/hot.test.ts'],
      'None of these files is program code, and fixes are counted for that only.',
    ],
    ['of nothing', known(busy), [], 'No files are named and none has changed.'],
  ] as const)('is not made up %s', (_, knowledge, files, why) => {
    expect(before(knowledge, files)).toMatchObject({ why });
    expect(before(knowledge, files).level).toBeUndefined();
  });

  it('does not read merges, bots, releases and large commits', () => {
    const marked = busy.map((one, i): Told => (i % 2 === 0 ? { ...one, marks: ['bot'] } : one));
    expect(riskModel(marked).project).toEqual(riskModel(marked.filter(({ marks }) => marks.length === 0)).project);
  });

  const files = fc.uniqueArray(fc.constantFrom('src/hot.ts', 'src/calm1.ts', 'src/calm2.ts', 'src/new.ts', 'README.md'), { maxLength: 5 });

  it('does not depend on the order of the files', () => {
    const knowledge = known(busy);
    fc.assert(
      fc.property(files, (some) => {
        const one = before(knowledge, some);
        const other = before(knowledge, some.toReversed());
        expect(one.level).toBe(other.level);
        expect(one.why).toBe(other.why);
      }),
    );
  });

  it('is never lowered by one more fix of a file, or by one more file', () => {
    const history = fc.array(
      fc.record({ file: fc.constantFrom('src/a.ts', 'src/b.ts'), isFix: fc.boolean(), days: fc.integer({ min: 0, max: 400 }) }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(history, fc.nat(), (told, which) => {
        let at = 0;
        const commits = told.map(({ days, file, isFix }) => commit((at += days), isFix ? 'fix: it' : 'Extend it', file));
        const place = commits.length === 0 ? 0 : which % commits.length;
        const more = commits.map((one, i) => (i === place ? { ...one, subject: 'fix: it' } : one));
        const lately = (some: readonly Told[], ...names: string[]) => riskModel(some.toReversed()).record.lately(names);
        const plain = lately(commits, 'src/a.ts');
        expect(lately(more, 'src/a.ts').fixes).toBeGreaterThanOrEqual(plain.fixes);
        expect(lately(more, 'src/a.ts').churn).toBe(plain.churn);
        expect(lately(commits, 'src/a.ts', 'src/b.ts').churn).toBeGreaterThanOrEqual(plain.churn);
      }),
    );
  });

  it('keeps hostile names and subjects in one line', () => {
    const name = 'src/a\n---\nsnap|S\u202e.ts';
    const hostile = busy.map((one, i): Told => (i % 10 === 0 ? { ...one, files: [name], subject: 'fix: \u202e\n---\n' } : one));
    for (const { why } of [before(known(hostile), [name, 'src/calm2.ts']), after(known(hostile), [{ file: name, added: 9, deleted: 0 }])]) {
      expect(why).not.toMatch(/[\n\u202e]/);
    }
  });
});

it.each([
  [12, 5, '5 of the last 12 commits here were followed by a fix (project: 2 of 12)'],
  [12, 1, '1 of the last 12 commits here was followed by a fix (project: 2 of 12)'],
  [3, 0, 'none of the 3 commits here were followed by a fix (project: 2 of 12)'],
  [1, 1, 'the one commit here was followed by a fix (project: 2 of 12)'],
  [1, 0, 'the one commit here was not followed by a fix (project: 2 of 12)'],
])('%i commits, %i of them followed by a fix, in words', (commits, followedByFix, said) => {
  expect(sayRecord({ files: [{ file: 'a.ts', commits, followedByFix }], project: { commits: 600, followedByFix: 90 } })).toBe(said);
});

describe('risk after an edit', () => {
  it('rises with the lines of code, and with the fixes of the files', () => {
    const of = (file: string, code: number) => order.indexOf(after(known(busy), [{ file, added: code, deleted: 0, code }]).level ?? '');
    expect(of('src/calm5.ts', 1)).toBe(0);
    expect(of('src/calm5.ts', 500)).toBeGreaterThan(of('src/calm5.ts', 1));
    expect(of('src/hot.ts', 5)).toBeGreaterThanOrEqual(of('src/calm5.ts', 5));
    expect(after(known(busy), [{ file: 'src/hot.ts', added: 47, deleted: 2, code: 47 }]).why).toMatch(
      /^47 new lines of code in 1 file; 11 of the last 12 commits here were followed by a fix/,
    );
    expect(after(known(busy), [{ file: 'README.md', added: 47, deleted: 2 }]).level).toBeUndefined();
    expect(after({ kind: 'reading' }, [{ file: 'src/hot.ts', added: 47, deleted: 2 }])).toEqual({ why: 'The history is being read.' });
  });

  it('gives chances between 0 and 1', () => {
    const model = known(busy);
    fc.assert(
      fc.property(fc.nat(1e7), fc.nat(1e7), (added, code) => {
        const { chance = 0, usual = 0 } = after(model, [{ file: 'src/hot.ts', added, deleted: 0, code }]);
        expect(chance).toBeGreaterThan(0);
        expect(chance).toBeLessThanOrEqual(1);
        expect(usual).toBeGreaterThan(0);
      }),
    );
  });
});

describe('levels', () => {
  const past = (...bands: readonly (readonly [ratio: number, changes: number, followed: number])[]) =>
    bands.flatMap(([ratio, changes, followed]) => Array.from({ length: changes }, (_, i) => ({ ratio, isFollowed: i < followed })));

  it.each([
    ['all where each was followed more often', past([0.3, 90, 9], [1, 90, 30], [2, 60, 36], [5, 50, 48]), 'LMHC'],
    ['not one that was rare', past([0.3, 90, 9], [1, 90, 30], [2, 60, 36], [5, 3, 3]), 'LMHH'],
    ['not one that was followed less often than the one below', past([0.3, 90, 9], [1, 90, 60], [2, 60, 36], [5, 50, 48]), 'LMMC'],
    ['not one that was followed hardly more often', past([0.3, 90, 9], [1, 90, 30], [2, 60, 23], [5, 50, 48]), 'LMMC'],
    ['not low where low was rare', past([0.3, 3, 1], [1, 90, 30]), 'MMMM'],
    ['one where there is nothing to compare', past([1, 90, 30]), 'MMMM'],
  ])('%s', (_, told, expected) => {
    const level = levelsOf(told);
    expect([0.3, 1, 2, 5].map((ratio) => level(ratio)).join('')).toBe(expected);
  });
});

describe('the parts of a score', () => {
  const hot = ['src/hot.ts'];

  it.each([
    ['of files', known(busy), hot, [], 2],
    ['of files and a change', known(busy), hot, [{ file: 'src/hot.ts', added: 40, deleted: 0 }], 3],
    ['of a change alone', { kind: 'no git' }, hot, [{ file: 'src/hot.ts', added: 40, deleted: 0 }], 1],
  ] as const)('%s have weights that sum to 1', (_, knowledge, files, change, count) => {
    const { factors } = localFactors(knowledge, files, change);
    expect(factors).toHaveLength(count);
    expect(factors.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1);
    for (const { reason, score } of factors) {
      expect(reason).not.toBe('');
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(100);
    }
  });

  it('are trusted less the less is known', () => {
    const trust = [
      localFactors(known(busy), hot, []),
      localFactors(known(busy, true), hot, []),
      localFactors(known(busy.slice(0, 80)), hot, []),
      localFactors(known(busy), ['src/new.ts'], []),
      localFactors({ kind: 'reading' }, hot, []),
      localFactors({ kind: 'no git' }, hot, []),
    ].map(({ confidence }) => confidence);
    expect(trust).toEqual(trust.toSorted((a, b) => b - a));
    expect(new Set(trust).size).toBe(trust.length);
    expect(localFactors({ kind: 'no git' }, hot, []).factors).toEqual([]);
  });
});

describe('asking', () => {
  const windowOf = (commits: readonly Told[], ...limits: string[]): CommitWindow => ({
    commits: commits.map((one, i) => ({ ...one, id: `${i}`, author: 'a' })),
    deleted: new Set(),
    limits,
  });

  it('adds a history up once, and waits for none for long', async () => {
    const window = windowOf(busy);
    const risk = openRisk({ commits: async () => window });
    const first = await risk.before(['src/hot.ts']);
    expect(first.level).toBeDefined();
    const cost = await cpuTimeUntil(async () => {
      for (let i = 0; i < 100; i++) await risk.before(['src/hot.ts']);
    });
    expect(cost / 100).toBeLessThan(10);
    let end: (window: CommitWindow) => void = () => undefined;
    const slow = openRisk({ commits: () => new Promise((resolve) => (end = resolve)) });
    expect((await slow.before(['src/hot.ts'])).why).toBe('The history is being read.');
    end(window);
  });

  it.each([
    ['no git', 'There is no git history here.'],
    ['so far only the newest 300 commits were read', 'The history is being read.'],
  ])('says %s', async (limit, why) => {
    expect(await openRisk({ commits: async () => windowOf(busy, limit) }).before(['src/hot.ts'])).toMatchObject({ why });
  });
});

it.each([
  ['src/a.ts', true],
  ['lib/reader.rb', true],
  ['main.go', true],
  ['src/__tests__/a.ts', false],
  ['pkg/reader_test.go', false],
  ['test_reader.py', false],
  ['src/test/java/ReaderTest.java', false],
  ['docs/guide.js', false],
  ['README.md', false],
  ['vendor/lib.c', false],
  ['package-lock.json', false],
])('%s is code of the program: %s', (file, expected) => {
  expect(isProgramCode(file)).toBe(expected);
});

it('counts lines of code', () => {
  expect(countCodeLines(['', '  // why', 'import a from "b";', 'const a = 1;', '}', '# note', '#include <a.h>', 'return a;'])).toBe(2);
});

it('measures how much code lines hold', () => {
  const lines = ['// why', '', 'if (a === 1) {', '    return b;', '\tc += 2;', '}'];
  expect(measureCode(lines)).toEqual({ code: 3, tokens: 17, indent: 8 });
  expect(measureCode([`x = "${'y '.repeat(1000)}"`]).tokens).toBeLessThan(210);
});

it('reads the added lines of the change that is not committed', async () => {
  const system = memorySystem({
    files: {
      '/p/src/a.ts': 'const a = 1;\n// why\nconst b = 2;\n',
      '/p/src/new.ts': 'one();\n\ntwo();\n',
      '/p/README.md': 'x\n',
      '/p/src/bin.ts': 'a\0b',
    },
  });
  const ranges = new Map([
    ['src/a.ts', [{ from: 2, to: 3 }]],
    ['src/new.ts', [{ from: 1, to: Infinity }]],
    ['src/bin.ts', [{ from: 1, to: 1 }]],
    ['src/gone.ts', []],
    ['README.md', [{ from: 1, to: 1 }]],
  ]);
  expect(await uncommittedLines(system, { root: '/p' }, { addedLines: async () => ({ files: ranges }) })).toEqual([
    { file: 'src/a.ts', added: 2, deleted: 0, code: 1, tokens: 5, indent: 0 },
    { file: 'src/new.ts', added: 3, deleted: 0, code: 2, tokens: 8, indent: 0 },
  ]);
});

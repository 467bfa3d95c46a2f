import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countCodeLines, isProgramCode, type LineCounts, measureCode } from '../../../src/insight/risk/program-code.ts';
import { levelsOf } from '../../../src/insight/risk/levels.ts';
import { openRisk } from '../../../src/insight/risk/open-risk.ts';
import { type Known, type Risk, riskBounds, riskOf, riskWords, sayRecord } from '../../../src/insight/risk/risk.ts';
import { riskModel } from '../../../src/insight/risk/risk-model.ts';
import { severityOf } from '../../../src/insight/severity.ts';
import { uncommittedLines } from '../../../src/insight/risk/uncommitted-lines.ts';
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
const before = (knowledge: Known, files: readonly string[]): Risk => riskOf(knowledge, files);
const after = (knowledge: Known, change: readonly LineCounts[]): Risk => riskOf(knowledge, [], change);

describe('risk before an edit', () => {
  it('is said with the commits it rests on', () => {
    const hot = before(known(busy), ['src/hot.ts']);
    const calm = before(known(busy), ['src/calm5.ts']);
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
  expect(sayRecord({ file: 'a.ts', isOne: true, commits, followedByFix, usual: 2 })).toBe(said);
});

describe('risk after an edit', () => {
  it('rises with the lines of code, and with the fixes of the files', () => {
    const of = (file: string, code: number) => order.indexOf(after(known(busy), [{ file, added: code, deleted: 0, code }]).level ?? '');
    expect(of('src/calm5.ts', 1)).toBe(0);
    expect(of('src/calm5.ts', 500)).toBeGreaterThan(of('src/calm5.ts', 1));
    expect(of('src/hot.ts', 5)).toBeGreaterThanOrEqual(of('src/calm5.ts', 5));
    expect(after(known(busy), [{ file: 'src/hot.ts', added: 47, deleted: 2, code: 47 }]).why).toMatch(
      /^47 new lines of code in 1 file \(usual: 5\); 11 of the last 12 commits here were followed by a fix/,
    );
    expect(after(known(busy), [{ file: 'README.md', added: 47, deleted: 2 }]).level).toBeUndefined();
    expect(after({ kind: 'reading' }, [{ file: 'src/hot.ts', added: 47, deleted: 2 }])).toMatchObject({
      level: undefined,
      why: 'The history is being read.',
    });
  });
});

describe('a verdict', () => {
  /** What is printed of the commits and of the lines. */
  const printed = (why: string) => {
    const [, followed = '', all = '', usual = ''] = /(\d+|none) of the (?:last )?(\d+) commits .*\(project: (\d+) of 12\)/i.exec(why) ?? [];
    const [, lines = '0'] = /^(\d+) new lines? of code/.exec(why) ?? [];
    const counts = all === '' ? undefined : { share: (Number(followed) || 0) / Number(all), usual: Number(usual) / 12 };
    return { counts, isLarge: Number(lines) > 10 };
  };
  const file = fc.constantFrom('src/a.ts', 'src/b.ts', 'src/c.ts', 'src/d.ts', 'lib/e.ts', 'lib/f.ts');
  /** Histories in which some files are mended often, and others are changed often without a fix. */
  const history = fc
    .tuple(
      fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 6, maxLength: 6 }),
      fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 6, maxLength: 6 }),
      fc.integer({ min: 1, max: 2 ** 30 }),
    )
    .map(([often, fixes, seed]) => {
      const names = ['src/a.ts', 'src/b.ts', 'src/c.ts', 'src/d.ts', 'lib/e.ts', 'lib/f.ts'];
      const bag = names.flatMap((name, i) => Array.from({ length: often[i] ?? 1 }, () => ({ name, fixes: fixes[i] ?? 0 })));
      let state = seed;
      const next = (below: number): number => {
        state = (state * 48_271) % 2_147_483_647;
        return state % below;
      };
      return Array.from({ length: 420 }, (_, i): Told => {
        const one = bag[next(bag.length)] ?? { name: 'src/a.ts', fixes: 0 };
        return commit(i, next(100) < one.fixes / 2 ? 'fix: it' : 'Extend it', one.name);
      }).toReversed();
    });
  const change = fc.array(fc.record({ file, added: fc.integer({ min: 0, max: 60 }), deleted: fc.constant(0) }), { maxLength: 3 });

  it('never contradicts the evidence that is printed with it, and its score says the same', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(history, fc.uniqueArray(file, { minLength: 1, maxLength: 3 }), change, (told, files, lines) => {
        const { level, score, why } = riskOf(known(told), files, lines);
        const { counts, isLarge } = printed(why);
        if (score !== undefined && level !== undefined) expect(severityOf(score, riskBounds)).toBe(riskWords[level]);
        if (level === undefined || counts === undefined) return;
        seen.add(level);
        if (counts.share > counts.usual) expect(level, why).not.toBe('L');
        if (counts.share < counts.usual && !isLarge) expect(['L', 'M'], why).toContain(level);
      }),
      { seed: 20261123, numRuns: 300 },
    );
    expect([...seen].toSorted()).toEqual(['C', 'H', 'L', 'M']);
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
    const { factors } = riskOf(knowledge, files, change);
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
      before(known(busy), hot),
      before(known(busy, true), hot),
      before(known(busy.slice(0, 80)), hot),
      before(known(busy), ['src/new.ts']),
      before({ kind: 'reading' }, hot),
      before({ kind: 'no git' }, hot),
    ].map(({ confidence }) => confidence);
    expect(trust).toEqual(trust.toSorted((a, b) => b - a));
    expect(new Set(trust).size).toBe(trust.length);
    expect(before({ kind: 'no git' }, hot).factors).toEqual([]);
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
    const first = await risk(['src/hot.ts']);
    expect(first.level).toBeDefined();
    const cost = await cpuTimeUntil(async () => {
      for (let i = 0; i < 100; i++) await risk(['src/hot.ts']);
    });
    expect(cost / 100).toBeLessThan(10);
    let end: (window: CommitWindow) => void = () => undefined;
    const slow = openRisk({ commits: () => new Promise((resolve) => (end = resolve)) });
    expect((await slow(['src/hot.ts'])).why).toBe('The history is being read.');
    end(window);
  });

  it.each([
    ['no git', 'There is no git history here.'],
    ['so far only the newest 300 commits were read', 'The history is being read.'],
  ])('says %s', async (limit, why) => {
    expect(await openRisk({ commits: async () => windowOf(busy, limit) })(['src/hot.ts'])).toMatchObject({ why });
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

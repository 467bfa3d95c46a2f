import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CheckReport } from '../../../src/checks/index.ts';
import { sayTo } from '../../../src/system/index.ts';
import { checkedWorkspace, type CheckedWorkspace } from './checked-workspace.ts';

const found = ({ findings }: CheckReport): readonly string[] =>
  findings
    .filter(({ age }) => age !== 'old')
    .map(({ file = '', line, rule, severity }) => `${severity} ${file}${line === undefined ? '' : `:${line}`} ${rule}`);
const state = ({ layers }: CheckReport, name: string): string => {
  const layer = layers.find((each) => each.name === name);
  return [layer?.state, layer?.reason].filter((word) => word !== undefined).join(': ');
};
const said = ({ lines }: CheckReport): string => lines.map((line) => sayTo('model', line)).join('\n');

/** A fixture whose reports are newer than its files. */
async function fixture(name: string, reports: readonly string[], options?: { readonly hasGit: boolean }): Promise<CheckedWorkspace> {
  const here = await checkedWorkspace(`coverage/${name}`, {}, options);
  // Some reports say themselves when they were made.
  here.age('', 100_000_000);
  for (const report of reports) here.age(report, 50);
  return here;
}

/** The text of a file of the fixture with these lines changed: the report of the fixture is then of the text before. */
function changed(text: string, lines: Readonly<Record<number, string>>): string {
  const all = text.split('\n');
  for (const [line, content] of Object.entries(lines)) all[Number(line) - 1] = content;
  return all.join('\n');
}

it('leaves files out that were compiled from others, with the reason: by the map they name, and by the map beside them', async () => {
  const here = await checkedWorkspace(undefined, {
    'out/inline.js': 'one();\ntwo();\n//# sourceMappingURL=data:application/json;base64,e30=\n',
    'out/beside.js': 'one();\n',
    'out/beside.js.map': '{}',
    'src/own.js': "one();\nconst text = '//# sourceMappingURL=a';\n",
  });
  const root = dirname(here.put('package.json', '{}'));
  const result = ['out/inline.js', 'out/beside.js', 'src/own.js'].map((path) => ({
    url: `file://${join(root, path)}`,
    functions: [{ ranges: [{ startOffset: 0, endOffset: 200, count: 0 }] }],
  }));
  here.put('coverage/tmp/coverage-1-1-0.json', JSON.stringify({ result, timestamp: 1 }));
  here.age('', 100_000_000);
  here.age('coverage', 50);
  const report = await here.check('coverage');
  expect(report.details.coverage?.files.map(({ file }) => file)).toEqual(['src/own.js']);
  expect(said(report)).toContain('out/inline.js and 1 more were left out: compiled from another file');
});

describe('with a diff', () => {
  it('names the changed lines that no test runs, and none that was there before', async () => {
    const here = await fixture('c8', ['coverage'], { hasGit: true });
    here.put(
      'src/price.js',
      changed(here.text('src/price.js'), {
        1: '// In cents.',
        2: 'export function withTax(price, rate = 0.21) {',
        4: "    throw new RangeError('no');",
        12: '    return Math.floor(price * 0.95);',
      }),
    );
    here.age('src', 80);
    const report = await here.check('coverage', { diff: 'uncommitted' });
    expect(found(report)).toEqual(['warning src/price.js:4 uncovered', 'warning src/price.js:12 uncovered']);
    expect(report.details.coverage).toMatchObject({ changed: { covered: 2, total: 4, pct: 50 }, files: [{ file: 'src/price.js' }] });
    expect(said(report)).toContain('changed lines 50 % (2 of 4)');
  });

  it('finds staged lines where they are on the disk', async () => {
    const here = await fixture('c8', ['coverage'], { hasGit: true });
    // The commit is of a text without the line that the report knows as the fourth.
    const whole = here.text('src/price.js');
    const lines = whole.split('\n');
    here.put('src/price.js', lines.toSpliced(3, 1).join('\n'));
    here.git('commit', '-qam', 'shorter');
    here.put('src/price.js', lines.toSpliced(0, 1).join('\n'));
    here.git('add', '-A');
    here.put('src/price.js', whole);
    here.age('src', 80);
    // It was staged as the third line.
    expect(here.git('diff', '--cached', '-U0', 'src/price.js')).toContain('+3 @@');
    expect(found(await here.check('coverage', { diff: 'staged' }))).toContain('warning src/price.js:4 uncovered');
    expect(found(await here.check('coverage', { diff: 'changed' }))).not.toContain('warning src/price.js:4 uncovered');
  });

  it('says nothing of the lines of a file that changed after the report', async () => {
    const here = await fixture('c8', ['coverage'], { hasGit: true });
    here.put('src/price.js', changed(here.text('src/price.js'), { 4: '    throw 1;' }));
    const report = await here.check('coverage', { diff: 'uncommitted' });
    expect(found(report)).toEqual(['warning src/price.js stale-report']);
    expect(state(report, 'lines')).toContain('skipped: coverage/coverage-final.json was made before src/price.js changed');
    expect(report.details.coverage?.stale).toEqual(['src/price.js']);
  });

  it('nor of one that has fewer lines than the report', async () => {
    const here = await fixture('c8', ['coverage'], { hasGit: true });
    here.put('src/price.js', 'export const free = () => 0;\n');
    here.age('src', 80);
    const report = await here.check('coverage', { diff: 'uncommitted' });
    expect(found(report)).toContain('warning src/price.js stale-report');
    expect(found(report).join()).not.toContain('uncovered');
  });

  it('names a changed file that no report has, where one should', async () => {
    const here = await fixture('c8', ['coverage'], { hasGit: true });
    here.put('src/new.js', 'export const add = (a, b) => a + b;\n');
    here.put('src/types.d.ts', 'export declare const a: number;\n');
    here.put('src/only-types.ts', 'export interface A {\n  readonly a: number;\n}\n');
    here.put('src/again.js', "export * from './price.js';\n");
    here.put('src/new.test.js', 'test(() => 1);\n');
    here.put('test/other.js', 'run();\n');
    here.put('tool.config.js', 'export default {};\n');
    here.put('README.md', '# a\n');
    const report = await here.check('coverage', { diff: 'uncommitted' });
    expect(found(report)).toEqual(['warning src/new.js not-in-report']);
  });

  it('is skipped where nothing that changed is in a report', async () => {
    const here = await fixture('c8', ['coverage'], { hasGit: true });
    here.put('README.md', '# a\n');
    expect(state(await here.check('coverage', { diff: 'uncommitted' }), 'lines')).toBe(
      'skipped: none of the files that were changed is in a coverage report',
    );
  });
});

describe('without one', () => {
  it('gives the figures of the tool, the worst file first', async () => {
    const report = await (await fixture('c8', ['coverage'])).check('coverage');
    expect(report.details.coverage).toMatchObject({ lines: { covered: 34, total: 43, pct: 79.06 }, functions: { pct: 62.5 } });
    expect(report.details.coverage?.files.map(({ file, uncovered }) => `${file} ${uncovered?.join()}`)).toEqual([
      'src/price.js 4-5,12-13',
      'src/never.js 1-3',
      'src/cart.js 20-21',
    ]);
    expect(said(report)).toContain('src/price.js: 77.77 % of its lines; not run: 4-5, 12-13');
    expect(report.status).toBe('passed');
  });

  it('tells the ranges of a file that was named', async () => {
    const report = await (await fixture('nyc', ['coverage'])).check('coverage', { files: ['lib/stock.js'] });
    // The statement that begins in line 19 goes on to line 22.
    expect(found(report)).toEqual(['info lib/stock.js:17 uncovered']);
    expect(report.details.coverage?.files[0]?.uncovered).toEqual(['17-24']);
  });

  it('adds up the reports of a monorepo', async () => {
    const here = await fixture('vitest', ['packages/core/coverage', 'packages/web/coverage']);
    const report = await here.check('coverage');
    const core = report.details.coverage?.files.find(({ file }) => file === 'packages/core/src/index.ts');
    expect(report.details.coverage?.reports.map(({ path }) => path)).toEqual([
      'packages/core/coverage/coverage-final.json',
      'packages/web/coverage/coverage-final.json',
    ]);
    // The tests of core run three lines of it, those of web another one.
    expect(core).toMatchObject({ lines: { covered: 4, total: 9 }, uncovered: ['14-20'] });
  });

  it.each<[string, readonly string[], string, readonly string[]]>([
    ['python', ['coverage.xml', 'coverage.lcov'], 'src/ledger/book.py', ['10', '22-24']],
    ['go', ['cover.out'], 'queue.go', ['11-12', '18-23']],
    ['java', ['target'], 'src/main/java/org/bank/money/Account.java', ['8', '20']],
    ['llvm', ['lcov.info'], 'src/area.c', ['5-6', '10-12']],
  ])('reads the report of %s', async (name, reports, file, uncovered) => {
    const report = await (await fixture(name, reports)).check('coverage');
    expect(report.details.coverage?.files.find((each) => each.file === file)?.uncovered).toEqual(uncovered);
  });

  it('says that every file changed since', async () => {
    const here = await fixture('go', []);
    here.age('cover.out', 200_000_000);
    expect(state(await here.check('coverage'), 'lines')).toContain('skipped: every file in cover.out changed after it was made');
  });

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['vitest', { 'package.json': '{"devDependencies":{"vitest":"4"}}' }, 'vitest run --coverage'],
    ['a script', { 'package.json': '{"scripts":{"coverage":"x"}}', 'pnpm-lock.yaml': '' }, '"pnpm run coverage"'],
    ['Python', { 'pyproject.toml': '' }, 'coverage xml'],
    ['Go', { 'go.mod': 'module a' }, 'go test -coverprofile=cover.out ./...'],
    ['Rust', { 'Cargo.toml': '' }, 'cargo llvm-cov'],
    ['nothing known', { 'a.txt': '' }, 'lcov.info'],
  ])('says how to make a report with %s', async (_, files, words) => {
    const report = await (await checkedWorkspace(undefined, files)).check('coverage');
    expect(report.status).toBe('skipped');
    expect(state(report, 'lines')).toContain(words);
  });
});

describe('a report by others', () => {
  it('that lies outside of the workspace is not read', async () => {
    const here = await checkedWorkspace('coverage/c8', {});
    const outside = here.at('..', 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'lcov.info'), 'SF:../project/test/run.js\nDA:1,0\nend_of_record\n');
    symlinkSync(outside, here.at('reports'));
    symlinkSync(join(outside, 'lcov.info'), here.at('lcov.info'));
    here.age('coverage', -5);
    const report = await here.check('coverage');
    expect(report.details.coverage?.reports.map(({ path }) => path)).toEqual(['coverage/coverage-final.json']);
  });

  it('that names files outside finds none of them', async () => {
    const here = await checkedWorkspace(undefined, {
      'src/a.js': 'a();\n',
      'lcov.info': 'SF:../../../../etc/passwd\nDA:1,0\nend_of_record\nSF:/etc/hosts\nDA:1,0\nend_of_record\n',
    });
    const report = await here.check('coverage');
    expect(report.details.coverage?.files).toEqual([]);
    expect(said(report)).toContain('2 paths in reports are no file of this workspace');
    expect(JSON.stringify(report)).not.toContain('passwd');
  });

  it('that is the database of coverage.py is named, with what makes a report of it', async () => {
    const here = await checkedWorkspace(undefined, { 'pyproject.toml': '', '.coverage': 'SQLite format 3\0...' });
    expect((await here.check('coverage')).reason).toContain(
      '.coverage cannot be used: it is the database of coverage.py; "coverage xml" makes a report of it',
    );
  });

  it('that belongs to samples is not one of the project', async () => {
    const here = await checkedWorkspace(undefined, {
      'package.json': '{}',
      'test/fixtures/x/package.json': '{}',
      'test/fixtures/x/lcov.info': 'SF:a.js\nDA:1,0\nend_of_record\n',
    });
    expect((await here.check('coverage')).status).toBe('skipped');
  });

  it('that is broken is named, and the next one is read', async () => {
    const here = await fixture('c8', ['coverage']);
    here.put('coverage/coverage-final.json', '{"a":');
    here.age('coverage', 40);
    const report = await here.check('coverage');
    expect(report.details.coverage?.reports.map(({ path }) => path)).toEqual(['coverage/lcov.info']);
    expect(said(report)).toContain('coverage/coverage-final.json was not used: it is not valid JSON.');
  });

  it('that Node wrote for each process gives the lines of c8', async () => {
    const here = await fixture('c8', ['coverage']);
    for (const name of ['coverage-final.json', 'lcov.info', 'cobertura-coverage.xml', 'coverage-summary.json'])
      here.put(`coverage/${name}`, '');
    here.age('coverage', 40);
    const { details } = await here.check('coverage');
    expect(details.coverage?.files.map(({ file, uncovered }) => `${file} ${uncovered?.join()}`)).toEqual([
      'src/price.js 4-5,12-13',
      'src/cart.js 20-21',
      'test/run.js ',
    ]);
  });
});

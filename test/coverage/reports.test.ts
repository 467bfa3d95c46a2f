import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import library from 'istanbul-lib-coverage';
import { describe, expect, it } from 'vitest';
import { figuresOf, mergeFiles, percentOf, sumOf, type FileCoverage } from '../../src/coverage/merge.ts';
import { readReport } from '../../src/coverage/read-report.ts';
import { readXml } from '../../src/coverage/readers/xml.ts';
import { linesOfRanges } from '../../src/coverage/readers/v8.ts';
import type { Report, ReportedFile } from '../../src/coverage/report.ts';

const fixtures = join(import.meta.dirname, '../fixtures/coverage');
const text = (name: string): string => readFileSync(join(fixtures, name), 'utf8');

function report(content: string): Report {
  const read = readReport(content);
  if ('problem' in read) throw new Error(read.problem);
  return read;
}

const lines = (file: FileCoverage | undefined): Readonly<Record<string, number>> => Object.fromEntries(file?.lines ?? []);
const missed = (file: FileCoverage | undefined): readonly number[] =>
  [...(file?.lines ?? [])].flatMap(([line, hits]) => (hits === 0 ? [line] : [])).toSorted((a, b) => a - b);

describe('a report gives the figures of its own tool', () => {
  const c8 = { lines: { covered: 34, total: 43 }, branches: { covered: 11, total: 14 }, functions: { covered: 5, total: 8 } };
  const nyc = { lines: { covered: 8, total: 12 }, branches: { covered: 4, total: 8 }, functions: { covered: 2, total: 3 } };

  it.each<[string, string, object]>([
    ['istanbul', 'c8/coverage/coverage-final.json', { ...c8, statements: { covered: 34, total: 43 } }],
    ['summary', 'c8/coverage/coverage-summary.json', { ...c8, statements: { covered: 34, total: 43 } }],
    ['lcov', 'c8/coverage/lcov.info', c8],
    ['cobertura', 'c8/coverage/cobertura-coverage.xml', { lines: c8.lines, branches: c8.branches }],
    ['istanbul', 'nyc/coverage/coverage-final.json', { ...nyc, statements: { covered: 9, total: 14 } }],
    ['lcov', 'nyc/coverage/lcov.info', nyc],
    ['cobertura', 'nyc/coverage/cobertura-coverage.xml', { lines: nyc.lines }],
    [
      'istanbul',
      'vitest/packages/core/coverage/coverage-final.json',
      { lines: { covered: 3, total: 9 }, functions: { covered: 1, total: 2 } },
    ],
    ['lcov', 'vitest/packages/web/coverage/lcov.info', { lines: { covered: 4, total: 13 }, branches: { covered: 2, total: 8 } }],
    ['cobertura', 'python/coverage.xml', { lines: { covered: 9, total: 15 }, branches: { covered: 3, total: 8 } }],
    // "go tool cover -func": 38.9 % of statements.
    ['go', 'go/cover.out', { statements: { covered: 7, total: 18 } }],
    [
      'jacoco',
      'java/target/site/jacoco/jacoco.xml',
      { lines: { covered: 7, total: 9 }, branches: { covered: 2, total: 4 }, functions: { covered: 3, total: 4 } },
    ],
    [
      'lcov',
      'llvm/lcov.info',
      { lines: { covered: 5, total: 10 }, branches: { covered: 3, total: 6 }, functions: { covered: 2, total: 3 } },
    ],
    ['lcov', 'llvm/gcov.info', { lines: { covered: 4, total: 7 }, functions: { covered: 2, total: 3 } }],
  ])('%s: %s', (format, name, figures) => {
    const read = report(text(name));
    expect(read.format).toBe(format);
    expect(sumOf(read.files.map(figuresOf))).toMatchObject(figures);
  });

  it.each<[string, readonly number[]]>([
    ['c8/coverage/coverage-final.json', [4, 5, 12, 13]],
    ['c8/coverage/lcov.info', [4, 5, 12, 13]],
    ['c8/coverage/cobertura-coverage.xml', [4, 5, 12, 13]],
    ['nyc/coverage/coverage-final.json', [17, 18, 19, 24]],
    ['nyc/coverage/lcov.info', [17, 18, 19, 24]],
    ['python/coverage.xml', [10, 22, 23, 24]],
    ['python/coverage.lcov', [10, 22, 23, 24]],
    ['go/cover.out', [11, 12, 18, 19, 20, 21, 22, 23]],
    ['java/target/site/jacoco/jacoco.xml', [8, 20]],
    ['llvm/lcov.info', [5, 6, 10, 11, 12]],
    ['llvm/gcov.info', [5, 10, 11]],
  ])('with the lines that no test runs: %s', (name, expected) => {
    const file = report(text(name)).files.find(({ path }) => /price|stock|book|queue\.go|Account|area/.test(path));
    expect(missed(file)).toEqual(expected);
  });

  it('v8: the lines that c8 makes of the same run', () => {
    const raw = report(text('c8/coverage/tmp/coverage-22008-1795353550403-0.json'));
    const made = report(text('c8/coverage/coverage-final.json'));
    for (const name of ['cart.js', 'price.js']) {
      const ranges = raw.files.find(({ path }) => path.endsWith(name))?.ranges ?? [];
      const file = made.files.find(({ path }) => path.endsWith(name));
      expect(Object.fromEntries(linesOfRanges(text(`c8/src/${name}`), ranges) ?? [])).toEqual(lines(file));
    }
  });

  it('v8: nothing of files that were compiled from others', () => {
    const url = 'file:///w/a.ts';
    const content = JSON.stringify({ result: [{ url, functions: [] }], timestamp: 1, 'source-map-cache': { [url]: {} } });
    expect(report(content)).toMatchObject({ format: 'v8', files: [], remarks: [expect.stringContaining('compiled from others')] });
  });
});

const location = fc
  .tuple(fc.integer({ min: 1, max: 30 }), fc.nat(20), fc.nat(5), fc.nat(20))
  .map(([line, column, more, end]) => ({ start: { line, column }, end: { line: line + more, column: end } }));
/** Of one file: the same places with other counts, as two runs of one program have them. */
const runs = fc
  .record({
    places: fc.uniqueArray(location, { maxLength: 20, selector: (each) => JSON.stringify(each) }),
    functions: fc.uniqueArray(location, { maxLength: 5, selector: (each) => JSON.stringify(each) }),
    branches: fc.uniqueArray(location, { maxLength: 5, selector: (each) => JSON.stringify(each) }),
  })
  .chain(({ places, functions, branches }) => {
    const counts = (of: readonly unknown[]) => fc.array(fc.nat(3), { minLength: of.length, maxLength: of.length });
    const byId = <T>(items: readonly T[]): Record<string, T> => Object.fromEntries(items.map((item, i) => [String(i), item]));
    const run = fc.record({ s: counts(places), f: counts(functions), b: counts(branches), c: counts(branches) }).map(({ s, f, b, c }) => ({
      path: '/w/a.js',
      statementMap: byId(places),
      fnMap: byId(functions.map((loc, i) => ({ name: `f${i}`, decl: loc, loc, line: loc.start.line }))),
      branchMap: byId(branches.map((loc) => ({ loc, type: 'if', line: loc.start.line, locations: [loc, loc] }))),
      s: byId(s),
      f: byId(f),
      b: byId(b.map((hits, i) => [hits, c[i] ?? 0])),
    }));
    return fc.array(run, { minLength: 1, maxLength: 3 });
  });

describe('counting is that of istanbul-lib-coverage', () => {
  it('for one run and for several together', () => {
    fc.assert(
      fc.property(runs, (all) => {
        const map = library.createCoverageMap({});
        for (const run of all) map.merge(JSON.parse(JSON.stringify({ '/w/a.js': run })));
        const theirs = map.fileCoverageFor('/w/a.js');
        const ours = mergeFiles(all.flatMap((run) => report(JSON.stringify({ '/w/a.js': run })).files));
        if (ours === undefined) throw new Error('nothing was read');
        const ran = (hits: Readonly<Record<string, number>>) => Object.fromEntries(Object.entries(hits).map(([line, n]) => [line, n > 0]));
        expect(ran(lines(ours))).toEqual(ran(theirs.getLineCoverage()));
        const summary = theirs.toSummary().toJSON();
        for (const kind of ['lines', 'statements', 'branches', 'functions'] as const) {
          const { covered, total } = figuresOf(ours)[kind] ?? { covered: 0, total: 0 };
          expect([kind, covered, total]).toEqual([kind, summary[kind].covered, summary[kind].total]);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('and merging does not depend on the order', () => {
    const entry = fc.tuple(fc.integer({ min: 1, max: 20 }), fc.nat(3));
    const file = fc
      .record({ lines: fc.array(entry, { minLength: 1 }), branches: fc.array(fc.tuple(fc.constantFrom('1:a', '2:b', '3:c'), fc.nat(2))) })
      .map((made): ReportedFile => ({
        path: 'a',
        lines: new Map(made.lines),
        branches: new Map(made.branches),
        functions: new Map(),
        statements: new Map(),
        spans: [],
      }));
    fc.assert(
      fc.property(fc.array(file, { minLength: 2, maxLength: 4 }), (files) => {
        const [one, other] = [mergeFiles(files), mergeFiles(files.toReversed())];
        const sorted = (all: FileCoverage | undefined) => [...(all?.lines ?? [])].toSorted(([a], [b]) => a - b);
        expect(sorted(one)).toEqual(sorted(other));
        expect(figuresOf(one ?? files[0]!)).toEqual(figuresOf(other ?? files[0]!));
      }),
    );
  });

  it.each([
    [0, 0, 100],
    [2, 3, 66.66],
    [999_999, 1_000_000, 99.99],
    [79.99, 100, 79.99],
  ])('%d of %d are %d percent', (covered, total, percent) => expect(percentOf({ covered, total })).toBe(percent));
});

describe('a text that is no report says why', () => {
  const bomb = `<!DOCTYPE coverage [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 20 }, (_, i) => `<!ENTITY ${String.fromCharCode(98 + i)} "${`&${String.fromCharCode(97 + i)};`.repeat(10)}">`).join('')}]>`;

  it.each<[string, string, string]>([
    ['empty', ' \n', 'empty'],
    ['JSON that was cut off', text('c8/coverage/coverage-final.json').slice(0, 900), 'not valid JSON'],
    ['JSON of something else', '{"name":"x"}', 'no coverage report'],
    ['a list', '[]', 'no coverage report'],
    ['XML that was cut off', text('python/coverage.xml').slice(0, 1_040), 'end'],
    ['XML of something else', '<html><body/></html>', 'no coverage report'],
    ['tags that do not fit', '<coverage><a></b></coverage>', 'closes another'],
    ['a tag without an end', '<coverage a="', 'no end'],
    ['elements without an end to them', `<coverage>${'<a>'.repeat(5_000)}`, 'nest too deep'],
    ['the database of coverage.py', 'SQLite format 3\0abc', 'coverage xml'],
    ['a text', 'hello', 'none of the formats'],
    ['a block of Go with more lines than any file', 'mode: set\na/b.go:1.1,999999.1 1 0\n', 'more lines'],
  ])('%s', (_, content, problem) => {
    const read = readReport(content);
    expect('problem' in read ? read.problem : read).toContain(problem);
  });

  it('and entities that a text declares grow into nothing', () => {
    const content = `<?xml version="1.0"?>${bomb}<coverage><packages><package><classes><class filename="a&u;.py"><lines><line number="1" hits="1"/></lines></class></classes></package></packages></coverage>`;
    expect(report(content).files.map(({ path }) => path)).toEqual(['a&u;.py']);
  });

  it('and what is wrong inside of one is left out', () => {
    const content = {
      '/w/a.js': {
        path: '/w/a.js',
        statementMap: { 0: { start: { line: 2 }, end: {} }, 1: null, 2: { start: { line: -1 } } },
        s: { 0: 'x', 1: 1, 2: -7 },
      },
      '/w/b.js': 7,
      __proto__: { path: '/w/c.js' },
    };
    expect(report(JSON.stringify(content)).files.map(lines)).toEqual([{ 2: 0 }]);
    expect(report('SF:a\nDA:x,1\nDA:1\nDA:0,1\nDA:3,1\nDA:4,-1\nend_of_record\n').files.map(lines)).toEqual([{ 3: 1 }]);
    expect(report('mode: set\na/b.go:1.1,2.2 1 1\na/b.go:3.1,4.').remarks).toEqual(['1 of its lines cannot be read.']);
  });

  it('whatever it is, and soon', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '"s":',
      '<coverage ',
      '<class filename="a">',
      '<line number="1" hits="1"/>',
      'SF:a\n',
      'DA:1,1\n',
      'mode: set\n',
      'a:1.1,2.2 1 1\n',
      '"',
      '<!--',
      ']]>',
      '&#x41;',
      '\0',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 5 })), { maxLength: 30 }), (parts) => {
        const read = readReport(parts.join(''));
        expect('problem' in read ? read.problem : read.format).not.toBe('');
      }),
      { numRuns: 500 },
    );
  });

  it.each<[string, string]>([
    [
      'one place named a hundred thousand times',
      `{"/a":{"statementMap":{${Array.from({ length: 100_000 }, (_, i) => `"${i}":{"start":{"line":1}}`).join()}},"s":{${Array.from({ length: 100_000 }, (_, i) => `"${i}":0`).join()}}}}`,
    ],
    ['a block over a million lines', `mode: set\n${'a/b.go:1.1,999999.1 1 0\n'.repeat(100)}`],
    [
      'conditions without end',
      `<coverage><class filename="a">${'<line number="1" hits="1" condition-coverage="1% (1/9999)"/>'.repeat(5_000)}</class></coverage>`,
    ],
    ['lists in lists', '['.repeat(200_000) + ']'.repeat(200_000)],
    ['one long line', `SF:${'a'.repeat(1_000_000)}\nDA:${'1'.repeat(1_000_000)},1\n`],
  ])('soon: %s', (_, content) => {
    const started = process.cpuUsage();
    readReport(content);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(3_000);
  });

  it('XML is read in one pass', () => {
    const started = process.cpuUsage();
    const long = `<coverage>${'<a b="'.padEnd(2_000_000, 'x')}"/><!-- ${'- '.repeat(500_000)} --></coverage>`;
    readXml(long, { open: () => undefined });
    expect(() => readXml(`<coverage>${'<a b="'.repeat(200_000)}`, { open: () => undefined })).toThrow('no end');
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(2_000);
  });
});

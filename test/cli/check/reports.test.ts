import { sep } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CheckFinding, CheckReport } from '../../../src/checks/index.ts';
import { checkText } from '../../../src/cli/reports/check-text.ts';
import { githubLines } from '../../../src/cli/reports/findings-github.ts';
import { junitXml, reportedCheckFindings } from '../../../src/cli/reports/findings-junit.ts';
import { sarif } from '../../../src/cli/reports/findings-sarif.ts';
import { styleOf } from '../../../src/cli/terminal/style.ts';

const finding = (more: Partial<CheckFinding>): CheckFinding => ({
  severity: 'error',
  rule: 'TS2322',
  message: "Type 'string' is not assignable to type 'number'.",
  source: 'tsc',
  layer: 'types',
  ...more,
});

const report: CheckReport = {
  mode: 'quick',
  status: 'failed',
  findings: [
    finding({ file: 'src/a.ts', line: 3, column: 5 }),
    finding({ file: 'src/a.ts', line: 120, column: 17, fix: 'Convert it with Number().' }),
    finding({
      severity: 'warning',
      file: 'src/b.ts',
      line: 9,
      rule: 'no-unused-vars',
      source: 'oxlint',
      message: 'x is not used.',
      layer: 'lint',
    }),
    finding({
      severity: 'warning',
      file: 'src/c.ts',
      rule: 'orphan',
      source: 'snap',
      message: 'Nothing imports it.',
      reason: 'No entry point reaches it.',
      confidence: 90,
      layer: 'lint',
    }),
    finding({ file: 'src/old.ts', line: 1, age: 'old' }),
  ],
  layers: [
    { name: 'types', state: 'failed', ms: 1420 },
    { name: 'lint', state: 'passed', ms: 85 },
    { name: 'tests', state: 'skipped', reason: 'not asked for: run with --tests', ms: 0 },
  ],
  details: {},
  lines: [],
  next: 'Correct the errors in /home/me/shop.',
};

const ascii = styleOf(false, false);

describe('the text of a report', () => {
  it('names findings by file, the layers, the result and what comes next', () => {
    expect(checkText(report, { home: '/home/me', style: ascii, width: undefined })).toMatchInlineSnapshot(`
      "x src/a.ts:3:5  Type 'string' is not assignable to type 'number'.  TS2322 tsc
      x src/a.ts:120:17  Type 'string' is not assignable to type 'number'.  TS2322 tsc
        -> Convert it with Number().

      ! src/b.ts:9  x is not used.  no-unused-vars oxlint

      ! src/c.ts  Nothing imports it.  orphan
        confidence 90: No entry point reaches it.

      x types  failed      1.4 s
      ! lint   2 warnings  85 ms
      - tests  skipped            not asked for: run with --tests

      x quick failed: 2 errors, 2 warnings in 3 files. Not examined: tests. 1 finding in lines that the diff does not add is not counted. (1.4 s)
      -> Correct the errors in ~/shop."
    `);
  });

  it('shows two lines of source and a caret, with secrets masked and hidden characters spelled', () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const sources = new Map([
      ['src/a.ts', ['', 'const first = 1;', "\tlet x: number = 'a';"]],
      ['src/b.ts', [...Array.from({ length: 7 }, () => ''), `const t = "${token}";`, 'use\u202E(t);']],
    ]);
    const text = checkText(report, { home: '/home/me', style: ascii, width: 80, sources });
    expect(text).toContain(['  2 | const first = 1;', "  3 |   let x: number = 'a';", '    |      ^'].join('\n'));
    expect(text).toContain('9 | use\\u202e(t);');
    expect(text).not.toContain(token.slice(0, 12));
    const ofSecrets = { ...report, findings: [finding({ file: 'src/a.ts', line: 3, layer: 'secrets' })] };
    expect(checkText(ofSecrets, { home: '', style: ascii, width: 80, sources })).not.toContain('let x');
  });

  it('shows what a change reaches as a tree with bars', () => {
    const risk = {
      level: 'M',
      why: '3 of the last 12 commits here were followed by a fix',
      factors: [{ name: 'commits', count: 12, of: 'commits' }],
    } as const;
    const affected = { files: ['a.ts', 'b.ts'], loading: 7, allFiles: 20, loadingTests: 3, allTests: 4, typesOnly: 0 };
    const impact = { ...report, mode: 'impact', findings: [], details: { risk, affected, tests: ['a.test.ts', 'b.test.ts'] } } as const;
    expect(checkText(impact, { home: '', style: ascii, width: 80 })).toContain(
      [
        'What the change reaches',
        '|- #---------  2 of 20 modules; by whole files 7',
        '|- #####-----  2 of 4 test files; by whole files 3',
        '|  |- a.test.ts',
        '|  `- b.test.ts',
        '`- risk ##.. medium: 3 of the last 12 commits here were followed by a fix',
        '        12  commits',
      ].join('\n'),
    );
  });

  it('is wrapped to the terminal, and aligned there', () => {
    const text = checkText(report, { home: '/home/me', style: ascii, width: 60 });
    expect(text.split('\n').filter((line) => line.length > 60 && !line.startsWith('->') && !line.startsWith('x quick'))).toEqual([]);
    expect(text).toContain(`x src/a.ts:120:17  Type 'string' is not assignable to type\n  'number'.  TS2322 tsc`);
  });

  it('names each place as one word that a terminal can open, however narrow it is and however long the path', () => {
    const file = `packages/${'long-name/'.repeat(8)}file.ts`;
    const text = checkText({ ...report, findings: [finding({ file, line: 12, column: 7 })] }, { home: '', style: ascii, width: 40 });
    expect(text.split('\n').some((line) => line.includes(`${file}:12:7`))).toBe(true);
  });

  it('says that an error was found before the time was up', () => {
    const layers = [{ name: 'types', state: 'timeout', reason: 'late.', ms: 45_000 }] as const;
    const text = checkText({ ...report, reason: 'late', layers, next: undefined }, { home: '', style: ascii, width: undefined });
    expect(text.split('\n').at(-1)).toContain('x quick failed: 2 errors, 2 warnings in 3 files. It came to no end: late.');
  });

  it('shows fifty findings and counts the others', () => {
    const many = Array.from({ length: 80 }, (_, i) => finding({ file: `src/${i % 9}.ts`, line: i + 1 }));
    const text = checkText({ ...report, findings: many }, { home: '', style: ascii, width: 80 });
    expect(text.match(/^x src\/\d\.ts:\d+ /gm)).toHaveLength(50);
    expect(text).toContain('30 more findings: --format json prints all.');
  });

  it('says why nothing was examined', () => {
    const skipped: CheckReport = {
      ...report,
      status: 'skipped',
      reason: 'the workspace has no files',
      findings: [],
      layers: [],
      next: undefined,
    };
    expect(checkText(skipped, { home: '', style: ascii, width: 80 })).toBe('- quick: skipped: the workspace has no files.');
  });

  it('breaks no line and hides nothing, whatever a program says', () => {
    const text = checkText(
      { ...report, findings: [finding({ file: 'src/a\u202E.ts', line: 1, message: 'one\ntwo\u001B[2J' })], layers: [], next: undefined },
      { home: '', style: ascii, width: 80 },
    );
    expect(text.split('\n')[0]).toBe('x src/a.ts:1  one two  TS2322 tsc');
  });
});

describe('the report as JUnit XML', () => {
  it('has a suite for each layer, and a case for each error', () => {
    expect(junitXml(report, '/home/me')).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="snap check quick" tests="4" failures="2" errors="0" skipped="1" time="1.420">
        <testsuite name="types" tests="2" failures="2" errors="0" skipped="0" time="1.420">
          <testcase name="src/a.ts:3:5 TS2322" classname="src/a.ts" file="src/a.ts" line="3" time="0.000">
            <failure message="Type 'string' is not assignable to type 'number'." type="TS2322">Type 'string' is not assignable to type 'number'.</failure>
          </testcase>
          <testcase name="src/a.ts:120:17 TS2322" classname="src/a.ts" file="src/a.ts" line="120" time="0.000">
            <failure message="Type 'string' is not assignable to type 'number'." type="TS2322">Type 'string' is not assignable to type 'number'. Convert it with Number().</failure>
          </testcase>
        </testsuite>
        <testsuite name="lint" tests="1" failures="0" errors="0" skipped="0" time="0.085">
          <testcase name="lint" classname="snap.quick" time="0.085"/>
          <system-out>
      warning: src/b.ts:9 no-unused-vars: x is not used.
      warning: src/c.ts orphan: Nothing imports it.
          </system-out>
        </testsuite>
        <testsuite name="tests" tests="1" failures="0" errors="0" skipped="1" time="0.000">
          <testcase name="tests" classname="snap.quick" time="0.000">
            <skipped message="not asked for: run with --tests"/>
          </testcase>
        </testsuite>
      </testsuites>"
    `);
  });

  it('is well-formed, whatever is in a message', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom(']]>', '<!--', '&amp;', '"\'<>\u0000\uFFFE\uD800', '</failure>'),
    );
    fc.assert(
      fc.property(texts, texts, (message, file) => {
        const xml = junitXml(
          {
            ...report,
            findings: [finding({ file, message, rule: message, fix: file })],
            layers: [
              { name: message, state: 'timeout', reason: file, ms: 1 },
              { name: 'types', state: 'failed', ms: 1 },
            ],
          },
          '',
        );
        expect(wellFormed(xml)).toBe(true);
      }),
    );
  });
});

/** Tags that nest, attributes in quotes, entities that XML knows, and no character that it does not. */
function wellFormed(xml: string): boolean {
  if (/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(xml)) return false;
  const open: string[] = [];
  const rest = xml
    .replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '')
    .replaceAll(/<(\/?)([a-z-]+)((?: [a-z]+="[^"<]*")*)(\/?)>/g, (_, closes: string, name: string, __, empty: string) => {
      if (closes === '/') return open.pop() === name ? '' : '<';
      if (empty !== '/') open.push(name);
      return '';
    });
  return open.length === 0 && !rest.includes('<') && !/&(?!(?:amp|lt|gt|quot|#10|#9);)/.test(xml) && !xml.includes(']]>');
}

describe('the report for other programs', () => {
  it('as SARIF names the rules, the places in the project, and what was not examined', () => {
    const findings = reportedCheckFindings(report.findings.slice(0, 3), '/home/me/shop');
    const place = { version: '0.1.0', workspace: '/home/me/shop', home: '/home/me' };
    const [run] = sarif(findings, [{ id: 'TS2322', severity: 'error' }], place, [{ text: 'tests: skipped', severity: 'info' }]).runs;
    expect(JSON.parse(JSON.stringify(run))).toMatchObject({
      tool: { driver: { rules: [{ id: 'TS2322', defaultConfiguration: { level: 'error' } }] } },
      invocations: [{ executionSuccessful: true, toolExecutionNotifications: [{ level: 'note', message: { text: 'tests: skipped' } }] }],
      results: [
        {
          ruleId: 'TS2322',
          locations: [
            { physicalLocation: { artifactLocation: { uri: 'src/a.ts', uriBaseId: 'PROJECT' }, region: { startLine: 3, startColumn: 5 } } },
          ],
        },
        {},
        { level: 'warning' },
      ],
    });
    // The same problem twice in a file is two results.
    expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).toBe(3);
  });

  it.runIf(sep === '/')('keeps a backslash in a name where paths have none', () => {
    const findings = reportedCheckFindings([finding({ file: 'src/a\\b.ts', line: 3 })], '/home/me/shop');
    const place = { version: '', workspace: '/home/me/shop', home: '/home/me' };
    expect(githubLines(findings, place)).toEqual([expect.stringContaining('file=src/a\\b.ts,')]);
    expect(JSON.stringify(sarif(findings, [], place))).toContain('"src/a%5Cb.ts"');
  });

  it('for GitHub is a line for each finding, which nothing in it can end', () => {
    const findings = reportedCheckFindings([finding({ file: 'src/a,b.ts', line: 3, message: 'one\n::error::two%' })], '/home/me/shop');
    expect(githubLines(findings, { version: '', workspace: '/home/me/shop', home: '/home/me' })).toEqual([
      '::error file=src/a%2Cb.ts,line=3,col=1,title=tsc%3A TS2322::one%0A::error::two%25',
    ]);
  });
});

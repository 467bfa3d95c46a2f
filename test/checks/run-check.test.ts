import { describe, expect, it } from 'vitest';
import { checkDocument, sortedFindings, statusOf, type CheckFinding, type LayerReport } from '../../src/checks/report.ts';
import { findingLine, reportLines } from '../../src/checks/report-text.ts';
import { aged, type Scope } from '../../src/checks/scope.ts';
import { sayTo } from '../../src/system/index.ts';

const finding = (more: Partial<CheckFinding>): CheckFinding => ({ severity: 'error', rule: 'r', message: 'm.', source: 's', ...more });
const layer = (name: string, state: LayerReport['state'], reason?: string): LayerReport => ({ name, state, reason, ms: 1 });

describe('the state of a check', () => {
  it.each<[string, readonly LayerReport[], object]>([
    ['passed when one passed and the rest was skipped', [layer('a', 'passed'), layer('b', 'skipped', 'no tsc')], { status: 'passed' }],
    ['failed when one failed', [layer('a', 'timeout', 'late'), layer('b', 'failed')], { status: 'failed', reason: 'late' }],
    ['no pass when one came to no end', [layer('a', 'passed'), layer('b', 'timeout', 'late')], { status: 'timeout', reason: 'late' }],
    [
      'skipped when nothing ran',
      [layer('a', 'skipped', 'x'), layer('b', 'skipped', 'x'), layer('c', 'skipped', 'y')],
      { status: 'skipped', reason: 'x; y' },
    ],
  ])('is %s', (_, layers, expected) => expect(statusOf(layers, [])).toEqual(expected));

  it('is failed when an error was found before the time was up; what came to no end is still said', () => {
    const late = [layer('types', 'timeout', 'late')];
    expect(statusOf(late, [finding({ severity: 'warning' }), finding({ age: 'old' })])).toEqual({ status: 'timeout', reason: 'late' });
    expect(statusOf(late, [finding({})])).toEqual({ status: 'failed', reason: 'late' });
  });
});

describe('findings', () => {
  it('stand in one order: errors first, then by place; old ones last', () => {
    const list = [
      finding({ file: 'b', line: 1, severity: 'warning' }),
      finding({ file: 'b', line: 9 }),
      finding({ file: 'a', line: 10, age: 'old' }),
      finding({ file: 'b', line: 10 }),
      finding({ file: 'a', line: 2, column: 2 }),
      finding({ file: 'a', line: 2, column: 1 }),
    ];
    const places = sortedFindings(list).map(({ file, line, column }) => [file, line, column].join(':'));
    expect(places).toEqual(['a:2:1', 'a:2:2', 'b:9:', 'b:10:', 'b:1:', 'a:10:']);
    expect(sortedFindings(list.toReversed()).map(({ file, line, column }) => [file, line, column].join(':'))).toEqual(places);
  });

  it.each<[string, Partial<CheckFinding>, CheckFinding['age']]>([
    ['in an added line is new', { file: 'a', line: 5 }, 'new'],
    ['in another line is old', { file: 'a', line: 6 }, 'old'],
    ['of a changed file is new', { file: 'a' }, 'new'],
    ['in another file is old', { file: 'b', line: 5 }, 'old'],
    ['in no file has no age', {}, undefined],
    ['that knows better keeps its age', { file: 'b', age: 'new' }, 'new'],
  ])('with a diff, one %s', (_, more, age) => {
    const scope: Scope = {
      tests: false,
      covers: () => true,
      isWhole: false,
      diff: { kind: 'staged', files: new Map([['a', [{ from: 4, to: 5 }]]]) },
    };
    expect(aged(finding(more), scope).age).toBe(age);
  });

  it('are one line each, whatever is in them', () => {
    expect(findingLine(finding({ file: 'src/a\n.ts', line: 3, column: 4, message: 'x\u202Ey\nz.', fix: 'Do it.' }))).toBe(
      '- error: src/a .ts:3:4: r: xy z. Do it.',
    );
  });
});

describe('the report', () => {
  const report = {
    mode: 'quick',
    status: 'failed',
    findings: Array.from({ length: 12 }, (_, i) => finding({ file: 'a.ts', line: i + 1, short: 'kept from the document' })),
    layers: [layer('types', 'failed'), layer('lint', 'skipped', 'no linter')],
    details: {},
    lines: ['One more thing.'],
    next: 'Do this.',
  } as const;

  it('says the result, what did not run, the findings, how many more there are, and what comes next', () => {
    const lines = reportLines(report, 2);
    expect(lines).toEqual([
      'quick: failed, 12 errors, 0 warnings, not examined: lint.',
      'types: failed',
      'lint: skipped: no linter',
      '- error: a.ts:1: r: m.',
      '- error: a.ts:2: r: m.',
      '(10 more findings)',
      '',
      'One more thing.',
      '',
      'Do this.',
    ]);
  });

  it('is bounded, and says how much is left out', () => {
    const lines = reportLines({ ...report, lines: Array.from({ length: 500 }, () => 'x'.repeat(100)) }, 2);
    expect(Buffer.byteLength(lines.map((line) => sayTo('model', line)).join('\n'))).toBeLessThanOrEqual(8_000);
    expect(lines.slice(-3)).toEqual([expect.stringMatching(/^\(\d+ more lines are left out\)$/), '', 'Do this.']);
  });

  it('is a document without words that are for the wire line only', () => {
    expect(JSON.stringify(checkDocument(report))).not.toContain('kept from');
    expect(checkDocument(report)).toMatchObject({ schemaVersion: 1, mode: 'quick', status: 'failed' });
  });
});

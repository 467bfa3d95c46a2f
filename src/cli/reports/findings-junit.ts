import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { counts, placeOf, type CheckFinding, type CheckReport, type LayerReport } from '../../checks/index.ts';
import { cleanText } from '../../system/index.ts';
import { displayPaths } from '../words.ts';
import type { ReportedFinding } from './reported-finding.ts';

/**
 * A report as JUnit XML, for programs that show test results: a suite for each layer, a test case for each error. A layer without errors is
 * one case that passed, or that was skipped with its reason; one that came to no end is an `error`. Warnings are output of their suite, since
 * the format has no place for them. It has no standard; these are the elements that its readers agree on.
 * https://github.com/testmoapp/junitxml (read on 2026-11-22)
 */
export function junitXml({ mode, ...report }: CheckReport, home: string): string {
  const shown = (text: string): string => displayPaths(text, home);
  const layers = report.layers.map((layer) => ({ ...layer, reason: shown(layer.reason ?? '') }));
  const current = report.findings
    .filter(counts)
    .map((finding) => ({ ...finding, message: shown(finding.message), fix: shown(finding.fix ?? '') }));
  const suites = layers.map((layer) =>
    suiteOf(
      mode,
      layer,
      current.filter((finding) => finding.layer === layer.name),
    ),
  );
  const sum = (key: 'tests' | 'failures' | 'errors' | 'skipped'): number => suites.reduce((total, suite) => total + suite[key], 0);
  const time = seconds(Math.max(0, ...layers.map(({ ms }) => ms)));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: `snap check ${mode}`, tests: sum('tests'), failures: sum('failures'), errors: sum('errors'), skipped: sum('skipped'), time })}>`,
    ...suites.flatMap((suite) => suite.lines),
    '</testsuites>',
  ].join('\n');
}

interface Suite {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
  readonly lines: readonly string[];
}

function suiteOf(mode: string, layer: LayerReport, findings: readonly CheckFinding[]): Suite {
  const failed = findings.filter(({ severity }) => severity === 'error');
  const others = findings.filter(({ severity }) => severity !== 'error');
  const own = ownCase(mode, layer, failed.length > 0);
  const numbers = {
    tests: failed.length + (own === undefined ? 0 : 1),
    failures: failed.length,
    errors: layer.state === 'timeout' ? 1 : 0,
    skipped: layer.state === 'skipped' ? 1 : 0,
  };
  return {
    ...numbers,
    lines: [
      `  <testsuite${attributes({ name: layer.name, ...numbers, time: seconds(layer.ms) })}>`,
      ...failed.flatMap((finding) => caseOf(mode, finding)),
      ...(own ?? []),
      ...(others.length === 0
        ? []
        : [
            '    <system-out>',
            ...others.map((finding) => escaped(`${finding.severity}: ${nameOfFinding(finding)}: ${told(finding)}`, false)),
            '    </system-out>',
          ]),
      '  </testsuite>',
    ],
  };
}

/** What says how the layer itself ended; nothing where its errors do. */
function ownCase(mode: string, { name, state, reason, ms }: LayerReport, hasErrors: boolean): readonly string[] | undefined {
  const opening = `    <testcase${attributes({ name, classname: `snap.${mode}`, time: seconds(ms) })}`;
  switch (state) {
    case 'passed':
      return [`${opening}/>`];
    case 'failed':
      return hasErrors ? undefined : [`${opening}/>`];
    case 'skipped':
      return [`${opening}>`, `      <skipped${attributes({ message: reason })}/>`, '    </testcase>'];
    case 'timeout':
      return [`${opening}>`, `      <error${attributes({ message: reason, type: 'timeout' })}/>`, '    </testcase>'];
    default:
      return state satisfies never;
  }
}

function caseOf(mode: string, finding: CheckFinding): readonly string[] {
  const { file, line, message, rule } = finding;
  return [
    `    <testcase${attributes({ name: nameOfFinding(finding), classname: file ?? `snap.${mode}`, file, line, time: seconds(0) })}>`,
    `      <failure${attributes({ message, type: rule })}>${escaped(told(finding), false)}</failure>`,
    '    </testcase>',
  ];
}

function told({ fix, message }: CheckFinding): string {
  return `${message} ${fix ?? ''}`.trim();
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

function attributes(values: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(values)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escaped(String(value), true)}"`))
    .join('');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\n': '&#10;', '\t': '&#9;' };

/**
 * Text as XML holds it. What XML 1.0 cannot hold at all (most control characters, lone surrogates, U+FFFE, U+FFFF) goes with what is hidden.
 * https://www.w3.org/TR/xml/#charsets
 */
function escaped(text: string, isAttribute: boolean): string {
  return cleanText(text).replaceAll(isAttribute ? /[&<>"\n\t]/g : /[&<>]/g, (character) => entities[character] ?? '');
}

/** Findings of a check in the workspace at `root`. */
export function reportedCheckFindings(findings: readonly CheckFinding[], root: string): readonly ReportedFinding[] {
  const seen = new Map<string, number>();
  return findings.map(({ file, fix, message, rule, source, ...finding }) => {
    const print = createHash('sha256')
      .update(JSON.stringify([file, source, rule, message]))
      .digest('hex')
      .slice(0, 32);
    const number = (seen.get(print) ?? 0) + 1;
    seen.set(print, number);
    return {
      rule,
      severity: finding.severity,
      path: file === undefined ? undefined : join(root, file),
      line: finding.line,
      column: finding.column,
      message: fix === undefined ? message : `${message} ${fix}`,
      title: source === 'snap' ? rule : `${source}: ${rule}`,
      fingerprint: number === 1 ? print : `${print}-${number}`,
    };
  });
}

/** `src/a.ts:3:5`, or the rule of what is in no file. */
function nameOfFinding(finding: CheckFinding): string {
  return `${placeOf(finding)} ${finding.rule}`.trim();
}

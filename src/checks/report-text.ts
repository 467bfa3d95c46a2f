import { cleanLine, cut, sayTo, type Sentence } from '../system/index.ts';
import { counts, type CheckFinding, type CheckReport, type LayerReport } from './report.ts';

const maxBytes = 8_000;
const maxMessage = 700;

/**
 * The report for a reader, line by line: the result, the layers that did not pass, the findings, what the mode says, what comes next.
 * Bounded, and says how much is left out.
 */
export function reportLines(report: CheckReport, maxFindings: number): readonly Sentence[] {
  const { status, findings, layers, lines, next } = report;
  const current = findings.filter(counts);
  const shown = current.slice(0, maxFindings);
  const left = current.length - shown.length;
  return bounded(
    [
      resultLine(layers.length === 1 || status !== 'skipped' ? report : { ...report, reason: undefined }),
      ...(layers.length === 1 ? [] : layers.flatMap(layerLine)),
      ...shown.map(findingLine),
      ...(left === 0 ? [] : [`(${left} more findings)`]),
      ...(lines.length === 0 ? [] : ['', ...lines]),
    ],
    next === undefined ? [] : ['', next],
  );
}

/** `quick: failed, 2 errors, 1 warning.` */
function resultLine({ mode, status, reason, findings, layers }: CheckReport): string {
  const count = (severity: CheckFinding['severity']): number =>
    findings.filter((finding) => finding.severity === severity && counts(finding)).length;
  const old = findings.filter((finding) => !counts(finding)).length;
  const gaps = status === 'skipped' || layers.length < 2 ? [] : layers.filter(({ state }) => state === 'skipped').map(({ name }) => name);
  const parts = [
    status,
    ...(reason === undefined ? [] : [reason]),
    ...(status === 'skipped' ? [] : [plural(count('error'), 'error'), plural(count('warning'), 'warning')]),
    ...(gaps.length === 0 ? [] : [`not examined: ${gaps.join(', ')}`]),
    ...(old === 0 ? [] : [`${old} that ${old === 1 ? 'was' : 'were'} there before`]),
  ];
  return `${mode}: ${parts.join(', ')}.`;
}

function plural(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}

function layerLine({ name, state, reason }: LayerReport): readonly string[] {
  return state === 'passed' && reason === undefined ? [] : [`${name}: ${state}${reason === undefined ? '' : `: ${oneLine(reason)}`}`];
}

/** `- error: src/a.ts:3:5: TS2322: Type … Next: …` */
export function findingLine(finding: CheckFinding): string {
  const { severity, rule, message, fix } = finding;
  const place = placeOf(finding);
  const said = place === '' ? oneLine(message) : `${place}: ${oneLine(rule)}: ${oneLine(message)}`;
  return `- ${severity}: ${said}${fix === undefined ? '' : ` ${oneLine(fix)}`}`;
}

/** `src/a.ts:3:5`, as far as it is known; `line 3:5` in a text without a file; empty for what has no place. */
export function placeOf({ file, line, column }: CheckFinding): string {
  // In a text that was given.
  if (file === undefined) return line === undefined ? '' : `line ${line}${column === undefined ? '' : `:${column}`}`;
  return cleanLine(file) + (line === undefined ? '' : `:${line}${column === undefined ? '' : `:${column}`}`);
}

/** Text from files and programs is data: it may neither break a line nor fill the answer. */
function oneLine(text: string): string {
  return cut(cleanLine(text), maxMessage);
}

function bounded(lines: readonly Sentence[], last: readonly Sentence[]): readonly Sentence[] {
  const bytes = (line: Sentence): number => Buffer.byteLength(sayTo('model', line)) + 1;
  let left = maxBytes - last.reduce((sum, line) => sum + bytes(line), 0) - 60;
  const end = lines.findIndex((line) => (left -= bytes(line)) < 0);
  if (end === -1) return [...lines, ...last];
  return [...lines.slice(0, end), `(${lines.length - end} more lines are left out)`, ...last];
}

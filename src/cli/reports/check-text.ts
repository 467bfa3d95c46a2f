import { counts, placeOf, type CheckFinding, type CheckReport, type LayerReport } from '../../checks/index.ts';
import { cleanLine, cut, sayTo } from '../../system/index.ts';
import { plain, severityMark, type Sign, type Style } from '../terminal/style.ts';
import { wrapLine } from '../terminal/wrap.ts';
import { count, displayPaths } from '../words.ts';
import { impactLines } from './impact-text.ts';
import { frameOf, type Sources } from './source-frame.ts';

/** How a report is shown; without a width nothing is wrapped. */
export interface CheckView {
  readonly home: string;
  readonly style: Style;
  readonly width: number | undefined;
  /** Files whose lines are shown with their findings. */
  readonly sources?: Sources;
}

/** Findings that are shown; a longer list is read in a file or by a program. */
const maxShown = 50;
const maxMessage = 700;
/** Longer lines are hard to read on any screen. */
const maxWidth = 110;
/** The indent of what follows the first line of a finding. */
const hanging = 2;

/**
 * The report of a check for a person: findings by file, the worst file first, what the mode says, the layers, and at the end the result and
 * what to do next.
 */
export function checkText(report: CheckReport, view: CheckView): string {
  const current = report.findings.filter(counts);
  const shown = current.slice(0, maxShown);
  const left = current.length - shown.length;
  const { layers, lines, next } = report;
  const said = (text: string): string => plain(displayPaths(text, view.home));
  return [
    ...groups(shown).map((findings) => findings.flatMap((finding) => findingLines(finding, view)).join('\n')),
    ...(left === 0 ? [] : [`${count(left, 'more finding')}: --format json prints all.`]),
    ...paragraph(lines.map((line) => said(sayTo('person', line))).filter((line) => line !== '')),
    ...paragraph(impactLines(report.details, view.style)),
    ...(layers.length < 2 ? [] : [layers.flatMap((layer) => layerLines(layer, report, view)).join('\n')]),
    [resultLine(report, view), ...(next === undefined ? [] : [`${view.style.mark.arrow} ${said(sayTo('person', next))}`])].join('\n'),
  ].join('\n\n');
}

function paragraph(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [lines.join('\n')];
}

/** By file, in the order of the findings: the worst first. Each finding names its place whole, so that a terminal can open it. */
function groups(findings: readonly CheckFinding[]): readonly (readonly CheckFinding[])[] {
  const found = new Map<string | undefined, CheckFinding[]>();
  for (const finding of findings) {
    const known = found.get(finding.file);
    if (known === undefined) found.set(finding.file, [finding]);
    else known.push(finding);
  }
  return [...found.values()];
}

/** `✗ src/a.ts:3:5  Type … is not assignable …  TS2322 tsc`, and below it what to do. */
function findingLines(finding: CheckFinding, view: CheckView): readonly string[] {
  const { confidence, file, fix, message, reason, rule, source } = finding;
  const { style } = view;
  const said = (text: string): string => plain(cut(cleanLine(displayPaths(text, view.home)), maxMessage));
  const place = placeOf(finding);
  const position = place === '' ? '' : `${style.bold(plain(place))}  `;
  const by = file === undefined ? '' : `  ${style.dim(said(source === 'snap' ? rule : `${rule} ${source}`))}`;
  const because = [confidence === undefined ? '' : `confidence ${confidence}`, reason ?? ''].filter((part) => part !== '').join(': ');
  const below = (text: string): readonly string[] => wrapped(`${' '.repeat(hanging)}${text}`, hanging + 2, view);
  return [
    ...wrapped(`${severityMark(finding.severity, style)} ${position}${said(message)}${by}`, hanging, view),
    ...(view.sources === undefined ? [] : frameOf(finding, view.sources, { style, width: Math.min(view.width ?? maxWidth, maxWidth) })),
    ...(because === '' ? [] : below(style.dim(said(because)))),
    ...(fix === undefined ? [] : below(`${style.mark.arrow} ${said(fix)}`)),
  ];
}

/** Warnings of a layer that count. */
function warningsIn({ findings }: CheckReport, layer?: string): number {
  return findings.filter((one) => one.severity === 'warning' && counts(one) && (layer === undefined || one.layer === layer)).length;
}

/** `✓ types  passed   820 ms`, `! secrets  1 warning   12 ms`, with the reason where it says why nothing is known. */
function layerLines({ name, state, reason, ms }: LayerReport, report: CheckReport, view: CheckView): readonly string[] {
  const { layers: all } = report;
  const stateOf = (layer: Pick<LayerReport, 'name' | 'state'>): string => {
    const warnings = layer.state === 'passed' ? warningsIn(report, layer.name) : 0;
    return warnings === 0 ? layer.state : count(warnings, 'warning');
  };
  const word = stateOf({ name, state });
  const names = Math.max(...all.map((layer) => layer.name.length));
  const states = Math.max(...all.map((layer) => stateOf(layer).length));
  const times = Math.max(...all.map((layer) => duration(layer.ms).length));
  // The reason is that of the tool, where a parameter runs them.
  const because = reason?.replace('"tests" runs them', '--tests runs them');
  const said = because === undefined ? '' : `  ${plain(cut(cleanLine(displayPaths(because, view.home)), maxMessage))}`;
  const time = state === 'skipped' ? '' : duration(ms);
  const line = `${view.style.sign[word === state ? signs[state] : 'warn']} ${name.padEnd(names)}  ${word.padEnd(states)}  ${time.padStart(times)}${said}`;
  return wrapped(line.trimEnd(), names + states + times + 8, view);
}

const signs = { passed: 'good', failed: 'bad', timeout: 'warn', skipped: 'none' } as const satisfies Readonly<
  Record<LayerReport['state'], Sign>
>;

/** `820 ms`, `1.4 s`. */
function duration(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** `✗ quick failed: 2 errors, 1 warning in 2 files. Not examined: tests. (1.4 s)` */
function resultLine(report: CheckReport, { home, style }: CheckView): string {
  const { mode, status, reason, findings, layers } = report;
  const current = findings.filter(counts);
  const old = findings.length - current.length;
  // Of several layers each says it for itself.
  const because = reason === undefined || layers.length > 1 ? '' : `: ${plain(cleanLine(displayPaths(reason, home))).replace(/\.$/, '')}`;
  const parts = [
    status === 'skipped' || status === 'timeout' ? `${mode}: ${status}${because}.` : `${mode} ${status}: ${countsText(current)}.`,
    ...(status === 'failed' && because !== '' ? [`It came to no end${because}.`] : []),
    ...(status === 'skipped' || layers.length < 2 ? [] : gapsText(layers)),
    ...(old === 0 ? [] : [`${count(old, 'finding')} in lines that the diff does not add ${old === 1 ? 'is' : 'are'} not counted.`]),
  ];
  const time = status === 'skipped' ? '' : style.dim(` (${duration(Math.max(0, ...layers.map(({ ms }) => ms)))})`);
  const sign = status === 'passed' && warningsIn(report) > 0 ? 'warn' : signs[status];
  return `${style.sign[sign]} ${parts.join(' ')}${time}`;
}

/** What the result does not cover. */
function gapsText(layers: readonly LayerReport[]): readonly string[] {
  const of = (state: LayerReport['state']): readonly string[] => layers.filter((layer) => layer.state === state).map(({ name }) => name);
  const [skipped, late] = [of('skipped'), of('timeout')];
  return [
    ...(skipped.length === 0 ? [] : [`Not examined: ${skipped.join(', ')}.`]),
    ...(late.length === 0 ? [] : [`Came to no end: ${late.join(', ')}.`]),
  ];
}

function countsText(findings: readonly CheckFinding[]): string {
  const of = (severity: CheckFinding['severity']): number => findings.filter((finding) => finding.severity === severity).length;
  const files = new Set(findings.flatMap(({ file }) => file ?? [])).size;
  const parts = [
    ...(of('error') === 0 ? [] : [count(of('error'), 'error')]),
    ...(of('warning') === 0 ? [] : [count(of('warning'), 'warning')]),
    ...(of('info') === 0 ? [] : [count(of('info'), 'note')]),
  ];
  if (parts.length === 0) return 'no problems found';
  return `${parts.join(', ')}${files === 0 ? '' : ` in ${count(files, 'file')}`}`;
}

function wrapped(line: string, hanging: number, { width }: CheckView): readonly string[] {
  return width === undefined ? [line] : wrapLine(line, Math.min(width, maxWidth), hanging);
}

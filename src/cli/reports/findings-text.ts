import type { Client } from '../../clients/index.ts';
import type { ConfigFinding, Setup, Summary } from '../../doctor/index.ts';
import { plain, severityMark, type Style } from '../terminal/style.ts';
import { wrapLines } from '../terminal/wrap.ts';
import { count, displayPaths, noAssistants } from '../words.ts';
import { callResult } from './calls-text.ts';
import { clientOrder } from './assistant-lines.ts';
import { shareProblems, type SharedFinding } from './same-problem.ts';

/** How findings are shown; without a width nothing is wrapped. */
export interface FindingsView {
  readonly home: string;
  readonly style: Style;
  readonly width: number | undefined;
  /** How many other places of one problem are named; without it, each of them. */
  readonly maxPlaces?: number | undefined;
}

/**
 * Findings for a person, grouped by assistant, in the order of the lines of `assistantLines`: the worst first, else as in the registry. A problem that is the same in several places is told
 * once, at the first of them, and the other places are listed there.
 */
export function findingsText(findings: readonly ConfigFinding[], view: FindingsView): string {
  return [...groups(shareProblems(findings))]
    .toSorted(byGrade)
    .map(([client, own]) => groupText(client, own, view))
    .join('\n\n');
}

/** Groups keep the order in which the findings, worst first, bring them. */
function groups(problems: readonly SharedFinding[]): ReadonlyMap<Client | undefined, readonly SharedFinding[]> {
  const found = new Map<Client | undefined, SharedFinding[]>();
  for (const problem of problems) {
    const known = found.get(problem.finding.client);
    if (known === undefined) found.set(problem.finding.client, [problem]);
    else known.push(problem);
  }
  return found;
}

function byGrade([one, ownProblems]: Group, [other, otherProblems]: Group): number {
  return worst(ownProblems) - worst(otherProblems) || clientOrder(one) - clientOrder(other);
}

type Group = readonly [Client | undefined, readonly SharedFinding[]];

function worst(problems: readonly SharedFinding[]): number {
  return Math.min(...problems.map(({ finding }) => ['error', 'warning', 'info'].indexOf(finding.severity)));
}

function groupText(client: Client | undefined, problems: readonly SharedFinding[], view: FindingsView): string {
  const { style } = view;
  const lines = [style.bold(client?.name ?? 'This machine')];
  let path: string | undefined;
  // Of one assistant the files keep together, in the order of their worst finding.
  for (const { finding, others } of inFileOrder(problems)) {
    if (finding.path !== undefined && finding.path !== path) {
      const scope = finding.scope === undefined ? '' : `  ${style.dim(finding.scope)}`;
      lines.push(`  ${plain(displayPaths(finding.path, view.home))}${scope}`);
    }
    path = finding.path;
    lines.push(findingText(finding, view), ...othersText(finding, others, view));
  }
  return lines.join('\n');
}

function inFileOrder(problems: readonly SharedFinding[]): readonly SharedFinding[] {
  const paths = [...new Set(problems.map(({ finding }) => finding.path))];
  return problems.toSorted((a, b) => paths.indexOf(a.finding.path) - paths.indexOf(b.finding.path));
}

/** Where else the same problem is: each place says only how it differs from the first one. */
function othersText(first: ConfigFinding, others: readonly ConfigFinding[], view: FindingsView): readonly string[] {
  if (others.length === 0) return [];
  const { home, maxPlaces, style, width } = view;
  // A line that says "1 more" would be as long as the place itself.
  const shown = others.length - 1 === maxPlaces ? others : others.slice(0, maxPlaces);
  const places = shown.map((other) => placeOf(other, first, home));
  const left = others.length - places.length;
  const more = left === 0 ? [] : [`${left} more (-v lists them)`];
  const clients = new Set(others.flatMap(clientsOf).filter((client) => !clientsOf(first).includes(client))).size;
  const lead = style.dim(clients > 1 ? `The same in ${clients} other assistants:` : 'The same in:');
  if (others.every(({ path }) => path === first.path)) {
    const inline = [...places.map(({ at, names }) => [names, at].filter((part) => part !== '').join(' ')), ...more];
    return [indented(wrapped(`${lead} ${inline.join(', ')}`, width), 6)];
  }
  const column = Math.min(26, Math.max(...places.map(({ names }) => names.length)));
  const lines = places.map(({ at, names }) => `${names.padEnd(column)}${column === 0 ? '' : '  '}${at}`.trimEnd());
  return [indented(lead, 6), ...[...lines, ...more].map((line) => indented(line, 8))];
}

function clientsOf({ alsoClients, client }: ConfigFinding): readonly Client[] {
  return client === undefined ? alsoClients : [client, ...alsoClients];
}

function placeOf(other: ConfigFinding, first: ConfigFinding, home: string) {
  const { alsoClients, client, column, line, path, server, severity } = other;
  const isSameReader = client === first.client && alsoClients.length === 0;
  const readers =
    client === undefined
      ? 'this machine'
      : clientsOf(other)
          .map(({ name }) => name)
          .join(', ');
  const position = line === undefined ? '' : `${line}:${column ?? 1}`;
  const isElsewhere = path !== first.path;
  const isMoved = isElsewhere || line !== first.line || column !== first.column;
  const names = [isSameReader ? '' : readers, server === first.server ? '' : plain(server ?? '')];
  const place = [isElsewhere ? plain(displayPaths(path ?? '', home)) : '', isMoved ? position : ''].filter((part) => part !== '').join(':');
  const grade = severity === first.severity ? '' : severity === 'info' ? '(note)' : `(${severity})`;
  return { names: names.filter((part) => part !== '').join(' '), at: [place, grade].filter((part) => part !== '').join(' ') };
}

/** One finding: mark, position, id; what is wrong; what next. */
export function findingText(finding: ConfigFinding, { style, width, home }: FindingsView): string {
  const { line, column, server, message, hint, fix, alsoClients } = finding;
  const position = line === undefined ? '' : `${line}:${column ?? 1}  `;
  const also = alsoClients.length === 0 ? '' : style.dim(` (also ${alsoClients.map(({ name }) => name).join(', ')})`);
  const repairable = fix === undefined ? '' : style.dim(fix.kind === 'safe' ? '  repairable' : '  repairable, asks first');
  const about = server === undefined ? '' : ` ${plain(server)}`;
  const paragraph = (words: string, before = ''): string => indented(wrapped(`${before}${plain(displayPaths(words, home))}`, width), 6);
  return [
    indented(
      wrapped(
        `${severityMark(finding.severity, style)} ${style.dim(position)}${style.bold(finding.id)}${about}${also}${repairable}`,
        width,
      ),
      4,
    ),
    paragraph(message),
    ...(hint === undefined ? [] : [paragraph(hint, `${style.mark.arrow} `)]),
  ].join('\n');
}

/** Longer lines are hard to read on any screen. */
const maxWidth = 110;
const maxIndent = 8;

/** Wrapped between words on a terminal. */
function wrapped(text: string, width: number | undefined): string {
  return width === undefined ? text : wrapLines(text, Math.min(width, maxWidth) - maxIndent);
}

function indented(text: string, by: number): string {
  return text.replaceAll(/^/gm, ' '.repeat(by));
}

/** `2 errors, 1 warning in 4 files of 3 assistants. "snap mcp repair" can fix 2.` */
export function summaryText(summary: Summary, style: Style): string {
  const { errors, warnings, infos, fixable } = summary;
  const parts = [
    ...(errors === 0 ? [] : [style.red(count(errors, 'error'))]),
    ...(warnings === 0 ? [] : [style.yellow(count(warnings, 'warning'))]),
    ...(infos === 0 ? [] : [count(infos, 'note')]),
  ];
  const checked = `${count(summary.servers, 'server entry', 'server entries')} in ${count(summary.files, 'file')} of ${count(summary.clients, 'assistant')}`;
  const fixes = fixable === 0 ? '' : ` "snap mcp repair" can fix ${fixable}.`;
  if (parts.length === 0 && summary.clients === 0) return `Nothing to check. ${noAssistants}`;
  if (parts.length === 0) return `${style.sign.good} No problems found in ${checked}.`;
  return `${style.bold(parts.join(', '))} in ${checked}.${fixes}`;
}

/**
 * What is shown without `--verbose`: what is wrong, and what is said of a server that asks the person to sign in, since there is
 * something to do.
 */
export function withoutNotes(findings: readonly ConfigFinding[], { entries }: Pick<Setup, 'entries'>): readonly ConfigFinding[] {
  const asking = entries.filter((entry) => entry.live.some((live) => callResult(entry, live) === 'sign-in'));
  const isAbout = ({ client, path, server }: ConfigFinding): boolean =>
    asking.some((entry) => entry.client === client && entry.file.path === path && entry.entry.name === server);
  return findings.filter((finding) => finding.severity !== 'info' || (finding.id === 'remote-refuses-key' && isAbout(finding)));
}

/** How the notes that are not shown can be read, where there are some. */
export function hiddenNotes(all: readonly ConfigFinding[], shown: readonly ConfigFinding[]): string {
  const hidden = all.length - shown.length;
  return hidden === 0 ? '' : ` -v shows the ${hidden === 1 ? 'note' : 'notes'}.`;
}

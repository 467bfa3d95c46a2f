import { defaultStartSeconds } from '../../clients/index.ts';
import type { Client } from '../../clients/index.ts';
import { asksToSignIn, tellingLine, type ConfigFinding, type EntryFacts, type Setup, type Summary } from '../../doctor/index.ts';
import { plain, type Style } from '../terminal/style.ts';
import { wrapLines } from '../terminal/wrap.ts';
import { count, displayPaths } from '../words.ts';

/** How findings are shown; without a width nothing is wrapped. */
export interface FindingsView {
  readonly home: string;
  readonly style: Style;
  readonly width: number | undefined;
}

/** Findings for a person, grouped by assistant, the one with the worst first. */
export function findingsText(findings: readonly ConfigFinding[], view: FindingsView): string {
  return [...groups(findings)].map(([client, own]) => groupText(client, own, view)).join('\n\n');
}

/** Groups keep the order in which the findings, worst first, bring them. */
function groups(findings: readonly ConfigFinding[]): ReadonlyMap<Client | undefined, readonly ConfigFinding[]> {
  const found = new Map<Client | undefined, ConfigFinding[]>();
  for (const finding of findings) {
    const known = found.get(finding.client);
    if (known === undefined) found.set(finding.client, [finding]);
    else known.push(finding);
  }
  return found;
}

function groupText(client: Client | undefined, findings: readonly ConfigFinding[], view: FindingsView): string {
  const { style } = view;
  const lines = [style.bold(client?.name ?? 'This machine')];
  let path: string | undefined;
  // Of one assistant the files keep together, in the order of their worst finding.
  for (const finding of inFileOrder(findings)) {
    if (finding.path !== undefined && finding.path !== path) {
      const scope = finding.scope === undefined ? '' : `  ${style.dim(finding.scope)}`;
      lines.push(`  ${plain(displayPaths(finding.path, view.home))}${scope}`);
    }
    path = finding.path;
    lines.push(findingText(finding, view));
  }
  return lines.join('\n');
}

function inFileOrder(findings: readonly ConfigFinding[]): readonly ConfigFinding[] {
  const paths = [...new Set(findings.map(({ path }) => path))];
  return findings.toSorted((a, b) => paths.indexOf(a.path) - paths.indexOf(b.path));
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
    indented(wrapped(`${mark(finding, style)} ${style.dim(position)}${style.bold(finding.id)}${about}${also}${repairable}`, width), 4),
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

function mark({ severity }: ConfigFinding, style: Style): string {
  switch (severity) {
    case 'error':
      return style.red(style.mark.bad);
    case 'warning':
      return style.yellow(style.mark.warn);
    case 'info':
      return style.dim(style.mark.none);
    default:
      return severity satisfies never;
  }
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
  if (parts.length === 0) return `${style.green(style.mark.good)} No problems found in ${checked}.`;
  return `${style.bold(parts.join(', '))} in ${checked}.${fixes}`;
}

/** The answers of called servers, one line each. */
export function callsText({ entries }: Setup, { style, home, width }: FindingsView): readonly string[] {
  return entries.flatMap((entry) => entry.live.map(({ as, answer }) => wrapped(callText(entry, as, answer, { style, home }), width)));
}

function callText(
  target: EntryFacts,
  as: string,
  answer: EntryFacts['live'][number]['answer'],
  { style, home }: Pick<FindingsView, 'style' | 'home'>,
): string {
  const { client, entry } = target;
  const subject = `${plain(entry.name)} ${style.dim(`(${client.name}${as === 'shell' && entry.server.kind === 'command' ? ', in your shell' : ''})`)}`;
  if (asksToSignIn(target, answer)) {
    return `${style.dim(style.mark.none)} ${subject}: wants you to sign in (HTTP ${answer.kind === 'http' ? answer.status : 401})`;
  }
  if (answer.kind !== 'answered') {
    return `${style.red(style.mark.bad)} ${subject}: ${plain(displayPaths(answerWords(answer), home))}`;
  }
  const limit = defaultStartSeconds(client, entry.server);
  const time = `${seconds(answer.milliseconds)}${limit === undefined ? '' : ` of ${limit} s`}`;
  const about = `${answer.serverName} ${answer.serverVersion}, protocol ${answer.protocolVersion}`;
  return `${style.green(style.mark.good)} ${subject}: answered in ${time}, ${count(answer.tools.length, 'tool')} (about ${answer.tokens} tokens) ${style.dim(plain(about))}`;
}

function answerWords(answer: Exclude<EntryFacts['live'][number]['answer'], { kind: 'answered' }>): string {
  switch (answer.kind) {
    case 'not-started':
      return `did not start: ${answer.message}`;
    case 'exited':
      return `ended at once (${answer.signal ?? `exit code ${answer.code ?? '?'}`}) ${inQuotes(tellingLine(answer))}`.trim();
    case 'silent':
      return `no answer within ${seconds(answer.milliseconds)}`;
    case 'broken':
    case 'unreachable':
      return answer.message;
    case 'http':
      return `HTTP ${answer.status}`;
    default:
      return answer satisfies never;
  }
}

function inQuotes(line: string): string {
  return line === '' ? '' : `"${line}"`;
}

function seconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

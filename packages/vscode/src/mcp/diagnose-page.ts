// The doctor's page as Markdown. Pure.
import type { ConfigFinding, Summary } from '../core.ts';
import { countsText, findingGroups } from '../views/finding-groups.ts';
import { fixTitle } from '../problems/fix-title.ts';

/** What is seen of the server that the extension gives this editor. */
export interface EditorServer {
  readonly editor: string;
  /** Whether the editor takes servers from extensions at all. */
  readonly takesProviders: boolean;
  readonly isWanted: boolean | undefined;
  readonly url: string | undefined;
  /** `hh:mm:ss` of when the editor last wanted to connect; absent: not in this window yet. */
  readonly askedAt: string | undefined;
  /** The value of the setting `chat.mcp.autostart`, as far as the editor has it. */
  readonly autostart: string | undefined;
  readonly ours: readonly string[];
  readonly foreign: readonly string[];
}

export interface DiagnosePage {
  readonly now: string;
  readonly snap: readonly (readonly [name: string, value: string])[];
  readonly gate: string;
  /** Why the page does not have everything. */
  readonly missing: string | undefined;
  readonly server: EditorServer;
  /** `undefined` until the config files are examined. */
  readonly examined: ExaminedFiles | undefined;
  readonly short: (text: string) => string;
}

export interface ExaminedFiles {
  readonly assistants: readonly {
    readonly name: string;
    readonly isInstalled: boolean;
    readonly state: string;
    readonly files: readonly string[];
  }[];
  readonly findings: readonly ConfigFinding[];
  readonly summary: Summary;
}

export function diagnosePage(page: DiagnosePage): string {
  const { examined, gate, missing, now, server, short, snap } = page;
  return [
    '# Snap: MCP Diagnose',
    '',
    `${now}. Nothing was written. Values of variables, headers and keys are left out.`,
    ...(missing === undefined ? [] : ['', missing]),
    '',
    '## Snap',
    '',
    ...snap.map(([name, value]) => `- ${name}: ${short(value)}`),
    `- Status: ${short(gate)}`,
    '',
    '## This editor',
    '',
    ...serverLines(server).map((line) => `- ${short(line)}`),
    '',
    ...(examined === undefined ? [] : examinedLines(examined, short)),
  ].join('\n');
}

function examinedLines({ assistants, findings, summary }: ExaminedFiles, short: DiagnosePage['short']): readonly string[] {
  return [
    '## Assistants on this machine',
    '',
    ...(assistants.length === 0 ? ['None found.'] : []),
    ...assistants.flatMap(({ files, isInstalled, name, state }) => [
      `- ${name}${isInstalled ? '' : ' (not installed)'}: ${state}`,
      ...files.map((file) => `  - ${short(file)}`),
    ]),
    '',
    '## Findings',
    '',
    summaryLine(findings, summary),
    ...findingGroups(findings).flatMap((group) => [
      '',
      `### ${group.name}`,
      '',
      ...group.findings.flatMap((finding) => findingLines(finding, short)),
    ]),
    '',
  ];
}

/** Only what was seen: the editor does not tell extensions whether it has started the server. */
export function serverLines({ askedAt, autostart, editor, foreign, isWanted, ours, takesProviders, url }: EditorServer): readonly string[] {
  const lines = [
    `${editor} ${takesProviders ? 'takes servers from extensions' : 'takes no servers from extensions; snap is set up by an entry in its mcp.json'}.`,
  ];
  if (takesProviders && isWanted !== true)
    lines.push('The assistant of this editor was not given the server "snap". "Snap: Configure MCP" does that.');
  if (takesProviders && isWanted === true && url === undefined)
    lines.push('The server "snap" is set up but not given to the editor now, because an earlier step is open: see "Status" above.');
  if (url !== undefined) {
    lines.push(`The server "snap" is registered: ${url}`);
    lines.push(
      askedAt === undefined
        ? `Registered, but not started: the editor has not asked for it in this window. It starts servers with the first message in the chat, depending on the setting "chat.mcp.autostart" (now: ${autostart ?? 'not known to this editor'}). "MCP: List Servers" starts it by hand.`
        : `The editor last connected to it at ${askedAt}. Its own log is in the output channel "MCP: snap".`,
    );
  }
  if (takesProviders && isWanted === true)
    for (const path of ours)
      lines.push(
        `The entry of Snap in ${path} gives this editor the same server a second time. "Snap: Configure MCP" offers to remove it.`,
      );
  for (const path of foreign) lines.push(`Another server has the name of Snap in ${path}. It is left as it is.`);
  return lines;
}

function summaryLine(findings: readonly ConfigFinding[], { clients, files, fixable, servers }: Summary): string {
  const checked = `${servers} server ${servers === 1 ? 'entry' : 'entries'} in ${files} ${files === 1 ? 'file' : 'files'} of ${clients} ${clients === 1 ? 'assistant' : 'assistants'}`;
  if (findings.length === 0) return `No problems found in ${checked}.`;
  const fixes = fixable === 0 ? '' : ` ${fixable} can be fixed: in the Problems panel, or in the view Findings.`;
  return `${countsText(findings)} in ${checked}.${fixes}`;
}

function findingLines(
  { column, fix, hint, id, line, message, path, server, severity }: ConfigFinding,
  short: (text: string) => string,
): readonly string[] {
  const word = severity === 'info' ? 'note' : severity;
  const at = path === undefined ? undefined : `${path}${line === undefined ? '' : `:${line}:${column ?? 1}`}`;
  return [
    [`- ${word} \`${id}\``, ...[server, at].flatMap((part) => (part === undefined ? [] : [short(part)]))].join(' '),
    `  ${short(message)}`,
    ...(hint === undefined ? [] : [`  ${short(hint)}`]),
    ...(fix === undefined ? [] : [`  Fix: ${short(fixTitle(fix))}${fix.kind === 'safe' && fix.loosens !== true ? '' : ' (asks first)'}`]),
  ];
}

import type { ConfigFinding } from '../core.ts';
import { rangeOf, type TextRange } from './range.ts';

/** A finding as it is shown at its place in a file. */
export interface FileProblem {
  readonly id: string;
  readonly severity: ConfigFinding['severity'];
  readonly message: string;
  readonly range: TextRange;
  readonly fingerprint: string;
}

type Told = Pick<
  ConfigFinding,
  'id' | 'severity' | 'message' | 'hint' | 'fix' | 'client' | 'alsoClients' | 'server' | 'path' | 'line' | 'column' | 'fingerprint'
>;

/** The findings that are about a file, by its path. Notes are left out: the list is for what is wrong. @param textOf the text that was judged. */
export function problemsOf(
  findings: readonly Told[],
  textOf: (path: string) => string | undefined,
): ReadonlyMap<string, readonly FileProblem[]> {
  const byPath = new Map<string, FileProblem[]>();
  for (const finding of findings) {
    const { fingerprint, id, path, severity } = finding;
    if (path === undefined || severity === 'info') continue;
    const problem = { id, severity, fingerprint, message: messageOf(finding), range: rangeOf(finding, textOf(path)) };
    byPath.set(path, [...(byPath.get(path) ?? []), problem]);
  }
  return byPath;
}

/** What is wrong and what to do, with the assistants that read the file. */
export function messageOf({
  alsoClients,
  client,
  fix,
  hint,
  message,
}: Pick<Told, 'alsoClients' | 'client' | 'fix' | 'hint' | 'message'>): string {
  const readers = client === undefined ? '' : `${[client, ...alsoClients].map(({ name }) => name).join(', ')}: `;
  // Most messages name the assistant by themselves.
  const lead = client !== undefined && alsoClients.length === 0 && message.includes(client.name) ? '' : readers;
  // What to type in a terminal is a click here.
  const next = fix !== undefined && hint?.includes('snap mcp repair') === true ? `Quick fix: ${fix.says}.` : hint;
  return [`${lead}${message}`, ...(next === undefined ? [] : [next])].join('\n');
}

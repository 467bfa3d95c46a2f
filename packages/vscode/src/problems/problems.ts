import type { ConfigFinding } from '../core.ts';
import { visible } from '../shown-text.ts';
import { linesOf, rangeOf, type TextRange } from './range.ts';

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
  const byPath = new Map<string, { readonly lines: readonly string[] | undefined; readonly problems: FileProblem[] }>();
  for (const finding of findings) {
    const { fingerprint, id, path, severity } = finding;
    if (path === undefined || severity === 'info') continue;
    let file = byPath.get(path);
    if (file === undefined) {
      // Once for all of its findings: a file of a workspace may have thousands.
      const text = textOf(path);
      file = { lines: text === undefined ? undefined : linesOf(text), problems: [] };
      byPath.set(path, file);
    }
    file.problems.push({ id, severity, fingerprint, message: messageOf(finding), range: rangeOf(finding, file.lines) });
  }
  return new Map([...byPath].map(([path, { problems }]) => [path, problems]));
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
  return [`${lead}${message}`, ...(next === undefined ? [] : [next])].map((line) => visible(line)).join('\n');
}

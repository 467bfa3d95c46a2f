import type { ConfigFinding } from '../../doctor/index.ts';

/** A finding, and the other places that have the same problem: one cause, told once. */
export interface SharedFinding {
  readonly finding: ConfigFinding;
  readonly others: readonly ConfigFinding[];
}

/**
 * Puts findings together whose words differ only in the assistant, the server, the file and the time they name, and that are answered in the
 * same way: same hint, same kind of fix. How grave it is may differ: less is known of some assistants. In the order of the first of
 * each, so with the worst first that one is a group's first.
 */
export function shareProblems(findings: readonly ConfigFinding[]): readonly SharedFinding[] {
  const found = new Map<string, ConfigFinding[]>();
  for (const finding of findings) {
    const key = problemKey(finding);
    const same = found.get(key);
    if (same === undefined) found.set(key, [finding]);
    else same.push(finding);
  }
  return [...found.values()].flatMap(([finding, ...others]) => (finding === undefined ? [] : [{ finding, others }]));
}

/** The hint counts as it is written: a command in it is meant for one assistant and one server. */
function problemKey({ client, fix, hint, id, message, path, server }: ConfigFinding): string {
  const words = withoutNames(message, [server && `"${server}"`, path, client?.name]).replaceAll(measured, '\0t');
  return JSON.stringify([id, fix?.kind ?? '', hint ?? '', words]);
}

/** How long something took: another time at each call. */
const measured = /\b\d+ ms\b|\b\d+(?:\.\d)? s\b/g;

/** Only compared, never shown. */
function withoutNames(text: string, names: readonly (string | undefined)[]): string {
  return names.reduce<string>((rest, name, i) => (name === undefined || name === '' ? rest : rest.replaceAll(name, `\0${i}`)), text);
}

import type { WorkspacePath } from '../../workspace/index.ts';
import type { Proof } from './docs-finding.ts';
import type { Evidence } from './evidence.ts';

export interface WantedLine {
  readonly kind: 'json-key' | 'target';
  readonly name: string;
}

/** That one of the files had a line that defines the name: a key of package.json, a target of a Makefile. */
export async function proveLine(
  files: readonly WorkspacePath[],
  wanted: WantedLine,
  { past, signal, workChanges }: Evidence,
): Promise<Proof | undefined> {
  for (const file of files) {
    const inWork = proofIn(wanted, file, await workChanges(file));
    if (inWork !== undefined) return { ...inWork, isUncommitted: true };
    for (const changes of await past.lineChanges(file, signal)) {
      const proof = proofIn(wanted, file, changes);
      if (proof !== undefined) return { ...proof, gone: { commit: changes.commit, at: changes.at } };
    }
  }
  return undefined;
}

function proofIn(
  wanted: WantedLine,
  file: WorkspacePath,
  { added, removed }: { readonly added: readonly string[]; readonly removed: readonly string[] },
): Proof | undefined {
  const pattern = lineOf(wanted.kind, wanted.name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  const line = removed.find((one) => pattern.test(one));
  // Moved within the file, or changed in its command only.
  if (line === undefined || added.some((one) => pattern.test(one))) return undefined;
  return { was: wanted.name, in: file, now: added.flatMap((one) => sameUnderOtherName(line, one, wanted))[0] };
}

function lineOf(kind: WantedLine['kind'], name: string): RegExp {
  return kind === 'json-key' ? new RegExp(`^\\s*"${name}"\\s*:`) : new RegExp(`^@?(?:[\\w.-]+ )*${name}(?:\\s[^:=]*)?:(?!=)`);
}

/** `"test:old": "vitest"` and `"test:new": "vitest"`. */
function sameUnderOtherName(before: string, after: string, { kind, name }: WantedLine): readonly string[] {
  if (kind !== 'json-key') return [];
  const value = (line: string): string | undefined => /^\s*"[^"]+"\s*:\s*(.+?),?\s*$/.exec(line)?.[1];
  const key = /^\s*"([^"]+)"\s*:/.exec(after)?.[1];
  return key !== undefined && key !== name && value(before) !== undefined && value(before) === value(after) ? [key] : [];
}

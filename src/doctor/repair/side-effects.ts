import type { System } from '../../system/index.ts';
import type { ConfigFinding } from '../diagnostic.ts';
import type { Examination } from '../examine.ts';

/** What a change would do to an assistant it was not made for. */
export interface SideEffect {
  readonly client: string;
  readonly message: string;
}

/**
 * What a change of this file breaks for any assistant that reads it, perhaps through a link: the file no longer parses for it, or it has
 * a finding that it did not have before. A file that did not parse before cannot be compared and is skipped.
 * @param fixedFor the ids of the clients whose findings the change is to fix.
 */
export async function findSideEffect(
  system: System,
  path: string,
  { before, after, fixedFor }: { readonly before: Examination; readonly after: Examination; readonly fixedFor: ReadonlySet<string> },
): Promise<SideEffect | undefined> {
  const isThisFile = realPaths(system, path);
  for (const file of before.setup.files) {
    if (file.state !== 'ok' || !(await isThisFile(file.path))) continue;
    const now = after.setup.files.find((other) => other.client === file.client && other.path === file.path && other.scope === file.scope);
    if (now !== undefined && now.state !== 'ok' && now.state !== 'empty')
      return { client: file.client.name, message: `Its file no longer parses: ${now.error?.message ?? now.state}.` };
    // What an assistant's own fix reveals is no side effect. After a round for several assistants the cause is not known.
    if (fixedFor.size === 1 && fixedFor.has(file.client.id)) continue;
    const known = new Set(before.findings.flatMap(keysOf));
    for (const finding of after.findings) {
      const isNew = finding.severity !== 'info' && isOf(finding, file.client.id) && keysOf(finding).some((key) => !known.has(key));
      if (isNew && finding.path !== undefined && (await isThisFile(finding.path)))
        return { client: file.client.name, message: finding.message };
    }
  }
  return undefined;
}

function isOf({ client, alsoClients }: ConfigFinding, id: string): boolean {
  return client?.id === id || alsoClients.some((other) => other.id === id);
}

/** One for each client it concerns; without positions, which move. */
function keysOf({ id, client, alsoClients, path, server, message }: ConfigFinding): readonly string[] {
  return [client, ...alsoClients].map((one) => JSON.stringify([id, one?.id, path, server, message]));
}

function realPaths(system: System, path: string): (other: string) => Promise<boolean> {
  const known = new Map<string, boolean>();
  return async (other) => {
    const found = known.get(other) ?? (other === path || (await system.look(other))?.target === path);
    known.set(other, found);
    return found;
  };
}

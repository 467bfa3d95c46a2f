import type { System } from '../../system/index.ts';
import type { ConfigFinding } from '../diagnostic.ts';
import type { Examination } from '../examine.ts';

/** What a change would do to an assistant it was not made for. */
export interface SideEffect {
  readonly client: string;
  readonly message: string;
}

/**
 * Whether an assistant that reads this very file (perhaps by another name, through a link) is worse off than before: its file no
 * longer reads, or there is a problem in it that was not there. Where the file did not read before, nothing is known of before.
 */
export async function findSideEffect(
  system: System,
  path: string,
  { before, after, menders }: { readonly before: Examination; readonly after: Examination; readonly menders: ReadonlySet<string> },
): Promise<SideEffect | undefined> {
  const isThisFile = realPaths(system, path);
  for (const file of before.setup.files) {
    if (file.state !== 'ok' || !(await isThisFile(file.path))) continue;
    const now = after.setup.files.find((other) => other.client === file.client && other.path === file.path && other.scope === file.scope);
    if (now !== undefined && now.state !== 'ok' && now.state !== 'empty')
      return { client: file.client.name, message: `Its file no longer reads: ${now.error?.message ?? now.state}.` };
    // What an assistant's own fix reveals is no side effect. After a round for several assistants the cause is not known.
    if (menders.size === 1 && menders.has(file.client.id)) continue;
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

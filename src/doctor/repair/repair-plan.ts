import type { ConfigFinding } from '../diagnostic.ts';
import { passagesUndoData, type FileChange } from '../../changes/index.ts';
import type { System } from '../../system/index.ts';
import type { Examination } from '../examine.ts';

/** What one fix alone would make of one file. */
export interface ProposedChange {
  /** The real path, every link followed. */
  readonly path: string;
  readonly before: Uint8Array;
  /** `undefined`: the file is deleted. */
  readonly after: Uint8Array | undefined;
}

/** One file as the repair would leave it, and the findings that this fixes. */
export interface RepairedFile extends ProposedChange {
  readonly cured: readonly ConfigFinding[];
}

/** What a repair would do, before anything is written. */
export interface RepairPlan {
  readonly files: readonly RepairedFile[];
  /** What would still be found afterwards. */
  readonly left: readonly ConfigFinding[];
  /** Fixes that were left out because another assistant reads the same file and they would break something for it. */
  readonly harmful: readonly { readonly finding: ConfigFinding; readonly sideEffect: SideEffect }[];
}

/** What the person decides about a repair. */
export interface RepairDecisions {
  /** Whether the person asked for findings of this kind. */
  readonly isChosen: (finding: ConfigFinding) => boolean;
  /** Whether this fix is wanted. Called once for each fix, with the file before and after. `undefined`: the person cancelled. */
  readonly wants: (finding: ConfigFinding, change: ProposedChange) => Promise<boolean | undefined>;
}

/** The plan as changes for `apply`: each writes exactly what was shown, or refuses when the file has changed since. @param project its root. */
export function changesOf({ files }: RepairPlan, project: string): readonly FileChange[] {
  return files.map((file) => ({ ...changeOf(file), project: file.cured.every(({ scope }) => scope === 'project') ? project : undefined }));
}

function changeOf({ path, before, after, cured }: RepairedFile): FileChange {
  const servers = [...new Set(cured.flatMap(({ server }) => (server === undefined ? [] : [server])))];
  const [first] = cured;
  const undoData = passagesUndoData(before, after);
  return {
    path,
    about: { client: first?.client?.id ?? '', scope: first?.scope ?? '', servers, action: 'repair' },
    foreignLock: cured.some(({ client }) => client?.lock !== undefined),
    compute: (bytes) => {
      if (bytes !== undefined && after !== undefined && Buffer.compare(bytes, after) === 0) return { kind: 'unchanged' };
      if (bytes !== undefined && Buffer.compare(bytes, before) === 0) return { kind: 'write', bytes: after, undoData };
      return {
        kind: 'refused',
        message: `${path}: it changed while you were deciding.`,
        hint: 'It was left as it is. Run "snap mcp repair" again.',
      };
    },
  };
}

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

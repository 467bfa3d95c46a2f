import { namesHint } from '../../../changes/index.ts';
import { displayPath, SnapError, type System } from '../../../system/index.ts';
import { findCandidates, kindWords, type Candidate } from '../../../sources/consenting.ts';
import type { SourceKind } from '../../../sources/index.ts';
import { openWorkspace, type Workspace } from '../../../workspace/index.ts';
import type { Invocation } from '../../command.ts';
import { rootFor } from '../../options/workspace-root.ts';
import { plain } from '../../terminal/style.ts';

/** The workspace whose config files are read beside the person's own. */
export async function placeOf(invocation: Invocation): Promise<Workspace> {
  return openWorkspace(invocation.system, await rootFor(invocation, true));
}

/** Which of several is meant. */
interface Choice {
  readonly clientId?: string | undefined;
  readonly scope?: string | undefined;
  readonly as?: SourceKind | undefined;
}

/**
 * The servers that names mean; without names, the person's own ones that look like a source and are not connected yet.
 * @throws SnapError `refused` for a name that no assistant has.
 */
export async function wantedCandidates(
  system: System,
  place: Workspace,
  names: readonly string[],
  { as, clientId, scope }: Choice = {},
): Promise<readonly Candidate[]> {
  const all = (await findCandidates(system, place, as)).filter(({ server }) => clientId === undefined || server.clientId === clientId);
  if (names.length === 0)
    return all.filter(({ consent, kind, server }) => kind !== undefined && consent !== 'given' && server.scope === 'person');
  return names.map((name) => {
    const both = all.filter(({ server }) => server.name === name && (scope === undefined || server.scope === scope));
    // A project may give any name to an entry of its own: where the person has one too, it is not meant without being named.
    const own = both.filter(({ server }) => server.scope === 'person');
    const named = own.length > 0 ? own : both;
    const found = named.find(({ consent }) => consent === 'changed') ?? named[0];
    if (found !== undefined) return found;
    const known = [...new Set(all.map(({ server }) => server.name))];
    throw new SnapError('refused', `No assistant has a server called "${plain(name)}" that is switched on.`, {
      hint: namesHint(name, known.toSorted()),
    });
  });
}

/** `Cursor (~/.cursor/mcp.json)`. */
export function whereFrom({ server }: Candidate, system: System): string {
  return `${server.clientName} (${displayPath(server.path, system)})`;
}

/** What it is or seems to be. */
export function whatItIs({ kind }: Pick<Candidate, 'kind'>): string {
  return kind === undefined ? 'not known yet: its tools will say' : kindWords[kind];
}

import { clients, type Client, type ConfigPlace } from '../clients/index.ts';
import { clientPath, findProgram, type Workspace } from '../machine/index.ts';
import type { System } from '../system/index.ts';
import { addressEntry, type DaemonAddress } from './address-entry.ts';
import { snapEntry, stableNode, type EntryChoice, type SnapProgram } from './snap-entry.ts';

/** What a person wants of snap's own entry. */
export interface EntryWishes {
  /** The snap that the entries start. */
  readonly program: SnapProgram;
  readonly surface: 'default' | 'full';
  /** Whether the person named the workspace. */
  readonly isWorkspaceNamed: boolean;
  /** How the daemon is reached, for entries that call it; `undefined`: each assistant starts a server of its own. */
  readonly daemon: DaemonAddress | undefined;
}

/** Reads once what the entries depend on. The returned function chooses snap's own entry for each client and place. */
export async function entryChooser(
  system: System,
  { daemon, program, ...wishes }: EntryWishes,
): Promise<(workspace: Workspace) => (client: Client, place: ConfigPlace) => EntryChoice> {
  const node = await stableNode(system, program.node);
  const findable = new Set<string>();
  for (const client of clients)
    if ((await findProgram(system, 'snap-mcp', clientPath(client, system))) !== undefined) findable.add(client.id);
  const options = { ...wishes, program: { node, file: program.file }, isOnPath: (client: Client) => findable.has(client.id) };
  return (workspace) => (client, place) =>
    daemon === undefined
      ? snapEntry(client, place, { ...options, workspace })
      : addressEntry(client, place, { ...options, workspace, daemon });
}

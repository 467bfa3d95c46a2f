import { autoStart } from '../auto-start.ts';
import { core } from '../core.ts';
import type { Desk } from '../desk.ts';
import { probedFolder } from '../observe/open-folder.ts';
import type { StatusSeen } from './status-rows.ts';

/**
 * Looks at everything that the page of MCP Status shows. Reads only.
 * @param tell called at once with what is known, and each time something more is seen: a look waits for a daemon that is being started or hangs.
 */
export async function seeStatus(desk: Desk, tell: (seen: StatusSeen) => void): Promise<void> {
  let more: Omit<StatusSeen, 'facts' | 'autoStart'> = { cli: undefined, daemon: undefined, assistants: undefined };
  const tellAll = (): void => tell({ facts: desk.gates.facts, autoStart: autoStart(desk.context), ...more });
  const add = (part: Partial<StatusSeen>): void => {
    more = { ...more, ...part };
    tellAll();
  };
  const listening = desk.gates.onDidSee(tellAll);
  try {
    tellAll();
    await Promise.all([seeGates(desk).then(add), seeAssistants(desk).then(add)]);
  } finally {
    listening.dispose();
  }
}

async function seeGates(desk: Desk): Promise<Pick<StatusSeen, 'cli' | 'daemon'>> {
  await desk.gates.look();
  const [cli, daemon] = await Promise.all([desk.program(), desk.daemon.status()]);
  if (daemon === undefined) return { cli, daemon };
  return { cli, daemon: { clients: daemon.clients.length, workspaces: daemon.workspaces.length, build: daemon.build } };
}

async function seeAssistants(desk: Desk): Promise<Pick<StatusSeen, 'assistants'>> {
  const [{ probe }, system] = await Promise.all([core.machine(), desk.system()]);
  const { clients } = await probe(system, { workspace: await probedFolder(system, desk.folder()) });
  const installed = clients.filter((client) => client.installed);
  return {
    assistants: installed.map(({ client: { name }, files }) => ({
      name,
      hasSnap: files.some(({ servers, effective }) => servers.some((server) => server.ours && effective.has(server.name))),
    })),
  };
}

import { autoStart } from '../auto-start.ts';
import { core } from '../core.ts';
import type { Desk } from '../desk.ts';
import { probedFolder } from '../observe/open-folder.ts';
import type { StatusSeen } from './status-rows.ts';

/** Looks at everything that the page of MCP Status shows. Reads only. */
export async function seeStatus(desk: Desk): Promise<StatusSeen> {
  await desk.gates.look();
  const [cli, daemon, assistants] = await Promise.all([desk.program(), desk.daemon.status(), seeAssistants(desk)]);
  return {
    facts: desk.gates.facts,
    cli,
    autoStart: autoStart(desk.context),
    daemon:
      daemon === undefined ? undefined : { clients: daemon.clients.length, workspaces: daemon.workspaces.length, build: daemon.build },
    assistants,
  };
}

async function seeAssistants(desk: Desk): Promise<StatusSeen['assistants']> {
  const [{ probe }, system] = await Promise.all([core.machine(), desk.system()]);
  const { clients } = await probe(system, { workspace: await probedFolder(system, desk.folder()) });
  return clients
    .filter(({ installed }) => installed)
    .map(({ client: { name }, files }) => ({
      name,
      hasSnap: files.some(({ servers, effective }) => servers.some((server) => server.ours && effective.has(server.name))),
    }));
}

import { listChanges, planEntry, type EntryPlan, type PlannedStep } from '../../changes/index.ts';
import { clients, isOurs, isOursByShape, locate, type Client, type Scope, type Where } from '../../clients/index.ts';
import { directoryOf, probe, type ConfigFileFacts, type Facts } from '../../machine/index.ts';
import type { Invocation } from '../command.ts';
import { readAdditions } from '../recorded-additions.ts';
import { findWorkspace } from '../../workspace/index.ts';

/** snap's own entries in every file of every assistant. */
export interface OwnEntries {
  readonly plan: EntryPlan;
  /** Entries that stay, in words. */
  readonly kept: readonly string[];
}

/** Looks in all scopes of all assistants, here and in every project whose files snap has written. */
export async function findOwnEntries(invocation: Invocation): Promise<OwnEntries> {
  const { system, values } = invocation;
  const workspace = await findWorkspace(system, values.text('workspace'));
  const here = await probe(system, { workspace, clients });
  const all = [here, ...(await elsewhere(invocation, here))];
  const steps: PlannedStep[] = [];
  const kept = new Set<string>();
  const seen = new Set<string>();
  for (const facts of all)
    for (const found of facts.clients)
      for (const file of found.files)
        for (const { name, server } of file.servers) {
          const key = JSON.stringify([file.target ?? file.path, name]);
          if (!isOurs(name, server) || seen.has(key)) continue;
          seen.add(key);
          const why = reasonToKeep(file, isOursByShape(server));
          if (why !== undefined) kept.add(`${file.path}: the server "${name}" stays: ${why}.`);
          else {
            const request = {
              action: 'remove',
              name,
              scope: file.scope,
              onlyOurs: true,
              recorded: await readAdditions(invocation, name),
            } as const;
            steps.push(await planEntry({ ...found, files: [file] }, request, { named: true, where: whereOf(facts, invocation) }));
          }
        }
  const contents = new Map(all.flatMap((facts) => [...facts.contents]));
  return { plan: { facts: { ...here, clients: all.flatMap((facts) => facts.clients), contents }, steps }, kept: [...kept] };
}

function reasonToKeep({ place, scope }: ConfigFileFacts, startsSnap: boolean): string | undefined {
  if (!startsSnap) return 'it does not start snap';
  if (scope === 'managed') return 'an administrator manages this file';
  return place.write === 'never' ? 'snap does not write this file' : undefined;
}

function whereOf({ workspace }: Facts, { system }: Invocation): Where {
  return { platform: system.platform, home: system.home, env: system.env, workspace: workspace.path };
}

/** The other projects in which the journal has a file with an entry that snap wrote. */
async function elsewhere({ system }: Invocation, here: Facts): Promise<readonly Facts[]> {
  const known = new Set(here.clients.flatMap(({ files }) => files.map(({ path }) => path)));
  const written = (await listChanges(system)).flatMap(({ files }) => files);
  const projects = new Map<string, Set<Client>>();
  for (const { client: id, path, scope } of written) {
    const client = clients.find((one) => one.id === id);
    const root = client === undefined || known.has(path) ? undefined : rootOf(path, client, scope, here, system);
    if (client !== undefined && root !== undefined) projects.set(root, (projects.get(root) ?? new Set()).add(client));
  }
  const found: Facts[] = [];
  for (const [path, some] of projects)
    if ((await system.look(path))?.kind === 'directory')
      found.push(await probe(system, { workspace: { path, isProject: true }, clients: [...some] }));
  return found;
}

/** The directory of the project in which this client has this file. */
function rootOf(path: string, client: Client, scope: string, { platform }: Facts, { env, home }: Invocation['system']): string | undefined {
  const isIt = (scopeOfPlace: Scope): boolean => scopeOfPlace === scope && scope !== 'global';
  let root = directoryOf(path, platform);
  for (let i = 0; i < 6; i++) {
    const where = { platform, env, home, workspace: root };
    if (client.files.some((place) => isIt(place.scope) && locate(place.at, where).includes(path))) return root;
    root = directoryOf(root, platform);
  }
  return undefined;
}

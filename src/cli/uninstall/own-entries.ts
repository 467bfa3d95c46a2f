import { listChanges, planEntry, previewEntries, type EntryPlan, type PlannedStep } from '../../changes/index.ts';
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
  const kept = new Map<string, string>();
  for (const entry of ownIn(all)) {
    const why = reasonToKeep(entry);
    const { facts, file, found, name } = entry;
    if (why !== undefined) kept.set(file.path, `${file.path}: the server "${name}" stays: ${why}.`);
    else {
      const recorded = await readAdditions(invocation, name);
      const request = { action: 'remove', name, scope: file.scope, onlyOurs: true, recorded } as const;
      steps.push(await planEntry({ ...found, files: [file] }, request, { named: true, where: whereOf(facts, invocation) }));
    }
  }
  const contents = new Map(all.flatMap((facts) => [...facts.contents]));
  const plan = { facts: { ...here, clients: all.flatMap((facts) => facts.clients), contents }, steps };
  const { files } = await previewEntries(system, plan);
  for (const [path, bytes] of contents) {
    const preview = files.find((file) => file.path === path);
    if (!kept.has(path) && mentionsSnap(preview === undefined ? bytes : preview.after))
      kept.set(
        path,
        `${path}: what is left looks like an entry that starts snap, in a part of the file that snap does not read. Look at it yourself.`,
      );
  }
  return { plan, kept: [...kept.values()] };
}

interface OwnEntry {
  readonly facts: Facts;
  readonly found: Facts['clients'][number];
  readonly file: ConfigFileFacts;
  readonly name: string;
  readonly startsSnap: boolean;
}

/** Each once, however many assistants read its file. */
function* ownIn(all: readonly Facts[]): Generator<OwnEntry> {
  const seen = new Set<string>();
  for (const facts of all)
    for (const found of facts.clients)
      for (const file of found.files)
        for (const { name, server } of file.servers) {
          const key = JSON.stringify([file.target ?? file.path, name]);
          if (!isOurs(name, server) || seen.has(key)) continue;
          seen.add(key);
          yield { facts, found, file, name, startsSnap: isOursByShape(server) };
        }
}

/** In a file that does not parse, under a wrong key, or for another project: by its words. */
function mentionsSnap(bytes: Uint8Array | undefined): boolean {
  return bytes !== undefined && /snap[^]{0,300}?\bmcp["']?[\s,"'-]{1,20}--stdio/.test(Buffer.from(bytes).toString('utf8'));
}

function reasonToKeep({ file: { place, scope }, startsSnap }: OwnEntry): string | undefined {
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

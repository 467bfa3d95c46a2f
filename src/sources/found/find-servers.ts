import {
  resolveVariables,
  showServer,
  type Client,
  type Server,
  type ServerEntry,
  type TextKind,
  type Where,
} from '../../clients/index.ts';
import { findProgram, probe, shellPath, type ConfigFileFacts } from '../../machine/index.ts';
import { isInProject, packageEnvironment, type TargetEntry } from '../../mcp-client/index.ts';
import { cleanLine, type System } from '../../system/index.ts';
import type { Workspace } from '../../workspace/index.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { FoundServer } from './found-server.ts';
import { guessKind } from './guess-kind.ts';

/**
 * Every server of every assistant that snap could ask: switched on, used by its assistant, and not snap's own. Starts nothing. The person's own
 * entries come first, and of several that start or call the same there is one.
 * @param clients only these, by their ids; all of the registry without it.
 */
export async function findServers(
  system: System,
  workspace: Pick<Workspace, 'root'>,
  clients?: readonly Client[],
): Promise<readonly FoundServer[]> {
  const facts = await probe(system, { workspace: { path: workspace.root, isProject: true }, clients });
  const found: FoundServer[] = [];
  for (const client of facts.clients) {
    for (const file of client.files) {
      if (file.ignored || file.place.elsewhere === true) continue;
      for (const entry of file.servers) {
        if (!entry.enabled || entry.ours || entry.server.kind === 'other') continue;
        // An entry of the project is left out where the person's own entry of that name is the one in use.
        if (isInProject(file.scope, file.place) && !file.effective.has(entry.name)) continue;
        found.push(await describe(system, workspace.root, { client: client.client, file, entry, server: entry.server }));
      }
    }
  }
  const ordered = found.toSorted((a, b) => Number(a.scope === 'project') - Number(b.scope === 'project'));
  const seen = new Set<string>();
  return ordered.filter(({ fingerprint, scope }) => {
    const key = `${scope} ${fingerprint}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** An entry that starts or calls a server, and where it is. */
interface FoundEntry {
  readonly client: Client;
  readonly file: ConfigFileFacts;
  readonly entry: ServerEntry;
  readonly server: Exclude<Server, { kind: 'other' }>;
}

async function describe(system: System, workspace: string, { client, file, entry, server }: FoundEntry): Promise<FoundServer> {
  const isProjects = isInProject(file.scope, file.place);
  // What is in a project may have come from anyone: it must not give values to the person's own servers.
  const environment = await packageEnvironment(client, system, workspace, 'person');
  const where: Where = { platform: system.platform, home: system.home, env: environment, workspace };
  const fill = (text: string, kind: TextKind): string => resolveVariables(client, file.place, text, where, kind);
  // In the workspace, npx and the like would run a program that the project brings under the server's name.
  const startsIn = isProjects ? workspace : system.home;
  const form = entry.at.entry;
  const target: TargetEntry = {
    client,
    file: form === undefined ? file : { ...file, reading: { ...file.reading, entry: form } },
    entry,
    startsIn,
    environment,
    command: server.kind === 'command' ? await commandOf(system, server, fill) : undefined,
  };
  const { command } = target;
  const filled = command === undefined ? [] : [command.command, ...command.args, command.cwd ?? ''];
  const shown = showServer(server);
  const values = server.kind === 'command' ? server.env : server.headers;
  const guess = guessKind(entry.name, server);
  return {
    name: cleanLine(entry.name),
    guess: guess?.kind,
    make: guess?.make,
    path: file.path,
    clientId: client.id,
    clientName: client.name,
    scope: isProjects ? 'project' : 'person',
    runs: cleanLine(server.kind === 'command' ? [shown.command ?? '', ...shown.args].join(' ') : (shown.url ?? '')),
    gives: [...values.keys()].map(cleanLine),
    fingerprint: fingerprintOf({ name: entry.name, server, filled, startsIn, named: namedIn(target) }),
    asksPerson: [...values.values(), ...(server.kind === 'command' ? server.args : [server.url])].some((text) => /\$\{input:/.test(text)),
    target,
  };
}

/** The variables that the entry names without a value: those to pass on, and those that hold its headers (Codex). */
function namedIn({ entry: { value }, file }: TargetEntry): string {
  const { envNames, http } = file.reading.entry;
  const { bearerFrom, headersFrom } = { bearerFrom: undefined, headersFrom: undefined, ...http };
  const named = [envNames, bearerFrom, headersFrom].map((key) =>
    key === undefined || !(value instanceof Map) ? undefined : value.get(key),
  );
  return JSON.stringify(named, (_, one: unknown) => (one instanceof Map ? [...one] : one));
}

async function commandOf(
  system: System,
  server: Extract<Server, { kind: 'command' }>,
  fill: (text: string, kind: TextKind) => string,
): Promise<NonNullable<TargetEntry['command']>> {
  const command = fill(server.command, 'command');
  // Only Windows starts differently what is found under a name.
  const path = system.platform === 'win32' ? await findProgram(system, command, shellPath(system)) : undefined;
  return {
    command,
    args: server.args.map((arg) => fill(arg, 'argument')),
    cwd: server.cwd === undefined ? undefined : fill(server.cwd, 'cwd'),
    inClient: path === undefined ? undefined : { path },
    isThisProgram: false,
  };
}

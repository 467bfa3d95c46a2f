import {
  looksLikeReference,
  translateTyped,
  typedVariables,
  withValues,
  type Client,
  type ConfigPlace,
  type NewServer,
} from '../../clients/index.ts';
import { defaultScope, typedEntry, type EntryChoice } from '../../changes/index.ts';
import { maskText } from '../../secrets/index.ts';
import { shellWord, type System } from '../../system/index.ts';
import { asked, type Asked, type Asker } from '../asking.ts';
import type { Program } from '../command.ts';
import type { Given, Wanted } from './given.ts';

/** Values for the variables that a server refers to. None of them is ever written into a file of a project. */
export interface Known {
  /** Given or typed for this entry: written as text, since no environment has them. */
  readonly typed: ReadonlyMap<string, string>;
  /** Of snap's own environment, with the person's word: written only where the assistant fills in no variable. */
  readonly fromHere: ReadonlyMap<string, string>;
}

/** What the options say about the variables of the servers. */
export function givenValues(wanted: Wanted, { env, fromHere }: Given): Known {
  const [server] = wanted.servers(false);
  // An address has no environment: what is given for it fills in its references.
  const names = new Set([
    ...(wanted.row?.variables?.map(({ name }) => name) ?? []),
    ...(server.kind === 'url' ? typedVariables(server) : []),
  ]);
  return { typed: new Map([...env].filter(([name]) => names.has(name))), fromHere };
}

/**
 * Asks for the variables of the chosen assistants' entries that have no value. An empty answer leaves the variable to the environment of
 * the assistant.
 */
export async function askForValues(
  { system, ui }: Asker,
  wanted: Wanted,
  known: Known,
  places: readonly (readonly [Client, ConfigPlace])[],
): Promise<Asked<Known>> {
  const typed = new Map(known.typed);
  for (const name of unsetVariables(system, wanted, known, places)) {
    const variable = wanted.row?.variables?.find((one) => one.name === name);
    const prompts = await ui.prompts();
    const reply = asked(
      await prompts.text(`${name}${variable === undefined ? '' : ` (${variable.says})`}:`, {
        placeholder: 'leave empty to set the variable yourself',
        hidden: variable?.isPublic !== true,
        validate: async (text) =>
          looksLikeReference(text) || /[\r\n]/.test(text)
            ? 'Some assistants would take this for a variable. Set it in the environment instead.'
            : undefined,
      }),
    );
    if (reply.kind === 'left') return reply;
    if (reply.value.trim() !== '') typed.set(name, reply.value.trim());
  }
  return { kind: 'answer', value: { ...known, typed } };
}

/** Without a value anywhere, in an entry for a file that is the person's own. */
export function unsetVariables(
  { env }: Pick<System, 'env'>,
  wanted: Wanted,
  known: Known,
  places: readonly (readonly [Client, ConfigPlace])[],
): readonly string[] {
  const names = places.flatMap(([client, place]) => {
    if (place.scope === 'project') return [];
    const server = wanted.servers(false).find((one) => fits(one, client, place));
    return server === undefined ? [] : typedVariables(server);
  });
  return [...new Set(names)].filter((name) => !known.typed.has(name) && !known.fromHere.has(name) && (env[name] ?? '') === '');
}

/** Whether an assistant could have the server, whatever fills in its variables. */
function fits(server: NewServer, client: Client, place: ConfigPlace): boolean {
  return (
    translateTyped(
      withValues(server, () => 'x'),
      { client, place },
    ).kind === 'server'
  );
}

/** The file of each client that an entry is written to by default, as its row has it. */
export function placesOf(clients: readonly Client[], scope: ConfigPlace['scope'] | undefined): readonly (readonly [Client, ConfigPlace])[] {
  return clients.flatMap((client) => {
    const place = client.files.find((file) => file.scope === (scope ?? defaultScope(client)) && file.write !== 'never');
    return place === undefined ? [] : [[client, place] as const];
  });
}

/** The entry of one assistant: the first server that it can have, with references where it fills them in. */
export function chooseEntry(
  system: Pick<System, 'env' | 'platform'>,
  wanted: Wanted,
  known: Known,
  { program, withSecrets }: { readonly withSecrets: boolean; readonly program: Program },
): (client: Client, place: ConfigPlace) => EntryChoice {
  return (client, place) => {
    const servers = wanted.servers(place.scope === 'project');
    const server = servers.find((one) => fits(one, client, place)) ?? servers[0];
    const isShared = place.scope === 'project';
    const base = isShared
      ? server
      : startable(
          withValues(server, (name) => known.typed.get(name)),
          system,
          client,
        );
    const entry = { withSecrets, name: wanted.name };
    const choice = typedEntry(base, entry)(client, place);
    if (choice.kind === 'server' || isShared) return choice;
    const names = typedVariables(base);
    const literal = withValues(base, (name) => known.fromHere.get(name));
    const written = names.filter((name) => known.fromHere.has(name));
    const again = written.length === 0 ? choice : typedEntry(literal, entry)(client, place);
    if (again.kind === 'server')
      return {
        ...again,
        warning: `${client.name} fills in no variables here, so the value of ${written.join(', ')} is in the file as plain text.`,
      };
    if (base.kind === 'url' && client.entry.http === undefined && client.entry.sse === undefined)
      return {
        ...choice,
        hint: `snap's own bridge can call it: snap mcp add ${wanted.name} --${client.id} -- ${shellWord(program.node)} ${shellWord(program.file)} mcp shim --url ${maskText(base.url)}`,
      };
    const [missing] = names.filter((name) => !known.fromHere.has(name));
    if (missing === undefined || !fits(base, client, place)) return again;
    const isSet = (system.env[missing] ?? '') !== '';
    return {
      ...again,
      hint: `To write its value into the file as plain text, add --env ${missing}${isSet ? '' : '=<value>'}.`,
    };
  };
}

/** On Windows some assistants start no command scripts, and vendors document `cmd /c` for these. */
function startable(server: NewServer, { platform }: Pick<System, 'platform'>, client: Client): NewServer {
  if (platform !== 'win32' || server.kind === 'url' || client.windowsLaunchers !== 'needs-cmd') return server;
  return /^(npx|npm|pnpm|pnpx|yarn)$/.test(server.command)
    ? { ...server, command: 'cmd', args: ['/c', server.command, ...server.args] }
    : server;
}

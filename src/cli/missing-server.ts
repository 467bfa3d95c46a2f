import { namesHint, serverNames } from '../changes/index.ts';
import { probe, type Facts } from '../machine/index.ts';
import type { Invocation } from './command.ts';
import { selectedClients } from './options/clients-option.ts';
import { plain } from './terminal/style.ts';
import { displayPaths } from './words.ts';

/**
 * Why there is nothing to do for a name that no config file of the named assistants has: where it is instead, or which name was
 * probably meant. `undefined` when one of the files has it.
 */
export async function missingServer(
  { system, values }: Pick<Invocation, 'system' | 'values'>,
  name: string,
  facts: Facts,
): Promise<string | undefined> {
  if (serverNames(facts).includes(name)) return undefined;
  // Only now: the other assistants are not read for a name that is there.
  const all = await probe(system, { workspace: facts.workspace });
  const others = all.clients.flatMap(({ client, files }) =>
    files.filter(({ servers }) => servers.some((server) => server.name === name)).map(({ path }) => `${client.name}: ${path}`),
  );
  const said =
    others.length > 0
      ? `The server "${name}" is not there. It is in ${others.slice(0, 5).join(', and in ')}`
      : selectedClients(values).length > 0
        ? `${facts.clients.map(({ client }) => client.name).join(' and ')} ${facts.clients.length === 1 ? 'has' : 'have'} no server "${name}". ${namesHint(name, serverNames(facts))}`
        : `No config file has a server "${name}". ${namesHint(name, serverNames(all))}`;
  return plain(displayPaths(said, system.home));
}

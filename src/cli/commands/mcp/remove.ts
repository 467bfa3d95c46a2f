import { namesHint, serverNames } from '../../../changes/index.ts';
import { probe, type Facts } from '../../../machine/index.ts';
import { SnapError } from '../../../system/index.ts';
import type { Command, Invocation } from '../../command.ts';
import { exit } from '../../exit.ts';
import { scopeOf, targetOptions, writeOptions } from '../../options/selection.ts';
import { readAdditions } from '../../recorded-additions.ts';
import { selectedClients } from '../../options/clients-option.ts';
import { plain } from '../../terminal/style.ts';
import { displayPaths } from '../../words.ts';
import { writeRequest } from '../../write-entries.ts';

export default {
  name: 'mcp remove',
  summary: 'Remove an MCP server from the assistants you name.',
  usage: '<name> [--cursor … | --all | --detected] [options]',
  details: 'Only the named scope is changed (default: global). Entries that remain in other scopes are listed.',
  options: { ...targetOptions, ...writeOptions },
  examples: [['snap mcp remove files --cursor', 'remove the server "files" from Cursor']],
  words: { max: 1 },
  completes: 'servers',
  async run(invocation) {
    const { positionals, values, ui } = invocation;
    const [name] = positionals;
    if (name === undefined) throw new SnapError('usage', 'Name one server to remove.', { hint: 'See "snap mcp remove --help".' });
    let missing: string | undefined;
    const code = await writeRequest(invocation, async ({ facts }) => {
      missing = await missingServer(invocation, name, facts);
      return {
        action: 'remove',
        name,
        scope: scopeOf(values.text('scope')),
        onlyOurs: false,
        recorded: await readAdditions(invocation, name),
      };
    });
    if (missing !== undefined && !values.flag('json')) ui.warn(missing);
    // There was nothing to remove, which is not what was asked for.
    return missing !== undefined && code === exit.fine ? exit.refused : code;
  },
} satisfies Command;

/**
 * Why there is nothing to do for a name that no config file of the named assistants has: where it is instead, or which name was
 * probably meant. `undefined` when one of the files has it.
 */
async function missingServer(
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

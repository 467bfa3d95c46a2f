import { SnapError } from '../../../system/index.ts';
import type { Command } from '../../command.ts';
import { exit } from '../../exit.ts';
import { scopeOf, targetOptions, writeOptions } from '../../options/selection.ts';
import { missingServer } from '../../missing-server.ts';
import { readAdditions } from '../../recorded-additions.ts';
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

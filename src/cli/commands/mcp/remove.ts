import { SnapError } from '../../../system/index.ts';
import type { Command } from '../../command.ts';
import { scopeOf, targetOptions, writeOptions } from '../../options/selection.ts';
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
  run(invocation) {
    const [name] = invocation.positionals;
    if (name === undefined) throw new SnapError('usage', 'Name one server to remove.', { hint: 'See "snap mcp remove --help".' });
    return writeRequest(invocation, async () => ({
      action: 'remove',
      name,
      scope: scopeOf(invocation.values.text('scope')),
      onlyOurs: false,
      recorded: await readAdditions(invocation, name),
    }));
  },
} satisfies Command;

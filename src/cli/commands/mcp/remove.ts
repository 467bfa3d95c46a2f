import { SnapError } from '../../../system/index.ts';
import type { Command } from '../../command.ts';
import { scopeOf, targetOptions, writeOptions } from '../../options/selection.ts';
import { writeRequest } from '../../write-entries.ts';

export default {
  name: 'mcp remove',
  summary: 'Take an MCP server out of the configuration of the assistants you name.',
  usage: '<name> [--cursor … | --all | --detected] [options]',
  details: 'Only the named scope is touched (default: global); what remains elsewhere is said.',
  options: { ...targetOptions, ...writeOptions },
  examples: [['snap mcp remove files --cursor', 'take the server "files" out of Cursor']],
  words: { most: 1 },
  run(invocation) {
    const [name] = invocation.positionals;
    if (name === undefined) throw new SnapError('usage', 'Name one server to remove.', { hint: 'See "snap mcp remove --help".' });
    return writeRequest(invocation, async () => ({
      action: 'remove',
      name,
      scope: scopeOf(invocation.values.text('scope')),
      onlyOurs: false,
    }));
  },
} satisfies Command;

import { SnapError } from '../../../system/index.ts';
import type { Command } from '../../command.ts';
import { removeEntries } from '../../remove-entries.ts';
import { targetOptions, writeOptions } from '../../selection.ts';

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
    return removeEntries(invocation, name, { onlyOurs: false });
  },
} satisfies Command;

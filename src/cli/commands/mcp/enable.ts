import type { Command } from '../../command.ts';
import { switchEntries, switchOptions } from '../../switch-entries.ts';

export default {
  name: 'mcp enable',
  summary: "Enable an MCP server, using the assistant's own setting.",
  usage: '<name> [--cline … | --all | --detected] [options]',
  details:
    'The switch is set in the entry of the named scope (default: global), or in the file where the assistant keeps it. snap never approves a server and never trusts a folder; it says how you do.',
  options: switchOptions,
  examples: [
    ['snap mcp enable github --cline', 'only in Cline'],
    ['snap mcp enable github', 'in every assistant that has it; asks first'],
  ],
  words: { max: 1 },
  completes: 'servers',
  run: (invocation) => switchEntries(invocation, true),
} satisfies Command;

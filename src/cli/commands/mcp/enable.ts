import type { Command } from '../../command.ts';
import { switchEntries, switchOptions } from '../../switch-entries.ts';

export default {
  name: 'mcp enable',
  summary: "Enable an MCP server, using the assistant's own setting.",
  usage: '<name> [--cline … | --all | --detected] [options]',
  details:
    'Only the named scope is changed (default: global). If an assistant has no such setting in its config file, snap says where it is instead.',
  options: switchOptions,
  examples: [
    ['snap mcp enable github --cline', 'only in Cline'],
    ['snap mcp enable github', 'in every assistant that has it; asks first'],
  ],
  words: { max: 1 },
  run: (invocation) => switchEntries(invocation, true),
} satisfies Command;

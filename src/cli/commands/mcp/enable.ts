import type { Command } from '../../command.ts';
import { switchEntries, switchOptions } from '../../switch-entries.ts';

export default {
  name: 'mcp enable',
  summary: "Switch an MCP server on with the assistant's own switch, and leave its entry where it is.",
  usage: '<name> [--cline … | --all | --detected] [options]',
  details:
    'Only the named scope is touched (default: global). Some assistants have no such switch in their file; then it is said where theirs is.',
  options: switchOptions,
  examples: [
    ['snap mcp enable github --cline', 'in Cline alone'],
    ['snap mcp enable github', 'in every assistant that has it, after one question'],
  ],
  words: { most: 1 },
  run: (invocation) => switchEntries(invocation, true),
} satisfies Command;

import type { Command } from '../../command.ts';
import { scopeOf, targetOptions, writeOptions } from '../../options/selection.ts';
import { writeRequest } from '../../write-entries.ts';

export default {
  name: 'tools remove',
  summary: 'Take snap out of the configuration of the assistants you name.',
  usage: '[--claude --cursor --vscode … | --all | --detected] [options]',
  details: 'Only the named scope is touched (default: global); what remains elsewhere is said.',
  options: {
    ...targetOptions,
    name: { type: 'string', value: 'name', help: 'The name of the entry (default: snap)' },
    force: { type: 'boolean', help: 'Take the entry out even where it does not start snap' },
    ...writeOptions,
  },
  examples: [
    ['snap tools remove --claude', 'take snap out of Claude Desktop'],
    ['snap tools remove --detected --yes', 'out of every assistant on this machine'],
  ],
  run: (invocation) =>
    writeRequest(invocation, async () => ({
      action: 'remove',
      name: invocation.values.text('name') ?? 'snap',
      scope: scopeOf(invocation.values.text('scope')),
      onlyOurs: !invocation.values.flag('force'),
    })),
} satisfies Command;

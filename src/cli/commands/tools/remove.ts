import type { Command } from '../../command.ts';
import { scopeOf, targetOptions, writeOptions } from '../../options/selection.ts';
import { readAdditions } from '../../recorded-additions.ts';
import { writeRequest } from '../../write-entries.ts';

export default {
  name: 'tools remove',
  summary: 'Remove snap from the assistants you name.',
  usage: '[--claude --cursor --vscode … | --all | --detected] [options]',
  details: 'Only the named scope is changed (default: global). Entries that remain in other scopes are listed.',
  options: {
    ...targetOptions,
    name: { type: 'string', value: 'name', help: 'The name of the entry (default: snap)' },
    force: { type: 'boolean', help: 'Remove the entry even if it does not start snap' },
    ...writeOptions,
  },
  examples: [
    ['snap tools remove --claude', 'remove snap from Claude Desktop'],
    ['snap tools remove --detected --yes', 'from every assistant on this machine'],
  ],
  run(invocation) {
    const name = invocation.values.text('name') ?? 'snap';
    return writeRequest(invocation, async () => ({
      action: 'remove',
      name,
      scope: scopeOf(invocation.values.text('scope')),
      onlyOurs: !invocation.values.flag('force'),
      recorded: await readAdditions(invocation, name),
    }));
  },
} satisfies Command;

import { SnapError } from '../../system/index.ts';
import type { Command } from '../command.ts';
import { exit } from '../exit.ts';
import { printHelp } from '../print-help.ts';

export default {
  name: 'help',
  summary: 'Show all commands, or the help of one.',
  usage: '[<command>]',
  options: {},
  examples: [
    ['snap help', 'all commands'],
    ['snap help mcp add', 'the same as "snap mcp add --help"'],
    ['snap help snapshot', 'the commands about snapshots'],
  ],
  runsAnywhere: true,
  words: { max: 3 },
  async run(invocation) {
    if (invocation.values.flag('json')) throw new SnapError('usage', 'help prints text and has no --json output.');
    await printHelp(invocation.positionals, invocation);
    return exit.fine;
  },
} satisfies Command;

import type { Command } from '../command.ts';
import { targetOptions } from '../options/selection.ts';

export default {
  name: 'uninstall',
  summary: 'Remove snap from every assistant, and its own files if you say so.',
  usage: '[--data] [--yes] [--dry-run]',
  details:
    'First the entries that start snap are removed, from all assistants, in all scopes, here and in other projects where snap wrote them. Then, after a second question that says what would be lost, what snap has stored: snapshots, learnings, the record of its changes, your settings. Folders ".snap" of projects stay. The program itself is removed with npm; the command is printed.',
  options: {
    data: { type: 'boolean', help: 'Also delete what snap has stored; with --yes without asking' },
    'dry-run': { type: 'boolean', help: 'Show what would be removed, and remove nothing' },
    yes: { type: 'boolean', short: 'y', help: 'Do not ask; without --data, what snap has stored stays' },
    workspace: targetOptions.workspace,
  },
  needsOwnPlace: true,
  examples: [
    ['snap uninstall', 'ask before each step'],
    ['snap uninstall --dry-run', 'see what would be removed'],
    ['snap uninstall --yes --data', 'everything, without asking'],
  ],
  run: async (invocation) => (await import('../uninstall/uninstall.ts')).uninstall(invocation),
} satisfies Command;

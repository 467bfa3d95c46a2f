import { exportLearnings } from '../../../learnings/index.ts';
import { shownPath, SnapError } from '../../../system/index.ts';
import type { Command } from '../../command.ts';
import { atDesk, workspaceOption } from '../../desk.ts';
import { exit } from '../../exit.ts';
import { plain } from '../../terminal/ui.ts';

export default {
  name: 'learnings export',
  summary: 'Print all learnings, for another project or another person.',
  usage: '[--archived] [--output <file>] [--json]',
  details:
    'One JSON object a line, or with --json one list. What became of them here is private and stays. "snap learnings import" reads both.',
  options: {
    archived: { type: 'boolean', help: 'Those that were put away too' },
    output: { type: 'string', value: 'file', help: 'Write them to this file, which must not be there yet' },
    ...workspaceOption,
  },
  examples: [['snap learnings export --output learned.jsonl', 'then: snap learnings import learned.jsonl']],
  run: (invocation) =>
    atDesk(invocation, async ({ bench: { knowledge, system } }) => {
      const { values, ui } = invocation;
      const text = await exportLearnings(knowledge, { archived: values.flag('archived'), format: values.flag('json') ? 'json' : 'jsonl' });
      const output = values.text('output');
      if (output === undefined) {
        // JSON spells what would act on a terminal in the very way that it is made visible.
        if (text !== '') ui.print(text.trimEnd().split('\n').map(plain).join('\n'));
        return exit.fine;
      }
      const path = system.resolve(output);
      if ((await system.look(path)) !== undefined) {
        throw new SnapError('refused', `${shownPath(system.home, path)}: there is such a file already.`, {
          hint: 'Name another one, or remove it first.',
        });
      }
      await system.replaceBytes(path, 'absent', Buffer.from(text), { newFileMode: 0o644 });
      return exit.fine;
    }),
} satisfies Command;

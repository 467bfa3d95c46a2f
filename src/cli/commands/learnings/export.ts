import { exportLearnings } from '../../../learnings/index.ts';
import type { Command } from '../../command.ts';
import { atDesk, workspaceOption } from '../../desk.ts';
import { exit } from '../../exit.ts';
import { plain } from '../../terminal/style.ts';
import { writeNewFile } from '../../write-new-file.ts';

export default {
  name: 'learnings export',
  summary: 'Export all learnings, for another project or another person.',
  usage: '[--archived] [--output <file>] [--json]',
  details:
    'Prints one JSON object per line, or a single JSON array with --json. Private usage data is not exported. "snap learnings import" accepts both formats.',
  options: {
    archived: { type: 'boolean', help: 'Include archived learnings' },
    output: { type: 'string', value: 'file', help: 'Write to this file, which must not exist yet' },
    ...workspaceOption,
  },
  examples: [['snap learnings export --output learned.jsonl', 'then: snap learnings import learned.jsonl']],
  run: (invocation) =>
    atDesk(invocation, async ({ bench: { knowledge, system } }) => {
      const { values, ui } = invocation;
      const text = await exportLearnings(knowledge, { archived: values.flag('archived'), format: values.flag('json') ? 'json' : 'jsonl' });
      const output = values.text('output');
      if (output === undefined) {
        // `plain` spells control characters as JSON does, so the output remains the same JSON.
        if (text !== '') ui.printExact(text.trimEnd().split('\n').map(plain).join('\n'));
        return exit.fine;
      }
      await writeNewFile(system, output, text, { newFileMode: 0o644 });
      return exit.fine;
    }),
} satisfies Command;

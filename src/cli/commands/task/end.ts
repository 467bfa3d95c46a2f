import { outcomes } from '../../../tasks/index.ts';
import { printAnswer } from '../../print-answer.ts';
import type { Command } from '../../command.ts';
import { atDesk, workspaceOption } from '../../desk.ts';

export default {
  name: 'task end',
  summary: 'End the task: what was changed is measured, what was learned is kept.',
  usage: '[--outcome <outcome>] [--learning <text>…] [--notes <text>]',
  details:
    'Learnings are kept even where no task is open. A command that measures a goal runs only when it is in your own settings or approved.',
  options: {
    outcome: { type: 'string', value: outcomes.join('|'), help: 'How it ended (default: completed)' },
    learning: { type: 'string', value: 'text', multiple: true, help: 'Something learned in it (repeatable)' },
    notes: { type: 'string', value: 'text', help: 'What else is worth keeping' },
    ...workspaceOption,
  },
  examples: [
    ['snap task end', 'it is completed'],
    ['snap task end --outcome blocked --learning "the redirect is made by the proxy, not by us"', 'and the next one knows'],
  ],
  run: (invocation) =>
    atDesk(invocation, async ({ call }) => {
      const { values } = invocation;
      return printAnswer(
        invocation,
        await call('snap_end', { outcome: values.text('outcome'), learnings: values.texts('learning'), notes: values.text('notes') }),
      );
    }),
} satisfies Command;

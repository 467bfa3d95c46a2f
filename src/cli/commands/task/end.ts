import { outcomes } from '../../../tasks/index.ts';
import { printAnswer } from '../../print-answer.ts';
import type { Command } from '../../command.ts';
import { atDesk, workspaceOption } from '../../desk.ts';

export default {
  name: 'task end',
  summary: 'End the task: measure its changes, save its learnings.',
  usage: '[--outcome <outcome>] [--learning <text>…] [--used <id>…] [--wrong <id>…] [--notes <text>]',
  details:
    'Learnings are saved even if no task is open. A command that measures a goal runs only if it is in your own settings or approved.',
  options: {
    outcome: { type: 'string', value: outcomes.join('|'), help: 'How it ended (default: completed)' },
    learning: { type: 'string', value: 'text', multiple: true, help: 'Something learned in it; may be repeated' },
    used: { type: 'string', value: 'id', multiple: true, help: 'A learning that was used; may be repeated' },
    wrong: { type: 'string', value: 'id', multiple: true, help: 'A learning that was wrong; may be repeated' },
    notes: { type: 'string', value: 'text', help: 'Anything else worth saving' },
    ...workspaceOption,
  },
  examples: [
    ['snap task end', 'ends it as completed'],
    ['snap task end --outcome blocked --learning "the proxy redirects, not us"', 'for the next task'],
  ],
  run: (invocation) =>
    atDesk(invocation, async ({ call }) => {
      const { values } = invocation;
      const [used, wrong] = [values.texts('used'), values.texts('wrong')];
      return printAnswer(
        invocation,
        await call('snap_end', {
          outcome: values.text('outcome'),
          learnings: values.texts('learning'),
          notes: values.text('notes'),
          ...(used.length + wrong.length === 0 ? {} : { survey: { used, wrong } }),
        }),
      );
    }),
} satisfies Command;

import { SnapError } from '../../../system/index.ts';
import { printAnswer } from '../../print-answer.ts';
import type { Command } from '../../command.ts';
import { atDesk, workspaceOption } from '../../desk.ts';

const needed = ['type', 'file', 'description', 'prevention'] as const;

export default {
  name: 'violation add',
  summary: 'Report that a rule was broken; what happens three times is shown before it happens again.',
  usage: '--type <type> --file <file> --description <text> --prevention <text> [--reason <text>]',
  details:
    'The count of a type is exact over all sessions. From the third report on it is promoted: advice warns of it. From the fifth on it asks to be automated.',
  options: {
    type: { type: 'string', value: 'type', help: 'What kind of rule, in a word or two: silent_catch' },
    file: { type: 'string', value: 'file', help: 'Where it was broken' },
    description: { type: 'string', value: 'text', help: 'What is there' },
    prevention: { type: 'string', value: 'text', help: 'How it does not happen again' },
    reason: { type: 'string', value: 'text', help: 'Why it happened' },
    ...workspaceOption,
  },
  examples: [
    [
      'snap violation add --type silent_catch --file src/pay.ts --description "catch without a word" --prevention "log or rethrow"',
      'counted under silent_catch',
    ],
  ],
  async run(invocation) {
    const { values } = invocation;
    const missing = needed.filter((name) => !values.text(name));
    if (missing.length > 0) {
      throw new SnapError('usage', `snap violation add: ${missing.map((name) => `--${name}`).join(', ')} missing.`, {
        hint: 'See "snap violation add --help".',
      });
    }
    return atDesk(invocation, async (desk) =>
      printAnswer(
        invocation,
        await desk.call('snap_violation', {
          type: values.text('type'),
          file: await desk.path(values.text('file') ?? ''),
          description: values.text('description'),
          prevention: values.text('prevention'),
          reason: values.text('reason'),
        }),
      ),
    );
  },
} satisfies Command;

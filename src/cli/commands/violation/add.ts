import { SnapError } from '../../../system/index.ts';
import { printAnswer } from '../../print-answer.ts';
import type { Command } from '../../command.ts';
import { atDesk, workspaceOption } from '../../desk.ts';

const needed = ['type', 'file', 'description', 'prevention'] as const;

export default {
  name: 'violation add',
  summary: 'Report a broken rule; a rule broken three times is shown as a warning from then on.',
  usage: '--type <type> --file <file> --description <text> --prevention <text> [--reason <text>]',
  details:
    'Reports are counted by type, over all sessions. From the third report on, advice warns about the type. From the fifth on, snap suggests automating the rule.',
  options: {
    type: { type: 'string', value: 'type', help: 'The type of rule, in one or two words: silent_catch' },
    file: { type: 'string', value: 'file', help: 'The file with the violation' },
    description: { type: 'string', value: 'text', help: 'What is wrong there' },
    prevention: { type: 'string', value: 'text', help: 'How to prevent it' },
    reason: { type: 'string', value: 'text', help: 'Why it happened' },
    ...workspaceOption,
  },
  examples: [
    [
      'snap violation add --type silent_catch --file src/pay.ts --description "catch block without a log" --prevention "log or rethrow"',
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

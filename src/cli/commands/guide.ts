import { intents } from '../../tasks/index.ts';
import { isRecord, cleanLine } from '../../system/index.ts';
import { printAnswer } from '../print-answer.ts';
import type { Command } from '../command.ts';
import { atDesk, filesOption, workspaceOption } from '../desk.ts';

export default {
  name: 'guide',
  summary: 'Propose steps for a task, at most eight.',
  usage: '[<task>] [--file <file>…] [--intent <intent>]',
  details: 'Each step is a command of snap, or an existing file and what to do with it. Nothing is run.',
  options: {
    ...filesOption,
    intent: { type: 'string', value: intents.join('|'), help: 'What kind of work it is (default: guessed from the text)' },
    ...workspaceOption,
  },
  examples: [['snap guide "change the login" --file src/login.ts', 'where to start']],
  words: { max: 1 },
  run: (invocation) =>
    atDesk(invocation, async (desk) => {
      const { values, positionals } = invocation;
      const { record, text } = await desk.call('guide', { task: positionals[0], files: await desk.files(), intent: values.text('intent') });
      const [head = ''] = text('person').split('\n');
      return printAnswer(invocation, { record, text: () => [head, ...stepLines(record['steps'])].join('\n') });
    }),
} satisfies Command;

/** What to do, and below it why. */
function stepLines(steps: unknown): readonly string[] {
  return (Array.isArray(steps) ? steps : []).filter(isRecord).map((step, i) => {
    const what = step['kind'] === 'file' ? `${cleanLine(String(step['file']))}: ${String(step['what'])}` : String(step['command']);
    return `${i + 1}. ${what}\n     ${String(step['why'])}`;
  });
}

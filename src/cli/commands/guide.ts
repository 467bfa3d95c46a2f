import { intents } from '../../tasks/index.ts';
import { isRecord, cleanLine } from '../../system/index.ts';
import { printAnswer } from '../print-answer.ts';
import type { Command } from '../command.ts';
import { quoted } from '../completion/model.ts';
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

/** The steps for a person: each tool call becomes the command that does the same. */
function stepLines(steps: unknown): readonly string[] {
  return (Array.isArray(steps) ? steps : []).filter(isRecord).map((step, i) => {
    const what = step['kind'] === 'file' ? `${cleanLine(String(step['file']))}: ${String(step['what'])}` : commandFor(step);
    return `${i + 1}. ${what}\n     ${String(step['why'])}`;
  });
}

function commandFor({ tool, arguments: given }: Readonly<Record<string, unknown>>): string {
  const input = isRecord(given) ? given : {};
  const { task, files, mode } = input;
  const text = typeof task === 'string' ? ` ${quoted(task)}` : '';
  const named = (Array.isArray(files) ? files : []).map((file) => ` --file ${quoted(String(file))}`).join('');
  switch (tool) {
    case 'snap':
      return mode === 'context' ? 'snap status' : `snap task start${text}${named}`;
    case 'advise':
      return `snap advise${text}${named}`;
    case 'pulse':
      return 'snap pulse';
    case 'check':
      return 'snap mcp validate';
    case 'snap_learn':
      return 'snap learn <when> <what to do>';
    case 'snap_end':
      return 'snap task end';
    default:
      return String(tool);
  }
}

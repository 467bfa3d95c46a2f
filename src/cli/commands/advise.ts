import { printAnswer } from '../print-answer.ts';
import type { Command } from '../command.ts';
import { atDesk, filesOption, workspaceOption } from '../desk.ts';

export default {
  name: 'advise',
  summary: 'Show advice about a task or files before you change anything.',
  usage: '[<task>] [--file <file>…] [--intent <intent>]',
  details: 'Every warning names its evidence. If nothing is known, snap says so.',
  options: {
    ...filesOption,
    intent: {
      type: 'string',
      value: 'implement|refactor|debug|test|deploy',
      help: 'What kind of work it is (default: guessed from the text)',
    },
    ...workspaceOption,
  },
  examples: [['snap advise "change the login" --file src/login.ts', 'what went wrong there before, and what usually changes with it']],
  words: { max: 1 },
  run: (invocation) =>
    atDesk(
      invocation,
      async (desk) => {
        const { values, positionals } = invocation;
        return printAnswer(
          invocation,
          await desk.call('advise', { task: positionals[0], files: await desk.files(), intent: values.text('intent') }),
        );
      },
      { asksDaemon: true },
    ),
} satisfies Command;

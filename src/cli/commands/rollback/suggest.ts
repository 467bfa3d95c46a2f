import { printAnswer } from '../../print-answer.ts';
import type { Command } from '../../command.ts';
import { atDesk, filesOption, workspaceOption } from '../../desk.ts';

export default {
  name: 'rollback suggest',
  summary: 'Suggest the snapshot to restore, after something broke.',
  usage: '[<reason>] [--file <file>…] [--json]',
  details:
    'Say what is wrong: a message, a name in the code, a file, or when it still worked. Each suggestion says what it would bring back, what would be lost, and the command that restores it. Nothing is restored.',
  options: { ...filesOption, ...workspaceOption },
  examples: [
    ['snap rollback suggest "parseOptions is not a function"', 'the last snapshot before it broke'],
    ['snap rollback suggest "worked at 14:30" --file src/login.ts', 'only this file is to be restored'],
  ],
  words: { max: 1 },
  run: (invocation) =>
    atDesk(invocation, async (desk) => {
      const { positionals, values } = invocation;
      const input = { reason: positionals[0], files: await desk.files(), includeAnalysis: values.flag('json') };
      return printAnswer(invocation, await desk.call('svc_suggest_rollback', input));
    }),
} satisfies Command;

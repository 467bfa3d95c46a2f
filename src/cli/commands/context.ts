import { SnapError } from '../../system/index.ts';
import { printAnswer } from '../print-answer.ts';
import type { Command } from '../command.ts';
import { atDesk, workspaceOption } from '../desk.ts';

export default {
  name: 'context',
  summary: 'Show what is known about files, here and at the servers you have connected.',
  usage: '<file>… [--source <source>…] [--deep] [--json]',
  details:
    'Commits, pull requests and issues, tracked errors and documentation come from MCP servers that you allowed with "snap intelligence connect". Without any, what snap knows is shown.',
  options: {
    source: {
      type: 'string',
      value: 'code_host|error_tracker|docs_source|local',
      multiple: true,
      help: 'Ask only this source; may be repeated (default: all)',
    },
    deep: { type: 'boolean', help: 'Ask for more, for up to 8 seconds (else 2), and name the files that you will need' },
    ...workspaceOption,
  },
  examples: [
    ['snap context src/login.ts', 'what happened there lately'],
    ['snap context src --deep', 'the same of a directory, with the files that are needed too'],
  ],
  words: { max: 50 },
  takesFiles: true,
  run: (invocation) =>
    atDesk(invocation, async (desk) => {
      const { positionals, values } = invocation;
      if (positionals.length === 0) throw new SnapError('usage', 'Name a file.', { hint: 'As in: snap context src/login.ts.' });
      const files = await Promise.all(positionals.map((path) => desk.path(path)));
      const depth = values.flag('deep') ? 'deep' : 'shallow';
      return printAnswer(invocation, await desk.call('svc_get_context', { files, sources: values.texts('source'), depth }));
    }),
} satisfies Command;

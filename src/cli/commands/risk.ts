import { SnapError } from '../../system/index.ts';
import { printAnswer } from '../print-answer.ts';
import { exit } from '../exit.ts';
import type { Command } from '../command.ts';
import { atDesk, workspaceOption } from '../desk.ts';

export default {
  name: 'risk',
  summary: 'Score the risk of changing files, by their history.',
  usage: '[<file>…] [--diff] [--context] [--json]',
  details:
    'From 0 to 100, with the factors it is made of. Lines of the files that are not committed count too. Where the history says nothing, no score is invented.',
  options: {
    diff: { type: 'boolean', help: 'The files that differ from the last commit (default, if you name none)' },
    context: { type: 'boolean', help: 'Ask the servers that you have connected too' },
    ...workspaceOption,
  },
  examples: [
    ['snap risk src/login.ts', 'before you change it'],
    ['snap risk --diff', 'what you have changed'],
  ],
  words: { max: 200 },
  takesFiles: true,
  run: (invocation) =>
    atDesk(invocation, async (desk) => {
      const { positionals, values, ui } = invocation;
      if (positionals.length > 0 && values.flag('diff'))
        throw new SnapError('usage', 'Name files, or use --diff.', { hint: 'Lines that are not committed count in both cases.' });
      const files =
        positionals.length > 0
          ? await Promise.all(positionals.map((path) => desk.path(path)))
          : (await desk.bench.history.changed()).files
              .filter(({ state }) => state !== 'deleted')
              .map(({ path }) => path)
              .slice(0, 200);
      if (files.length === 0) {
        if (values.flag('json')) ui.json({ schemaVersion: 1, ...nothing });
        else ui.print('Nothing differs from the last commit. Name a file, as in: snap risk src/login.ts.');
        return exit.fine;
      }
      return printAnswer(invocation, await desk.call('svc_get_risk_score', { files, includeContext: values.flag('context') }));
    }),
} satisfies Command;

const nothing = { riskScore: 0, riskLevel: 'low', factors: [], recommendation: 'Nothing differs from the last commit.', confidence: 0 };

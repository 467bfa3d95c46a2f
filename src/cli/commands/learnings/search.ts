import { SnapError } from '../../../system/index.ts';
import type { Command } from '../../command.ts';
import { atDesk, filesOption, workspaceOption } from '../../desk.ts';
import { exit } from '../../exit.ts';
import { learningText } from '../../reports/learning-text.ts';

export default {
  name: 'learnings search',
  summary: 'Search learnings by words, best match first.',
  usage: '<words>… [--file <file>…] [--json]',
  options: { ...filesOption, ...workspaceOption },
  examples: [['snap learnings search tests hang', 'also finds other words with the same meaning']],
  words: { max: 20 },
  async run(invocation) {
    const { positionals, values, ui } = invocation;
    const text = positionals.join(' ').trim();
    if (text === '') throw new SnapError('usage', 'The words to search for are missing.', { hint: 'See "snap learnings search --help".' });
    return atDesk(invocation, async ({ bench: { knowledge }, files }) => {
      const matches = await knowledge.search({ text, files: await files(), max: 10 });
      if (values.flag('json')) {
        ui.json({ schemaVersion: 1, matches: matches.map(({ learning, score }) => ({ score, learning })) });
        return exit.fine;
      }
      const { print, style } = ui;
      for (const { learning } of matches) print(learningText(learning, style));
      if (matches.length === 0) print('No learning is relevant.');
      return exit.fine;
    });
  },
} satisfies Command;

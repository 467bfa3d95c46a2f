import { learningTypes } from '../../../learnings/index.ts';
import { SnapError } from '../../../system/index.ts';
import { shown } from '../../print-answer.ts';
import type { Command } from '../../command.ts';
import { atDesk, workspaceOption } from '../../desk.ts';
import { exit } from '../../exit.ts';
import { faultLines, learningText } from '../../reports/learning-text.ts';
import { plain } from '../../terminal/style.ts';
import { count } from '../../words.ts';

export default {
  name: 'learnings list',
  summary: 'List the learnings of this project, newest first.',
  usage: '[--type <type>] [--archived] [--most <n>] [--json]',
  options: {
    type: { type: 'string', value: learningTypes.join('|'), help: 'Only this type' },
    archived: { type: 'boolean', help: 'List archived learnings instead' },
    most: { type: 'string', value: 'number', help: 'The maximum number to list (default: 20 in a terminal, else all)' },
    ...workspaceOption,
  },
  examples: [['snap learnings list --type pitfall', 'what went wrong before']],
  async run(invocation) {
    const { values, ui, system } = invocation;
    const given = values.text('type');
    const type = learningTypes.find((known) => known === given);
    if (given !== undefined && type === undefined) {
      throw new SnapError('usage', `--type ${plain(given)}: no such type.`, { hint: `Types: ${learningTypes.join(', ')}.` });
    }
    const max = maxOf(values.text('most')) ?? (ui.isTerminal && !values.flag('json') ? 20 : Infinity);
    return atDesk(invocation, async ({ bench: { knowledge } }) => {
      const all = await knowledge.list({ ...(type === undefined ? {} : { type }), archived: values.flag('archived') });
      const listed = all.slice(0, max);
      const faults = await knowledge.faults();
      if (values.flag('json')) {
        ui.json({ schemaVersion: 1, total: all.length, learnings: listed, faults });
        return exit.fine;
      }
      const { print, style } = ui;
      for (const learning of listed) print(learningText(learning, style));
      if (all.length === 0) print('There are no learnings yet. "snap learn" saves one.');
      if (listed.length < all.length)
        print(style.dim(`${listed.length} of ${count(all.length, 'learning')}; --most ${all.length} shows all.`));
      for (const line of faultLines(faults, style, (text) => shown(text, system.home))) ui.warn(line);
      return exit.fine;
    });
  },
} satisfies Command;

function maxOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new SnapError('usage', '--most: expected a number.');
  return Number(text);
}

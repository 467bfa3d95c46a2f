import { learningTypes } from '../../../memory/index.ts';
import { SnapError } from '../../../system/index.ts';
import { shown } from '../../print-answer.ts';
import type { Command, Invocation } from '../../command.ts';
import { atDesk, workspaceOption } from '../../desk.ts';
import { exit, type ExitCode } from '../../exit.ts';
import { faultLines, learningText, violationText } from '../../reports/learning-text.ts';
import { localDate } from '../../reports/times.ts';
import { plain } from '../../terminal/style.ts';
import { count } from '../../words.ts';

export default {
  name: 'learnings',
  summary: 'List the learnings of this project, newest first.',
  usage: '[--type <type> | --archived | --rules] [--most <n>] [--json]   or  search <words>…',
  details: '"snap learnings search <words>" finds those that fit, best match first.',
  options: {
    type: { type: 'string', value: learningTypes.join('|'), help: 'Only this type' },
    archived: { type: 'boolean', help: 'List archived learnings instead' },
    rules: { type: 'boolean', help: 'List the rules that were broken instead, most frequent first' },
    all: { type: 'boolean', help: 'With --rules: also every report' },
    most: { type: 'string', value: 'number', help: 'The maximum number to list (default: 20 in a terminal, else all)' },
    ...workspaceOption,
  },
  examples: [
    ['snap learnings --type pitfall', 'what went wrong before'],
    ['snap learnings search tests hang', 'also finds other words with the same meaning'],
    ['snap learnings --rules', 'broken rules with counts, and how to prevent each'],
  ],
  async run(invocation) {
    const { values, ui, system } = invocation;
    if (values.flag('rules')) return listRules(invocation);
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

function listRules(invocation: Invocation): Promise<ExitCode> {
  return atDesk(invocation, async ({ bench: { knowledge } }) => {
    const { values, ui } = invocation;
    const types = await knowledge.violationTypes();
    if (values.flag('json')) {
      ui.json({ schemaVersion: 1, types });
      return exit.fine;
    }
    const { print, style } = ui;
    if (types.length === 0) print('No broken rules were reported yet. "snap learn --rule" reports one.');
    for (const type of types) {
      print(violationText(type, style));
      if (!values.flag('all')) continue;
      for (const { id, at, file, description } of type.violations)
        print(`    ${style.dim(`${id}  ${localDate(at)}`)}  ${plain(file)}: ${plain(description)}`);
    }
    return exit.fine;
  });
}

function maxOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new SnapError('usage', '--most: expected a number.');
  return Number(text);
}

import { learningTypes, type ViolationType } from '../../../memory/index.ts';
import { SnapError } from '../../../system/index.ts';
import { answer, shown } from '../../print-answer.ts';
import type { Command, Invocation } from '../../command.ts';
import { atDesk, workspaceOption } from '../../desk.ts';
import type { ExitCode } from '../../exit.ts';
import { leftOutLine, mostOf, mostOption } from '../../options/most-option.ts';
import { learningText, violationText } from '../../reports/learning-text.ts';
import { localDate } from '../../reports/times.ts';
import { plain } from '../../terminal/style.ts';

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
    ...mostOption,
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
    const max = mostOf(invocation);
    return atDesk(invocation, async ({ bench: { knowledge } }) => {
      const all = await knowledge.list({ ...(type === undefined ? {} : { type }), archived: values.flag('archived') });
      const listed = all.slice(0, max);
      const faults = await knowledge.faults();
      const { style } = ui;
      const code = answer(invocation, { total: all.length, learnings: listed, faults }, () => [
        ...listed.map((learning) => learningText(learning, style)),
        ...(all.length === 0 ? ['There are no learnings yet. "snap learn" saves one.'] : []),
        ...leftOutLine(listed.length, all.length, 'learning', style),
      ]);
      for (const fault of values.flag('json') ? [] : faults) ui.warn(`${style.sign.warn} ${shown(fault, system.home)}`);
      return code;
    });
  },
} satisfies Command;

function listRules(invocation: Invocation): Promise<ExitCode> {
  return atDesk(invocation, async ({ bench: { knowledge } }) => {
    const types = await knowledge.violationTypes();
    const { style } = invocation.ui;
    const reports = ({ violations }: ViolationType): readonly string[] =>
      violations.map(
        ({ id, at, file, description }) => `    ${style.dim(`${id}  ${localDate(at)}`)}  ${plain(file)}: ${plain(description)}`,
      );
    return answer(invocation, { types }, () =>
      types.length === 0
        ? 'No broken rules were reported yet. "snap learn --rule" reports one.'
        : types.flatMap((type) => [violationText(type, style), ...(invocation.values.flag('all') ? reports(type) : [])]),
    );
  });
}

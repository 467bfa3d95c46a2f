import { SnapError } from '../../../system/index.ts';
import { printAnswer } from '../../print-answer.ts';
import type { Command, Values } from '../../command.ts';
import { atDesk, workspaceOption } from '../../desk.ts';

export default {
  name: 'learnings gc',
  summary: 'Show which learnings are old, unused or said twice, and put them away with --apply.',
  usage: '[--apply | --undo] [--max-age-days <n>] [--min-uses <n>]',
  details:
    'Without --apply nothing is written. What is put away is archived first, and deleted 90 days later. --undo gives back the very bytes.',
  options: {
    apply: { type: 'boolean', help: 'Do it' },
    undo: { type: 'boolean', help: 'Take the last --apply back' },
    'max-age-days': { type: 'string', value: 'days', help: 'Archive what is older and hardly used (default: from the settings)' },
    'min-uses': { type: 'string', value: 'number', help: 'So many uses keep it (default: from the settings)' },
    ...workspaceOption,
  },
  examples: [
    ['snap learnings gc', 'what would be put away'],
    ['snap learnings gc --apply', 'do it; --undo takes it back'],
  ],
  async run(invocation) {
    const { values } = invocation;
    if (values.flag('apply') && values.flag('undo')) throw new SnapError('usage', '--apply and --undo exclude each other.');
    const action = values.flag('apply') ? 'apply' : values.flag('undo') ? 'undo' : 'plan';
    const input = { action, maxAgeDays: wholeNumber(values, 'max-age-days'), minUses: wholeNumber(values, 'min-uses') };
    return atDesk(invocation, async ({ call }) => printAnswer(invocation, await call('learning_gc', input)));
  },
} satisfies Command;

function wholeNumber(values: Values, option: string): number | undefined {
  const text = values.text(option);
  if (text === undefined) return undefined;
  if (!/^\d{1,6}$/.test(text)) throw new SnapError('usage', `--${option}: a whole number is expected.`);
  return Number(text);
}

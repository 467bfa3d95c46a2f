import { SnapError } from '../../../system/index.ts';
import { printAnswer } from '../../print-answer.ts';
import type { Command, Values } from '../../command.ts';
import { atDesk, workspaceOption } from '../../desk.ts';

export default {
  name: 'learnings gc',
  summary: 'Show old, unused and duplicate learnings, and archive them with --apply.',
  usage: '[--apply | --undo] [--max-age-days <n>] [--min-uses <n>]',
  details: 'Without --apply nothing is written. Archived learnings are deleted 90 days later. --undo restores them byte for byte.',
  options: {
    apply: { type: 'boolean', help: 'Archive them' },
    undo: { type: 'boolean', help: 'Undo the last --apply' },
    'max-age-days': { type: 'string', value: 'days', help: 'Archive older, rarely used learnings (default: from the settings)' },
    'min-uses': { type: 'string', value: 'number', help: 'Keep learnings with at least this many uses (default: from the settings)' },
    ...workspaceOption,
  },
  examples: [
    ['snap learnings gc', 'what would be archived'],
    ['snap learnings gc --apply', 'archive it; --undo undoes that'],
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
  if (!/^\d{1,6}$/.test(text)) throw new SnapError('usage', `--${option}: expected a whole number.`);
  return Number(text);
}

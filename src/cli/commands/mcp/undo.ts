import { isEntryMemo, loadEntryUndo } from '../../../clients/index.ts';
import { SnapError } from '../../../system/index.ts';
import type { Command } from '../../command.ts';
import { exit } from '../../exit.ts';
import { tilde } from '../../scan-text.ts';
import { plain } from '../../ui.ts';

export default {
  name: 'mcp undo',
  summary: 'Take back a change that snap made: the newest, or the one with this number in "snap mcp history".',
  usage: '[<number>] [--json]',
  details:
    'Gives back the very bytes. Where a file was changed by others since, only our entry is taken back and their changes stay;\nwhere that is not possible the change is left as it is and the reason is said. All files of a change go back, or none.',
  options: {},
  examples: [
    ['snap mcp undo', 'the newest change'],
    ['snap mcp undo 12', 'change 12'],
  ],
  async run({ values, positionals, system, ui, writable, words }) {
    const number = numberOf(positionals);
    const { undo } = await import('../../../doctor/undo.ts');
    const entryUndo = await loadEntryUndo();
    const { undone, outcomes, change } = await undo(await writable(), number, {
      command: words,
      entryUndo: (part, bytes) =>
        isEntryMemo(part.memo)
          ? entryUndo(part.memo, bytes)
          : {
              kind: 'refused',
              message: `${part.path}: the file has changed since, and the journal does not say how to take back the entry alone.`,
            },
    });
    const isRefused = outcomes.some((outcome) => outcome.kind === 'refused');
    if (values.flag('json')) {
      ui.json({
        schemaVersion: 1,
        undone: isRefused ? null : undone.number,
        ...(change === undefined ? {} : { change }),
        files: outcomes.map((outcome) => ({
          path: outcome.path,
          kind: outcome.kind,
          ...(outcome.kind === 'refused' ? { message: outcome.message } : {}),
        })),
      });
      return isRefused ? exit.refused : exit.fine;
    }
    const { style } = ui;
    for (const outcome of outcomes) {
      const path = plain(tilde(outcome.path, system.home));
      if (outcome.kind === 'refused')
        ui.warn(
          `${style.red(style.mark.bad)} ${path}: ${plain(tilde(outcome.message, system.home))}${outcome.hint === undefined ? '' : `\n    ${plain(outcome.hint)}`}`,
        );
      else
        ui.print(
          `${style.green(style.mark.good)} ${path}${outcome.kind === 'unchanged' ? ': was as before already' : outcome.after === 'absent' ? ': removed, as it was made by that change' : ': as it was'}`,
        );
    }
    ui.print(isRefused ? `Change ${undone.number} was not taken back.` : `Change ${undone.number} is taken back.`);
    return isRefused ? exit.refused : exit.fine;
  },
} satisfies Command;

function numberOf(positionals: readonly string[]): number | undefined {
  const [text, ...more] = positionals;
  if (text === undefined) return undefined;
  if (more.length > 0 || !/^[1-9]\d{0,8}$/.test(text)) {
    throw new SnapError('usage', `"${plain(positionals.join(' '))}" is no number of a change.`, { hint: 'See "snap mcp history".' });
  }
  return Number(text);
}

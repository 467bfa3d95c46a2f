import { isEntryMemo, loadEntryUndo } from '../../../clients/index.ts';
import type { FileOutcome } from '../../../changes/index.ts';
import type { Undone } from '../../../changes/undo.ts';
import { SnapError } from '../../../system/index.ts';
import type { Command } from '../../command.ts';
import { exit } from '../../exit.ts';
import { printSettled, settledDocument } from '../../settled.ts';
import { plain } from '../../ui.ts';
import { tilde } from '../../words.ts';

export default {
  name: 'mcp undo',
  summary: 'Take back a change that snap made: the newest, or the one with this number in "snap mcp history".',
  usage: '[<number>] [--json]',
  details:
    'Gives back the very bytes. Where a file was changed by others since, only what was ours is taken back and their changes stay;\nwhere that is not possible the change is left as it is and the reason is said. All files of a change go back, or none.',
  options: {},
  examples: [
    ['snap mcp undo', 'the newest change'],
    ['snap mcp undo 12', 'change 12'],
  ],
  words: { most: 1 },
  async run({ values, positionals, system, ui, writable, words }) {
    const number = numberOf(positionals[0]);
    const { undo } = await import('../../../changes/undo.ts');
    const entryUndo = await loadEntryUndo();
    const { undone, outcomes, change, settled } = await undo(await writable(), number, {
      command: words,
      entryUndo: (part, bytes) =>
        isEntryMemo(part.memo)
          ? entryUndo(part.memo, bytes)
          : {
              kind: 'refused',
              message: 'The file has changed since, and the journal does not say how to take back our part alone.',
              hint: 'Take back the later changes first, or edit it by hand.',
            },
    });
    const isRefused = outcomes.some((outcome) => outcome.kind === 'refused');
    if (values.flag('json')) {
      ui.json({
        schemaVersion: 1,
        undone: isRefused ? null : undone.number,
        ...(change === undefined ? {} : { change }),
        ...settledDocument(settled),
        files: outcomes.map((outcome) => ({
          path: outcome.path,
          kind: outcome.kind,
          ...(outcome.kind === 'refused' ? { message: outcome.message } : {}),
        })),
      });
      return isRefused ? exit.refused : exit.fine;
    }
    const { style } = ui;
    printSettled(ui, settled);
    const earlier = new Map(undone.files.flatMap((file) => file.parts.map((part) => [part.path, file.before] as const)));
    for (const outcome of outcomes) {
      const path = plain(tilde(outcome.path, system.home));
      if (outcome.kind === 'refused') {
        const hint = outcome.hint === undefined ? '' : `\n    ${plain(outcome.hint)}`;
        ui.warn(`${style.red(style.mark.bad)} ${path}: ${plain(tilde(outcome.message, system.home))}${hint}`);
      } else
        ui.print(`${style.green(style.mark.good)} ${path}: ${wordFor(outcome, earlier.get(outcome.path), ours(undone, outcome.path))}`);
    }
    ui.print(isRefused ? `Change ${undone.number} was not taken back.` : `Change ${undone.number} is taken back.`);
    return isRefused ? exit.refused : exit.fine;
  },
} satisfies Command;

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text)) {
    throw new SnapError('usage', `"${plain(text)}" is no number of a change.`, { hint: 'See "snap mcp history".' });
  }
  return Number(text);
}

function ours({ files }: Undone['undone'], path: string): string {
  const parts = files.flatMap((file) => file.parts).filter((part) => part.path === path);
  return parts.some(({ action }) => action === 'repair') ? 'the repair' : 'the entry';
}

/** Says no more than was seen: whether the file is as it was, or only what was ours. */
function wordFor(outcome: FileOutcome & { readonly kind: 'unchanged' | 'written' }, earlier: string | undefined, ours: string): string {
  if (outcome.kind === 'unchanged') return 'was as before already';
  if (outcome.after !== earlier) return `${ours} is taken back; what others changed since stays`;
  return outcome.after === 'absent' ? 'removed, as it was made by that change' : 'as it was';
}

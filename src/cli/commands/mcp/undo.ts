import { isEntryUndoData, loadEntryUndo } from '../../../clients/index.ts';
import type { FileOutcome } from '../../../changes/index.ts';
import type { Undone } from '../../../changes/undo.ts';
import { SnapError } from '../../../system/index.ts';
import type { Command } from '../../command.ts';
import { exit } from '../../exit.ts';
import { printRecovered, recoveredDocument } from '../../reports/interrupted-report.ts';
import { plain } from '../../terminal/style.ts';
import { displayPaths } from '../../words.ts';

export default {
  name: 'mcp undo',
  summary: 'Undo a change made by snap: the newest, or the one with this number in "snap mcp history".',
  usage: '[<number>] [--json]',
  details:
    'Restores the files byte for byte. If another program changed a file in the meantime, only the change by snap is undone and the other changes are kept. If that is not possible, nothing is undone and the reason is printed. All files of a change are restored, or none.',
  options: {},
  examples: [
    ['snap mcp undo', 'the newest change'],
    ['snap mcp undo 1', 'change 1'],
  ],
  words: { max: 1 },
  async run({ values, positionals, system, ui, writable, words }) {
    const number = numberOf(positionals[0]);
    const { undo } = await import('../../../changes/undo.ts');
    const entryUndo = await loadEntryUndo();
    const { undone, outcomes, change, recovered } = await undo(await writable(), number, {
      command: words,
      entryUndo: (part, bytes) =>
        isEntryUndoData(part.undoData)
          ? entryUndo(part.undoData, bytes)
          : {
              kind: 'refused',
              message: 'The file has changed since, and the journal does not hold what is needed to undo only the change made by snap.',
              hint: 'Undo the later changes first, or edit it by hand.',
            },
    });
    const isRefused = outcomes.some((outcome) => outcome.kind === 'refused');
    if (values.flag('json')) {
      ui.json({
        schemaVersion: 1,
        undone: isRefused ? null : undone.number,
        change,
        ...recoveredDocument(recovered),
        files: outcomes.map((outcome) => ({
          path: outcome.path,
          kind: outcome.kind,
          message: outcome.kind === 'refused' ? outcome.message : undefined,
        })),
      });
      return isRefused ? exit.refused : exit.fine;
    }
    const { style } = ui;
    printRecovered(ui, recovered);
    const earlier = new Map(undone.files.flatMap((file) => file.parts.map((part) => [part.path, file.before] as const)));
    for (const outcome of outcomes) {
      const path = plain(displayPaths(outcome.path, system.home));
      if (outcome.kind === 'refused') {
        const hint = outcome.hint === undefined ? '' : `\n    ${plain(outcome.hint)}`;
        ui.warn(`${style.red(style.mark.bad)} ${path}: ${plain(displayPaths(outcome.message, system.home))}${hint}`);
      } else
        ui.print(`${style.green(style.mark.good)} ${path}: ${wordFor(outcome, earlier.get(outcome.path), partName(undone, outcome.path))}`);
    }
    ui.print(isRefused ? `Change ${undone.number} was not undone.` : `Change ${undone.number} is undone.`);
    return isRefused ? exit.refused : exit.fine;
  },
} satisfies Command;

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text)) {
    throw new SnapError('usage', `"${plain(text)}" is not the number of a change.`, { hint: 'See "snap mcp history".' });
  }
  return Number(text);
}

function partName({ files }: Undone['undone'], path: string): string {
  const parts = files.flatMap((file) => file.parts).filter((part) => part.path === path);
  return parts.some(({ action }) => action === 'repair') ? 'the repair' : 'the entry';
}

/** Claims no more than was seen: whether the whole file is as it was before, or only the part that snap changed. */
function wordFor(outcome: FileOutcome & { readonly kind: 'unchanged' | 'written' }, earlier: string | undefined, undone: string): string {
  if (outcome.kind === 'unchanged') return 'was already as before';
  if (outcome.after !== earlier) return `${undone} is undone; later changes by others are kept`;
  return outcome.after === 'absent' ? 'removed, because that change had created it' : 'restored';
}

import type { UndoOptions } from '../changes/undo.ts';
import { isEntryUndoData, loadEntryUndo, type EntryUndo } from '../clients/index.ts';

/**
 * How a change is undone where another program has changed the file since: only what snap did.
 * @param command what the journal records as the command.
 * @param more `isGoneDone`: an entry that snap added and that is not there any more is undone, instead of refused.
 */
export async function undoOptions(command: string, { isGoneDone = false }: { readonly isGoneDone?: boolean } = {}): Promise<UndoOptions> {
  const entryUndo = await loadEntryUndo();
  return {
    command,
    entryUndo: (part, bytes) =>
      isEntryUndoData(part.undoData)
        ? withGone(entryUndo(part.undoData, bytes), isGoneDone)
        : {
            kind: 'refused',
            message: 'The file has changed since, and the journal does not hold what is needed to undo only the change made by snap.',
            hint: 'Undo the later changes first, or edit it by hand.',
          },
  };
}

type Undone = ReturnType<NonNullable<UndoOptions['entryUndo']>>;

/** What a person has removed by themselves is nothing that is left to undo, where that is what they want of undoing. */
function withGone(undone: EntryUndo, isGoneDone: boolean): Undone {
  if (undone.kind !== 'refused') return undone;
  const { hint, isGone, message } = undone;
  return isGone === true && isGoneDone ? { kind: 'unchanged' } : { kind: 'refused', message, ...(hint === undefined ? {} : { hint }) };
}

import type { UndoOptions } from '../changes/undo.ts';
import { isEntryUndoData, loadEntryUndo } from '../clients/index.ts';

/** How a change is undone where another program has changed the file since: only what snap did. @param command what the journal records as the command. */
export async function undoOptions(command: string): Promise<UndoOptions> {
  const entryUndo = await loadEntryUndo();
  return {
    command,
    entryUndo: (part, bytes) =>
      isEntryUndoData(part.undoData)
        ? entryUndo(part.undoData, bytes)
        : {
            kind: 'refused',
            message: 'The file has changed since, and the journal does not hold what is needed to undo only the change made by snap.',
            hint: 'Undo the later changes first, or edit it by hand.',
          },
  };
}

import { isEntryUndoData, nextStep, type EntryAction } from '../../clients/index.ts';
import type { Undone, UndonePart } from '../../changes/undo.ts';
import type { Ui } from '../terminal/ui.ts';
import { clientOf } from './change-text.ts';

/** What to do in each assistant whose file an undo has written: an entry that came back needs another step than one that is gone. */
export function printNextSteps(ui: Ui, { parts, outcomes }: Pick<Undone, 'parts' | 'outcomes'>): void {
  const { print, style } = ui;
  const written = new Set(outcomes.flatMap(({ kind, path }) => (kind === 'written' ? [path] : [])));
  const steps = parts.flatMap((part) => {
    const client = written.has(part.path) ? clientOf(part.client) : undefined;
    return client === undefined ? [] : [`${client.name}: ${nextStep(client, undoneAction(part))}`];
  });
  for (const step of new Set(steps)) print(`    ${style.mark.arrow} ${step}`);
}

/** What undoing a part does to its entry. Pure. */
export function undoneAction({ action, undoData }: Pick<UndonePart, 'action' | 'undoData'>): EntryAction {
  if (isEntryUndoData(undoData)) return undoData.after === undefined ? 'created' : undoData.existed ? 'updated' : 'removed';
  return action === 'remove' ? 'created' : 'updated';
}

import { commands, window } from 'vscode';
import type { Restored } from '../../core.ts';
import { withoutLinks } from '../../shown-text.ts';
import type { SnapshotDesk } from './desk.ts';
import { restoredText } from './plan-text.ts';

/** Says how it ended, and offers to undo it. */
export async function report({ words }: Pick<SnapshotDesk, 'words'>, done: Restored | undefined, isStopped: boolean): Promise<void> {
  if (done === undefined) {
    await window.showWarningMessage('There was nothing to restore: another process has done it already, or the snapshot is damaged.');
    return;
  }
  const undo = 'Undo';
  const text = restoredText(done, isStopped, words);
  const show = isStopped || done.conflicts.length > 0 || !done.isExact ? window.showWarningMessage : window.showInformationMessage;
  // Nobody waits for the answer: the message may stay for long.
  void show(withoutLinks(text), undo).then((answer) => (answer === undo ? commands.executeCommand('snap.undoRestore') : undefined));
}

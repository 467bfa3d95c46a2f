import { commands } from 'vscode';
import type { Restored } from '../../core.ts';
import type { SnapshotDesk } from './desk.ts';
import { restoredText } from './plan-text.ts';
import { say } from '../../say.ts';

/** Says how it ended, and offers to undo it. */
export async function report({ words }: Pick<SnapshotDesk, 'words'>, done: Restored | undefined, isStopped: boolean): Promise<void> {
  if (done === undefined) {
    await say.warning('There was nothing to restore: another process has done it already, or the snapshot is damaged.');
    return;
  }
  const undo = 'Undo';
  const text = restoredText(done, isStopped, words);
  const show = isStopped || done.conflicts.length > 0 || !done.isExact ? say.warning : say.info;
  // Not awaited: the message may stay open for long.
  void show(text, undo).then((answer) => (answer === undo ? commands.executeCommand('snap.undoRestore') : undefined));
}

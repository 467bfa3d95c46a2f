import { window, type QuickPickItem } from 'vscode';
import { withProgress } from '../with-progress.ts';
import type { SnapshotDesk } from './desk.ts';
import { report } from './report.ts';

interface Way extends QuickPickItem {
  readonly how: 'finish' | 'back';
}

/**
 * A restore that a killed process left in the middle is finished or undone before another one, as the person chooses.
 * @returns whether the way is free: there was none, or it was settled.
 */
export async function settleFirst(desk: SnapshotDesk): Promise<boolean> {
  return (await settle(desk)) !== 'given up';
}

/** @returns `none` where no restore was interrupted. */
export async function settle({ bench, refresh, words }: SnapshotDesk): Promise<'none' | 'settled' | 'given up'> {
  const { interrupted } = await bench.call('list', [true]);
  if (interrupted === undefined) return 'none';
  const { target, safety } = interrupted;
  const answer = await window.showQuickPick<Way>(
    [
      { label: 'Finish it', description: `the files become as in ${words.shortSnapshotId(target)}`, how: 'finish' },
      { label: 'Undo it', description: `the files become as in ${words.shortSnapshotId(safety)}, which was taken before it`, how: 'back' },
    ],
    {
      title: 'A restore was interrupted',
      placeHolder: `The restore of ${words.shortSnapshotId(target)} did not end. What now?`,
      ignoreFocusOut: true,
    },
  );
  if (answer === undefined) return 'given up';
  try {
    const { value, isStopped } = await withProgress('Snap: restoring', (options) => bench.call('settle', [answer.how], options));
    await report({ words }, value, isStopped && value?.isExact === false);
    return 'settled';
  } finally {
    refresh();
  }
}

import { ThemeIcon, window, type QuickPickItem } from 'vscode';
import type { Snapshot, TreeChange } from '../../core.ts';
import { withoutIcons } from '../../shown-text.ts';
import type { SnapshotDesk } from './desk.ts';
import { changeRow, snapshotRow } from './rows.ts';
import { say } from '../../say.ts';

/** Asks for a snapshot; `undefined` when the person gave it up, or there is none, which is said. */
export async function pickSnapshot(desk: SnapshotDesk, title: string, without?: Snapshot): Promise<Snapshot | undefined> {
  const snapshots = (await desk.snapshots()).filter(({ id }) => id !== without?.id);
  if (snapshots.length === 0) {
    await say.info(
      without === undefined
        ? 'There are no snapshots yet. "Snap: Take Snapshot" takes one.'
        : 'There is only one snapshot, so there is none to compare it with.',
    );
    return undefined;
  }
  const items = snapshots.map((snapshot): QuickPickItem & { readonly snapshot: Snapshot } => {
    const { label, description, icon } = snapshotRow(snapshot, undefined, new Date(), desk.words);
    return {
      label: withoutIcons(label),
      description: `${desk.words.shortSnapshotId(snapshot.id)} · ${description}`,
      iconPath: new ThemeIcon(icon),
      snapshot,
    };
  });
  return (await window.showQuickPick(items, { title, placeHolder: 'Which snapshot?', matchOnDescription: true }))?.snapshot;
}

/** Asks for one of the files that differ. */
export async function pickFile(
  desk: SnapshotDesk,
  changes: readonly TreeChange[],
  { title, snapshot }: { readonly title: string; readonly snapshot: Snapshot },
): Promise<TreeChange | undefined> {
  if (changes.length === 0) {
    await say.info(`No file differs from ${desk.words.shortSnapshotId(snapshot.id)}.`);
    return undefined;
  }
  const items = changes.map((change): QuickPickItem & { readonly change: TreeChange } => {
    const { label, description, icon } = changeRow(change, snapshot.id, desk.words);
    return { label: withoutIcons(label), description: withoutIcons(description), iconPath: new ThemeIcon(icon), change };
  });
  return (await window.showQuickPick(items, { title, placeHolder: 'Which file?', matchOnDescription: true }))?.change;
}

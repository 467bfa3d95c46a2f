import { commands, window } from 'vscode';
import { requireTrust } from '../../require-trust.ts';
import { withProgress } from '../with-progress.ts';
import type { SnapshotDesk } from './desk.ts';
import { bytesText } from './rows.ts';
import { say } from '../../say.ts';

const maxName = 200;

/** Asks for a name, which may be empty, and takes a snapshot. */
export async function takeSnapshot({ bench, desk, refresh, words }: SnapshotDesk): Promise<void> {
  if (!(await requireTrust())) return;
  const name = await window.showInputBox({
    title: 'Take a Snapshot',
    prompt: 'Keeps the files of this folder as they are now, in a directory of Snap on this machine. A name helps to find it again.',
    placeHolder: 'A name (optional)',
    validateInput: (text) => (text.length > maxName ? `At most ${maxName} characters.` : undefined),
  });
  if (name === undefined) return;
  const message = name.trim() === '' ? undefined : name.trim();
  try {
    const { value } = await withProgress('Snap: taking a snapshot', (options) => bench.call('take', [message], options));
    await commands.executeCommand('setContext', 'snap.hasSnapshot', true);
    const { isNew, snapshot } = value;
    const { bytes, files, id, skippedCount } = snapshot;
    const left = skippedCount === 0 ? '' : ` ${words.count(skippedCount, 'file')} left out; the row of the snapshot says so.`;
    const text = isNew
      ? `Snapshot ${words.shortSnapshotId(id)} was taken: ${words.count(files, 'file')}, ${bytesText(bytes)}.${left}`
      : `Nothing has changed since ${words.shortSnapshotId(id)}, so no other snapshot was taken.`;
    void say.info(text);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
    void say.info('Stopped. No snapshot was taken.');
  } finally {
    refresh();
    // The first snapshot is the first that snap keeps of this folder.
    void desk.gates.look();
  }
}

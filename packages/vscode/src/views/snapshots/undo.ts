import { requireTrust } from '../../require-trust.ts';
import type { SnapshotDesk } from './desk.ts';
import { bringBack } from './restore.ts';
import { settle } from './settle.ts';

/** Undoes the last restore, or ends one that was interrupted. */
export async function undoRestore(desk: SnapshotDesk): Promise<void> {
  if (!(await requireTrust()) || (await settle(desk)) !== 'none') return;
  const { bench } = desk;
  await bringBack(desk, {
    title: 'Undo the last restore?',
    yes: 'Undo',
    plan: () => bench.call('planUndo', []),
    restore: (_, options) => bench.call('undo', [], options),
    none: 'There is no restore to undo here.',
    isWhole: true,
  });
}

import { cut, plainText, SnapError, shownPath, type System } from '../system/index.ts';
import type { Workspace } from '../workspace/index.ts';
import type { Snapshot } from './snapshots.ts';

/**
 * By an id, a number, or a unique beginning of an id. Digits alone, and digits after `snap_`, are a number and no beginning: 1 shall
 * never mean 12. @throws SnapError `usage` when two begin so.
 */
export function findSnapshot(snapshots: readonly Snapshot[], text: string): Snapshot | undefined {
  const wanted = text.trim().toLowerCase();
  const number = /^(?:snap_)?(\d{1,15})$/.exec(wanted)?.[1];
  if (number !== undefined) return snapshots.find(({ sequence }) => sequence === Number(number));
  if (!/\d/.test(wanted)) return undefined;
  const beginning = wanted.startsWith('snap_') ? wanted : `snap_${wanted}`;
  const found = snapshots.filter(({ id }) => id.startsWith(beginning));
  if (found.length > 1) {
    const named = found.slice(-3).map(({ id }) => id);
    throw new SnapError(
      'usage',
      `"${cut(plainText(text), 40)}" is the beginning of ${found.length} snapshots, ${named.join(', ')} among them.`,
      {
        hint: 'Give the number alone, or more of the id.',
      },
    );
  }
  return found[0];
}

export function unknownSnapshot(system: Pick<System, 'home'>, { root }: Pick<Workspace, 'root'>, id: string): SnapError {
  return new SnapError('usage', `${shownPath(system.home, root)}: there is no snapshot ${cut(plainText(id), 40)}.`, {
    hint: 'Run "snap snapshot list".',
  });
}

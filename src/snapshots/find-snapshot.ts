import { cut, cleanLine, SnapError } from '../system/index.ts';
import type { Snapshot } from './snapshots.ts';

/**
 * By an id, a number, or a unique beginning of an id. Digits alone, and digits after `snap_`, are a number and no beginning: 1
 * must never mean 12. @throws SnapError `usage` when two begin so.
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
      `"${cut(cleanLine(text), 40)}" matches the beginning of ${found.length} snapshots, for example ${named.join(', ')}.`,
      {
        hint: 'Give only the number, or more of the id.',
      },
    );
  }
  return found[0];
}

/** The error for an id that no snapshot has: it was never there, or it was deleted meanwhile. */
export function unknownSnapshot(id: string, known: readonly Pick<Snapshot, 'sequence'>[]): SnapError {
  const numbers = known
    .map(({ sequence }) => sequence)
    .toSorted((a, b) => a - b)
    .slice(-5);
  const hint =
    numbers.length === 0
      ? 'There are none yet. "snap snapshot create" takes one.'
      : `${known.length > numbers.length ? 'The newest are' : 'There are'}: ${numbers.join(', ')}. See "snap snapshot list".`;
  return new SnapError('refused', `"${cut(cleanLine(id), 60)}" is not the id of a snapshot of this workspace.`, { hint });
}

import { cut, cleanLine, SnapError } from '../system/index.ts';
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
      `"${cut(cleanLine(text), 40)}" is the beginning of ${found.length} snapshots, ${named.join(', ')} among them.`,
      {
        hint: 'Give the number alone, or more of the id.',
      },
    );
  }
  return found[0];
}

/** Whoever asks for one that is not there: a command, a tool, or a restore whose snapshot went meanwhile. */
export function unknownSnapshot(id: string, { isEmpty = false }: { readonly isEmpty?: boolean } = {}): SnapError {
  const hint = isEmpty ? 'There are none yet. "snap snapshot create" takes one.' : 'See "snap snapshot list".';
  return new SnapError('refused', `"${cut(cleanLine(id), 60)}" is the id of no snapshot here.`, { hint });
}

import type { SnapshotParts } from '../snapshot-parts.ts';
import type { Writing } from '../store/store-writer.ts';
import type { Taker } from '../take-snapshot.ts';
import { othersGiveWay } from './other-stores.ts';

/**
 * Writes, for work that takes a snapshot. Where all workspaces together have reached their limit, the oldest snapshots of the others
 * are deleted, and the work runs once more. @throws what the work throws, when that freed nothing.
 */
export function withRoomFromOthers({ options, place, room, system, workspace }: SnapshotParts, taker: Taker, writing: Writing): Writing {
  return async (work) => {
    try {
      return await writing(work);
    } catch (error) {
      const lacking = taker.lacking();
      const excess = lacking === 0 ? 0 : room.excess(lacking);
      if (excess === 0 || options.holdsOf === undefined) throw error;
      const freed = await othersGiveWay(system, excess, { place, workspace, holdsOf: options.holdsOf, rules: options.retention });
      if (freed === 0) throw error;
      // What the others take is measured again.
      room.excess(0);
      return writing(work);
    }
  };
}

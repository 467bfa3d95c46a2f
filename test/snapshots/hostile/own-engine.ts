import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineMaker } from './engine.ts';
import { ownSnapshots } from './own-snapshots.ts';
import { parseSnapshotId } from '../../../src/snapshots/store/snapshot-record.ts';

/** The snapshots of this program, without a watcher. */
export const ownEngine: EngineMaker = {
  name: 'snap',
  isStrict: true,
  async open(place) {
    const { directory, snapshots } = await ownSnapshots({ ...place, now: () => new Date(Date.now() + place.clockShift) });
    return {
      take: async () => (await snapshots.take({ kind: 'task' })).snapshot.id,
      async restore(id, paths) {
        const target = parseSnapshotId(id);
        if (target === undefined) throw new Error(`no snapshot ${id}`);
        await snapshots.restore(target, paths === undefined ? {} : { paths });
      },
      undo: async () => (await snapshots.undo()) !== undefined,
      // Half a record in a pack and half a line in the journal.
      diesMidway() {
        const packs = join(directory, 'packs');
        for (const name of readdirSync(packs)) if (name.endsWith('.pk')) appendFileSync(join(packs, name), Buffer.alloc(57, 7));
        appendFileSync(join(directory, 'journal'), '{"kind":"snap');
      },
      close: () => snapshots.close(),
    };
  },
};

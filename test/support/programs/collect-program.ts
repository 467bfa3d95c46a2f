import { join } from 'node:path';
import { collect } from '../../../src/snapshots/upkeep/collect.ts';
import { nodeSnapshotCalls } from '../../../src/snapshots/disk.ts';
import { openJournal } from '../../../src/snapshots/store/journal.ts';
import { openObjectStore } from '../../../src/snapshots/store/object-store.ts';
import { recordsOf } from '../../../src/snapshots/store/records.ts';
import { newSnapshotId } from '../../../src/snapshots/store/snapshot-record.ts';
import { withStoreLock } from '../../../src/snapshots/store/store-lock.ts';
import { nodeSystem } from '../../../src/system/node.ts';
import { writableSystem } from '../../../src/system/writable.ts';
import { killedAtCall } from './killed-at-call.ts';
import { putTree, snapshotOf, treeOf } from '../small-trees.ts';

/**
 * Takes snapshots of invented trees, deletes all but the last three, collects, for ever: until it is killed.
 * Says `taken <number>` once a snapshot is on the disk. The tree of a number is always the same: {@link treeOf}. With a number and a count it is killed
 * at that call to the disk after it said `taken <number>`.
 */
const [home = '', goal, at = '0'] = process.argv.slice(2);
/** How many calls were made when it said so. */
let from: number | undefined;
const counted = killedAtCall(0);
const calls = counted.of(nodeSnapshotCalls, () => {
  if (from !== undefined && counted.made() - from >= Number(at)) process.kill(process.pid, 'SIGKILL');
});
const place = { calls, home, directory: join(home, 'store') };
const bounds = { bytes: 60_000, records: 200 };
const system = writableSystem(nodeSystem({ home, cwd: home, env: { HOME: home, SNAP_DATA_DIR: join(home, 'data') } }));
const store = openObjectStore(place, { bounds });
const journal = openJournal(place);

// At most as long as a test may take, should its killer fail.
const deadline = performance.now() + 20_000;
while (performance.now() < deadline) {
  await withStoreLock(system, store, async () => {
    const { next, snapshots } = recordsOf(journal.read().entries);
    const root = putTree(store, treeOf(next));
    store.sync();
    journal.append([{ kind: 'snapshot', snapshot: { ...snapshotOf(next, root), id: newSnapshotId(next) } }]);
    process.stdout.write(`taken ${next}\n`);
    if (String(next) === goal) from = counted.made();
    const gone = snapshots.slice(0, -2).map(({ id }) => id);
    if (gone.length > 0) journal.append([{ kind: 'delete', ids: gone, at: new Date().toISOString() }]);
    const kept = recordsOf(journal.read().entries).snapshots.map(({ root }) => root);
    await collect(store, journal, kept, { now: () => new Date(), least: 10_000, slice: 0 });
  });
}

import { setImmediate } from 'node:timers/promises';
import { nodeSnapshotCalls, nodeWorkspaceCalls } from '../../../src/snapshots/disk.ts';
import { openSnapshots, parseSnapshotId } from '../../../src/snapshots/index.ts';
import { nodeSystem } from '../../../src/system/node.ts';
import { writableSystem } from '../../../src/system/writable.ts';
import { openWorkspace } from '../../../src/workspace/index.ts';
import { killedAtCall } from './killed-at-call.ts';

// Does one thing with the snapshots of a workspace and is killed at the n-th call to the disk (0: never). Says how many calls it made.
// HOME and SNAP_DATA_DIR say where it keeps them.
// kill-program <take|borrow|restore|prune|finish|back> <root> <n> [id]
const [, , what = '', root = '', at = '0', id = ''] = process.argv;
const killed = killedAtCall(Number(at));
const system = writableSystem(nodeSystem());
const workspace = await openWorkspace(system, root);
const options = {
  exclude: ['node_modules/', '*.log'],
  // Only a server borrows from git.
  yields: what === 'borrow',
  retention: { last: 2, hourlyHours: 0, dailyDays: 0, safetyDays: 0 },
};
const calls = { calls: killed.of(nodeSnapshotCalls), workspaceCalls: killed.of(nodeWorkspaceCalls) };
const snapshots = openSnapshots(system, workspace, { ...options, ...calls });
if (what === 'borrow') {
  await snapshots.take({ kind: 'task' });
  // How often this looks is a matter of time, so it does not count.
  const looking = openSnapshots(system, workspace, { ...options, yields: false });
  while ((await looking.list()).some(({ complete }) => !complete)) await setImmediate();
  looking.close();
}
if (what === 'take') await snapshots.take({ kind: 'manual' });
if (what === 'finish' || what === 'back') await snapshots.settle(what);
if (what === 'prune') await snapshots.prune({ dryRun: false, holds: [] });
const target = parseSnapshotId(id);
if (what === 'restore' && target !== undefined) await snapshots.restore(target);
process.stdout.write(JSON.stringify({ made: killed.made() }));
snapshots.close();

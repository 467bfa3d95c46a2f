import { setImmediate } from 'node:timers/promises';
import { nodeSnapshotCalls, nodeWorkspaceCalls } from '../../../src/snapshots/disk.ts';
import { openSnapshots, parseSnapshotId } from '../../../src/snapshots/index.ts';
import { nodeSystem } from '../../../src/system/node.ts';
import { writableSystem } from '../../../src/system/writable.ts';
import { openWorkspace } from '../../../src/workspace/index.ts';

// Does one thing with the snapshots of a workspace and is killed at the n-th call to the disk (0: never). Says how many calls it made.
// HOME and SNAP_DATA_DIR say where it keeps them.
// kill-program <take|borrow|restore|prune|finish|back> <root> <n> [id]
const [, , what = '', root = '', at = '0', id = ''] = process.argv;
let made = 0;
/** Packs that a compressed copy took the place of. */
let rewritten = 0;
function counted<T extends object>(table: T): T {
  return new Proxy(table, {
    get(of, name) {
      const call: unknown = Reflect.get(of, name);
      if (typeof call !== 'function') return call;
      return (...args: unknown[]) => {
        made += 1;
        if (name === 'rename' && String(args[0]).endsWith('.pk.tmp')) rewritten += 1;
        if (made === Number(at)) process.kill(process.pid, 'SIGKILL');
        return Reflect.apply(call, of, args);
      };
    },
  });
}
const system = writableSystem(nodeSystem());
const snapshots = openSnapshots(system, await openWorkspace(system, root), {
  exclude: ['node_modules/', '*.log'],
  // Only a server borrows from git.
  yields: what === 'borrow',
  calls: counted(nodeSnapshotCalls),
  workspaceCalls: counted(nodeWorkspaceCalls),
  retention: { last: 2, hourlyHours: 0, dailyDays: 0, safetyDays: 0 },
});
if (what === 'borrow') {
  await snapshots.take({ kind: 'task' });
  while ((await snapshots.list()).some(({ complete }) => !complete)) await setImmediate();
}
if (what === 'take') await snapshots.take({ kind: 'manual' });
if (what === 'finish' || what === 'back') await snapshots.settle(what);
if (what === 'prune') await snapshots.prune({ dryRun: false, holds: [] });
const target = parseSnapshotId(id);
if (what === 'restore' && target !== undefined) await snapshots.restore(target);
process.stdout.write(JSON.stringify({ made, rewritten }));
snapshots.close();

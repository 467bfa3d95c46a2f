import { openSnapshots } from '../../../src/snapshots/index.ts';
import { nodeSystem } from '../../../src/system/node.ts';
import { writableSystem } from '../../../src/system/writable.ts';
import { openWorkspace } from '../../../src/workspace/index.ts';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Works on the snapshots of a workspace in a process of its own. HOME and SNAP_DATA_DIR say where it keeps them.
// fault-program take <root> <name> <stop>: changes its own file and takes a snapshot, at least 8 times and until there is a file <stop>; the ids, one a
// line.
// fault-program rewrite <file> <bytes> <stop>: writes a file over and over with one letter throughout, each time another, until there is a file <stop>.
const [, , what = '', root = '', name = '', stop = ''] = process.argv;
/** Neither goes on for ever when nobody stops it. */
const most = 100_000;

if (what === 'rewrite') {
  process.stdout.write('begun\n');
  for (let i = 0; i < most && !existsSync(stop); i += 1) writeFileSync(root, 'abcdefgh'.charAt(i % 8).repeat(Number(name)));
  rmSync(root);
} else {
  const system = writableSystem(nodeSystem());
  const snapshots = openSnapshots(system, await openWorkspace(system, root), { exclude: [], yields: false });
  for (let i = 0; i < 8 || (i < most && !existsSync(stop)); i += 1) {
    writeFileSync(join(root, name), `${name} ${i}`);
    const { snapshot } = await snapshots.take({ kind: 'manual' });
    process.stdout.write(`${snapshot.id}\n`);
    if (i % 4 === 3) await snapshots.prune({ dryRun: false, holds: [] });
  }
  snapshots.close();
}

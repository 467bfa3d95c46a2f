import { existsSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { openSnapshots } from '../../../src/snapshots/index.ts';
import { nodeSystem } from '../../../src/system/node.ts';
import { writableSystem } from '../../../src/system/writable.ts';
import { openWorkspace } from '../../../src/workspace/index.ts';
import { temporaryHome } from '../../support/temporary-home.ts';

// What a snapshot does not hold, though it was there when it was taken.

async function place(files: Readonly<Record<string, string>>) {
  const home = temporaryHome();
  for (const [path, content] of Object.entries(files)) home.put(`w/${path}`, content);
  const env = { HOME: home.path, PATH: process.env['PATH'] ?? '', SNAP_DATA_DIR: home.at('.snap-mcp') };
  const system = writableSystem(nodeSystem({ home: home.path, cwd: home.path, env }));
  const snapshots = openSnapshots(system, await openWorkspace(system, home.at('w')), { exclude: [], yields: false });
  onTestFinished(() => snapshots.close());
  return { home, snapshots };
}

it('a file that comes to light when a restore takes the .gitignore away is named for what it is', async () => {
  const { home, snapshots } = await place({ a: 'a', 'data/x': 'x' });
  const { snapshot } = await snapshots.take({ kind: 'manual' });
  home.put('w/.gitignore', 'data/\n');
  home.put('w/data/y', 'y');
  const { conflicts } = await snapshots.restore(snapshot.id);
  expect(conflicts).toEqual([{ path: 'data/y', reason: 'it is in no snapshot: it was ignored until now, or is new' }]);
  expect(existsSync(home.at('w/data/y'))).toBe(true);
});

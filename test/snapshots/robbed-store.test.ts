import { mkdirSync, readdirSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openSnapshots, type OpenedSnapshots } from '../../src/snapshots/index.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { writableSystem } from '../../src/system/writable.ts';
import { openWorkspace, type Workspace } from '../../src/workspace/index.ts';
import { pictureOf } from '../support/stored-trees.ts';
import { type TemporaryHome, temporaryHome } from '../support/temporary-home.ts';

// Somebody takes away what snap has kept, while a server goes on.

async function place(): Promise<{ home: TemporaryHome; store: string; opened: () => OpenedSnapshots }> {
  const home = temporaryHome();
  home.put('w/package.json', '{}');
  for (let i = 0; i < 40; i += 1) home.put(`w/src/d${i % 4}/f${i}.ts`, `file ${i}\n`);
  const system = writableSystem(
    nodeSystem({ home: home.path, cwd: home.path, env: { HOME: home.path, SNAP_DATA_DIR: home.at('.snap-mcp') } }),
  );
  const workspace: Workspace = await openWorkspace(system, home.at('w'));
  const opened = () => {
    const snapshots = openSnapshots(system, workspace, { exclude: [], yields: true });
    onTestFinished(() => snapshots.close());
    return snapshots;
  };
  return { home, store: join(workspace.privateDirectory, 'snapshots'), opened };
}

it.each([
  ['the whole store is deleted', (store: string) => rmSync(store, { recursive: true })],
  ['its packs are deleted', (store: string) => rmSync(join(store, 'packs'), { recursive: true })],
  [
    'its packs are cut',
    (store: string) => {
      for (const name of readdirSync(join(store, 'packs'))) truncateSync(join(store, 'packs', name), 400);
    },
  ],
  [
    'a link to an empty directory takes its place',
    (store: string, home: TemporaryHome) => {
      rmSync(store, { recursive: true });
      mkdirSync(home.at('elsewhere'));
      symlinkSync(home.at('elsewhere'), store);
    },
  ],
])('%s: the next snapshot holds everything all the same', async (_, rob) => {
  const { home, store, opened } = await place();
  const snapshots = opened();
  await snapshots.take({ kind: 'task' });
  rob(store, home);
  home.put('w/new.ts', 'new\n');
  const { snapshot } = await snapshots.take({ kind: 'task' });
  expect((await snapshots.verify()).damaged.filter((one) => one.snapshot === snapshot.id)).toEqual([]);
  const before = pictureOf(home.at('w'));
  rmSync(home.at('w/src'), { recursive: true });
  expect(await snapshots.restore(snapshot.id)).toMatchObject({ isExact: true });
  expect(pictureOf(home.at('w'))).toEqual(before);
});

it('what another process finds without its packs is kept again, though nothing has changed', async () => {
  const { store, opened } = await place();
  const first = opened();
  await first.take({ kind: 'task' });
  first.close();
  rmSync(join(store, 'packs'), { recursive: true });
  const second = opened();
  const { snapshot } = await second.take({ kind: 'task' });
  expect((await second.verify()).damaged.filter((one) => one.snapshot === snapshot.id)).toEqual([]);
});

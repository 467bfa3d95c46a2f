import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openSnapshots } from '../../src/snapshots/index.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { writableSystem } from '../../src/system/writable.ts';
import { openWorkspace } from '../../src/workspace/index.ts';
import { pictureOf } from '../support/stored-trees.ts';
import { temporaryHome } from '../support/temporary-home.ts';

async function place() {
  const home = temporaryHome();
  home.put('w/package.json', '{}');
  const system = writableSystem(
    nodeSystem({ home: home.path, cwd: home.path, env: { HOME: home.path, SNAP_DATA_DIR: home.at('.snap-mcp') } }),
  );
  const snapshots = openSnapshots(system, await openWorkspace(system, home.at('w')), { exclude: ['node_modules/'], yields: false });
  onTestFinished(() => snapshots.close());
  return { home, snapshots };
}

it('files below more directories than patterns are tried for are captured and brought back', async () => {
  const { home, snapshots } = await place();
  const file = home.put(join('w', ...Array.from({ length: 150 }, () => 'd'), 'f'), 'deep\n');
  const before = pictureOf(home.at('w'));
  const { snapshot } = await snapshots.take({ kind: 'manual' });
  expect(snapshot).toMatchObject({ files: 2, skippedCount: 0 });
  writeFileSync(file, 'broken');
  expect(await snapshots.restore(snapshot.id)).toMatchObject({ isExact: true });
  rmSync(home.at('w/d'), { recursive: true });
  expect(await snapshots.restore(snapshot.id)).toMatchObject({ isExact: true });
  expect(pictureOf(home.at('w'))).toEqual(before);
});

it('a path that is too long for the platform is named by a restore, and the rest comes back', async () => {
  const { home, snapshots } = await place();
  const name = 'd'.repeat(250);
  const steps = `for (let i = 0; i < 18; i += 1) { fs.mkdirSync(process.argv[1]); process.chdir(process.argv[1]); fs.writeFileSync('f', 'x'); }`;
  execFileSync(process.execPath, ['-e', steps, name], { cwd: home.at('w') });
  // Too deep for the way Node removes a directory.
  const remove = () => void execFileSync('rm', ['-rf', home.at('w', name)]);
  onTestFinished(remove);
  const { snapshot } = await snapshots.take({ kind: 'manual' });
  expect(snapshot.skipped).toHaveLength(1);
  remove();
  const { conflicts } = await snapshots.restore(snapshot.id);
  expect(conflicts.map(({ path }) => path)).toEqual([snapshot.skipped[0]?.path]);
  expect(home.text(join('w', name, name, 'f'))).toBe('x');
});

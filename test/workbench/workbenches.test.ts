import { describe, expect, it, onTestFinished } from 'vitest';
import { nodeSystem } from '../../src/system/node.ts';
import { writableSystem } from '../../src/system/writable.ts';
import { createWorkbenches, type Workbench } from '../../src/workbench/index.ts';
import { temporaryHome } from '../support/temporary-home.ts';

function opened() {
  const home = temporaryHome();
  home.put('shop/package.json', '{}\n');
  home.put('other/package.json', '{}\n');
  const system = writableSystem(
    nodeSystem({ home: home.path, cwd: home.path, env: { HOME: home.path, SNAP_DATA_DIR: home.at('.snap-mcp') } }),
  );
  const workbenches = createWorkbenches(system);
  const open = async (directory: string, nonce: string): Promise<Workbench> => {
    const bench = await workbenches.open(home.at(directory), { kind: 'connection', run: system.run, nonce });
    onTestFinished(() => bench.close());
    return bench;
  };
  return { home, open };
}

describe('the workspaces that a process has open', () => {
  it('share stores and watchers between connections, and keep the tasks apart', async () => {
    const { open } = opened();
    const [first, second] = await Promise.all([open('shop', 'one'), open('shop', 'two')]);
    expect(second.vitals).toBe(first.vitals);
    expect(second.knowledge).toBe(first.knowledge);
    expect(second.tasks).not.toBe(first.tasks);
    await first.tasks.start({ task: 'mine', files: [], keywords: [] });
    expect(await second.tasks.current()).toBeUndefined();
    expect((await second.tasks.others()).map(({ task }) => task.task)).toEqual(['mine']);
  });

  it('are one for each directory', async () => {
    const { open } = opened();
    const [shop, other] = [await open('shop', 'one'), await open('other', 'one')];
    expect(other.knowledge).not.toBe(shop.knowledge);
  });

  it('stay open until the last connection is closed, however often one is closed', async () => {
    const { open } = opened();
    const first = await open('shop', 'one');
    const second = await open('shop', 'two');
    first.close();
    first.close();
    const third = await open('shop', 'three');
    expect(third.knowledge).toBe(second.knowledge);
    second.close();
    third.close();
    expect((await open('shop', 'four')).knowledge).not.toBe(second.knowledge);
  });
});

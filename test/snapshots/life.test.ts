import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nodeSnapshotCalls } from '../../src/snapshots/disk.ts';
import { openSnapshots, watchSnapshots } from '../../src/snapshots/index.ts';
import { openWorkspace } from '../../src/workspace/index.ts';
import { temporaryHome } from '../support/temporary-home.ts';
import { layOut, pictureOf, plans } from '../support/stored-trees.ts';

const exclude = ['node_modules/', '*.log'];
const manual = { kind: 'manual' } as const;

/** A server that watches its workspace, and a new process for each look at the whole tree. */
async function living(type = 0xef53) {
  const home = temporaryHome();
  mkdirSync(home.at('w'));
  for (let i = 0; i < 60; i += 1) home.put(`w/d${i % 6}/f${i}`, `${i}`);
  home.put('w/.gitignore', 'out/\n');
  home.put('w/out/a', 'ignored');
  const system = home.run();
  const workspace = await openWorkspace(system, home.at('w'));
  let listed = 0;
  let looked = 0;
  const calls = {
    ...nodeSnapshotCalls,
    rawNames: (path: string | Buffer) => ((listed += 1), nodeSnapshotCalls.rawNames(path)),
    lstatRaw: (path: string | Buffer) => ((looked += 1), nodeSnapshotCalls.lstatRaw(path)),
    fileSystem: () => type,
  };
  const snapshots = openSnapshots(system, workspace, { exclude, yields: true, calls });
  const watch = watchSnapshots(system, workspace, snapshots, { calls });
  onTestFinished(() => {
    watch.close();
    snapshots.close();
  });
  await watch.ready;
  /** Takes one by what was told, then one by a walk, which has to find nothing else. */
  const takeBoth = async (label = '') => {
    listed = looked = 0;
    const { snapshot } = await snapshots.take(manual);
    const directories = listed;
    const other = openSnapshots(home.run(), workspace, { exclude, yields: false });
    const truth = await other.take(manual);
    other.close();
    expect(truth, label).toMatchObject({ isNew: false, snapshot: { root: snapshot.root } });
    return directories;
  };
  return { home, snapshots, watch, takeBoth, looks: () => looked };
}

describe('a server that watches', () => {
  it('looks at what was told of, and misses nothing', async () => {
    const { home, looks, snapshots, takeBoth, watch } = await living();
    expect(watch.isWatching()).toBe(true);
    expect(await takeBoth()).toBe(7);
    expect(await takeBoth()).toBe(0);
    const steps: Readonly<Record<string, () => void>> = {
      'a file changed': () => void home.put('w/d1/f1', 'other'),
      'a file is new': () => void home.put('w/d1/new', 'new'),
      'a file is gone': () => rmSync(home.at('w/d1/new')),
      'a mode changed': () => chmodSync(home.at('w/d2/f2'), 0o600),
      'a directory is new and empty': () => mkdirSync(home.at('w/empty')),
      'a mode of a directory changed': () => chmodSync(home.at('w/empty'), 0o700),
      'many at once in new directories': () => {
        for (let i = 0; i < 50; i += 1) home.put(`w/x/y${i % 5}/z/f${i}`, `${i}`);
      },
      'and again in them': () => void home.put('w/x/y1/z/more', 'more'),
      'a directory was renamed': () => renameSync(home.at('w/x/y1'), home.at('w/x/moved')),
      'and written to': () => void home.put('w/x/moved/z/f', 'f'),
      'a directory became a link': () => {
        rmSync(home.at('w/d3'), { recursive: true });
        symlinkSync('d4', home.at('w/d3'));
      },
      'a directory is gone': () => rmSync(home.at('w/x'), { recursive: true }),
      'what is ignored changed': () => void home.put('w/out/a', 'still ignored'),
      'a secret changed': () => void home.put('w/.env', 'KEY=2'),
    };
    for (const [label, step] of Object.entries(steps)) {
      step();
      expect(await takeBoth(label), label).toBeLessThan(label.startsWith('many') ? 40 : 8);
    }
    snapshots.changed(undefined);
    await takeBoth();
    expect(looks()).toBeGreaterThan(40);
  });

  it('follows other rules with another watch', async () => {
    const { home, takeBoth, watch } = await living();
    await takeBoth();
    home.put('w/.gitignore', '#\n');
    await takeBoth();
    await expect.poll(() => watch.isWatching(), { interval: 5 }).toBe(true);
    await takeBoth();
    home.put('w/out/a', 'no longer ignored');
    expect(await takeBoth()).toBeLessThan(3);
  });

  it('goes by a new .gitignore at once', async () => {
    const { home, takeBoth, snapshots } = await living();
    await takeBoth();
    home.put('w/d1/deep/er/x', 'x');
    home.put('w/d1/.gitignore', 'er/\n');
    await takeBoth('new ignore file');
    const [newest] = await snapshots.list();
    if (newest === undefined) throw new Error('there is no snapshot');
    expect(await snapshots.content(newest.id, 'd1/deep/er/x')).toBeUndefined();
  });

  it('does not watch a network file system, and walks', async () => {
    const { home, takeBoth, watch } = await living(0x6969);
    expect(watch.isWatching()).toBe(false);
    await takeBoth();
    home.put('w/d1/f1', 'other');
    expect(await takeBoth()).toBe(7);
  });

  it('restores without being told, and undoes', async () => {
    const { home, snapshots, takeBoth } = await living();
    const { snapshot } = await snapshots.take(manual);
    const before = pictureOf(home.at('w'));
    rmSync(home.at('w/d1'), { recursive: true });
    home.put('w/d2/f2', 'broken');
    const broken = pictureOf(home.at('w'));
    expect((await snapshots.restore(snapshot.id)).isExact).toBe(true);
    expect(pictureOf(home.at('w'))).toEqual(before);
    await takeBoth();
    expect((await snapshots.undo())?.isExact).toBe(true);
    expect(pictureOf(home.at('w'))).toEqual(broken);
    await takeBoth();
  });
});

it('leaves what was learned since where it is, and takes the rest of .snap back', async () => {
  const home = temporaryHome();
  home.put('w/.snap/learnings.jsonl', 'one\n');
  home.put('w/.snap/settings.json', '{}');
  const workspace = await openWorkspace(home.system, home.at('w'));
  const snapshots = openSnapshots(home.run(), workspace, { exclude, yields: false });
  const { snapshot } = await snapshots.take(manual);
  home.put('w/.snap/learnings.jsonl', 'one\ntwo\n');
  home.put('w/.snap/settings.json', '{ "exclude": [] }');
  await snapshots.restore(snapshot.id);
  expect(home.text('w/.snap/learnings.jsonl')).toBe('one\ntwo\n');
  expect(home.text('w/.snap/settings.json')).toBe('{}');
});

describe('a directory whose name is no UTF-8', () => {
  it('is looked into when something in it is told of', async () => {
    const { home, snapshots, takeBoth } = await living();
    const odd = Buffer.concat([Buffer.from(`${home.at('w')}/`), Buffer.from([0xff, 0xfe])]);
    const file = Buffer.concat([odd, Buffer.from('/a')]);
    mkdirSync(odd);
    const { snapshot } = await snapshots.take(manual);
    await takeBoth();
    writeFileSync(file, 'one');
    await takeBoth('new');
    writeFileSync(file, 'other');
    await takeBoth('changed');
    expect(await snapshots.restore(snapshot.id)).toMatchObject({ isExact: true, conflicts: [] });
    await takeBoth('gone');
  });
});

describe('the law', () => {
  it('restoring any snapshot gives back exactly its captured tree', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(plans(), { minLength: 2, maxLength: 4 }), fc.nat(), async (trees, pick) => {
        const home = temporaryHome({ inMemory: true });
        const system = home.run();
        mkdirSync(home.at('w'));
        const workspace = await openWorkspace(system, home.at('w'));
        const snapshots = openSnapshots(system, workspace, { exclude: [], yields: false });
        const taken = [];
        for (const tree of trees) {
          layOut(home.at('w/tree'), tree);
          taken.push({ id: (await snapshots.take(manual)).snapshot.id, picture: pictureOf(home.at('w')) });
        }
        for (const { id, picture } of [taken[pick % taken.length], taken[0]].filter((one) => one !== undefined)) {
          const done = await snapshots.restore(id);
          expect(done).toMatchObject({ isExact: true, conflicts: [] });
          expect(pictureOf(home.at('w'))).toEqual(picture);
        }
        expect((await snapshots.verify()).damaged).toEqual([]);
        snapshots.close();
        rmSync(home.path, { recursive: true, force: true });
      }),
      { numRuns: 40 },
    );
  });
});

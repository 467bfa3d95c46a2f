import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSnapshots } from '../../../src/snapshots/index.ts';
import { openWorkspace } from '../../../src/workspace/index.ts';
import { mountedDisk } from '../../support/mounted-disk.ts';
import { pictureOf } from '../../support/stored-trees.ts';
import { temporaryHome } from '../../support/temporary-home.ts';

const manual = { kind: 'manual' } as const;

function opened() {
  const home = temporaryHome();
  const open = async (root: string) => {
    const snapshots = openSnapshots(home.run(), await openWorkspace(home.run(), root), { exclude: [], yields: false });
    onTestFinished(() => snapshots.close());
    return snapshots;
  };
  return { home, open };
}

describe('the directory of a workspace', () => {
  it('on a disk that is not mounted is not taken for one whose files were all deleted', async ({ skip }) => {
    const disk = mountedDisk('tmpfs', 4);
    if (typeof disk === 'string') skip(disk);
    else {
      const { home, open } = opened();
      for (const name of ['a', 'b']) home.put(`.on-disk/${name}`, name);
      renameOnto(home.at('.on-disk'), disk.path);
      const snapshots = await open(disk.path);
      const { snapshot } = await snapshots.take(manual);
      expect(snapshot.files).toBe(2);
      disk.unmount();
      for (const one of [snapshots, await open(disk.path)]) {
        await expect(one.take(manual)).rejects.toMatchObject({
          code: 'refused',
          message: expect.stringContaining('the directory is empty, but the newest snapshot has 2 files'),
        });
        expect((await one.state()).isRootReplaced).toBe(true);
        expect((await one.list()).map(({ id }) => id)).toEqual([snapshot.id]);
        expect(await one.prune({ dryRun: false, holds: [] })).toMatchObject({ removed: [], kept: 1 });
      }
    }
  });

  it('that was renamed is another workspace; put back, it has its snapshots again', async () => {
    const { home, open } = opened();
    home.put('w/a', 'one');
    const { snapshot } = await (await open(home.at('w'))).take(manual);
    renameSync(home.at('w'), home.at('moved'));
    const moved = await open(home.at('moved'));
    expect(await moved.list()).toEqual([]);
    expect((await moved.take(manual)).snapshot.files).toBe(1);
    await expect((await open(home.at('moved'))).restore(snapshot.id)).rejects.toMatchObject({ name: 'SnapError' });
    renameSync(home.at('moved'), home.at('w'));
    home.put('w/a', 'two');
    const back = await open(home.at('w'));
    expect((await back.state()).isRootReplaced).toBe(false);
    expect(await back.restore(snapshot.id)).toMatchObject({ isExact: true });
    expect(home.text('w/a')).toBe('one');
  });

  it('that another took the place of, with files in it: nothing is lost, and each comes back', async () => {
    const { home, open } = opened();
    home.put('w/a', 'one');
    home.put('w/d/b', 'two');
    const first = pictureOf(home.at('w'));
    const before = await open(home.at('w'));
    const { snapshot } = await before.take(manual);
    renameSync(home.at('w'), home.at('away'));
    home.put('w/other', 'of another project');
    const second = pictureOf(home.at('w'));
    // The one that was open all along, and one that is new.
    for (const snapshots of [before, await open(home.at('w'))]) {
      const done = await snapshots.restore(snapshot.id);
      expect(done).toMatchObject({ isExact: true });
      expect(pictureOf(home.at('w'))).toEqual(first);
      expect(await snapshots.undo()).toMatchObject({ isExact: true });
      expect(pictureOf(home.at('w'))).toEqual(second);
    }
    expect(pictureOf(home.at('away'))).toEqual(first);
  });

  it('that became a link to another directory is not followed by who had it open', async () => {
    const { home, open } = opened();
    home.put('w/a', 'one');
    home.put('elsewhere/a', 'of somebody else');
    const snapshots = await open(home.at('w'));
    const { snapshot } = await snapshots.take(manual);
    rmSync(home.at('w'), { recursive: true });
    symlinkSync('elsewhere', home.at('w'));
    const taken = await snapshots.take(manual).catch((error: unknown) => error);
    expect(taken).toMatchObject({ name: 'SnapError' });
    const restored = await snapshots.restore(snapshot.id).catch((error: unknown) => error);
    expect(restored).toMatchObject({ name: 'SnapError' });
    expect(home.text('elsewhere/a')).toBe('of somebody else');
  });

  it('that is gone is an error, and comes back as what it was', async () => {
    const { home, open } = opened();
    home.put('w/a', 'one');
    const snapshots = await open(home.at('w'));
    const { snapshot } = await snapshots.take(manual);
    rmSync(home.at('w'), { recursive: true });
    await expect(snapshots.take(manual)).rejects.toMatchObject({ code: 'io' });
    await expect(snapshots.restore(snapshot.id)).rejects.toMatchObject({ code: 'io' });
    expect((await snapshots.list()).length).toBe(1);
    mkdirSync(home.at('w'));
    expect(await snapshots.restore(snapshot.id)).toMatchObject({ isExact: true });
    expect(home.text('w/a')).toBe('one');
  });
});

/** Its files, to another disk. */
function renameOnto(from: string, to: string): void {
  for (const name of ['a', 'b']) cpSync(join(from, name), join(to, name));
  rmSync(from, { recursive: true });
}

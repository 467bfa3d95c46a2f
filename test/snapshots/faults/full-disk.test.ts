import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import { nodeSnapshotCalls } from '../../../src/snapshots/disk.ts';
import { openSnapshots, type OpenSnapshotsOptions } from '../../../src/snapshots/index.ts';
import { nodeSystem } from '../../../src/system/node.ts';
import { writableSystem } from '../../../src/system/writable.ts';
import { openWorkspace } from '../../../src/workspace/index.ts';
import { type DiskKind, mountedDisk } from '../../support/mounted-disk.ts';
import { pictureOf } from '../../support/stored-trees.ts';
import { homeAt, temporaryHome } from '../../support/temporary-home.ts';

const manual = { kind: 'manual' } as const;
const kinds: readonly DiskKind[] = ['tmpfs', 'ext4'];

/** As under a quota, of which the system does not tell: the disk is full before anybody has said so. */
const calls = { ...nodeSnapshotCalls, freeBytes: () => 1e12 };
const limits = { reserve: 0 };

function diskOr(skip: TestContext['skip'], kind: DiskKind, megabytes: number) {
  const disk = mountedDisk(kind, megabytes);
  return typeof disk === 'string' ? skip(disk) : disk;
}

async function opened(root: string, store: string) {
  mkdirSync(root, { recursive: true });
  const run = () => writableSystem(nodeSystem({ home: store, cwd: root, env: { HOME: store, SNAP_DATA_DIR: join(store, 'snap') } }));
  const workspace = await openWorkspace(run(), root);
  return (more: Partial<OpenSnapshotsOptions> = {}) => {
    const snapshots = openSnapshots(run(), workspace, { exclude: ['*.log'], yields: false, calls, limits, ...more });
    onTestFinished(() => snapshots.close());
    return snapshots;
  };
}

describe.each(kinds)('a disk that is really full (%s)', (kind) => {
  it('under the store costs the snapshot and nothing else, however little is left', async ({ skip }) => {
    const disk = diskOr(skip, kind, 8);
    const home = temporaryHome();
    const open = await opened(home.at('w'), disk.path);
    home.put('w/a', randomBytes(50_000));
    home.put('w/.env', 'KEY=1');
    const { snapshot } = await open().take(manual);
    const first = pictureOf(home.at('w'));
    let refused = 0;
    for (let left = 0; left < 160_000; left += left < 24_000 ? 2_000 : 19_000) {
      home.put('w/a', randomBytes(60_000));
      home.put(`w/d/${left}`, randomBytes(1_000));
      home.put('w/.env', `KEY=${left}`);
      const before = pictureOf(home.at('w'));
      const count = (await open().list()).length;
      disk.fill(left);
      const snapshots = open();
      const taken = await snapshots.take(manual).catch((error: unknown) => error);
      if (taken instanceof Error) {
        refused += 1;
        expect(taken, `${left} left`).toMatchObject({
          name: 'SnapError',
          code: 'io',
          message: expect.stringContaining('the disk is full'),
        });
        await expect(snapshots.restore(snapshot.id), `${left} left`).rejects.toMatchObject({ code: 'io' });
      }
      expect(pictureOf(home.at('w')), `${left} left`).toEqual(before);
      expect((await open().list()).length, `${left} left`).toBe(count + (taken instanceof Error ? 0 : 1));
      disk.empty();
      expect(await open().verify(), `${left} left`).toMatchObject({ damaged: [], faults: [] });
    }
    expect(refused).toBeGreaterThan(5);
    await open().take(manual);
    expect(await open().restore(snapshot.id)).toMatchObject({ isExact: true });
    expect(pictureOf(home.at('w'))).toEqual(first);
  });

  it('gets room from prune, though all of the store is one pack and its end is needed', async ({ skip }) => {
    const disk = diskOr(skip, kind, 16);
    const home = temporaryHome();
    const open = await opened(home.at('w'), disk.path);
    for (let i = 0; i < 5; i += 1) {
      for (let file = 0; file < 40; file += 1) home.put(`w/d${file % 7}/${file}`, randomBytes(20_000));
      await open().take(manual);
    }
    const last = pictureOf(home.at('w'));
    disk.fill();
    const retention = { last: 1, hourlyHours: 0, dailyDays: 0, safetyDays: 0 };
    const pruned = await open({ retention }).prune({ dryRun: false, holds: [] });
    expect(pruned.removed.length).toBe(4);
    expect(pruned.freed).toBeGreaterThan(3_000_000);
    const [newest] = await open().list();
    expect(await open().verify()).toMatchObject({ snapshots: 1, damaged: [], faults: [] });
    home.put('w/d0/0', 'one more');
    await open().take(manual);
    if (newest !== undefined) await open().restore(newest.id);
    expect(pictureOf(home.at('w'))).toEqual(last);
  });

  it('where what is needed does not fit even piece by piece, prune says so and loses nothing', async ({ skip }) => {
    const disk = diskOr(skip, kind, 16);
    const home = temporaryHome();
    const open = await opened(home.at('w'), disk.path);
    for (let i = 0; i < 4; i += 1) {
      home.put('w/a', randomBytes(900_000));
      await open().take(manual);
    }
    const last = pictureOf(home.at('w'));
    disk.fill();
    const retention = { last: 1, hourlyHours: 0, dailyDays: 0, safetyDays: 0 };
    await expect(open({ retention }).prune({ dryRun: false, holds: [] })).rejects.toMatchObject({
      code: 'io',
      message: expect.stringContaining('the disk is full'),
    });
    disk.fill(1_200_000);
    expect((await open({ retention }).prune({ dryRun: false, holds: [] })).freed).toBeGreaterThan(2_000_000);
    const [newest] = await open().list();
    expect(await open().verify()).toMatchObject({ snapshots: 1, damaged: [], faults: [] });
    home.put('w/a', 'one more');
    if (newest !== undefined) await open().restore(newest.id);
    expect(pictureOf(home.at('w'))).toEqual(last);
  });

  it('under the workspace ends a restore: each file is whole, what was not done is named, and undo takes it back', async ({ skip }) => {
    const disk = diskOr(skip, kind, 8);
    const home = homeAt(disk.path);
    const store = temporaryHome();
    const open = await opened(home.at('w'), store.path);
    for (let i = 0; i < 20; i += 1) home.put(`w/d${i % 3}/${i}`, randomBytes(200_000));
    const { snapshot } = await open().take(manual);
    const wanted = pictureOf(home.at('w'));
    rmSync(home.at('w/d0'), { recursive: true });
    rmSync(home.at('w/d2'), { recursive: true });
    home.put('w/made', 'since');
    for (let i = 1; i < 20; i += 3) home.put(`w/d1/${i}`, `edited ${i}`);
    const had = pictureOf(home.at('w'));
    disk.fill(1_000_000);
    const done = await open().restore(snapshot.id);
    expect(done.isExact).toBe(false);
    expect(done.written.length).toBeGreaterThan(0);
    expect(done.conflicts.length).toBeGreaterThan(3);
    expect(done.conflicts.some(({ reason }) => reason === 'the disk is full')).toBe(true);
    const known = new Set([...had, ...wanted]);
    expect(pictureOf(home.at('w')).filter((line) => !known.has(line))).toEqual([]);
    expect(pictureOf(home.at('w'))).toContain('file 644 made since');
    expect((await open().state()).interrupted).toBeUndefined();
    expect(await open().undo()).toMatchObject({ isExact: true, conflicts: [] });
    expect(pictureOf(home.at('w'))).toEqual(had);
    disk.empty();
    expect(await open().restore(snapshot.id)).toMatchObject({ isExact: true });
    expect(pictureOf(home.at('w'))).toEqual(wanted);
  });

  it('under both: a restore that cannot keep what is there touches nothing', async ({ skip }) => {
    const disk = diskOr(skip, kind, 8);
    const home = homeAt(disk.path);
    const open = await opened(home.at('w'), disk.path);
    home.put('w/a', randomBytes(200_000));
    const { snapshot } = await open().take(manual);
    home.put('w/a', randomBytes(300_000));
    home.put('w/b', randomBytes(300_000));
    const had = pictureOf(home.at('w'));
    for (const left of [0, 100_000, 550_000, 750_000]) {
      disk.fill(left);
      const done = await open()
        .restore(snapshot.id)
        .catch((error: unknown) => error);
      if (done instanceof Error) expect(done, `${left} left`).toMatchObject({ name: 'SnapError', code: 'io' });
      else {
        expect(left).toBeGreaterThan(500_000);
        disk.empty();
        expect(await open().undo(), `${left} left`).toMatchObject({ isExact: true });
      }
      disk.empty();
      expect(pictureOf(home.at('w')), `${left} left`).toEqual(had);
      expect((await open().state()).interrupted).toBeUndefined();
    }
  });
});

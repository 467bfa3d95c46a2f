import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nodeSnapshotCalls, type SnapshotCalls } from '../../../src/snapshots/disk.ts';
import { openSnapshots, type SnapshotId } from '../../../src/snapshots/index.ts';
import { openWorkspace } from '../../../src/workspace/index.ts';
import { temporaryHome } from '../../support/temporary-home.ts';

const mebibyte = 1024 * 1024;
const manual = { kind: 'manual' } as const;

async function workspaces(total: number) {
  const home = temporaryHome();
  const held = new Set<SnapshotId>();
  const open = async (name: string, { canHold = true, calls = nodeSnapshotCalls } = {}) => {
    mkdirSync(home.at(name), { recursive: true });
    const system = home.run();
    const workspace = await openWorkspace(system, home.at(name));
    const holdsOf = async () => [...held];
    const snapshots = openSnapshots(system, workspace, {
      exclude: [],
      yields: false,
      calls,
      limits: { total },
      retention: { last: 50, hourlyHours: 48, dailyDays: 30, safetyDays: 7 },
      ...(canHold ? { holdsOf } : {}),
    });
    onTestFinished(() => snapshots.close());
    /** A file that does not compress, and a snapshot of it. */
    const grow = (mebibytes: number) => {
      home.put(`${name}/data.bin`, randomBytes(mebibytes * mebibyte));
      return snapshots.take(manual);
    };
    return { directory: workspace.privateDirectory, snapshots, grow };
  };
  return { home, held, open };
}

describe('all workspaces together', () => {
  it('take no more than the total: the oldest of the others go, never the newest, a protected or a held one', async () => {
    const { open, held } = await workspaces(10 * mebibyte);
    const one = await open('one');
    const protectedOne = (await one.grow(1)).snapshot.id;
    await one.snapshots.protect(protectedOne, true);
    const oldest = (await one.grow(2)).snapshot.id;
    const two = await open('two');
    const heldOne = (await two.grow(2)).snapshot.id;
    held.add(heldOne);
    const newestOfOne = (await one.grow(2)).snapshot.id;
    const newestOfTwo = (await two.grow(1)).snapshot.id;
    const ids = async (of: typeof one) => (await of.snapshots.list()).map(({ id }) => id);

    const three = await open('three');
    expect((await three.grow(3)).snapshot.skipped).toEqual([]);
    expect(await ids(one)).toEqual([newestOfOne, protectedOne]);
    expect(await ids(one)).not.toContain(oldest);
    expect(await ids(two)).toEqual([newestOfTwo, heldOne]);
    // What is left there is whole.
    for (const { snapshots } of [one, two]) expect((await snapshots.verify()).damaged).toEqual([]);

    await expect(three.grow(4)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('the snapshots of all projects together have reached their limit'),
    });
    expect(await ids(three)).toHaveLength(1);
  });

  it('are left alone by who cannot tell what their tasks hold', async () => {
    const { open } = await workspaces(5 * mebibyte);
    const one = await open('one');
    await one.grow(2);
    await one.grow(2);
    const two = await open('two', { canHold: false });
    await expect(two.grow(3)).rejects.toMatchObject({ code: 'refused' });
    expect(await one.snapshots.list()).toHaveLength(2);
  });

  it.each(['', 'snapshots', 'snapshots/packs'])('are not in the way where "%s" of one is closed to us, as after sudo', async (inside) => {
    const { open } = await workspaces(5 * mebibyte);
    const one = await open('one');
    await one.grow(2);
    await one.grow(2);
    const guarded = (path: string): void => {
      if (path.startsWith(`${join(one.directory, inside)}/`)) throw Object.assign(new Error('EACCES: closed'), { code: 'EACCES' });
    };
    const calls: SnapshotCalls = {
      ...nodeSnapshotCalls,
      lstat: (path) => (guarded(path), nodeSnapshotCalls.lstat(path)),
      names: (path) => (guarded(`${path}/`), nodeSnapshotCalls.names(path)),
      open: (path, flags, mode) => (guarded(path), nodeSnapshotCalls.open(path, flags, mode)),
      changedAt: (path) => (guarded(path), nodeSnapshotCalls.changedAt(path)),
    };
    const two = await open('two', { calls });
    expect((await two.grow(3)).snapshot.skipped).toEqual([]);
    await expect(two.grow(6)).rejects.toMatchObject({ code: 'refused' });
    expect(await one.snapshots.list()).toHaveLength(2);
  });
});

import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSnapshots, type OpenSnapshotsOptions, type SnapshotId } from '../../src/snapshots/index.ts';
import { openWorkspace } from '../../src/workspace/index.ts';
import { temporaryHome } from '../support/temporary-home.ts';
import { failingSnapshotCalls, fullFrom } from '../support/faulty-snapshot-calls.ts';
import { pictureOf } from '../support/stored-trees.ts';

const exclude = ['node_modules/', '.git/', '*.log'];

async function opened(options: Partial<OpenSnapshotsOptions> = {}) {
  const home = temporaryHome();
  mkdirSync(home.at('w'));
  const system = home.run();
  const workspace = await openWorkspace(system, home.at('w'));
  const again = (more: Partial<OpenSnapshotsOptions> = {}) => {
    const one = openSnapshots(home.run(), workspace, { exclude, yields: false, ...options, ...more });
    onTestFinished(() => one.close());
    return one;
  };
  const picture = () => pictureOf(home.at('w'));
  return { home, system, workspace, snapshots: again(), again, picture, store: `${workspace.privateDirectory}/snapshots` };
}

const manual = { kind: 'manual' } as const;

describe('taking', () => {
  it('answers the newest when nothing changed, in another process too', async () => {
    const { home, snapshots, again } = await opened();
    home.put('w/a.ts', 'one');
    const first = await snapshots.take({ kind: 'task', task: 'T1', message: 'before\nthe work' });
    expect(first).toMatchObject({ isNew: true, snapshot: { sequence: 1, kind: 'task', task: 'T1', files: 1, bytes: 3, complete: true } });
    expect(first.snapshot.message).toBe('before the work');
    expect(await snapshots.take(manual)).toMatchObject({ isNew: false, snapshot: { id: first.snapshot.id } });
    const other = again();
    expect(await other.take(manual)).toMatchObject({ isNew: false, snapshot: { id: first.snapshot.id } });
    home.put('w/a.ts', 'two');
    const second = await other.take(manual);
    expect(second).toMatchObject({ isNew: true, snapshot: { sequence: 2 } });
    expect((await snapshots.list()).map(({ id }) => id)).toEqual([second.snapshot.id, first.snapshot.id]);
  });

  it('keeps what a person says of a state that is already there', async () => {
    const { home, snapshots } = await opened();
    home.put('w/a.ts', 'one');
    const first = await snapshots.take(manual);
    const named = await snapshots.take({ ...manual, message: 'before the upgrade' });
    expect(named).toMatchObject({ isNew: true, snapshot: { sequence: 2, message: 'before the upgrade', root: first.snapshot.root } });
    expect(await snapshots.take({ ...manual, message: 'before the upgrade' })).toMatchObject({
      isNew: false,
      snapshot: { id: named.snapshot.id },
    });
    expect(await snapshots.take({ ...manual, message: '' })).toMatchObject({ isNew: false });
    expect(await snapshots.take({ kind: 'task', message: 'a task' })).toMatchObject({ isNew: false });
  });

  it('opening and asking touch nothing', async () => {
    const { snapshots, store } = await opened();
    expect(await snapshots.list()).toEqual([]);
    expect(await snapshots.state()).toMatchObject({ snapshots: 0, bytesOnDisk: 0, isRootReplaced: false });
    expect(await snapshots.undo()).toBeUndefined();
    expect(await snapshots.settle('back')).toBeUndefined();
    expect(await snapshots.prune({ dryRun: false, holds: [] })).toEqual({ removed: [], kept: 0, freed: 0 });
    expect(existsSync(store)).toBe(false);
  });

  it('keeps the store closed to others, and takes no secret into a message', async () => {
    const { home, snapshots, store } = await opened();
    home.put('w/.env', 'KEY=canary-value');
    await snapshots.take({ kind: 'manual', message: 'https://me:canary-value@host/' });
    // Hidden characters must not keep the mask from matching.
    home.put('w/b.txt', 'another');
    await snapshots.take({ kind: 'manual', message: 'pass\u200Bword=canary-value' });
    expect(statSync(store).mode & 0o777).toBe(0o700);
    for (const name of ['journal', 'stat.bin', 'meta.json', ...readdirSync(`${store}/packs`).map((pack) => `packs/${pack}`)]) {
      expect(statSync(`${store}/${name}`).mode & 0o777, name).toBe(0o600);
      expect(home.text(`${store.slice(home.path.length + 1)}/${name}`)).not.toContain('canary');
    }
  });

  it('records the commit and the branch', async () => {
    const { home, snapshots } = await opened();
    home.put('w/a.ts', 'one');
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        cwd: home.at('w'),
        encoding: 'utf8',
        env: { HOME: home.path, PATH: process.env['PATH'] },
      });
    git('init', '-q', '-b', 'topic/one');
    expect((await snapshots.take(manual)).snapshot.git).toEqual({ branch: 'topic/one' });
    git('add', '.');
    git('commit', '-q', '-m', 'x');
    const commit = git('rev-parse', 'HEAD').trim();
    home.put('w/a.ts', 'two');
    expect((await snapshots.take(manual)).snapshot.git).toEqual({ branch: 'topic/one', commit });
    git('pack-refs', '--all');
    home.put('w/a.ts', 'three');
    expect((await snapshots.take(manual)).snapshot.git).toEqual({ branch: 'topic/one', commit });
    git('checkout', '-q', '--detach');
    home.put('w/a.ts', 'four');
    expect((await snapshots.take(manual)).snapshot.git).toEqual({ commit });
  });

  it('goes by a .gitignore that is new, that changes, and that another one uncovers', async () => {
    const { home, snapshots, again } = await opened();
    for (const name of ['out/a', 'out/b/c', 'd/e', 'd/f']) home.put(`w/${name}`, name);
    home.put('w/out/.gitignore', 'b/\n');
    home.put('w/.gitignore', 'out/\n');
    home.put('w/d/.gitignore', 'e\n');
    const files = async (one = snapshots) => {
      const { snapshot } = await one.take(manual);
      const { root } = snapshot;
      const names: string[] = [];
      for (const name of ['out/a', 'out/b/c', 'd/e', 'd/f']) if ((await one.content(snapshot.id, name)) !== undefined) names.push(name);
      expect(root).toMatch(/^[0-9a-f]{64}$/);
      return names;
    };
    expect(await files()).toEqual(['d/f']);
    home.put('w/.gitignore', '#\n');
    expect(await files()).toEqual(['out/a', 'd/f']);
    home.put('w/out/.gitignore', '#\n');
    rmSync(home.at('w/d/.gitignore'));
    expect(await files(again())).toEqual(['out/a', 'out/b/c', 'd/e', 'd/f']);
    home.put('w/d/.gitignore', 'f\n');
    expect(await files(again())).toEqual(['out/a', 'out/b/c', 'd/e']);
  });

  it('two at once each stand, and number themselves apart', async () => {
    const { home, snapshots, again } = await opened();
    home.put('w/a', '0');
    await snapshots.take(manual);
    const others = [snapshots, again(), again()];
    const taken = await Promise.all(
      others.flatMap((one, i) => [0, 1].map((turn) => (home.put(`w/f${i}${turn}`, `${i}${turn}`), one.take(manual)))),
    );
    const list = await snapshots.list();
    expect(new Set(list.map(({ sequence }) => sequence)).size).toBe(list.length);
    expect(taken.every(({ snapshot }) => list.some(({ id }) => id === snapshot.id))).toBe(true);
    expect((await snapshots.verify()).damaged).toEqual([]);
  });

  it('refuses a directory that took the place of the other and is empty; the files can be put back', async () => {
    const { home, snapshots, again, picture } = await opened();
    home.put('w/a.ts', 'one');
    home.put('w/b/c.ts', 'two');
    const before = picture();
    const { snapshot } = await snapshots.take(manual);
    renameSync(home.at('w'), home.at('away'));
    await expect(snapshots.take(manual)).rejects.toMatchObject({ code: 'io' });
    mkdirSync(home.at('w'));
    const later = again();
    expect((await later.state()).isRootReplaced).toBe(true);
    await expect(later.take(manual)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('the directory is empty, but the newest snapshot has 2 files'),
    });
    expect((await later.list()).length).toBe(1);
    expect((await later.restore(snapshot.id)).isExact).toBe(true);
    expect(picture()).toEqual(before);
    expect((await later.state()).isRootReplaced).toBe(false);
    expect((await later.take(manual)).snapshot.root).toBe(snapshot.root);
  });

  it('a full disk costs the snapshot and nothing else', async () => {
    const { home, snapshots, again } = await opened();
    home.put('w/a.ts', 'one');
    const { snapshot } = await snapshots.take(manual);
    home.put('w/a.ts', 'two'.repeat(1_000));
    const none = again({ limits: { reserve: Number.MAX_SAFE_INTEGER } });
    await expect(none.take(manual)).rejects.toMatchObject({ code: 'refused', message: expect.stringContaining('the disk is almost full') });
    await expect(none.restore(snapshot.id)).rejects.toMatchObject({ code: 'refused' });
    expect(home.text('w/a.ts')).toBe('two'.repeat(1_000));
    expect((await none.list()).length).toBe(1);
    expect((await again().take(manual)).snapshot.sequence).toBe(2);
  });

  it('where the disk is too full whatever went, the older snapshots stay', async () => {
    const { home, snapshots, again } = await opened();
    for (const text of ['one', 'two', 'three']) {
      home.put('w/a.ts', text);
      await snapshots.take(manual);
    }
    home.put('w/a.ts', 'four'.repeat(1_000));
    const retention = { last: 1, hourlyHours: 0, dailyDays: 0, safetyDays: 0 };
    const none = again({ limits: { reserve: Number.MAX_SAFE_INTEGER }, retention });
    await expect(none.take(manual)).rejects.toMatchObject({ message: expect.stringContaining('the disk is almost full') });
    expect((await none.list()).length).toBe(3);
  });

  it.each([
    ['full', fullFrom],
    ['failing', (at: number) => failingSnapshotCalls(at, 'EIO')],
  ])('a disk that is %s at any call: an error that says so, or a snapshot that is whole', async (_, faultyFrom) => {
    const { home, again } = await opened();
    home.put('w/a', randomBytes(2_000));
    home.put('w/.env', 'KEY=1');
    const first = await again().take(manual);
    let round = 0;
    const change = () => {
      round += 1;
      home.put('w/a', `${round} `.repeat(200));
      home.put(`w/d/${round % 7}`, `${round}`);
      home.put('w/.env', `KEY=${round}`);
    };
    change();
    const none = failingSnapshotCalls(0, '');
    await again({ calls: none.calls }).take(manual);
    // Some rounds take a few more.
    const calls = none.made.length + 6;
    expect(calls).toBeGreaterThan(8);
    for (let at = 1; at <= calls; at += 1) {
      change();
      const before = await again().list();
      const { calls: faulty } = faultyFrom(at);
      const result = await again({ calls: faulty })
        .take(manual)
        .catch((error: unknown) => error);
      if (result instanceof Error) expect(result, `call ${at}`).toMatchObject({ name: 'SnapError', code: 'io' });
      const after = await again().list();
      expect(after.length, `call ${at}`).toBe(before.length + (result instanceof Error ? 0 : 1));
      expect(await again().verify(), `call ${at}`).toMatchObject({ damaged: [], faults: [] });
    }
    expect(await again().restore(first.snapshot.id)).toMatchObject({ isExact: true });
    expect(home.text('w/.env')).toBe('KEY=1');
  });

  it('makes room by letting the oldest go, never the newest, protected and held ones', async () => {
    let held: readonly SnapshotId[] = [];
    const { home, snapshots } = await opened({ limits: { workspace: 400_000 }, holds: async () => held });
    const ids: SnapshotId[] = [];
    for (let i = 0; i < 8; i += 1) {
      home.put('w/big', randomBytes(90_000));
      ids.push((await snapshots.take(manual)).snapshot.id);
      if (i === 0) await snapshots.protect(ids[0] ?? fail(), true);
      if (i === 1) held = [ids[1] ?? fail()];
    }
    const left = (await snapshots.list()).map(({ sequence }) => sequence);
    expect(left).toEqual(expect.arrayContaining([1, 2, 8]));
    expect(left.length).toBeLessThan(8);
    expect((await snapshots.state()).bytesOnDisk).toBeLessThan(600_000);
    expect((await snapshots.verify()).damaged).toEqual([]);
    expect((await snapshots.list()).at(-1)?.isProtected).toBe(true);
  });

  it('is withdrawn by its signal, and the next one is whole', async () => {
    const { home, snapshots } = await opened();
    for (let i = 0; i < 300; i += 1) home.put(`w/d${i % 9}/f${i}`, `${i}`);
    await expect(snapshots.take({ ...manual, signal: AbortSignal.abort() })).rejects.toThrow();
    expect((await snapshots.take(manual)).snapshot.files).toBe(300);
    expect((await snapshots.verify()).damaged).toEqual([]);
  });
});

function fail(): never {
  throw new Error('no snapshot');
}

describe('finding', () => {
  it('by id, number and unique beginning', async () => {
    const { home, snapshots } = await opened();
    for (let i = 1; i <= 12; i += 1) {
      home.put('w/a', String(i));
      await snapshots.take(manual);
    }
    const list = (await snapshots.list()).toReversed();
    const twelfth = list[11] ?? fail();
    for (const text of [twelfth.id, '12', 'snap_12', ' SNAP_12 ', twelfth.id.slice(0, 10), twelfth.id.slice(5)]) {
      expect((await snapshots.find(text))?.id, text).toBe(twelfth.id);
    }
    expect((await snapshots.find('1'))?.sequence).toBe(1);
    for (const text of ['13', 'snap_', 'x', '', 'snap_12_zz']) expect(await snapshots.find(text), text).toBeUndefined();
    await expect(snapshots.restore('snap_99_000000' as SnapshotId)).rejects.toMatchObject({ code: 'refused' });
    await expect(snapshots.protect('snap_99_000000' as SnapshotId, true)).rejects.toMatchObject({ code: 'refused' });
  });
});

describe('comparing with the files as they are', () => {
  it('writes nothing, and the next snapshot is right', async () => {
    const { home, snapshots, store, again } = await opened();
    home.put('w/a.ts', 'one\n');
    home.put('w/.env', 'A=canary-1');
    const { snapshot } = await snapshots.take(manual);
    const packs = () => readdirSync(`${store}/packs`).map((name) => `${name} ${statSync(`${store}/packs/${name}`).size}`);
    const before = [packs(), home.text(`${store.slice(home.path.length + 1)}/journal`)];
    home.put('w/a.ts', 'two\n');
    home.put('w/.env', 'A=canary-2');
    home.put('w/big', Buffer.alloc(3_000_000, 'x'));
    const changes = await snapshots.changes(snapshot.id, 'working');
    expect(changes.map(({ kind, path, isSecret }) => [kind, path, isSecret])).toEqual([
      ['modified', '.env', true],
      ['modified', 'a.ts', false],
      ['added', 'big', false],
    ]);
    const patch = await snapshots.patch(snapshot.id, 'working', { paths: ['a.ts', '.env'] });
    expect(patch).toContain('+two');
    expect(patch).not.toContain('canary');
    expect((await snapshots.planRestore(snapshot.id, { paths: ['a.ts'] })).changes).toMatchObject([{ path: 'a.ts', kind: 'modified' }]);
    expect([packs(), home.text(`${store.slice(home.path.length + 1)}/journal`)]).toEqual(before);
    home.put('w/a.ts', 'three\n');
    await snapshots.changes(snapshot.id, 'working');
    const next = await snapshots.take(manual);
    expect(next.snapshot.files).toBe(3);
    expect(await again().verify()).toMatchObject({ damaged: [], faults: [] });
    expect(Buffer.from((await again().content(next.snapshot.id, 'a.ts')) ?? fail()).toString()).toBe('three\n');
    expect((await again().content(next.snapshot.id, 'big'))?.length).toBe(3_000_000);
    expect(Buffer.from((await again().content(next.snapshot.id, '.env')) ?? fail()).toString()).toBe('A=canary-2');
    for (const path of ['none', 'a.ts/x', '', '..']) expect(await snapshots.content(next.snapshot.id, path)).toBeUndefined();
  });
});

describe('restoring', () => {
  it('puts everything back, undo takes it back, and undo of the undo', async () => {
    const { home, snapshots, again, picture } = await opened();
    home.put('w/.gitignore', '.env\nout/\n');
    home.put('w/.env', 'KEY=1');
    home.put('w/src/a.ts', 'one\n');
    home.put('w/src/deep/b.ts', 'two\n');
    home.put('w/out/kept', 'never captured');
    mkdirSync(home.at('w/empty'));
    symlinkSync('a.ts', home.at('w/src/link'));
    const before = picture();
    const { snapshot } = await snapshots.take(manual);
    home.put('w/.env', 'KEY=2');
    rmSync(home.at('w/src'), { recursive: true });
    home.put('w/src', 'a file now');
    rmSync(home.at('w/empty'), { recursive: true });
    home.put('w/more', 'x');
    const broken = picture();
    const other = again();
    const done = await other.restore(snapshot.id);
    expect(done).toMatchObject({ isExact: true, conflicts: [], target: snapshot.id });
    expect(picture()).toEqual(before);
    expect(await other.find(done.safety)).toMatchObject({ kind: 'safety', before: snapshot.id });
    const undone = await snapshots.undo();
    expect(undone).toMatchObject({ isExact: true, target: done.safety });
    expect(picture()).toEqual(broken);
    expect((await again().undo())?.isExact).toBe(true);
    expect(picture()).toEqual(before);
    expect((await snapshots.restore(snapshot.id, { paths: ['src/a.ts'] })).written).toEqual([]);
    home.put('w/src/a.ts', 'other');
    home.put('w/src/deep/b.ts', 'stays');
    expect((await snapshots.restore(snapshot.id, { paths: ['src/a.ts'] })).written).toEqual(['src/a.ts']);
    expect(home.text('w/src/deep/b.ts')).toBe('stays');
    expect((await snapshots.undo())?.written).toEqual(['src/a.ts']);
    expect(home.text('w/src/a.ts')).toBe('other');
    await expect(snapshots.restore(snapshot.id, { paths: ['../x'] })).rejects.toMatchObject({ code: 'usage' });
    expect((await again().verify()).damaged).toEqual([]);
  });

  it('writes over what is ignored by now only when the safety snapshot has it', async () => {
    const { home, snapshots } = await opened();
    home.put('w/data/a.txt', 'one');
    home.put('w/b.txt', 'b');
    const { snapshot } = await snapshots.take(manual);
    home.put('w/.gitignore', 'data/\n');
    home.put('w/data/a.txt', 'changed while ignored');
    home.put('w/data/b.txt', 'made while ignored');
    await snapshots.take(manual);
    const done = await snapshots.restore(snapshot.id);
    expect(home.text('w/data/a.txt')).toBe('one');
    expect(home.text('w/data/b.txt')).toBe('made while ignored');
    expect(existsSync(home.at('w/.gitignore'))).toBe(false);
    expect((await snapshots.undo())?.target).toBe(done.safety);
    expect(home.text('w/data/a.txt')).toBe('changed while ignored');
    expect(home.text('w/.gitignore')).toBe('data/\n');
    expect(Buffer.from((await snapshots.content(done.safety, 'data/a.txt')) ?? fail()).toString()).toBe('changed while ignored');
  });

  it('keeps times and files of what is the same, in a read-only directory too', async () => {
    const { home, snapshots } = await opened();
    home.put('w/a', '1');
    home.put('w/b', '2');
    utimesSync(home.at('w/a'), 1_000, 1_000);
    const { snapshot } = await snapshots.take(manual);
    writeFileSync(home.at('w/b'), '3');
    chmodSync(home.at('w/b'), 0o400);
    await snapshots.restore(snapshot.id);
    expect(statSync(home.at('w/a')).mtimeMs).toBe(1_000_000);
    expect(home.text('w/b')).toBe('2');
  });
});

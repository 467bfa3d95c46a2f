import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openSnapshots } from '../../../src/snapshots/index.ts';
import { openWorkspace } from '../../../src/workspace/index.ts';
import { bundledProgram } from '../../support/bundled-program.ts';
import { pictureOf } from '../../support/stored-trees.ts';
import { temporaryHome, type TemporaryHome } from '../../support/temporary-home.ts';

let program: ReturnType<typeof bundledProgram>;
beforeAll(() => void (program = bundledProgram('fault-program')));
afterAll(() => program.remove());

function started(home: TemporaryHome, ...args: readonly string[]): ChildProcess {
  const env = { HOME: home.path, SNAP_DATA_DIR: home.at('.snap-mcp') };
  const child = spawn(process.execPath, [program.path, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function said(child: ChildProcess): Promise<readonly string[]> {
  let text = '';
  child.stdout?.on('data', (bytes: Buffer) => (text += bytes.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect(code).toBe(0);
  return text.trim().split('\n');
}

async function openedAt(home: TemporaryHome) {
  mkdirSync(home.at('w'), { recursive: true });
  const snapshots = openSnapshots(home.run(), await openWorkspace(home.run(), home.at('w')), { exclude: [], yields: true });
  onTestFinished(() => snapshots.close());
  return snapshots;
}

describe('at the same time', () => {
  it('three processes take and let go, a fourth one restores: every snapshot that was told of is there, and whole', async () => {
    const home = temporaryHome();
    home.put('w/same', 'same');
    const snapshots = await openedAt(home);
    const { snapshot: first } = await snapshots.take({ kind: 'manual' });
    const before = pictureOf(home.at('w'));
    await snapshots.protect(first.id, true);
    const stop = home.at('stop');
    const all = Promise.all(['one', 'two', 'three'].map((name) => said(started(home, 'take', home.at('w'), name, stop))));
    // Awaited below; a failure before is told then.
    all.catch(() => undefined);
    for (let restores = 0; restores < 5; restores += 1) {
      // Their files come and go meanwhile; what the snapshot holds is there all the time.
      const done = await snapshots.restore(first.id, { paths: ['same'] });
      expect(done).toMatchObject({ isExact: true });
      expect(home.text('w/same')).toBe('same');
      await snapshots.verify();
    }
    home.put('stop', '');
    const told = (await all).flat();
    expect(told.length).toBeGreaterThanOrEqual(24);
    const list = await snapshots.list();
    const ids = list.map(({ id }) => String(id));
    expect(told.filter((id) => !ids.includes(id))).toEqual([]);
    expect(new Set(list.map(({ sequence }) => sequence)).size).toBe(list.length);
    expect(await snapshots.verify()).toMatchObject({ damaged: [], faults: [] });
    expect(await snapshots.restore(first.id)).toMatchObject({ isExact: true });
    expect(pictureOf(home.at('w'))).toEqual(before);
  });
});

describe('a file that another process writes over and over', () => {
  it('costs nothing else, and what is named unstable is left by a restore', async () => {
    const home = temporaryHome();
    home.put('w/other', 'one');
    home.put('w/busy', 'x'.repeat(300_000));
    const snapshots = await openedAt(home);
    const { snapshot: before } = await snapshots.take({ kind: 'manual' });
    const child = started(home, 'rewrite', home.at('w/busy'), '300000', home.at('stop'));
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    const over = new Promise((resolve) => child.once('close', resolve));
    for (let i = 0; i < 12; i += 1) {
      home.put('w/other', `${i}`);
      const { snapshot } = await snapshots.take({ kind: 'manual' });
      expect(snapshot.skipped.filter(({ path }) => path !== 'busy')).toEqual([]);
      expect(Buffer.from((await snapshots.content(snapshot.id, 'other')) ?? []).toString()).toBe(`${i}`);
      // The file that is being written is a conflict, or what it was; never a mixture.
      const { conflicts } = await snapshots.restore(before.id);
      expect(home.text('w/other')).toBe('one');
      expect(conflicts.every(({ path }) => path === 'busy')).toBe(true);
    }
    home.put('stop', '');
    await over;
    expect(await snapshots.restore(before.id)).toMatchObject({ isExact: true });
    expect(readFileSync(home.at('w/busy'), 'utf8')).toBe('x'.repeat(300_000));
    expect(await snapshots.verify()).toMatchObject({ damaged: [], faults: [] });
  });
});

import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSnapshots, type SnapshotId, type Snapshots } from '../../src/snapshots/index.ts';
import { openWorkspace } from '../../src/workspace/index.ts';
import { bundledProgram } from '../support/bundled-program.ts';
import { homeAt } from '../support/temporary-home.ts';
import { pictureOf } from '../support/stored-trees.ts';
import { evenly, rounds, sampled } from '../support/storm.ts';

/** Kills of each sort; the benchmark asks for hundreds. */
const kills = rounds(10, 'SNAP_KILLS');

let program: ReturnType<typeof bundledProgram>;
beforeAll(() => void (program = bundledProgram('kill-program')));
afterAll(() => program.remove());

type Pictures = ReadonlyMap<SnapshotId, readonly string[]>;

/** Where every one of them stands, one after the other, since a store knows its workspace by the path; and a copy of it. */
const base = realpathSync(mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'snap-kills-')));
const copy = `${base}-copy`;
const home = homeAt(base);
const pictures = new Map<SnapshotId, readonly string[]>();
const remove = (): void => rmSync(base, { recursive: true, force: true });
afterAll(() => {
  remove();
  rmSync(copy, { recursive: true, force: true });
});

async function open(): Promise<Snapshots> {
  const system = home.run();
  return openSnapshots(system, await openWorkspace(system, home.at('w')), { exclude: ['node_modules/', '*.log'], yields: false });
}

beforeAll(async () => {
  await fill();
  cpSync(base, copy, { recursive: true, preserveTimestamps: true });
});

/** A workspace with four snapshots, and files that differ from the newest. */
async function fill(): Promise<void> {
  mkdirSync(home.at('w'));
  const first = await open();
  for (let i = 0; i < 4; i += 1) {
    home.put('w/.env', `KEY=${i}`);
    home.put('w/same', 'same');
    home.put(`w/d${i}/deep/f`, randomBytes(300_000));
    // Enough for its pack to be written again when the old ones go.
    home.put(`w/d${i}/letters`, randomBytes(400_000).toString('hex'));
    home.put('w/d/turns', `${i}`.repeat(1_000 * i));
    if (i > 0) rmSync(home.at(`w/d${i - 1}`), { recursive: true });
    chmodSync(home.at('w/same'), 0o600 + i);
    const { snapshot } = await first.take({ kind: 'manual' });
    pictures.set(snapshot.id, pictureOf(home.at('w')));
  }
  first.close();
  rmSync(home.at('w/d3'), { recursive: true });
  symlinkSync('same', home.at('w/d3'));
  for (let i = 0; i < 20; i += 1) home.put(`w/new/${i}`, `${i}`);
}

/** The same each time, copied: to make it takes ten times as long. */
function prepared() {
  remove();
  cpSync(copy, base, { recursive: true, preserveTimestamps: true });
  const run = (what: string, at: number, id: SnapshotId | '' = '') =>
    spawnSync(process.execPath, [program.path, what, home.at('w'), String(at), id], {
      encoding: 'utf8',
      env: { HOME: base, SNAP_DATA_DIR: home.at('.snap-mcp') },
    });
  return {
    home,
    open,
    pictures,
    run,
    picture: () => pictureOf(home.at('w')),
    remove,
  };
}

/** Every snapshot that is there is whole; one of them is restored. */
async function expectWhole(snapshots: Snapshots, pictures: Pictures, picture: () => readonly string[], label: string): Promise<void> {
  expect(await snapshots.verify(), label).toMatchObject({ damaged: [], faults: [] });
  const list = await snapshots.list();
  const known = list.filter(({ id }) => pictures.has(id));
  expect(known.length, label).toBeGreaterThan(0);
  for (const { id } of [known[0], known.at(-1)].filter((one) => one !== undefined)) {
    expect(await snapshots.restore(id), label).toMatchObject({ isExact: true });
    expect(picture(), label).toEqual(pictures.get(id));
  }
}

/** How many calls a run made that ended by itself. */
function madeBy({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): number {
  const made = Number(/"made":(\d+)/.exec(stdout)?.[1]);
  expect(made, stderr).toBeGreaterThan(60);
  return made;
}

/** The run is counted first: the same one makes the same number of calls. */
const points = (what: string): readonly number[] => {
  const { run } = prepared();
  const [target = ''] = pictures.keys();
  const whole = run(what, 0, target);
  return evenly(kills, madeBy(whole));
};

describe('killed at any moment', () => {
  it('of taking: what was there before is whole, and the next one stands', async () => {
    for (const at of points('take')) {
      const { open, picture, pictures, remove, run } = prepared();
      expect(run('take', at).signal, `call ${at}`).toBe('SIGKILL');
      const before = picture();
      const snapshots = await open();
      expect((await snapshots.list()).length, `call ${at}`).toBeGreaterThanOrEqual(4);
      const { snapshot } = await snapshots.take({ kind: 'manual' });
      await expectWhole(snapshots, new Map([...pictures, [snapshot.id, before]]), picture, `call ${at}`);
      snapshots.close();
      remove();
    }
  });

  it.each(['finish', 'back'] as const)('of restoring: it is brought to an end: %s', async (how) => {
    for (const at of points('restore')) {
      const { home, open, picture, pictures, remove, run } = prepared();
      const [target] = pictures.keys();
      if (target === undefined) throw new Error('no snapshot');
      const had = picture();
      expect(run('restore', at, target).signal, `call ${at}`).toBe('SIGKILL');
      const snapshots = await open();
      const { interrupted } = await snapshots.state();
      if (interrupted === undefined) {
        expect([had, pictures.get(target)], `call ${at}`).toContainEqual(picture());
        expect(await snapshots.settle(how)).toBeUndefined();
      } else {
        await expect(snapshots.restore(target)).rejects.toMatchObject({ code: 'refused' });
        await snapshots.take({ kind: 'task' });
        const left = picture().filter((line) => !line.includes('.snap-'));
        expect(await snapshots.settle(how), `call ${at}`).toMatchObject({ isExact: true, conflicts: [] });
        expect(picture(), `call ${at}`).toEqual(how === 'finish' ? pictures.get(target) : had);
        expect((await snapshots.state()).interrupted).toBeUndefined();
        await snapshots.undo();
        expect(picture(), `call ${at}`).toEqual(how === 'finish' ? had : left);
      }
      home.put('w/more', 'after');
      await expectWhole(snapshots, pictures, picture, `call ${at}`);
      snapshots.close();
      remove();
    }
  });

  it.each(
    sampled([
      ['finish', 'back'],
      ['finish', 'finish'],
      ['back', 'back'],
      ['back', 'finish'],
    ] as const),
  )('of settling a restore (%s): the one after it brings it to its end (%s)', async (how, then) => {
    // What a restore does first leaves nothing to settle.
    const restoring = points('restore').slice(-Math.ceil(kills * 0.5));
    const [target] = pictures.keys();
    if (target === undefined) throw new Error('no snapshot');
    for (const died of restoring) {
      const killed = () => {
        const here = prepared();
        const had = here.picture();
        expect(here.run('restore', died, target).signal, `call ${died}`).toBe('SIGKILL');
        return { ...here, had };
      };
      for (const at of evenly(2, madeBy(killed().run(how, 0)))) {
        const label = `call ${died}, then ${at}`;
        const { had, open, picture, pictures, run } = killed();
        expect(run(how, at).signal, label).toBe('SIGKILL');
        const snapshots = await open();
        expect((await snapshots.state()).interrupted, label).toBeDefined();
        expect(await snapshots.settle(then), label).toMatchObject({ isExact: true, conflicts: [] });
        expect(picture(), label).toEqual(then === 'finish' ? pictures.get(target) : had);
        expect((await snapshots.state()).interrupted, label).toBeUndefined();
        await expectWhole(snapshots, pictures, picture, label);
        snapshots.close();
      }
    }
  });

  it('of letting go of old ones: those that stay are whole', async () => {
    for (const at of points('prune')) {
      const { open, picture, pictures, remove, run } = prepared();
      expect(run('prune', at).signal, `call ${at}`).toBe('SIGKILL');
      const snapshots = await open();
      expect((await snapshots.list()).length, `call ${at}`).toBeGreaterThanOrEqual(2);
      await snapshots.take({ kind: 'manual' });
      await expectWhole(snapshots, pictures, picture, `call ${at}`);
      snapshots.close();
      remove();
    }
  });
});

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collect } from '../../../src/snapshots/upkeep/collect.ts';
import { nodeSnapshotCalls, type SnapshotCalls } from '../../../src/snapshots/disk.ts';
import { openJournal } from '../../../src/snapshots/store/journal.ts';
import { objectIdOf, rootId } from '../../../src/snapshots/store/object-id.ts';
import { openObjectStore, type PackedStore } from '../../../src/snapshots/store/object-store.ts';
import type { ObjectId } from '../../../src/snapshots/store/object-types.ts';
import { recordsOf } from '../../../src/snapshots/store/records.ts';
import { bytesOnDisk, measureSpace } from '../../../src/snapshots/upkeep/space-use.ts';
import type { StorePlace } from '../../../src/snapshots/store/store-place.ts';
import { encodeChunks, encodeTree } from '../../../src/snapshots/store/tree-node.ts';
import { verifySnapshots } from '../../../src/snapshots/upkeep/verify.ts';
import { bundledProgram } from '../../support/bundled-program.ts';
import { crashingSnapshotCalls, failingSnapshotCalls, fullFrom } from '../../support/faulty-snapshot-calls.ts';
import { incompressible, putTree, readTree, snapshotOf, treeOf } from '../../support/small-trees.ts';
import { temporaryStore } from '../../support/temporary-store.ts';
import { rounds, stride } from '../../support/storm.ts';

const bounds = { bytes: 60_000, records: 200 };
const now = () => new Date();
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** A store with the trees of so many numbers; their roots. */
function filled(place: StorePlace, count: number): readonly ObjectId[] {
  const store = openObjectStore(place, { bounds });
  store.begin();
  const roots = numbers(count).map((number) => {
    const root = putTree(store, treeOf(number));
    store.sync();
    return root;
  });
  store.close();
  return roots;
}

function reopened(place: StorePlace, calls: SnapshotCalls = nodeSnapshotCalls): PackedStore {
  return openObjectStore({ ...place, calls }, { bounds });
}

function expectTrees(place: StorePlace, roots: readonly ObjectId[], which: readonly number[]): void {
  const store = reopened(place);
  for (const number of which) expect(readTree(store, roots[number - 1] ?? objectIdOf('tree', Buffer.alloc(0)))).toEqual(treeOf(number));
  store.close();
}

const kept = [3, 29, 30];
const rootsOf = (roots: readonly ObjectId[]) => kept.map((number) => roots[number - 1] ?? '');
const collecting = async (store: PackedStore, roots: readonly ObjectId[], more = {}) => {
  store.begin();
  const result = await collect(store, openJournal(store.place), rootsOf(roots), { now, least: 5_000, ...more });
  store.end();
  return result;
};

describe('a collection', () => {
  it('gives back what no kept snapshot needs, and keeps what one does', async () => {
    const place = temporaryStore();
    const roots = filled(place, 30);
    const before = bytesOnDisk(place);
    const store = reopened(place);
    const { freed, isDone } = await collecting(store, roots);
    expect(isDone).toBe(true);
    expect(bytesOnDisk(place)).toBeLessThan(before * 0.7);
    expect(Math.abs(before - bytesOnDisk(place) - freed)).toBeLessThan(40_000);
    for (const number of kept) expect(readTree(store, roots[number - 1] ?? objectIdOf('blob', Buffer.alloc(0)))).toEqual(treeOf(number));
    store.close();
    expectTrees(place, roots, kept);
    expect(
      openJournal(place)
        .read()
        .entries.map(({ kind }) => kind),
    ).toEqual(['gc-begin', 'gc-end']);
    const again = reopened(place);
    expect(await collecting(again, roots)).toMatchObject({ packs: 0, isDone: true });
    again.close();
  });

  it('takes at most the room of one pack while it works', async () => {
    const place = temporaryStore();
    const roots = filled(place, 30);
    const before = bytesOnDisk(place);
    let most = before;
    const store = reopened(place, {
      ...nodeSnapshotCalls,
      write: (fd, bytes, position) => {
        const taken = nodeSnapshotCalls.write(fd, bytes, position);
        most = Math.max(most, bytesOnDisk(place));
        return taken;
      },
    });
    await collecting(store, roots);
    store.close();
    expect(most - before).toBeLessThanOrEqual(bounds.bytes);
  });

  it('does not stop others for long, and ends when it is told', async () => {
    const place = temporaryStore();
    const roots = filled(place, 30);
    const store = reopened(place);
    for (let most = 1; most < 90; most += 20) {
      const ending = new AbortController();
      let pauses = 0;
      const pause = async () => {
        pauses += 1;
        if (pauses === most) ending.abort();
      };
      expect(await collecting(store, roots, { slice: 0, pause, signal: ending.signal })).toMatchObject({ isDone: false });
      expectTrees(place, roots, kept);
    }
    expect((await collecting(store, roots)).isDone).toBe(true);
    expectTrees(place, roots, kept);
    store.close();
  });

  it('lets nobody put meanwhile', async () => {
    const place = temporaryStore();
    const roots = filled(place, 10);
    const store = reopened(place);
    store.begin();
    let refused: unknown;
    await collect(store, openJournal(place), roots.slice(8), {
      now,
      slice: 0,
      pause: async () => {
        try {
          store.put('blob', Buffer.from('x'));
        } catch (error) {
          refused = error;
        }
      },
    });
    expect(String(refused)).toContain('during a collection');
    store.put('blob', Buffer.from('x'));
    store.close();
  });

  it('removes nothing while a directory of a kept snapshot cannot be read', async () => {
    const place = temporaryStore();
    const roots = filled(place, 30);
    const names = readdirSync(join(place.directory, 'packs'));
    const store = reopened(place);
    store.begin();
    const missing = objectIdOf('tree', Buffer.from('nowhere'));
    await expect(collect(store, openJournal(place), [...rootsOf(roots), missing], { now })).rejects.toMatchObject({ code: 'io' });
    store.close();
    expect(readdirSync(join(place.directory, 'packs'))).toEqual(names);
  });

  it('keeps the parts of large files', async () => {
    const place = temporaryStore();
    const store = reopened(place);
    store.begin();
    const parts = numbers(30).map((number) => store.put('blob', incompressible(`part ${number}`, 5_000)));
    for (const number of numbers(200)) store.put('blob', incompressible(`dead ${number}`, 3_000));
    const id = store.put('chunks', encodeChunks(parts));
    const root = store.put('tree', encodeTree([{ kind: 'chunked', name: Buffer.from('big'), mode: 0o644, size: 150_000, id }]));
    store.sync();
    expect((await collect(store, openJournal(place), [root], { now, least: 1 })).packs).toBeGreaterThan(5);
    store.close();
    const other = reopened(place);
    for (const part of parts) expect(other.get(part)?.bytes.length).toBe(5_000);
    other.close();
  });

  it('counts the bytes that go with each snapshot', async () => {
    const place = temporaryStore();
    const roots = filled(place, 6);
    const [first, ...later] = roots.map((root, index) => snapshotOf(index + 1, root));
    const store = reopened(place);
    const room = await measureSpace(store, {
      firm: later.slice(-1),
      spare: [...(first === undefined ? [] : [first]), ...later.slice(0, -1)],
      expired: [],
    });
    store.close();
    const own = [...(room?.own.values() ?? [])];
    expect(own.length).toBe(5);
    for (const bytes of own) expect(bytes).toBeGreaterThan(500);
    const total = own.reduce((sum, bytes) => sum + bytes, room?.firm ?? 0);
    const packed = readdirSync(join(place.directory, 'packs'))
      .filter((name) => name.endsWith('.pk'))
      .reduce((sum, name) => sum + statSync(join(place.directory, 'packs', name)).size - 28, 0);
    expect(total).toBe(packed);
  });
});

describe('disturbed at every call', () => {
  const work = async (place: StorePlace, roots: readonly ObjectId[], calls: SnapshotCalls): Promise<void> => {
    const store = reopened(place, calls);
    try {
      await collecting(store, roots);
      store.begin();
      putTree(store, treeOf(31));
      store.sync();
      store.end();
    } catch {
      // What stands on the disk afterwards is what counts.
    } finally {
      try {
        store.close();
      } catch {
        // A call like the others.
      }
    }
  };

  it.each([
    ['killed', (at: number) => crashingSnapshotCalls(at)],
    ['failing with EIO', (at: number) => failingSnapshotCalls(at, 'EIO')],
    ['full', (at: number) => fullFrom(at)],
  ])(
    '%s, it loses no kept object, and the next run ends the work',
    async (_, disturb) => {
      let tried = 0;
      for (let at = 1; at < 600; at += stride) {
        const place = temporaryStore();
        const roots = filled(place, 30);
        const { calls, made } = disturb(at);
        await work(place, roots, calls);
        if (made.length < at) break;
        tried += stride;
        expectTrees(place, roots, kept);
        await work(place, roots, nodeSnapshotCalls);
        expectTrees(place, roots, kept);
        const names = readdirSync(join(place.directory, 'packs'));
        expect(names.filter((name) => name.endsWith('.tmp'))).toEqual([]);
        expect(names.length).toBeLessThan(12);
      }
      expect(tried).toBeGreaterThan(30);
    },
    60_000,
  );
});

describe('verify', () => {
  it('finds nothing in a sound store, and names what is damaged in one that is not, in each snapshot that has it', async () => {
    const place = temporaryStore();
    const roots = filled(place, 12);
    const snapshots = roots.map((root, index) => snapshotOf(index + 1, root));
    const store = reopened(place);
    const sound = await verifySnapshots(store, snapshots, []);
    expect(sound).toMatchObject({ snapshots: 12, damaged: [], faults: [] });
    expect(sound.objects).toBeGreaterThan(80);
    const [name, text] = Object.entries(treeOf(5)).find(([, below]) => typeof below === 'string') ?? [];
    const at = store.packs.locate(objectIdOf('blob', Buffer.from(typeof text === 'string' ? text : '')));
    store.close();
    if (at === undefined) throw new Error('not there');
    const bytes = readFileSync(at.pack.path);
    bytes[at.packed.offset + 80] = (bytes[at.packed.offset + 80] ?? 0) ^ 1;
    writeFileSync(at.pack.path, bytes);

    const harmed = reopened(place);
    const found = await verifySnapshots(harmed, snapshots, ['line 3']);
    const concerned = numbers(12).filter((number) => treeOf(number)[name ?? ''] === text);
    expect(concerned.length).toBeGreaterThan(1);
    expect(found.damaged).toEqual(concerned.map((number) => ({ snapshot: snapshotOf(number, '').id, path: name })));
    expect(found.faults[0]).toBe('line 3');
    expect(found.faults.slice(1)).toEqual([expect.stringMatching(/packs\/\d{6}\.pk: (a part of this pack|bytes)/)]);
    for (const number of numbers(12).filter((number) => !concerned.includes(number))) {
      expect(readTree(harmed, roots[number - 1] ?? objectIdOf('blob', Buffer.alloc(0)))).toEqual(treeOf(number));
    }
    harmed.close();
  });

  it('names a directory whose node is gone', async () => {
    const place = temporaryStore();
    const store = reopened(place);
    store.begin();
    const gone = objectIdOf('tree', Buffer.from('gone'));
    const root = store.put('tree', encodeTree([{ kind: 'directory', name: Buffer.from('src'), mode: 0o755, id: gone }]));
    store.sync();
    const { damaged } = await verifySnapshots(store, [snapshotOf(1, root), snapshotOf(2, root)], []);
    expect(damaged.map(({ path }) => path)).toEqual(['src', 'src']);
    store.close();
  });
});

describe('a program that is killed', () => {
  let program: ReturnType<typeof bundledProgram>;
  beforeAll(() => {
    program = bundledProgram('collect-program');
  });
  afterAll(() => program.remove());

  it('with -9 at any moment loses no snapshot it spoke of and did not delete', async () => {
    const place = temporaryStore();
    mkdirSync(place.home, { recursive: true });
    let taken = 0;
    for (let round = 0; round < rounds(12); round += 1) {
      const goal = taken + 1 + (round % 4);
      // Calls of what comes after: letting go, collecting, and the next snapshot.
      const args = [program.path, place.home, String(goal), String(1 + ((round * 37) % 200))];
      const { signal, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
      expect(signal).toBe('SIGKILL');
      taken = Math.max(...numbersSaid(stdout));
      expect(taken).toBeGreaterThanOrEqual(goal);
      const store = reopened(place);
      const { entries, faults } = openJournal(place).read();
      const { snapshots, next } = recordsOf(entries);
      expect(faults).toEqual([]);
      expect(next).toBeGreaterThan(taken);
      expect(snapshots.length).toBeGreaterThanOrEqual(Math.min(3, taken));
      for (const { root, sequence } of snapshots) {
        expect(store.has(rootId(root)), `snapshot ${sequence}`).toBe(true);
        expect(readTree(store, rootId(root))).toEqual(treeOf(sequence));
      }
      expect(await verifySnapshots(store, snapshots, [])).toMatchObject({ damaged: [], faults: [] });
      store.close();
      expect(bytesOnDisk(place)).toBeLessThan(1_500_000);
    }
    expect(taken).toBeGreaterThan(2 * rounds(10) - 1);
  });

  it('writes in turn with another one', async () => {
    const place = temporaryStore();
    const start = () => spawn(process.execPath, [program.path, place.home], { stdio: ['ignore', 'pipe', 'inherit'] });
    const said = await Promise.all([start(), start()].map((child) => saidUntil(child, 8)));
    const all = said.flat();
    expect(new Set(all).size).toBe(all.length);
    const store = reopened(place);
    const { entries, faults } = openJournal(place).read();
    const { snapshots, next } = recordsOf(entries);
    expect(faults).toEqual([]);
    expect(next).toBeGreaterThan(Math.max(...all));
    expect(await verifySnapshots(store, snapshots, [])).toMatchObject({ snapshots: snapshots.length, damaged: [], faults: [] });
    store.close();
  });
});

/** Kills it once it has taken so many, and answers their numbers. */
async function saidUntil(child: ChildProcess, count: number): Promise<readonly number[]> {
  let text = '';
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.stdout?.on('data', (bytes: Buffer) => {
    text += bytes.toString();
    if (numbersSaid(text).length >= count) child.kill('SIGKILL');
  });
  await ended;
  return numbersSaid(text);
}

function numbersSaid(text: string): readonly number[] {
  return [...text.matchAll(/taken (\d+)\n/g)].map(([, number]) => Number(number));
}

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeSnapshotCalls } from '../../../src/snapshots/disk.ts';
import { openObjectStore } from '../../../src/snapshots/store/object-store.ts';
import type { ObjectId } from '../../../src/snapshots/store/object-types.ts';
import { bytesOnDisk } from '../../../src/snapshots/upkeep/space-use.ts';
import { collectInPlace } from '../../../src/snapshots/upkeep/collect-in-place.ts';
import type { StorePlace } from '../../../src/snapshots/store/store-place.ts';
import { crashingSnapshotCalls, failingSnapshotCalls, fullFrom } from '../../support/faulty-snapshot-calls.ts';
import { putTree, readTree, treeOf } from '../../support/small-trees.ts';
import { temporaryStore } from '../../support/temporary-store.ts';
import { stride } from '../../support/storm.ts';

const bounds = { bytes: 120_000, records: 400 };
const numbers = Array.from({ length: 40 }, (_, i) => i + 1);
const kept = [2, 9, 10, 23, 40];

function filled(place: StorePlace): readonly ObjectId[] {
  const store = openObjectStore(place, { bounds });
  store.begin();
  const roots = numbers.map((number) => putTree(store, treeOf(number)));
  store.sync();
  store.close();
  return roots;
}

async function squeezed(place: StorePlace, roots: readonly ObjectId[], calls = nodeSnapshotCalls): Promise<void> {
  const store = openObjectStore({ ...place, calls }, { bounds });
  try {
    store.begin();
    await collectInPlace(
      store,
      kept.map((number) => roots[number - 1] ?? ''),
      { now: () => new Date(), share: 0.9 },
    );
  } catch {
    // What stands on the disk afterwards is what counts.
  } finally {
    try {
      store.close();
    } catch {
      // A call like the others.
    }
  }
}

function expectKept(place: StorePlace, roots: readonly ObjectId[], label: string): void {
  const store = openObjectStore(place, { bounds });
  for (const number of kept) {
    const root = roots[number - 1];
    if (root === undefined) throw new Error('no root');
    expect(readTree(store, root), label).toEqual(treeOf(number));
  }
  store.close();
}

describe('collecting without room for a copy', () => {
  it('gives back what nobody needs', async () => {
    const place = temporaryStore();
    const roots = filled(place);
    const before = bytesOnDisk(place);
    await squeezed(place, roots);
    expectKept(place, roots, 'whole');
    expect(bytesOnDisk(place)).toBeLessThan(before * 0.6);
    expect(readdirSync(join(place.directory, 'packs')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it.each([
    ['killed', (at: number) => crashingSnapshotCalls(at)],
    ['failing with EIO', (at: number) => failingSnapshotCalls(at, 'EIO')],
    ['full', (at: number) => fullFrom(at)],
  ])('%s at any call, it loses nothing that is kept, and the next run ends the work', async (_, disturb) => {
    let tried = 0;
    for (let at = 1; at < 600; at += stride) {
      const place = temporaryStore();
      const roots = filled(place);
      const { calls, made } = disturb(at);
      await squeezed(place, roots, calls);
      if (made.length < at) break;
      tried += stride;
      expectKept(place, roots, `call ${at}`);
      await squeezed(place, roots);
      expectKept(place, roots, `call ${at}, again`);
    }
    expect(tried).toBeGreaterThan(20);
  });
});

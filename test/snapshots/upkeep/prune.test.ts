import { describe, expect, it } from 'vitest';
import { openJournal } from '../../../src/snapshots/store/journal.ts';
import { rootId } from '../../../src/snapshots/store/object-id.ts';
import { openObjectStore } from '../../../src/snapshots/store/object-store.ts';
import { prune } from '../../../src/snapshots/upkeep/prune.ts';
import { recordsOf } from '../../../src/snapshots/store/records.ts';
import { bytesOnDisk } from '../../../src/snapshots/upkeep/space-use.ts';
import type { Snapshot } from '../../../src/snapshots/snapshots.ts';
import type { StorePlace } from '../../../src/snapshots/store/store-place.ts';
import { putTree, readTree, snapshotOf, treeOf } from '../../support/small-trees.ts';
import { temporaryStore } from '../../support/temporary-store.ts';
import { rounds } from '../../support/storm.ts';

const bounds = { bytes: 60_000, records: 200 };
const start = 1_760_000_000_000;
const now = (number: number) => () => new Date(start + number * 60_000);
const roomy = 1e12;

function opened(place: StorePlace) {
  const store = openObjectStore(place, { bounds });
  const journal = openJournal(place);
  store.begin();
  const take = (number: number, more: Partial<Snapshot> = {}) => {
    const root = putTree(store, treeOf(number));
    store.sync();
    journal.append([{ kind: 'snapshot', snapshot: snapshotOf(number, root, more) }]);
  };
  const left = () => recordsOf(journal.read().entries).snapshots;
  const expectAllWhole = () => {
    for (const { root, sequence } of left()) expect(readTree(store, rootId(root))).toEqual(treeOf(sequence));
  };
  return { store, journal, take, left, expectAllWhole };
}

describe('pruning', () => {
  it('keeps disk and journal bounded over many snapshots, and everything that is kept whole', async () => {
    const place = temporaryStore();
    const { store, journal, take, left, expectAllWhole } = opened(place);
    const limit = 400_000;
    let most = 0;
    const last = rounds(600);
    for (let number = 1; number <= last; number += 1) {
      take(number, number % 100 === 7 ? { isProtected: true } : {});
      if (number % 20 !== 0) continue;
      await prune(store, journal, { now: now(number), holds: [], limit });
      most = Math.max(most, bytesOnDisk(place));
      expectAllWhole();
    }
    expect(most).toBeLessThan(limit + bounds.bytes);
    expect(journal.size()).toBeLessThan(500_000);
    const numbers = left().map(({ sequence }) => sequence);
    expect(numbers.at(-1)).toBe(last);
    expect(numbers.filter((number) => number % 100 === 7)).toEqual([7, 107, 207, 307, 407, 507].filter((number) => number <= last));
    expect(numbers.length).toBeGreaterThan(15);
    store.close();
  });

  it('says before what will go, and then lets exactly that go', async () => {
    const place = temporaryStore();
    const { store, journal, take, left } = opened(place);
    for (let number = 1; number <= 90; number += 1) take(number);
    const held = snapshotOf(2, '').id;
    const options = { now: now(90), holds: [held], limit: roomy };
    const size = bytesOnDisk(place);
    const would = await prune(store, journal, { ...options, dryRun: true });
    expect(bytesOnDisk(place)).toBe(size);
    expect(left().length).toBe(90);
    const { removed, kept, freed } = await prune(store, journal, options);
    expect(removed).toEqual(would.removed);
    expect(kept).toBe(left().length);
    expect(left().map(({ id }) => id)).toContain(held);
    expect(removed.length).toBeGreaterThan(30);
    expect(freed).toBeGreaterThan(0);
    expect(freed).toBeLessThanOrEqual(would.freed);
    expect((await prune(store, journal, options)).removed).toEqual([]);
    store.close();
  });

  it('keeps what an interrupted restore needs, whatever room it takes', async () => {
    const place = temporaryStore();
    const { store, journal, take, left } = opened(place);
    for (let number = 1; number <= 60; number += 1) take(number);
    const [target, safety] = [snapshotOf(3, '').id, snapshotOf(4, '').id];
    journal.append([{ kind: 'restore-begin', target, safety, at: '2026-11-21T10:00:00.000Z' }]);
    await prune(store, journal, { now: now(60), holds: [], limit: 1 });
    expect(left().map(({ sequence }) => sequence)).toEqual([3, 4, 60]);
    store.close();
  });
});

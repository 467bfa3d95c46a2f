import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  appendFileSync,
  rmSync,
  copyFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeSnapshotCalls } from '../../../src/snapshots/disk.ts';
import { objectIdOf } from '../../../src/snapshots/store/object-id.ts';
import { openObjectStore, type PackedStore } from '../../../src/snapshots/store/object-store.ts';
import type { ObjectId } from '../../../src/snapshots/store/object-types.ts';
import type { StorePlace } from '../../../src/snapshots/store/store-place.ts';
import { Crash } from '../../support/faulty-calls.ts';
import { crashingSnapshotCalls, failingSnapshotCalls, fullFrom, shortWrites } from '../../support/faulty-snapshot-calls.ts';
import { incompressible } from '../../support/small-trees.ts';
import { temporaryStore } from '../../support/temporary-store.ts';

const small = { bytes: 40_000, records: 50 };
/** Bytes that do not compress, so that the places of records are known. */
const content = (number: number, length = 300) => incompressible(`${number}`, length);

function written(place: StorePlace, numbers: readonly number[], options = { bounds: small }): PackedStore {
  const store = openObjectStore(place, options);
  store.begin();
  for (const number of numbers) store.put('blob', content(number));
  store.sync();
  return store;
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);
const idOf = (number: number) => objectIdOf('blob', content(number));
const textOf = (store: PackedStore, id: ObjectId) => Buffer.from(store.get(id)?.bytes ?? []).toString();
const packs = (place: StorePlace) => readdirSync(join(place.directory, 'packs')).sort();

describe('objects', () => {
  it('come back as they were put, before and after sync, in this process and in another', () => {
    const place = temporaryStore();
    const store = openObjectStore(place);
    store.begin();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), fc.constantFrom('blob', 'tree', 'chunks'), (bytes, kind) => {
        const id = store.put(kind, bytes);
        expect(store.has(id)).toBe(true);
        expect(store.get(id)).toEqual({ kind, bytes: Buffer.from(bytes) });
      }),
      { numRuns: 200 },
    );
    const big = Buffer.alloc(3_000_000, 'large ');
    const id = store.put('blob', big);
    store.sync();
    expect(store.get(id)?.bytes.length).toBe(big.length);
    const other = openObjectStore(place);
    expect(Buffer.from(other.get(id)?.bytes ?? []).equals(big)).toBe(true);
    store.close();
    other.close();
  });

  it('are kept once', () => {
    const place = temporaryStore();
    const store = written(place, upTo(20));
    const size = statSync(join(place.directory, 'packs', '000001.pk')).size;
    for (const number of upTo(20)) expect(store.put('blob', content(number))).toBe(idOf(number));
    store.sync();
    expect(statSync(join(place.directory, 'packs', '000001.pk')).size).toBe(size);
    store.close();
  });

  it('of different kinds with the same bytes are different objects', () => {
    const store = written(temporaryStore(), []);
    expect(store.put('blob', content(1))).not.toBe(store.put('tree', content(1)));
    store.close();
  });

  it('are compressed where that helps, and come back', () => {
    const place = temporaryStore();
    const store = openObjectStore(place);
    store.begin();
    const id = store.put('blob', Buffer.alloc(100_000, 'the same again '));
    store.sync();
    expect(statSync(join(place.directory, 'packs', '000001.pk')).size).toBeLessThan(5_000);
    expect(store.get(id)?.bytes.length).toBe(100_000);
    store.close();
  });

  it('stand in packs that end at their bound, files 0600 and directories 0700', () => {
    const place = temporaryStore();
    const store = written(place, upTo(300));
    store.close();
    const names = packs(place);
    expect(names.filter((name) => name.endsWith('.pk')).length).toBeGreaterThan(5);
    for (const name of names) {
      const stats = statSync(join(place.directory, 'packs', name));
      expect(stats.mode & 0o777).toBe(0o600);
      expect(stats.size).toBeLessThan(45_000);
    }
    expect(statSync(place.directory).mode & 0o777).toBe(0o700);
    expect(statSync(join(place.directory, 'packs')).mode & 0o777).toBe(0o700);
    const other = openObjectStore(place);
    for (const number of upTo(300)) expect(textOf(other, idOf(number))).toBe(content(number).toString());
    expect(other.has(idOf(300))).toBe(false);
    expect(other.get(idOf(300))).toBeUndefined();
    other.close();
  });

  it('cost one fdatasync a sync, none when nothing was put', () => {
    const { calls, made } = failingSnapshotCalls(0, '');
    const store = written(temporaryStore(calls), upTo(3));
    const synced = () => made.filter((name) => name === 'fdatasync').length;
    const before = synced();
    for (const number of [100, 101]) store.put('blob', content(number));
    store.sync();
    expect(synced() - before).toBe(1);
    store.sync();
    expect(synced() - before).toBe(1);
    store.close();
  });

  it('may not be put without the lock', () => {
    const store = openObjectStore(temporaryStore());
    expect(() => store.put('blob', content(1))).toThrow('begin');
    expect(store.has(idOf(1))).toBe(false);
  });
});

describe('another process', () => {
  it('sees what was synced since it opened, in a grown pack and in new ones', () => {
    const place = temporaryStore();
    const store = written(place, upTo(3));
    const reader = openObjectStore(place);
    expect(reader.has(idOf(0))).toBe(true);
    for (const number of upTo(200)) store.put('blob', content(number));
    store.sync();
    for (const number of upTo(200)) expect(textOf(reader, idOf(number))).toBe(content(number).toString());
    store.close();
    reader.close();
  });

  it('that saw what a writer took back does not believe in it when it writes itself', () => {
    const place = temporaryStore();
    const store = written(place, upTo(3));
    store.put('blob', content(0, 300_000));
    const reader = openObjectStore(place);
    const id = objectIdOf('blob', content(0, 300_000));
    expect(reader.has(id)).toBe(true);
    store.end();
    store.begin();
    for (const number of upTo(900)) store.put('blob', content(1_000 + number, 200));
    store.sync();
    store.close();
    reader.begin();
    expect(reader.has(id)).toBe(false);
    reader.put('blob', content(0, 300_000));
    reader.sync();
    const third = openObjectStore(place);
    expect(third.get(id)?.bytes.length).toBe(300_000);
    expect(third.has(objectIdOf('blob', content(1_000, 200)))).toBe(true);
    reader.close();
    third.close();
  });

  it('may write after the first, and the first after it', () => {
    const place = temporaryStore();
    const one = openObjectStore(place, { bounds: small });
    const two = openObjectStore(place, { bounds: small });
    for (const number of upTo(60)) {
      const store = number % 2 === 0 ? one : two;
      store.begin();
      store.put('blob', content(number));
      store.put('blob', content(1_000 + number));
      store.sync();
      store.end();
    }
    one.refresh();
    for (const number of upTo(60)) expect(textOf(one, idOf(1_000 + number))).toBe(content(1_000 + number).toString());
    one.close();
    two.close();
  });
});

describe('a damaged store', () => {
  const first = (place: StorePlace, suffix = 'pk') => join(place.directory, 'packs', `000001.${suffix}`);

  it.each([
    ['missing', (path: string) => rmSync(path)],
    ['short', (path: string) => truncateSync(path, 100)],
    ['empty', (path: string) => truncateSync(path, 0)],
    ['damaged', (path: string) => flip(path, 200)],
    ['of another pack', (path: string) => copyFileSync(path.replace('000001', '000002'), path)],
  ])('whose index is %s is read all the same', (_, harm) => {
    const place = temporaryStore();
    written(place, upTo(300)).close();
    harm(first(place, 'ix'));
    const store = openObjectStore(place);
    for (const number of upTo(300)) expect(textOf(store, idOf(number))).toBe(content(number).toString());
    store.close();
  });

  it('with a torn end loses nothing that was whole; the next writer cuts it', () => {
    const place = temporaryStore();
    written(place, upTo(10)).close();
    const size = statSync(first(place)).size;
    truncateSync(first(place), size - 10);
    const reader = openObjectStore(place);
    for (const number of upTo(9)) expect(reader.has(idOf(number))).toBe(true);
    expect(reader.has(idOf(9))).toBe(false);
    expect(statSync(first(place)).size).toBe(size - 10);
    const store = written(place, [9, 10]);
    expect(textOf(store, idOf(9))).toBe(content(9).toString());
    store.close();
    const third = openObjectStore(place);
    for (const number of upTo(11)) expect(textOf(third, idOf(number))).toBe(content(number).toString());
    third.close();
    reader.close();
  });

  it('with zeros at its end, as a power cut leaves them, is cut there', () => {
    const place = temporaryStore();
    written(place, upTo(10)).close();
    const size = statSync(first(place)).size;
    appendFileSync(first(place), Buffer.alloc(5_000));
    const store = written(place, []);
    expect(statSync(first(place)).size).toBe(size);
    store.close();
  });

  it('with a rotten record names its pack, reads the others, and is healed by the next put', () => {
    const place = temporaryStore();
    written(place, upTo(40), { bounds: { bytes: 1_000_000, records: 1_000 } }).close();
    flip(first(place), 28 + 354 * 20 + 100);
    const store = openObjectStore(place);
    // No index was written for so few: the scan passes over the damaged part.
    for (const number of upTo(40)) expect(store.has(idOf(number))).toBe(number !== 20);
    expect(store.packs.list().flatMap(({ faults }) => faults)).toEqual([
      `packs/000001.pk: bytes ${28 + 354 * 20} to ${28 + 354 * 21} are damaged.`,
    ]);
    store.begin();
    store.put('blob', content(20));
    store.sync();
    expect(textOf(store, idOf(20))).toBe(content(20).toString());
    store.close();
  });

  it('with a rotten record below an index says so when it is asked for, and only then', () => {
    const place = temporaryStore();
    written(place, upTo(300)).close();
    flip(first(place), 28 + 354 * 20 + 100);
    const store = openObjectStore(place);
    expect(textOf(store, idOf(19))).toBe(content(19).toString());
    expect(() => store.get(idOf(20))).toThrow(/~\/store\/packs\/000001\.pk: a part of this pack of snapshots is damaged/);
    expect(textOf(store, idOf(21))).toBe(content(21).toString());
    store.begin();
    store.put('blob', content(20));
    store.sync();
    expect(textOf(store, idOf(20))).toBe(content(20).toString());
    store.close();
  });

  it('with a rotten head is read and never added to', () => {
    const place = temporaryStore();
    written(place, upTo(10)).close();
    flip(first(place), 12);
    const store = written(place, [50]);
    for (const number of [...upTo(10), 50]) expect(textOf(store, idOf(number))).toBe(content(number).toString());
    expect(packs(place)).toContain('000002.pk');
    store.close();
  });
});

describe('a disk that fails', () => {
  it('writes on after short writes', () => {
    const store = written(temporaryStore(shortWrites(7)), upTo(20));
    for (const number of upTo(20)) expect(textOf(store, idOf(number))).toBe(content(number).toString());
    store.close();
  });

  const isThere = (place: StorePlace, numbers: readonly number[]) => {
    const store = openObjectStore({ ...place, calls: nodeSnapshotCalls }, { bounds: small });
    for (const number of numbers) expect(textOf(store, idOf(number)), `object ${number}`).toBe(content(number).toString());
    store.close();
  };
  const attempt = (place: StorePlace, numbers: readonly number[]): unknown => {
    const store = openObjectStore(place, { bounds: small });
    try {
      store.begin();
      for (const number of numbers) store.put('blob', content(number));
      store.sync();
      store.end();
      return undefined;
    } catch (error) {
      return error;
    } finally {
      try {
        store.close();
      } catch {
        // Closing is a call like the others, and may be the one that fails.
      }
    }
  };
  /** Every point at which writing a hundred objects into a store of sixty can be disturbed. */
  const points = (disturb: (at: number) => ReturnType<typeof failingSnapshotCalls>) => {
    let tried = 0;
    for (let at = 1; at < 400; at += 1) {
      const place = temporaryStore();
      written(place, upTo(60)).close();
      const { calls, made } = disturb(at);
      const error = attempt({ ...place, calls }, upTo(160).slice(60));
      if (made.length < at) break;
      tried += 1;
      isThere(place, upTo(60));
      if (error === undefined) isThere(place, upTo(160));
      // Whoever comes next can write.
      expect(attempt({ ...place, calls: nodeSnapshotCalls }, upTo(160).slice(60))).toBeUndefined();
      isThere(place, upTo(160));
      expect(packs(place).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    }
    return tried;
  };

  it.each(['ENOSPC', 'EIO'])('with %s at any call loses nothing', (code) => {
    expect(points((at) => failingSnapshotCalls(at, code))).toBeGreaterThan(15);
  });

  it('and is killed at any call loses nothing', () => {
    expect(points(crashingSnapshotCalls)).toBeGreaterThan(15);
  });

  it('that is full gives back what half a snapshot took', () => {
    for (const at of [3, 8, 14]) {
      const place = temporaryStore();
      written(place, upTo(60)).close();
      const before = packs(place)
        .filter((name) => name.endsWith('.pk'))
        .map((name) => [name, statSync(join(place.directory, 'packs', name)).size]);
      const error = attempt({ ...place, calls: fullFrom(at).calls }, upTo(400).slice(60));
      expect(error).toMatchObject({ code: 'io', message: expect.stringMatching(/^~\/store\/packs: .*the disk is full\.$/) });
      expect(
        packs(place)
          .filter((name) => name.endsWith('.pk'))
          .map((name) => [name, statSync(join(place.directory, 'packs', name)).size]),
      ).toEqual(before);
      isThere(place, upTo(60));
    }
  });

  it('lets no error pass that is a bug or a kill', () => {
    expect(() => written(temporaryStore(crashingSnapshotCalls(4).calls), upTo(3))).toThrow();
    expect(new Crash('')).toBeInstanceOf(Error);
  });
});

function flip(path: string, at: number): void {
  expect(existsSync(path)).toBe(true);
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ 0x10;
  writeFileSync(path, bytes);
}

import { appendFileSync, existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeSnapshotCalls } from '../../../src/snapshots/disk.ts';
import { type JournalEntry, openJournal } from '../../../src/snapshots/store/journal.ts';
import { entriesOf, recordsOf } from '../../../src/snapshots/store/records.ts';
import { newSnapshotId } from '../../../src/snapshots/store/snapshot-record.ts';
import type { StorePlace } from '../../../src/snapshots/store/store-place.ts';
import { crashingSnapshotCalls, failingSnapshotCalls, fullFrom, shortWrites } from '../../support/faulty-snapshot-calls.ts';
import { snapshotOf } from '../../support/small-trees.ts';
import { temporaryStore } from '../../support/temporary-store.ts';

const full = snapshotOf(1, 'ab', {
  message: 'before\nthe change',
  task: 'task_1',
  skipped: [{ path: 'a\u2028b', reason: 'too-large', size: 5 }],
  skippedCount: 7,
  complete: false,
  git: { commit: 'c0ffee', branch: 'main' },
});
const safety = snapshotOf(2, 'cd', { kind: 'safety', before: full.id });
const at = '2026-11-21T10:00:00.000Z';
const every: readonly JournalEntry[] = [
  { kind: 'snapshot', snapshot: full },
  { kind: 'snapshot', snapshot: safety },
  { kind: 'restore-begin', target: full.id, safety: safety.id, at, paths: ['a b', 'c\nd'] },
  { kind: 'restore-end', target: full.id, safety: safety.id, at, outcome: 'finished' },
  { kind: 'protect', id: full.id, isProtected: true },
  { kind: 'delete', ids: [newSnapshotId(9)], at },
  { kind: 'gc-begin', at },
  { kind: 'gc-end', at, freed: 12 },
  { kind: 'borrow-done', id: full.id, root: 'ef' },
  { kind: 'sequence', next: 40, collections: 3 },
];
const lines = (count: number): readonly JournalEntry[] =>
  Array.from({ length: count }, (_, index) => ({ kind: 'snapshot', snapshot: snapshotOf(index + 1, 'ab') }) as const);
const file = (place: StorePlace) => join(place.directory, 'journal');

describe('the journal', () => {
  it('gives back every kind of line, to its writer, to who read before and to who opens it later', () => {
    const place = temporaryStore();
    const reader = openJournal(place);
    expect(reader.read()).toEqual({ entries: [], faults: [] });
    const journal = openJournal(place);
    for (const entry of every) {
      journal.append([entry]);
      expect(reader.read().entries.at(-1)).toEqual(entry);
    }
    expect(openJournal(place).read()).toEqual({ entries: every, faults: [] });
    expect(reader.read()).toBe(reader.read());
    expect(statSync(file(place)).mode & 0o777).toBe(0o600);
  });

  it('costs one fdatasync a line', () => {
    const { calls, made } = failingSnapshotCalls(0, '');
    const journal = openJournal(temporaryStore(calls));
    journal.append(every);
    journal.append(every);
    expect(made.filter((name) => name === 'fdatasync').length).toBe(2);
  });

  it('passes over a damaged line and says which', () => {
    const place = temporaryStore();
    openJournal(place).append(lines(5));
    const text = readFileSync(file(place), 'utf8').split('\n');
    text[2] = (text[2] ?? '').replace('"files":1', '"files":2');
    writeFileSync(file(place), text.join('\n'));
    const { entries, faults } = openJournal(place).read();
    expect(entries).toEqual(lines(5).filter((_, index) => index !== 2));
    expect(faults).toEqual(['Line 3 of the journal could not be read and was skipped.']);
  });

  it('cuts off an unfinished line before it adds the next; readers pass over it', () => {
    const place = temporaryStore();
    const journal = openJournal(place);
    journal.append(lines(3));
    truncateSync(file(place), statSync(file(place)).size - 20);
    expect(openJournal(place).read()).toEqual({ entries: lines(2), faults: [] });
    journal.append(lines(4).slice(3));
    expect(openJournal(place).read()).toEqual({ entries: lines(4).filter((_, index) => index !== 2), faults: [] });
  });

  it('keeps a line of which only the end is missing', () => {
    const place = temporaryStore();
    openJournal(place).append(lines(3));
    truncateSync(file(place), statSync(file(place)).size - 1);
    openJournal(place).append(lines(4).slice(3));
    expect(openJournal(place).read().entries).toEqual(lines(4));
  });

  it('is read again by whoever had read lines that were taken back', () => {
    const place = temporaryStore();
    const journal = openJournal(place);
    journal.append(lines(2));
    const reader = openJournal(place);
    const { size } = statSync(file(place));
    const other = temporaryStore();
    openJournal(other).append(lines(3));
    appendFileSync(file(place), readFileSync(file(other)).subarray(size));
    expect(reader.read().entries.length).toBe(3);
    truncateSync(file(place), size);
    journal.append([{ kind: 'protect', id: full.id, isProtected: true }]);
    journal.append(every);
    expect(reader.read().entries).toEqual([...lines(2), { kind: 'protect', id: full.id, isProtected: true }, ...every]);
  });

  it('is seen by readers when it is replaced', () => {
    const place = temporaryStore();
    const journal = openJournal(place);
    journal.append(lines(50));
    const reader = openJournal(place);
    expect(reader.read().entries.length).toBe(50);
    journal.rewrite(lines(3));
    expect(reader.read().entries).toEqual(lines(3));
    expect(existsSync(`${file(place)}.tmp`)).toBe(false);
  });

  it('writes on after short writes', () => {
    const place = temporaryStore(shortWrites(5));
    openJournal(place).append(every);
    expect(openJournal(place).read().entries).toEqual(every);
  });

  it.each([
    ['fails with ENOSPC', (point: number) => failingSnapshotCalls(point, 'ENOSPC')],
    ['is full from there on', (point: number) => fullFrom(point)],
    ['is killed', (point: number) => crashingSnapshotCalls(point)],
  ])('loses no acknowledged line when a disk %s at any call, and goes on', (_, disturb) => {
    let tried = 0;
    for (let point = 1; point < 100; point += 1) {
      const place = temporaryStore();
      openJournal(place).append(lines(2));
      const { calls, made } = disturb(point);
      const disturbed = openJournal({ ...place, calls });
      let acknowledged = 2;
      try {
        for (const entry of lines(5).slice(2)) {
          disturbed.append([entry]);
          acknowledged += 1;
        }
        disturbed.rewrite(lines(5));
      } catch {
        // What is there now is what counts.
      }
      if (made.length < point) break;
      tried += 1;
      const after = openJournal({ ...place, calls: nodeSnapshotCalls });
      expect(after.read().entries.slice(0, acknowledged)).toEqual(lines(acknowledged));
      after.append([{ kind: 'gc-begin', at }]);
      const { entries, faults } = openJournal(place).read();
      expect(faults).toEqual([]);
      expect(entries.slice(0, acknowledged)).toEqual(lines(acknowledged));
      expect(entries.at(-1)).toEqual({ kind: 'gc-begin', at });
    }
    expect(tried).toBeGreaterThan(10);
  });
});

describe('the records', () => {
  it('are what the lines add up to', () => {
    const records = recordsOf(every);
    expect(records.snapshots).toEqual([{ ...full, isProtected: true, root: 'ef', complete: true }, safety]);
    expect(records).toMatchObject({
      next: 40,
      isCollecting: false,
      collections: 3,
      lastRestore: { outcome: 'finished', paths: ['a b', 'c\nd'] },
    });
    expect(records.interrupted).toBeUndefined();
  });

  it('know a restore that did not end', () => {
    expect(recordsOf(every.slice(0, 3)).interrupted).toEqual({ target: full.id, safety: safety.id, at, paths: ['a b', 'c\nd'] });
  });

  it('give no number twice, though the newest is deleted', () => {
    expect(recordsOf([...lines(7), { kind: 'delete', ids: [snapshotOf(7, '').id], at }]).next).toBe(8);
  });

  it('order by number whatever the clock says', () => {
    const back = { ...snapshotOf(3, 'ab'), at: '1999-01-01T00:00:00.000Z' };
    expect(recordsOf([{ kind: 'snapshot', snapshot: back }, ...lines(2)]).snapshots.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  });

  it('are the same after the journal was made short', () => {
    for (let count = 0; count <= every.length; count += 1) {
      const records = recordsOf(every.slice(0, count));
      expect(recordsOf(entriesOf(records))).toEqual(records);
    }
  });
});

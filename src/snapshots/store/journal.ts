import { crc32 } from 'node:zlib';
import { recordText } from '../../secrets/index.ts';
import { isRecord, jsonIn, syncDirectory, writeAll } from '../../system/index.ts';
import { openFlags, readUpTo, replaceFile } from '../disk.ts';
import { parseSnapshot, parseSnapshotId } from './snapshot-record.ts';
import type { Snapshot, SnapshotId } from '../snapshots.ts';
import { journalOf, makeStoreDirectories, storeError, type StorePlace } from './store-place.ts';

/** What happened to the snapshots of a workspace, one line each. Times are ISO 8601. */
export type JournalEntry =
  | { readonly kind: 'snapshot'; readonly snapshot: Snapshot }
  /** From here until its end the files may be a mixture of both. `paths` absent: all of them. */
  | {
      readonly kind: 'restore-begin';
      readonly target: SnapshotId;
      readonly safety: SnapshotId;
      readonly at: string;
      readonly paths?: readonly string[] | undefined;
    }
  /** `stopped`: not everything could be put back. `back`: an interrupted one was undone. */
  | {
      readonly kind: 'restore-end';
      readonly target: SnapshotId;
      readonly safety: SnapshotId;
      readonly at: string;
      readonly outcome: 'finished' | 'stopped' | 'back';
    }
  | { readonly kind: 'protect'; readonly id: SnapshotId; readonly isProtected: boolean }
  | { readonly kind: 'delete'; readonly ids: readonly SnapshotId[]; readonly at: string }
  | { readonly kind: 'gc-begin'; readonly at: string }
  | { readonly kind: 'gc-end'; readonly at: string; readonly freed: number }
  /** Everything that was borrowed is copied: the same files under another root, since the nodes name own objects now. */
  | { readonly kind: 'borrow-done'; readonly id: SnapshotId; readonly root: string }
  /** The same, without what can no longer be found anywhere. */
  | { readonly kind: 'borrow-part'; readonly id: SnapshotId; readonly root: string }
  /** What lines that are gone had counted: no number below `next` is given again. */
  | { readonly kind: 'sequence'; readonly next: number; readonly collections: number };

export interface JournalView {
  /** In the order they were written. The same object until something was added. */
  readonly entries: readonly JournalEntry[];
  /** Lines that could not be read, in words. */
  readonly faults: readonly string[];
}

/** The journal of a store: lines with a checksum. Readers need no lock; a writer holds the lock of the store. */
export interface Journal {
  /** Reads what was added since the last call. @throws SnapError `io` */
  read(): JournalView;
  /** Adds the lines, on the disk when it returns (one fdatasync). @throws SnapError `io`; then the file is as before. */
  append(entries: readonly JournalEntry[]): void;
  /** Replaces the whole, durably and at once. @throws SnapError `io`; then the file is as before. */
  rewrite(entries: readonly JournalEntry[]): void;
  /** Bytes. */
  size(): number;
}

/** Opening touches nothing. */
export function openJournal(place: StorePlace): Journal {
  const { calls } = place;
  const path = journalOf(place);
  let known = nothingRead();

  const guarded = <T>(what: string, work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw storeError(place, path, what, error);
    }
  };

  const read = (): JournalView => {
    const stats = calls.lstat(path);
    if (stats === undefined) {
      if (known.end > 0) known = nothingRead();
      return known.view;
    }
    if (stats.ino === known.inode && stats.size === known.size && stats.mtimeMs === known.changedAt) return known.view;
    const fd = calls.open(path, openFlags.read);
    try {
      const { ino, size, mtimeMs } = calls.fstat(fd);
      // A failed append is cut off again, and a reader may have seen its lines: what was read last must still be there.
      const last = known.lastLine;
      const isSame = ino === known.inode && size >= known.end && readUpTo(calls, fd, known.end - last.length, last.length).equals(last);
      if (!isSame) known = nothingRead();
      known = readOn(known, readUpTo(calls, fd, known.end, size - known.end), { inode: ino, size, changedAt: mtimeMs });
      return known.view;
    } finally {
      calls.close(fd);
    }
  };

  const append = (entries: readonly JournalEntry[]): void => {
    makeStoreDirectories(place);
    const isNew = calls.lstat(path) === undefined;
    const fd = calls.open(path, openFlags.openOrCreate, 0o600);
    try {
      const { size } = calls.fstat(fd);
      const { end, prefix } = endOf((length) => readUpTo(calls, fd, Math.max(0, size - length), Math.min(size, length)), size);
      try {
        if (end < size) calls.ftruncate(fd, end);
        writeAll(calls, fd, Buffer.from(prefix + entries.map(lineOf).join('')), end);
        calls.fdatasync(fd);
      } catch (error) {
        calls.ftruncate(fd, end);
        throw error;
      }
    } finally {
      calls.close(fd);
    }
    if (isNew) syncDirectory(calls, place.directory);
  };

  return {
    read: () => guarded('could not be read', read),
    append: (entries) => guarded('the line could not be added', () => append(entries)),
    rewrite: (entries) =>
      guarded('could not be replaced', () => {
        replaceFile(calls, path, Buffer.from(entries.map(lineOf).join('')), { durable: true });
        syncDirectory(calls, place.directory);
      }),
    size: () => calls.lstat(path)?.size ?? 0,
  };
}

/** More than a line can be: a thousand skipped paths of 4,096 bytes each. */
const maxTail = 8 * 1_048_576;

/**
 * Where the next line begins. An unfinished line was never acknowledged and is cut off, unless nothing but its end is missing: then
 * it was finished and lost a byte.
 */
function endOf(readTail: (length: number) => Buffer, size: number): { readonly end: number; readonly prefix: string } {
  if (size === 0 || readTail(1)[0] === 0x0a) return { end: size, prefix: '' };
  const tail = readTail(maxTail);
  const start = tail.lastIndexOf(0x0a) + 1;
  return parseLine(tail.toString('utf8', start)) === undefined
    ? { end: size - (tail.length - start), prefix: '' }
    : { end: size, prefix: '\n' };
}

interface Known {
  readonly inode: number;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
  /** Up to here whole lines were read. */
  readonly end: number;
  readonly lines: number;
  readonly lastLine: Buffer;
  readonly view: JournalView;
}

function nothingRead(): Known {
  return { inode: 0, size: 0, changedAt: 0, end: 0, lines: 0, lastLine: Buffer.alloc(0), view: { entries: [], faults: [] } };
}

function readOn(known: Known, bytes: Buffer, file: Pick<Known, 'inode' | 'size' | 'changedAt'>): Known {
  const entries: JournalEntry[] = [];
  const faults: string[] = [];
  let { lines, lastLine } = known;
  let start = 0;
  for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, start)) {
    lines += 1;
    lastLine = bytes.subarray(start, end + 1);
    const entry = parseLine(bytes.toString('utf8', start, end));
    if (entry === undefined) faults.push(`Line ${lines} of the journal could not be read and was skipped.`);
    else entries.push(entry);
    start = end + 1;
  }
  const { view } = known;
  return {
    ...file,
    end: known.end + start,
    lines,
    // Its own copy: a view would keep all that was read.
    lastLine: Buffer.from(lastLine),
    view: start === 0 ? view : { entries: [...view.entries, ...entries], faults: [...view.faults, ...faults] },
  };
}

function lineOf(entry: JournalEntry): string {
  const text = recordText(entry);
  return `${crc32(text).toString(16).padStart(8, '0')} ${text}\n`;
}

function parseLine(line: string): JournalEntry | undefined {
  const text = line.slice(9);
  if (line[8] !== ' ' || crc32(text).toString(16).padStart(8, '0') !== line.slice(0, 8)) return undefined;
  const value = jsonIn(text);
  return isRecord(value) ? parseEntry(value) : undefined;
}

function parseEntry(value: Readonly<Record<string, unknown>>): JournalEntry | undefined {
  const { kind } = value;
  const at = typeof value['at'] === 'string' ? value['at'] : '';
  switch (kind) {
    case 'snapshot': {
      const snapshot = parseSnapshot(value['snapshot']);
      return snapshot === undefined ? undefined : { kind, snapshot };
    }
    case 'restore-begin':
    case 'restore-end': {
      const target = parseSnapshotId(value['target']);
      const safety = parseSnapshotId(value['safety']);
      if (target === undefined || safety === undefined) return undefined;
      if (kind === 'restore-begin') return { kind, target, safety, at, paths: isTexts(value['paths']) ? value['paths'] : undefined };
      const { outcome } = value;
      return outcome === 'finished' || outcome === 'stopped' || outcome === 'back' ? { kind, target, safety, at, outcome } : undefined;
    }
    case 'protect':
    case 'borrow-part':
    case 'borrow-done': {
      const id = parseSnapshotId(value['id']);
      if (id === undefined) return undefined;
      if (kind === 'protect') return { kind, id, isProtected: value['isProtected'] === true };
      return typeof value['root'] === 'string' ? { kind, id, root: value['root'] } : undefined;
    }
    case 'delete': {
      const ids = isTexts(value['ids']) ? value['ids'].map(parseSnapshotId).filter((id) => id !== undefined) : [];
      return { kind, ids, at };
    }
    case 'gc-begin':
      return { kind, at };
    case 'gc-end':
      return { kind, at, freed: typeof value['freed'] === 'number' ? value['freed'] : 0 };
    case 'sequence':
      if (typeof value['next'] !== 'number') return undefined;
      return { kind, next: value['next'], collections: typeof value['collections'] === 'number' ? value['collections'] : 0 };
    default:
      return undefined;
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

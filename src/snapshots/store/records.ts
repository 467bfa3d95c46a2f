import type { JournalEntry } from './journal.ts';
import type { Snapshot, SnapshotId } from '../snapshots.ts';

/** A restore as the journal knows it. */
export interface RestoreRecord {
  readonly target: SnapshotId;
  readonly safety: SnapshotId;
  readonly at: string;
  readonly paths?: readonly string[] | undefined;
}

/** What the lines of a journal add up to. */
export interface Records {
  /** Those that were not deleted, by their number, oldest first. */
  readonly snapshots: readonly Snapshot[];
  /** The number that the next snapshot gets. */
  readonly next: number;
  /** Begun and not ended. */
  readonly interrupted?: RestoreRecord | undefined;
  /** The last one that ended and whose safety snapshot is still there. */
  readonly lastRestore?: (RestoreRecord & { readonly outcome: 'finished' | 'stopped' | 'back' }) | undefined;
  /** A collection began and did not end: what it should have freed may still be there. */
  readonly isCollecting: boolean;
  /** How often something may have been collected: after one, an id that no snapshot names may have no object. */
  readonly collections: number;
}

/** Reads the lines in their order. A line about a snapshot that does not exist changes nothing. */
export function recordsOf(entries: readonly JournalEntry[]): Records {
  const snapshots = new Map<SnapshotId, Snapshot>();
  let next = 1;
  let open: RestoreRecord | undefined;
  let ended: Records['lastRestore'];
  let collections = 0;
  let isCollecting = false;
  for (const entry of entries) {
    switch (entry.kind) {
      case 'snapshot':
        snapshots.set(entry.snapshot.id, entry.snapshot);
        next = Math.max(next, entry.snapshot.sequence + 1);
        break;
      case 'restore-begin':
        open = restoreOf(entry);
        break;
      case 'restore-end':
        ended = { ...(open?.safety === entry.safety ? open : restoreOf(entry)), outcome: entry.outcome };
        open = undefined;
        break;
      case 'protect':
        change(snapshots, entry.id, { isProtected: entry.isProtected });
        break;
      case 'borrow-done':
        change(snapshots, entry.id, { root: entry.root, complete: true });
        break;
      case 'borrow-part':
        change(snapshots, entry.id, { root: entry.root });
        break;
      case 'delete':
        for (const id of entry.ids) snapshots.delete(id);
        // On a full disk the line that a collection begins may be missing.
        collections += 1;
        break;
      case 'gc-begin':
        collections += 1;
        isCollecting = true;
        break;
      case 'gc-end':
        isCollecting = false;
        break;
      case 'sequence':
        next = Math.max(next, entry.next);
        collections = Math.max(collections, entry.collections);
        break;
      default:
        entry satisfies never;
    }
  }
  return {
    snapshots: [...snapshots.values()].sort((one, other) => one.sequence - other.sequence),
    next,
    interrupted: open,
    lastRestore: ended !== undefined && snapshots.has(ended.safety) ? ended : undefined,
    isCollecting,
    collections,
  };
}

/** The fewest lines that add up to the same records. */
export function entriesOf(records: Records): readonly JournalEntry[] {
  const { next, interrupted, lastRestore, isCollecting } = records;
  return [
    // The line that says a collection is going on counts it again.
    { kind: 'sequence', next, collections: records.collections - (isCollecting ? 1 : 0) },
    ...records.snapshots.map((snapshot) => ({ kind: 'snapshot', snapshot }) as const),
    ...(lastRestore === undefined ? [] : restoreLines(lastRestore)),
    ...(interrupted === undefined ? [] : [{ kind: 'restore-begin', ...interrupted } as const]),
    ...(isCollecting ? [{ kind: 'gc-begin', at: '' } as const] : []),
  ];
}

function restoreLines({ outcome, ...restore }: NonNullable<Records['lastRestore']>): readonly JournalEntry[] {
  const { target, safety, at } = restore;
  return [
    { kind: 'restore-begin', ...restore },
    { kind: 'restore-end', target, safety, at, outcome },
  ];
}

function restoreOf({ target, safety, at, paths }: RestoreRecord): RestoreRecord {
  return { target, safety, at, paths };
}

function change(snapshots: Map<SnapshotId, Snapshot>, id: SnapshotId, difference: Partial<Snapshot>): void {
  const snapshot = snapshots.get(id);
  if (snapshot !== undefined) snapshots.set(id, { ...snapshot, ...difference });
}

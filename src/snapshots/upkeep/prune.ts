import { collect } from './collect.ts';
import type { Journal } from '../store/journal.ts';
import { wholeRules } from '../store/kept-rules.ts';
import type { PackedStore } from '../store/object-store.ts';
import { entriesOf, type Records, recordsOf } from '../store/records.ts';
import { isDiskFull } from './disk-reserve.ts';
import { evicted, retain, type RetentionRules } from './retention.ts';
import { bytesOnDisk, measureSpace } from './space-use.ts';
import { collectInPlace } from './collect-in-place.ts';
import type { SliceOptions } from './time-slices.ts';
import type { Pruned, SnapshotId } from '../snapshots.ts';

export interface PruneOptions extends SliceOptions {
  readonly now: () => Date;
  /** Of open tasks. What a restore needs is held in any case. */
  readonly holds: readonly SnapshotId[];
  /** Bytes that the store may take on the disk. */
  readonly limit: number;
  readonly rules?: RetentionRules | undefined;
  /** Reports what would be deleted, and changes nothing. */
  readonly dryRun?: boolean | undefined;
}

/** A journal smaller than this is not worth making short. Bytes. */
const longJournal = 262_144;

/**
 * Deletes the snapshots that the rules and the limit no longer keep, then their objects. The caller holds the store's lock
 * (unless it only asks). When even the firm ones take more than the bound, they stay: {@link Pruned} says how many.
 * @throws SnapError `io`
 */
export async function prune(store: PackedStore, journal: Journal, options: PruneOptions): Promise<Pruned> {
  const { now, holds, limit, rules, dryRun = false } = options;
  const before = recordsOf(journal.read().entries);
  const retention = retain(before.snapshots, { now: now(), holds: heldIn(before, holds), rules });
  const room = await measureSpace(store, retention, options);
  if (room === undefined) return { removed: [], kept: before.snapshots.length, freed: 0 };

  const bytesOf = ({ id }: { readonly id: SnapshotId }) => room.own.get(id) ?? 0;
  const needed = retention.spare.reduce((sum, snapshot) => sum + bytesOf(snapshot), room.firm);
  const forRoom = evicted(retention.spare, needed - limit, bytesOf);
  const removed = [...retention.expired, ...forRoom];
  const kept = before.snapshots.length - removed.length;
  const size = bytesOnDisk(store.place);
  if (dryRun) {
    const left = forRoom.reduce((sum, snapshot) => sum - bytesOf(snapshot), needed);
    return { removed, kept, freed: Math.max(0, size - left) };
  }

  // Written first: an object may be deleted only when no snapshot needs it.
  if (removed.length > 0) journal.append([{ kind: 'delete', ids: removed.map(({ id }) => id), at: now().toISOString() }]);
  const after = recordsOf(journal.read().entries);
  const roots = [...after.snapshots.map(({ root }) => root), ...rulesKept(store, after.snapshots)];
  const isDone = await collected(store, journal, roots, options);
  // Packs of which half is needed may add up to twice the bound.
  if (isDone && bytesOnDisk(store.place) > limit) await collect(store, journal, roots, { ...options, share: 0.95, least: 1 });
  if (journal.size() > longJournal) shorten(journal);
  return { removed, kept, freed: Math.max(0, size - bytesOnDisk(store.place)) };
}

/** @returns whether it came to its end. */
async function collected(store: PackedStore, journal: Journal, roots: readonly string[], options: PruneOptions): Promise<boolean> {
  try {
    return (await collect(store, journal, roots, options)).isDone;
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    await collectInPlace(store, roots, options);
    return false;
  }
}

/** The rules that snapshots name, where they can be read: others are missing already. */
function rulesKept(store: PackedStore, snapshots: Records['snapshots']): readonly string[] {
  return [...new Set(snapshots.map(({ rules }) => rules))].flatMap((rules) => wholeRules(store, rules));
}

function heldIn({ interrupted, lastRestore }: Records, holds: readonly SnapshotId[]): ReadonlySet<SnapshotId> {
  const restore = interrupted === undefined ? [] : [interrupted.target, interrupted.safety];
  // With the target, undoing tells what the restore created.
  return new Set([...holds, ...restore, ...(lastRestore === undefined ? [] : [lastRestore.safety, lastRestore.target])]);
}

/** Where most lines are about deleted snapshots. */
function shorten(journal: Journal): void {
  const { entries } = journal.read();
  const needed = entriesOf(recordsOf(entries));
  if (needed.length * 2 < entries.length) journal.rewrite(needed);
}

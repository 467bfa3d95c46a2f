import { SnapError, timeLimit, type WritableSystem } from '../../system/index.ts';
import { prune, type PruneOptions } from './prune.ts';
import type { BorrowedCopier } from '../git/copy-borrowed.ts';
import { retain } from './retention.ts';
import type { SnapshotParts } from '../snapshot-parts.ts';
import type { SnapshotId } from '../snapshots.ts';

/** Milliseconds without a request, after which a server does its maintenance. */
const idleMs = 30_000;
/** Others who wait for the lock give up after half a minute. */
const maxPruneMs = 10_000;
/** So many snapshots that the rules no longer keep are worth a walk through what is kept. */
const minPruned = 24;

/** Work that may wait: old snapshots are pruned, and the stat cache is saved for the next process. */
export interface Maintenance {
  /** In a command, at the end of its work. The caller holds the store's lock. */
  afterTake(isNew: boolean): Promise<void>;
  /** In a server, when nothing was asked for a while. */
  later(): void;
  close(): void;
}

export function createMaintenance(
  { journal, options, records, room, store, system, tree }: SnapshotParts,
  { copier, writing }: { readonly copier: BorrowedCopier; readonly writing: <T>(work: (held: WritableSystem) => Promise<T>) => Promise<T> },
): Maintenance {
  let timer: NodeJS.Timeout | undefined;
  let stop = new AbortController();

  const withRules = async (): Promise<PruneOptions> => ({
    now: () => system.now(),
    holds: (await options.holds?.()) ?? [],
    limit: room.limit(),
    rules: options.retention,
  });
  const isWorthPruning = (holds: readonly SnapshotId[]): boolean => {
    const { snapshots, isCollecting } = records();
    const { expired } = retain(snapshots, { now: system.now(), holds: new Set(holds), rules: options.retention });
    return isCollecting || expired.length >= minPruned || room.onDisk() > room.limit();
  };
  const tidy = async (): Promise<void> => {
    await writing(async () => {
      const { signal, release } = timeLimit(maxPruneMs, stop.signal);
      const given = await withRules();
      if (isWorthPruning(given.holds)) await prune(store, journal, { ...given, signal });
      await tree.save();
      release();
    });
  };
  return {
    async afterTake(isNew) {
      if (options.yields || !isNew) return;
      try {
        // What a server borrowed that ended too early.
        await copier.now();
        // Held snapshots only reduce what may be pruned, and asking for them takes longer than most snapshots.
        if (!isWorthPruning([])) return;
        const given = await withRules();
        if (isWorthPruning(given.holds)) await prune(store, journal, { ...given, signal: AbortSignal.timeout(maxPruneMs / 5) });
      } catch (error) {
        // The snapshot was taken, and must not count as failed because of this. The next one tries again.
        if (!(error instanceof SnapError)) throw error;
        tree.doubt();
      }
    },
    later() {
      if (!options.yields) return;
      copier.soon();
      clearTimeout(timer);
      // Whatever hindered it (a full disk, another process), the next time does the same.
      timer = setTimeout(() => void tidy().catch(() => undefined), idleMs).unref();
    },
    close() {
      clearTimeout(timer);
      stop.abort();
      stop = new AbortController();
    },
  };
}

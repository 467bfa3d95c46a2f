import { SnapError, type WritableSystem } from '../../system/index.ts';
import { prune, type PruneOptions } from './prune.ts';
import type { BorrowedCopier } from '../git/copy-borrowed.ts';
import { recompress } from './recompress.ts';
import { isDiskFull } from './disk-reserve.ts';
import { retain } from './retention.ts';
import type { SnapshotParts } from '../snapshot-parts.ts';
import type { Pruned, SnapshotId } from '../snapshots.ts';

/** Milliseconds without a request, after which a server does its maintenance. */
const idleMs = 30_000;
/** Others who wait for the lock give up after half a minute. */
const maxPruneMs = 10_000;
/** So many snapshots that the rules no longer keep are worth a walk through what is kept. */
const minPruned = 24;
/** Bytes that came uncompressed. */
const minCompressed = 1_048_576;

/** Work that may wait: old snapshots are pruned, contents that were stored raw are compressed, and the stat cache is saved for the next process. */
export interface Maintenance {
  /** In a command, at the end of its work. The caller holds the store's lock. */
  afterTake(isNew: boolean): Promise<void>;
  /** In a server, when nothing was asked for a while. */
  later(): void;
  /** The caller holds the store's lock. */
  prune(options: PruneOptions): Promise<Pruned>;
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
      const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(maxPruneMs)]);
      const given = await withRules();
      if (isWorthPruning(given.holds)) await prune(store, journal, { ...given, signal });
      if (!signal.aborted) await recompress(store, { signal, least: minCompressed });
      await tree.save();
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
    async prune(given) {
      const pruned = await prune(store, journal, given);
      try {
        const { freed } = await recompress(store, { signal: AbortSignal.timeout(maxPruneMs), least: minCompressed });
        return { ...pruned, freed: pruned.freed + freed };
      } catch (error) {
        // Recompressing needs room before it makes some. The snapshots are still pruned.
        if (isDiskFull(error)) return pruned;
        throw error;
      }
    },
    close() {
      clearTimeout(timer);
      stop.abort();
      stop = new AbortController();
    },
  };
}

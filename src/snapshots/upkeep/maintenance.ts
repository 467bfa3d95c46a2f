import { SnapError, type WritableSystem } from '../../system/index.ts';
import { prune, type PruneOptions } from './prune.ts';
import type { BorrowedCopier } from '../git/copy-borrowed.ts';
import { recompress } from './recompress.ts';
import { isDiskFull } from './disk-reserve.ts';
import { retain } from './retention.ts';
import type { SnapshotParts } from '../snapshot-parts.ts';
import type { Pruned, SnapshotId } from '../snapshots.ts';

/** So long nothing was asked of the snapshots of a server before it tidies them. */
const idleMs = 30_000;
/** Others who wait for the lock give up after half a minute. */
const longestMs = 10_000;
/** So many snapshots that the rules no longer keep are worth a walk through what is kept. */
const worthPruning = 24;
/** Bytes that came uncompressed. */
const worthCompressing = 1_048_576;

/** What may wait: old snapshots go, what was kept as it came is compressed, and the tree is remembered for the next process. */
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
    return isCollecting || expired.length >= worthPruning || room.onDisk() > room.limit();
  };
  const tidy = async (): Promise<void> => {
    await writing(async () => {
      const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(longestMs)]);
      const given = await withRules();
      if (isWorthPruning(given.holds)) await prune(store, journal, { ...given, signal });
      if (!signal.aborted) await recompress(store, { signal, least: worthCompressing });
      await tree.save();
    });
  };
  return {
    async afterTake(isNew) {
      if (options.yields || !isNew) return;
      try {
        // Of a server that ended too early.
        await copier.now();
        // What is held only lessens what may go, and to ask for it takes longer than most snapshots.
        if (!isWorthPruning([])) return;
        const given = await withRules();
        if (isWorthPruning(given.holds)) await prune(store, journal, { ...given, signal: AbortSignal.timeout(longestMs / 5) });
      } catch (error) {
        // The snapshot stands, and must not be called failed for this. The next one tries again.
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
        const { freed } = await recompress(store, { signal: AbortSignal.timeout(longestMs), least: worthCompressing });
        return { ...pruned, freed: pruned.freed + freed };
      } catch (error) {
        // It needs room before it makes some. What had to go is gone all the same.
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

import { collectGarbageOften, oneByOne, SnapError, type WritableSystem } from '../../system/index.ts';
import { snapshotRefusal } from '../refusal.ts';
import type { SnapshotParts } from '../snapshot-parts.ts';
import { withStoreLock } from './store-lock.ts';

/** Files of a tree from which on the memory that a snapshot takes matters more than the time of collecting it. */
const largeTree = 20_000;

/** Lets one piece of work after the other use the store. */
export interface StoreWriter {
  /** Runs when all work that was given before has ended, in this process. Other processes may write meanwhile. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Runs as the only writer, in this process and among all. When it fails, what was put since the last sync is taken back.
   * @throws SnapError `refused` for a directory that is no project, or when another process writes for too long.
   */
  writing: Writing;
}

/** @param work gets the system that knows of the lock. */
export type Writing = <T>(work: (held: WritableSystem) => Promise<T>) => Promise<T>;

export function createStoreWriter({ records, store, system, tree, workspace }: SnapshotParts): StoreWriter {
  const alone = oneByOne();
  return {
    alone,
    writing: (work) =>
      alone(() => {
        const refusal = snapshotRefusal(system, workspace);
        if (refusal !== undefined) throw new SnapError('refused', refusal, { hint: 'Name the directory of one project with --workspace.' });
        return withStoreLock(system, store, async (held) => {
          const stop = (records().snapshots.at(-1)?.files ?? Infinity) > largeTree ? collectGarbageOften() : undefined;
          try {
            return await work(held);
          } catch (error) {
            tree.doubt();
            throw error;
          } finally {
            stop?.();
          }
        });
      }),
  };
}

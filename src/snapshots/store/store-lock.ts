import { join } from 'node:path';
import type { WritableSystem } from '../../system/index.ts';
import type { PackedStore } from './object-store.ts';
import { keepReserve } from '../upkeep/disk-reserve.ts';

/**
 * Runs `work` as the only writer of a store, among all processes; the store is ready for writing meanwhile. Readers are not held up.
 * A lock of a process that is dead (by pid, its start and the boot) is taken over, never one of a process that lives.
 * @throws SnapError `refused` when another process writes for longer than half a minute.
 */
export async function withStoreLock<T>(
  system: WritableSystem,
  store: PackedStore,
  work: (system: WritableSystem) => Promise<T>,
): Promise<T> {
  return system.withLocks([join(store.place.directory, 'lock')], async (held) => {
    store.begin();
    try {
      const done = await work(held);
      keepReserve(store.place);
      return done;
    } finally {
      store.end();
    }
  });
}

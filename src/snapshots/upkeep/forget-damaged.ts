import { dropQuietly } from '../../system/index.ts';
import type { ObjectId } from '../store/object-types.ts';
import type { PackedStore } from '../store/object-store.ts';
import { indexPath } from '../store/open-pack.ts';

/**
 * Makes objects that were found damaged count as missing, in this process and in later ones: a pack without an index is read when it
 * is opened, and damaged records are skipped. So the next put of such an object really stores it, and every snapshot that needs it
 * has it again. The caller holds the store's lock.
 */
export function forgetDamaged(store: PackedStore, lost: ReadonlySet<ObjectId>): void {
  const { calls } = store.place;
  for (const { index, path, tail } of store.packs.list()) {
    const holdsOne = [...lost].some((id) => tail.has(id) || index.find(id) !== undefined);
    if (holdsOne) dropQuietly(calls, indexPath(path));
  }
  store.packs.forget();
}

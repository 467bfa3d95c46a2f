import { dropQuietly } from '../disk.ts';
import type { ObjectId } from '../store/object-types.ts';
import type { PackedStore } from '../store/object-store.ts';
import { indexPath } from '../store/open-pack.ts';

/**
 * Sees to it that objects which turned out to be damaged count as missing, in this process and in later ones: without its index a pack
 * is read when it is opened, and what is damaged in it is passed over. So whoever puts such an object again puts it indeed, and every
 * snapshot that needs it has it back. The caller holds the store's lock.
 */
export function forgetDamaged(store: PackedStore, lost: ReadonlySet<ObjectId>): void {
  const { calls } = store.place;
  for (const { index, path, tail } of store.packs.list()) {
    const holdsOne = [...lost].some((id) => tail.has(id) || index.find(id) !== undefined);
    if (holdsOne) dropQuietly(calls, indexPath(path));
  }
  store.packs.forget();
}

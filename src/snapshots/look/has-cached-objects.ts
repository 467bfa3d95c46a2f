import type { DirectoryNode, FileLeaf } from './cached-node.ts';
import type { NodeCache } from './node-cache.ts';
import type { ObjectStore } from '../store/object-types.ts';
import { decodeChunks } from '../store/tree-node.ts';

/** Whether the store has all that the cache names. What it lacks is forgotten, so that it is read again. */
export function hasCachedObjects(cache: NodeCache, store: ObjectStore): boolean {
  if (cache.isStored || cache.root === undefined) return true;
  return hasAll(cache.root, store);
}

function hasAll(directory: DirectoryNode, store: ObjectStore): boolean {
  let isWhole = true;
  for (const [i, child] of directory.look().entries()) {
    if (child.kind === 'directory') {
      if (!hasAll(child, store)) isWhole = false;
    } else if ((child.kind === 'file' || child.kind === 'chunked') && !hasFile(child, store)) {
      // Its times are no longer believed.
      directory.children[i] = { ...child, isRacy: true };
      isWhole = false;
    }
  }
  directory.pack();
  if (directory.id !== undefined && !store.has(directory.id)) isWhole = false;
  if (!isWhole) directory.id = undefined;
  return isWhole;
}

function hasFile({ id, kind }: FileLeaf, store: ObjectStore): boolean {
  if (kind === 'file') return store.has(id);
  const list = store.get(id);
  return list !== undefined && decodeChunks(list.bytes).every((chunk) => store.has(chunk));
}

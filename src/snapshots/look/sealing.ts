import { createHmac } from 'node:crypto';
import type { OwnFiles } from '../../system/index.ts';
import type { ObjectId, ObjectStore } from '../store/object-types.ts';
import { bytesOfName, type RawName } from '../raw-name.ts';
import { keep } from './read-file.ts';
import type { Scan } from './scan-state.ts';
import { decodeTree } from '../store/tree-node.ts';

/** How many sealed contents are remembered. A content that returns gets its previous object. */
const maxRemembered = 2_000;

/**
 * Seals (encrypts) a content and stores it. Sealing is randomized, so equal contents would get different ids, and an unchanged file
 * would count as changed. Therefore the id of an equal content is used again: from memory, else from the base snapshot.
 *
 * @returns `undefined` where there is no room for it
 */
export async function sealContent(scan: SealingScan, path: RawName, bytes: Uint8Array): Promise<ObjectId | undefined> {
  const { store, ownFiles, sealedIds, base, room } = scan;
  const digest = createHmac('sha256', sealedIds.key).update(bytes).digest('hex');
  const id =
    storedId(store, sealedIds.ids.get(digest)) ??
    (await sameContent(ownFiles, store, base === undefined ? undefined : sealedIdAt(store, base, path), bytes)) ??
    keep(store, 'blob', await ownFiles.seal(bytes), room);
  if (id === undefined) return undefined;
  // Re-inserted, so that the least recently used id is first and is dropped first.
  sealedIds.ids.delete(digest);
  sealedIds.ids.set(digest, id);
  for (const oldest of sealedIds.ids.keys()) {
    if (sealedIds.ids.size <= maxRemembered) break;
    sealedIds.ids.delete(oldest);
  }
  return id;
}

type SealingScan = Pick<Scan, 'store' | 'ownFiles' | 'sealedIds' | 'base' | 'room'>;

/** The sealed object at a path of a tree; `undefined` where there is none. */
function sealedIdAt(store: ObjectStore, root: ObjectId, path: RawName): ObjectId | undefined {
  const names = path.split('/').map(bytesOfName);
  let at = root;
  for (const [i, name] of names.entries()) {
    const node = store.get(at);
    if (node?.kind !== 'tree') return undefined;
    const entry = decodeTree(node.bytes).find((other) => other.name.equals(name));
    if (entry?.kind === 'file' && entry.isSealed && i === names.length - 1) return entry.id;
    if (entry?.kind !== 'directory') return undefined;
    at = entry.id;
  }
  return undefined;
}

function storedId(store: ObjectStore, id: ObjectId | undefined): ObjectId | undefined {
  return id !== undefined && store.has(id) ? id : undefined;
}

async function sameContent(
  ownFiles: Pick<OwnFiles, 'unseal'>,
  store: ObjectStore,
  id: ObjectId | undefined,
  bytes: Uint8Array,
): Promise<ObjectId | undefined> {
  const held = id === undefined ? undefined : store.get(id);
  const content = held === undefined ? undefined : await ownFiles.unseal(held.bytes);
  return content !== undefined && Buffer.compare(content, bytes) === 0 ? id : undefined;
}

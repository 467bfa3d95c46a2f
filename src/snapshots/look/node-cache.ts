import type { CaptureRules } from './capture-rules.ts';
import { type DirectoryNode, totalsOf } from './cached-node.ts';
import type { ObjectId, TreeEntry } from '../store/object-types.ts';

/** The workspace as the last capture saw it, so that the next one reads only what differs. Its owner runs one capture at a time. */
export interface NodeCache {
  root: DirectoryNode | undefined;
  /** Of the root directory: another disk at the same place is another tree. */
  device: number;
  /** False while a capture runs and after one that failed: then a change set is not enough. */
  isCurrent: boolean;
  /** Whether the store is known to have every id in it. */
  isStored: boolean;
  /** The rules that decided what is in it. */
  rules: CaptureRules | undefined;
  rulesKey: string | undefined;
  /** Of git's index, when it was read last: how its file was then (empty: it may have changed since), and the names in it. */
  index: { readonly stamp: string; readonly key: string };
  readonly sealed: SealedIds;
}

/** The same content is never sealed to the same bytes twice, so this maps a content to its object: HMAC of the content (hex) to id. */
export interface SealedIds {
  readonly key: Buffer;
  readonly ids: Map<string, ObjectId>;
}

/** @param key 32 random bytes. */
export function emptyCache(key: Buffer): NodeCache {
  return {
    root: undefined,
    device: 0,
    isCurrent: false,
    isStored: true,
    rules: undefined,
    rulesKey: undefined,
    index: { stamp: '', key: '' },
    sealed: { key, ids: new Map() },
  };
}

/** Call this when objects may be missing from the store (garbage collected, cut after a crash): the next capture checks each of them. */
export function doubtStored(cache: NodeCache): void {
  cache.isStored = false;
}

/** What became of a directory's node when all that was borrowed in it was copied. */
export type OwnedNode = (id: ObjectId) => { readonly id: ObjectId; readonly entries: readonly TreeEntry[] } | undefined;

/** Files that are borrowed become our own, in directories that are still as they were. */
export function takeOver(directory: DirectoryNode, ownedNode: OwnedNode): void {
  if (directory.totals.borrowed === 0) return;
  for (const child of directory.directories()) takeOver(child, ownedNode);
  const owned = directory.id === undefined ? undefined : ownedNode(directory.id);
  // Where something has changed since, the directories below are others now.
  directory.id = owned?.id;
  if (owned !== undefined) {
    const ids = new Map(owned.entries.flatMap((entry) => (entry.kind === 'file' ? [[entry.name.toString('latin1'), entry.id]] : [])));
    for (const [i, child] of directory.children.entries()) {
      const id = child.kind === 'borrowed' ? ids.get(child.name) : undefined;
      if (child.kind !== 'borrowed' || id === undefined) continue;
      const { gitId: _, ...stamp } = child;
      directory.children[i] = { ...stamp, kind: 'file', isSealed: false, id };
    }
    directory.pack();
  }
  directory.totals = totalsOf(directory.look());
}

/** Bytes of the files below that are borrowed: they will need room when they are copied. */
export function borrowedBytes(directory: DirectoryNode): number {
  const { borrowed, bytes, files } = directory.totals;
  if (borrowed === 0) return 0;
  // Nearly always all of them are: a look at each would take longer than the rest of a snapshot that was prepared.
  if (borrowed === files) return bytes;
  return directory.look().reduce((sum, child) => {
    if (child.kind === 'directory') return sum + borrowedBytes(child);
    return child.kind === 'borrowed' ? sum + child.size : sum;
  }, 0);
}

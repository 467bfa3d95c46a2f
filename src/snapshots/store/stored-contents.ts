import { createHash } from 'node:crypto';
import { SnapError } from '../../system/index.ts';
import type { ObjectId, ObjectKind, ObjectStore, TreeEntry } from './object-types.ts';
import { rawNameOf } from '../raw-name.ts';
import { decodeChunks, decodeTree } from './tree-node.ts';

export type FileEntry = Extract<TreeEntry, { readonly kind: 'file' | 'chunked' | 'borrowed' }>;

/** What trees refer to, readable. */
export interface Contents {
  /** @throws SnapError `io` when it is damaged or missing. */
  tree(id: ObjectId): readonly TreeEntry[];
  /** The same as the store keeps it. */
  node(id: ObjectId): Uint8Array;
  /**
   * The bytes of a file in pieces, unsealed; a large one is never held whole.
   * @throws SnapError `io` when they are damaged or missing, at the call or at a later piece.
   */
  read(entry: FileEntry): Promise<Iterable<Uint8Array>>;
}

/** The entry of a tree at a path; `undefined` where there is none. */
export function entryAt({ tree }: Pick<Contents, 'tree'>, root: ObjectId, path: string): TreeEntry | undefined {
  let entry: TreeEntry | undefined;
  let at: ObjectId | undefined = root;
  for (const name of rawNameOf(path).split('/')) {
    if (at === undefined) return undefined;
    entry = tree(at).find((one) => one.name.toString('latin1') === name);
    at = entry?.kind === 'directory' ? entry.id : undefined;
  }
  return entry;
}

export interface ContentSources {
  readonly objects: Pick<ObjectStore, 'get'>;
  /** `undefined` when they were sealed with another key. */
  unseal(bytes: Uint8Array): Promise<Uint8Array | undefined>;
  /** The bytes of a git blob; `undefined` when the repository has it no more. */
  borrowed(gitId: string): Promise<Uint8Array | undefined>;
}

/** Bytes of nodes that are remembered. */
const maxRemembered = 2 * 1_048_576;

/** The contents of a store. */
export function storedContents({ objects, unseal, borrowed }: ContentSources): Contents {
  const bytesOf = (id: ObjectId, kind: ObjectKind): Uint8Array => {
    const found = objects.get(id);
    if (found?.kind !== kind) throw lost();
    return found.bytes;
  };
  // One comparison follows the other, of nearly the same trees.
  let recent = new Map<ObjectId, Uint8Array>();
  let size = 0;
  const node = (id: ObjectId): Uint8Array => {
    const known = recent.get(id);
    if (known !== undefined) return known;
    const bytes = bytesOf(id, 'tree');
    if (size + bytes.length > maxRemembered) [recent, size] = [new Map<ObjectId, Uint8Array>(), 0];
    // Its own copy: a view would keep all that was read with it.
    recent.set(id, new Uint8Array(bytes));
    size += bytes.length;
    return bytes;
  };
  const parts = function* (ids: readonly ObjectId[]): Iterable<Uint8Array> {
    // The holes of a sparse file are one chunk many times.
    let last: { readonly id: ObjectId; readonly bytes: Uint8Array } | undefined;
    for (const id of ids) {
      if (last?.id !== id) last = { id, bytes: bytesOf(id, 'blob') };
      yield last.bytes;
    }
  };
  return {
    tree: (id) => decodeTree(node(id)),
    node,
    async read(entry) {
      switch (entry.kind) {
        case 'file': {
          const bytes = bytesOf(entry.id, 'blob');
          return [entry.isSealed ? present(await unseal(bytes)) : bytes];
        }
        case 'chunked':
          return parts(decodeChunks(bytesOf(entry.id, 'chunks')));
        case 'borrowed':
          return [present(await borrowed(entry.gitId))];
        default:
          return entry satisfies never;
      }
    },
  };
}

function present(bytes: Uint8Array | undefined): Uint8Array {
  if (bytes === undefined) throw lost();
  return bytes;
}

function lost(): SnapError {
  return new SnapError('io', 'The contents of a file are missing from the snapshots.', {
    hint: 'Run "snap snapshot list --verify" to see which files are affected.',
  });
}

export function isFileEntry(entry: TreeEntry | undefined): entry is FileEntry {
  return entry?.kind === 'file' || entry?.kind === 'chunked' || entry?.kind === 'borrowed';
}

/**
 * Whether two files hold the same bytes. Where both are of one kind, the ids decide; a sealed file never has the same id twice, and
 * one that git has is named by git's own hash, so these are read.
 */
export async function isSameContent(contents: Contents, one: FileEntry, other: FileEntry): Promise<boolean> {
  if (one.size !== other.size) return false;
  if (one.kind === 'borrowed' && other.kind === 'borrowed') return one.gitId === other.gitId;
  if (one.kind !== 'borrowed' && other.kind !== 'borrowed') {
    if (one.id === other.id) return true;
    const areIdsExact = one.kind === other.kind && !isSealed(one) && !isSealed(other);
    return areIdsExact ? false : equalPieces(await contents.read(one), await contents.read(other));
  }
  const borrowed = one.kind === 'borrowed' ? one : other;
  const owned = one.kind === 'borrowed' ? other : one;
  return borrowed.kind === 'borrowed' && gitBlobId(await contents.read(owned), owned.size, borrowed.gitId.length) === borrowed.gitId;
}

/** https://git-scm.com/book/en/v2/Git-Internals-Git-Objects: the hash of a header and the bytes. 40 digits are sha1, 64 sha256. */
export function gitBlobId(pieces: Iterable<Uint8Array>, size: number, digits: number): string {
  const hash = createHash(digits === 64 ? 'sha256' : 'sha1').update(`blob ${size}\0`);
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}

export function isSealed(entry: TreeEntry): boolean {
  return entry.kind === 'file' && entry.isSealed;
}

/** Whether both give the same bytes, however they are cut. */
export function equalPieces(one: Iterable<Uint8Array>, other: Iterable<Uint8Array>): boolean {
  const rest = other[Symbol.iterator]();
  let have: Uint8Array = new Uint8Array();
  for (const piece of one) {
    let left = piece;
    while (left.length > 0) {
      if (have.length === 0) {
        const next = rest.next();
        if (next.done === true) return false;
        have = next.value;
        continue;
      }
      const length = Math.min(left.length, have.length);
      if (Buffer.compare(left.subarray(0, length), have.subarray(0, length)) !== 0) return false;
      left = left.subarray(length);
      have = have.subarray(length);
    }
  }
  while (have.length === 0) {
    const next = rest.next();
    if (next.done === true) return true;
    have = next.value;
  }
  return false;
}

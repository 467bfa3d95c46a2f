import type { Stats } from '../disk.ts';
import { bytesOfName, type RawName } from '../raw-name.ts';
import type { Skipped } from '../snapshots.ts';
import type { ObjectId, TreeEntry } from '../store/object-types.ts';

/** What `lstat` said when an entry was last looked at. Times are milliseconds with their fraction: a double has a precision of 0.25 µs. */
export interface Stamp {
  readonly name: RawName;
  readonly mode: number;
  readonly size: number;
  readonly mtime: number;
  readonly ctime: number;
  readonly inode: number;
  /** It changed so shortly before it was read that a later change may have left the same times: never believed without reading. */
  readonly isRacy: boolean;
}

export interface FileLeaf extends Stamp {
  readonly kind: 'file' | 'chunked';
  readonly isSealed: boolean;
  readonly id: ObjectId;
}

/** A file that was not read: the repository of the workspace has its bytes (git-objects.ts). */
export interface BorrowedLeaf extends Stamp {
  readonly kind: 'borrowed';
  readonly gitId: string;
}

export interface LinkLeaf extends Stamp {
  readonly kind: 'link';
  readonly target: RawName;
}

export interface SpecialLeaf extends Stamp {
  readonly kind: 'special';
  readonly what: 'fifo' | 'socket' | 'device';
}

/** There, and not captured. */
export interface SkippedLeaf extends Stamp {
  readonly kind: 'skipped';
  readonly reason: Skipped['reason'];
}

export type Leaf = FileLeaf | BorrowedLeaf | LinkLeaf | SpecialLeaf | SkippedLeaf;

/** What is known of a directory, as it is saved. */
export interface PackedDirectory {
  readonly name: RawName;
  readonly mode: number;
  readonly inode: number;
  readonly enters: 'all' | 'some';
  readonly mtime: number;
  readonly ctime: number;
  readonly id: ObjectId | undefined;
  readonly totals: Totals;
  /** Its entries. */
  readonly bytes: Buffer;
  /** Those that are directories, in their order. */
  readonly directories: readonly DirectoryNode[];
}

export interface DirectoryNode {
  readonly kind: 'directory';
  readonly name: RawName;
  mode: number;
  inode: number;
  /** What the rules said of it. */
  enters: 'all' | 'some';
  /** As `lstat` gave them before its names were listed: while they are these, the names are. 0 where that says nothing. */
  mtime: number;
  ctime: number;
  /** Sorted by name. To change them; who only looks asks for {@link look}. */
  children: CachedNode[];
  /** Of its node in the store; `undefined` from the moment something below differs until it is written again. */
  id: ObjectId | undefined;
  /** Of all below; right while `id` is there. */
  totals: Totals;
  look(): readonly CachedNode[];
  find(name: RawName): CachedNode | undefined;
  directories(): readonly DirectoryNode[];
  /**
   * Whether all its entries but the directories are, by what `lstat` says of each name, still what they were: asked without making
   * objects of them. How many they are, and how many are sealed; `undefined` when one is not, or has to be looked at in any case.
   */
  unchanged(statsOf: (name: RawName) => Stats | undefined): { readonly files: number; readonly sealed: number } | undefined;
  /** Keeps the children as bytes until they are changed. Code that changed them calls this. */
  pack(): PackedDirectory;
}

export type CachedNode = Leaf | DirectoryNode;

export interface Totals {
  readonly files: number;
  readonly bytes: number;
  readonly skipped: number;
  readonly sealed: number;
  readonly borrowed: number;
}

export const noTotals: Totals = { files: 0, bytes: 0, skipped: 0, sealed: 0, borrowed: 0 };

/** The index of a name among sorted nodes, or the index it would have. */
export function placeOf<T extends CachedNode>(
  nodes: readonly T[],
  name: RawName,
): { readonly index: number; readonly node: T | undefined } {
  let low = 0;
  let high = nodes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((nodes[middle]?.name ?? '') < name) low = middle + 1;
    else high = middle;
  }
  const found = nodes[low];
  return { index: low, node: found?.name === name ? found : undefined };
}

/** Whether the node of the directory around them says the same of both. A directory must be written to be compared. */
export function isSameEntry(one: Leaf, other: CachedNode | undefined): boolean {
  if (other === undefined || one.kind !== other.kind) return false;
  switch (one.kind) {
    case 'file':
    case 'chunked':
      return (
        other.kind === one.kind &&
        one.id === other.id &&
        one.mode === other.mode &&
        one.size === other.size &&
        one.isSealed === other.isSealed
      );
    case 'borrowed':
      return other.kind === 'borrowed' && one.gitId === other.gitId && one.mode === other.mode && one.size === other.size;
    case 'link':
      return other.kind === 'link' && one.target === other.target;
    case 'special':
      return other.kind === 'special' && one.what === other.what;
    case 'skipped':
      return other.kind === 'skipped' && one.reason === other.reason && one.size === other.size;
    default:
      return one satisfies never;
  }
}

/** @returns `undefined` for a directory that is not written yet. */
export function treeEntryOf(node: CachedNode): TreeEntry | undefined {
  const name = bytesOfName(node.name);
  switch (node.kind) {
    case 'file':
      return { kind: 'file', name, mode: node.mode, size: node.size, id: node.id, isSealed: node.isSealed };
    case 'chunked':
      return { kind: 'chunked', name, mode: node.mode, size: node.size, id: node.id };
    case 'borrowed':
      return { kind: 'borrowed', name, mode: node.mode, size: node.size, gitId: node.gitId };
    case 'link':
      return { kind: 'link', name, target: bytesOfName(node.target) };
    case 'special':
      return { kind: 'special', name, what: node.what };
    case 'skipped':
      return { kind: 'special', name, what: 'skipped' };
    case 'directory':
      return node.id === undefined ? undefined : { kind: 'directory', name, mode: node.mode, id: node.id };
    default:
      return node satisfies never;
  }
}

export function totalsOf(nodes: readonly CachedNode[]): Totals {
  let [files, bytes, skipped, sealed, borrowed] = [0, 0, 0, 0, 0];
  for (const node of nodes) {
    switch (node.kind) {
      case 'file':
      case 'chunked':
        files += 1;
        bytes += node.size;
        if (node.isSealed) sealed += 1;
        break;
      case 'borrowed':
        files += 1;
        bytes += node.size;
        borrowed += 1;
        break;
      case 'link':
        files += 1;
        break;
      case 'special':
      case 'skipped':
        skipped += 1;
        break;
      case 'directory':
        files += node.totals.files;
        bytes += node.totals.bytes;
        skipped += node.totals.skipped;
        sealed += node.totals.sealed;
        borrowed += node.totals.borrowed;
        break;
      default:
        node satisfies never;
    }
  }
  return { files, bytes, skipped, sealed, borrowed };
}

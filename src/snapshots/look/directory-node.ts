import type { Stats } from '../disk.ts';
import { type CachedNode, type DirectoryNode, noTotals, type PackedDirectory, placeOf, type Totals } from './cached-node.ts';
import type { ObjectId } from '../store/object-types.ts';
import { packed, unchangedIn, unpacked } from './packed-entries.ts';
import type { RawName } from '../raw-name.ts';

/** @param name @param mode @param inode of a directory about which nothing else is known yet. */
export function newDirectory(name: RawName, mode: number, inode: number): DirectoryNode {
  return new Directory({
    name,
    mode,
    inode,
    enters: 'all',
    mtime: 0,
    ctime: 0,
    id: undefined,
    totals: noTotals,
    bytes: noBytes,
    directories: [],
  });
}

export function packedDirectory(packed: PackedDirectory): DirectoryNode {
  return new Directory(packed);
}

const noBytes = Buffer.alloc(0);

/**
 * Entries as bytes take a third of the memory of as many objects, and live through a collection of garbage at no cost: objects are made
 * of them for the one directory that is looked at. A class, since closures for each of them would take more than it saves.
 */
class Directory implements DirectoryNode {
  readonly kind = 'directory';
  readonly name: RawName;
  mode: number;
  inode: number;
  enters: 'all' | 'some';
  mtime: number;
  ctime: number;
  id: ObjectId | undefined;
  totals: Totals;
  #bytes: Buffer;
  #directories: readonly DirectoryNode[];
  /** In place of the bytes. */
  #children: CachedNode[] | undefined;

  constructor({ name, mode, inode, enters, mtime, ctime, id, totals, bytes, directories }: PackedDirectory) {
    this.name = name;
    this.mode = mode;
    this.inode = inode;
    this.enters = enters;
    this.mtime = mtime;
    this.ctime = ctime;
    this.id = id;
    this.totals = totals;
    this.#bytes = bytes;
    this.#directories = directories;
  }

  get children(): CachedNode[] {
    this.#children ??= unpacked(this.#bytes, this.#directories);
    return this.#children;
  }

  set children(children: CachedNode[]) {
    this.#children = children;
  }

  look(): readonly CachedNode[] {
    return this.#children ?? unpacked(this.#bytes, this.#directories);
  }

  find(name: RawName): CachedNode | undefined {
    // The names of directories are not in the bytes.
    if (this.#children !== undefined) return placeOf(this.#children, name).node;
    if (this.#bytes.includes(name, 0, 'latin1')) {
      const { node } = placeOf(this.look(), name);
      if (node !== undefined) return node;
    }
    return placeOf(this.#directories, name).node;
  }

  directories(): readonly DirectoryNode[] {
    return this.#children === undefined ? this.#directories : this.#children.filter((child) => child.kind === 'directory');
  }

  unchanged(statsOf: (name: RawName) => Stats | undefined): { readonly files: number; readonly sealed: number } | undefined {
    return this.#children === undefined ? unchangedIn(this.#bytes, statsOf) : undefined;
  }

  pack(): PackedDirectory {
    if (this.#children !== undefined) {
      this.#directories = this.directories();
      this.#bytes = packed(this.#children);
      this.#children = undefined;
    }
    const { name, mode, inode, enters, mtime, ctime, id, totals } = this;
    return { name, mode, inode, enters, mtime, ctime, id, totals, bytes: this.#bytes, directories: this.#directories };
  }
}

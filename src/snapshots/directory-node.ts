import type { Stats } from './disk.ts';
import { type CachedNode, type DirectoryNode, noTotals, placeOf, type Totals } from './node-cache.ts';
import { idLength, readObjectId } from './object-id.ts';
import type { ObjectId } from './objects.ts';
import type { RawName } from './raw-name.ts';

// One entry, numbers little-endian: kind u8 (0x80: racy), then for a directory nothing (it is the next of the list beside the bytes),
// for all others mode u16, name, inode, size, mtime and ctime f64, and what the kind has. Text: length u16, a byte a character.
const kinds = ['file', 'chunked', 'sealed', 'link', 'special', 'skipped', 'directory', 'borrowed'] as const;
const specials = ['fifo', 'socket', 'device'] as const;
const reasons = ['too-large', 'unreadable', 'special', 'unstable', 'over-budget'] as const;
const racy = 0x80;
/** Of an entry without its texts, the length of one before it. An id of git may be as long as our own, and stands there as a text. */
const mostFixed = 5 + 4 * 8 + 2 + idLength;

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

/** @param name @param mode @param inode of a directory of which nothing else is known yet. */
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
    // A directory's own name does not stand in the bytes.
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

/** Bytes of an entry after its stamp, by its kind; of a text its length stands before it. */
const restOf = { file: idLength, chunked: idLength, sealed: idLength, link: 'text', special: 1, borrowed: 'text' } as const;

function unchangedIn(
  bytes: Buffer,
  statsOf: (name: RawName) => Stats | undefined,
): { readonly files: number; readonly sealed: number } | undefined {
  const numbers = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let [at, files, sealed] = [0, 0, 0];
  while (at < bytes.length) {
    const kind = kinds[numbers.getUint8(at)];
    at += 1;
    if (kind === 'directory') continue;
    // One that is racy has no kind here.
    if (kind === undefined || kind === 'skipped') return undefined;
    const start = at + 4;
    at = start + numbers.getUint16(at + 2, true);
    const stats = statsOf(bytes.toString('latin1', start, at));
    const isSame =
      stats !== undefined &&
      stats.ino === numbers.getFloat64(at, true) &&
      stats.size === numbers.getFloat64(at + 8, true) &&
      stats.mtimeMs === numbers.getFloat64(at + 16, true) &&
      stats.ctimeMs === numbers.getFloat64(at + 24, true);
    if (!isSame) return undefined;
    at += 32;
    const rest = restOf[kind];
    at += rest === 'text' ? 2 + numbers.getUint16(at, true) : rest;
    files += 1;
    if (kind === 'sealed') sealed += 1;
  }
  return { files, sealed };
}

let room = Buffer.alloc(0);

function packed(children: readonly CachedNode[]): Buffer {
  const most = children.reduce((sum, child) => sum + (child.kind === 'directory' ? 1 : mostFixed + textLengthOf(child)), 0);
  if (room.length < most) room = Buffer.allocUnsafe(most);
  let at = 0;
  const double = (value: number) => {
    at = room.writeDoubleLE(value, at);
  };
  const text = (value: string, encoding: 'latin1' | 'hex') => {
    const length = room.write(value, at + 2, encoding);
    room.writeUInt16LE(length, at);
    at += 2 + length;
  };
  for (const child of children) {
    const kind = kinds.indexOf(child.kind === 'file' && child.isSealed ? 'sealed' : child.kind);
    if (child.kind === 'directory') {
      room[at++] = kind;
      continue;
    }
    room[at++] = child.isRacy ? kind | racy : kind;
    at = room.writeUInt16LE(child.mode, at);
    text(child.name, 'latin1');
    double(child.inode);
    double(child.size);
    double(child.mtime);
    double(child.ctime);
    switch (child.kind) {
      case 'file':
      case 'chunked':
        at += room.write(child.id, at, 'hex');
        break;
      case 'borrowed':
        text(child.gitId, 'hex');
        break;
      case 'link':
        text(child.target, 'latin1');
        break;
      case 'special':
        room[at++] = specials.indexOf(child.what);
        break;
      case 'skipped':
        room[at++] = reasons.indexOf(child.reason);
        break;
      default:
        child satisfies never;
    }
  }
  return Buffer.from(room.subarray(0, at));
}

function textLengthOf(child: Exclude<CachedNode, DirectoryNode>): number {
  return child.name.length + (child.kind === 'link' ? child.target.length : 0);
}

/** @throws RangeError when the bytes are no entries. */
function unpacked(bytes: Buffer, directories: readonly DirectoryNode[]): CachedNode[] {
  // Read at every look at the tree: several times as fast as the methods of a buffer.
  const numbers = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const children: CachedNode[] = [];
  let at = 0;
  let next = 0;
  const text = (encoding: 'latin1' | 'hex') => {
    const start = at + 2;
    at = start + numbers.getUint16(at, true);
    return bytes.toString(encoding, start, at);
  };
  const id = () => {
    at += idLength;
    return readObjectId(bytes, at - idLength);
  };
  while (at < bytes.length) {
    const first = numbers.getUint8(at);
    at += 1;
    const kind = kinds[first & ~racy];
    if (kind === 'directory') {
      const directory = directories[next++];
      if (directory === undefined) throw new RangeError('a directory is missing');
      children.push(directory);
      continue;
    }
    const mode = numbers.getUint16(at, true);
    at += 2;
    const name = text('latin1');
    const inode = numbers.getFloat64(at, true);
    const size = numbers.getFloat64(at + 8, true);
    const mtime = numbers.getFloat64(at + 16, true);
    const ctime = numbers.getFloat64(at + 24, true);
    at += 32;
    const stamp = { name, mode, size, mtime, ctime, inode, isRacy: (first & racy) !== 0 };
    switch (kind) {
      case 'file':
      case 'sealed':
        // Most are of this kind, and a spread is a call.
        children.push({ name, mode, size, mtime, ctime, inode, isRacy: stamp.isRacy, kind: 'file', isSealed: kind === 'sealed', id: id() });
        break;
      case 'chunked':
        children.push({ ...stamp, kind, isSealed: false, id: id() });
        break;
      case 'borrowed':
        children.push({ ...stamp, kind, gitId: text('hex') });
        break;
      case 'link':
        children.push({ ...stamp, kind, target: text('latin1') });
        break;
      case 'special':
        children.push({ ...stamp, kind, what: specials[numbers.getUint8(at++)] ?? 'device' });
        break;
      case 'skipped':
        children.push({ ...stamp, kind, reason: reasons[numbers.getUint8(at++)] ?? 'unreadable' });
        break;
      case undefined:
        throw new RangeError('unknown kind');
      default:
        kind satisfies never;
    }
  }
  return children;
}

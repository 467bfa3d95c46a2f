import type { Stats } from '../disk.ts';
import type { CachedNode, DirectoryNode } from './cached-node.ts';
import { idLength, readObjectId } from '../store/object-id.ts';
import type { RawName } from '../raw-name.ts';

// One entry, numbers little-endian: kind u8 (0x80: racy), then for a directory nothing (it is the next of the list beside the bytes),
// for all others mode u16, name, inode, size, mtime and ctime f64, and what the kind has. Text: length u16, a byte a character.
const kinds = ['file', 'chunked', 'sealed', 'link', 'special', 'skipped', 'directory', 'borrowed'] as const;
const specials = ['fifo', 'socket', 'device'] as const;
const reasons = ['too-large', 'unreadable', 'special', 'unstable', 'over-budget'] as const;
const racy = 0x80;
/** Of an entry without its texts, the length of one before it. A git id may be as long as our own, and is kept as text. */
const maxFixed = 5 + 4 * 8 + 2 + idLength;

/** Bytes of an entry after its stamp, by its kind; a text has its length before it. */
const restOf = { file: idLength, chunked: idLength, sealed: idLength, link: 'text', special: 1, borrowed: 'text' } as const;

/** As {@link DirectoryNode.unchanged}; `undefined` too for an entry that is racy or was skipped. */
export function unchangedIn(
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

/** Memory that entries are written into; what is given out is a copy of its length. */
let room = Buffer.alloc(0);

/** The entries as bytes, in their order; of a directory only that there is one. */
export function packed(children: readonly CachedNode[]): Buffer {
  const most = children.reduce((sum, child) => sum + (child.kind === 'directory' ? 1 : maxFixed + textLengthOf(child)), 0);
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
  // Not of the pool: these bytes live long, and would keep the pages of many that do not.
  const bytes = Buffer.allocUnsafeSlow(at);
  room.copy(bytes, 0, 0, at);
  return bytes;
}

function textLengthOf(child: Exclude<CachedNode, DirectoryNode>): number {
  return child.name.length + (child.kind === 'link' ? child.target.length : 0);
}

/** Undoes {@link packed}. @param directories of the entries, in their order. @throws RangeError when the bytes are no entries. */
export function unpacked(bytes: Buffer, directories: readonly DirectoryNode[]): CachedNode[] {
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

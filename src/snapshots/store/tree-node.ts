import { SnapError } from '../../system/index.ts';
import { idLength, readObjectId } from './object-id.ts';
import type { ObjectId, TreeEntry } from './object-types.ts';

const version = 1;
const kinds = ['file', 'chunked', 'borrowed', 'directory', 'link', 'special'] as const satisfies readonly TreeEntry['kind'][];
const specials = ['fifo', 'socket', 'device', 'skipped'] as const;
const maxNameLength = 0xff_ff;

/**
 * The node of one directory: its entries by the bytes of their names, so that equal directories have equal nodes in whatever order
 * the platform lists them. Format: version u8, then for each entry kind u8, length of the name u16, name, and what the kind has.
 * @throws RangeError for a name or link target over 65,535 bytes, for a name that is empty or not unique.
 */
export function encodeTree(entries: readonly TreeEntry[]): Buffer {
  const sorted = isSorted(entries) ? entries : [...entries].sort((one, other) => Buffer.compare(one.name, other.name));
  const bytes = Buffer.allocUnsafe(sorted.reduce((sum, entry) => sum + lengthOf(entry), 1));
  let at = bytes.writeUInt8(version, 0);
  let previous: Buffer | undefined;
  for (const entry of sorted) {
    if (entry.name.length === 0 || entry.name.length > maxNameLength || (previous !== undefined && previous.equals(entry.name))) {
      throw new RangeError('A name in a directory is empty, too long, or not unique.');
    }
    previous = entry.name;
    at = writeEntry(bytes, at, entry);
  }
  return bytes;
}

/** Undoes {@link encodeTree}. @throws SnapError `io` when the bytes are no such node. */
export function decodeTree(input: Uint8Array): readonly TreeEntry[] {
  return reading(() => {
    const bytes = nodeBytes(input);
    const entries: TreeEntry[] = [];
    for (let at = 1; at < bytes.length;) {
      const { entry, end } = readEntry(bytes, at);
      entries.push(entry);
      at = end;
    }
    return entries;
  });
}

/** What of two nodes is not the same to the byte, by name; absent where a node has no such name. */
export interface NodeDifference {
  readonly name: string;
  readonly before?: TreeEntry | undefined;
  readonly after?: TreeEntry | undefined;
}

/**
 * Of a large directory in which one file changed, that one alone is decoded.
 * @param before absent, like `after`, for a directory that is not there.
 * @throws SnapError `io` when the bytes are no such node.
 */
export function nodeDifferences(before: Uint8Array | undefined, after: Uint8Array | undefined): readonly NodeDifference[] {
  return reading(() => {
    const [one, other] = [nodeBytes(before ?? empty), nodeBytes(after ?? empty)];
    const found: NodeDifference[] = [];
    const add = (sides: { readonly before?: TreeEntry; readonly after?: TreeEntry }): void => {
      const name = (sides.before ?? sides.after)?.name.toString('latin1') ?? '';
      found.push({ name, ...sides });
    };
    let [at1, at2] = [1, 1];
    while (at1 < one.length || at2 < other.length) {
      // Most entries of a directory that changed did not: they cost one comparison.
      const length = at1 < one.length ? endOfEntry(one, at1) - at1 : 0;
      if (length > 0 && at2 + length <= other.length && one.compare(other, at2, at2 + length, at1, at1 + length) === 0) {
        [at1, at2] = [at1 + length, at2 + length];
        continue;
      }
      const order = at1 >= one.length ? 1 : at2 >= other.length ? -1 : compareNames(one, at1, other, at2);
      const end1 = order <= 0 ? at1 + length : at1;
      const end2 = order >= 0 ? endOfEntry(other, at2) : at2;
      if (order < 0) add({ before: readEntry(one, at1).entry });
      else if (order > 0) add({ after: readEntry(other, at2).entry });
      else add({ before: readEntry(one, at1).entry, after: readEntry(other, at2).entry });
      [at1, at2] = [end1, end2];
    }
    return found;
  });
}

const empty = Buffer.from([version]);

function nodeBytes(input: Uint8Array): Buffer {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  if (bytes.readUInt8(0) !== version) throw new RangeError('unknown version');
  return bytes;
}

/** @throws SnapError `io` in place of the RangeError of a node that cannot be read. */
function reading<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new SnapError('io', 'A directory in the store of the snapshots has a form that this version cannot read.', {
      hint: 'Run "snap snapshot list --verify".',
      cause: error,
    });
  }
}

function compareNames(one: Buffer, at1: number, other: Buffer, at2: number): number {
  const end1 = at1 + 3 + one.readUInt16BE(at1 + 1);
  const end2 = at2 + 3 + other.readUInt16BE(at2 + 1);
  if (end1 > one.length || end2 > other.length) throw new RangeError('cut off');
  return one.compare(other, at2 + 3, end2, at1 + 3, end1);
}

/** Where the next entry begins. */
function endOfEntry(bytes: Buffer, start: number): number {
  const kind = kinds[bytes.readUInt8(start)];
  const at = start + 3 + bytes.readUInt16BE(start + 1);
  const end = at + lengthBehindName(bytes, at, kind);
  if (end > bytes.length) throw new RangeError('cut off');
  return end;
}

function lengthBehindName(bytes: Buffer, at: number, kind: TreeEntry['kind'] | undefined): number {
  switch (kind) {
    case 'file':
      return 4 + 6 + 1 + idLength;
    case 'chunked':
      return 4 + 6 + idLength;
    case 'borrowed':
      return 4 + 6 + 1 + bytes.readUInt8(at + 10);
    case 'directory':
      return 4 + idLength;
    case 'link':
      return 2 + bytes.readUInt16BE(at);
    case 'special':
      return 1;
    case undefined:
      throw new RangeError('unknown kind');
    default:
      return kind satisfies never;
  }
}

/** The content of a `chunks` object: the ids of the blobs whose bytes, one after the other, are the file. */
export function encodeChunks(ids: readonly ObjectId[]): Buffer {
  return Buffer.from(ids.join(''), 'hex');
}

/** Undoes {@link encodeChunks}. @throws SnapError `io` when the bytes are no list of ids. */
export function decodeChunks(input: Uint8Array): readonly ObjectId[] {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  if (bytes.length % idLength !== 0)
    throw new SnapError('io', 'A large file in the store of the snapshots has a damaged list of its parts.');
  return Array.from({ length: bytes.length / idLength }, (_, index) => readObjectId(bytes, index * idLength));
}

function isSorted(entries: readonly TreeEntry[]): boolean {
  return entries.every((entry, index) => index === 0 || Buffer.compare(entries[index - 1]?.name ?? entry.name, entry.name) < 0);
}

function lengthOf(entry: TreeEntry): number {
  const head = 3 + entry.name.length;
  switch (entry.kind) {
    case 'file':
      return head + 4 + 6 + 1 + idLength;
    case 'chunked':
      return head + 4 + 6 + idLength;
    case 'borrowed':
      return head + 4 + 6 + 1 + entry.gitId.length / 2;
    case 'directory':
      return head + 4 + idLength;
    case 'link':
      return head + 2 + entry.target.length;
    case 'special':
      return head + 1;
    default:
      return entry satisfies never;
  }
}

function writeEntry(bytes: Buffer, start: number, entry: TreeEntry): number {
  let at = bytes.writeUInt8(kinds.indexOf(entry.kind), start);
  at = bytes.writeUInt16BE(entry.name.length, at);
  at += entry.name.copy(bytes, at);
  switch (entry.kind) {
    case 'file':
      at = bytes.writeUInt8(entry.isSealed ? 1 : 0, writeModeAndSize(bytes, at, entry));
      return writeId(bytes, at, entry.id);
    case 'chunked':
      return writeId(bytes, writeModeAndSize(bytes, at, entry), entry.id);
    case 'borrowed':
      // 20 bytes, or 32 in a repository of sha256.
      at = bytes.writeUInt8(entry.gitId.length / 2, writeModeAndSize(bytes, at, entry));
      return at + bytes.write(entry.gitId, at, 'hex');
    case 'directory':
      return writeId(bytes, bytes.writeUInt32BE(entry.mode, at), entry.id);
    case 'link':
      at = bytes.writeUInt16BE(entry.target.length, at);
      return at + entry.target.copy(bytes, at);
    case 'special':
      return bytes.writeUInt8(specials.indexOf(entry.what), at);
    default:
      return entry satisfies never;
  }
}

function writeModeAndSize(bytes: Buffer, at: number, { mode, size }: { readonly mode: number; readonly size: number }): number {
  return bytes.writeUIntBE(size, bytes.writeUInt32BE(mode, at), 6);
}

function writeId(bytes: Buffer, at: number, id: ObjectId): number {
  return at + bytes.write(id, at, idLength, 'hex');
}

function readEntry(bytes: Buffer, start: number): { readonly entry: TreeEntry; readonly end: number } {
  const kind = kinds[bytes.readUInt8(start)];
  let at = start + 3;
  const take = (length: number): Buffer => {
    if (at + length > bytes.length) throw new RangeError('cut off');
    at += length;
    return bytes.subarray(at - length, at);
  };
  const name = take(bytes.readUInt16BE(start + 1));
  const mode = () => take(4).readUInt32BE(0);
  const size = () => take(6).readUIntBE(0, 6);
  const id = () => readObjectId(take(idLength), 0);
  const read = (): TreeEntry => {
    switch (kind) {
      case 'file': {
        const head = { kind, name, mode: mode(), size: size() };
        return { ...head, isSealed: take(1).readUInt8(0) === 1, id: id() };
      }
      case 'chunked':
        return { kind, name, mode: mode(), size: size(), id: id() };
      case 'borrowed': {
        const head = { kind, name, mode: mode(), size: size() };
        return { ...head, gitId: take(take(1).readUInt8(0)).toString('hex') };
      }
      case 'directory':
        return { kind, name, mode: mode(), id: id() };
      case 'link':
        return { kind, name, target: take(take(2).readUInt16BE(0)) };
      case 'special': {
        const what = specials[take(1).readUInt8(0)];
        if (what === undefined) throw new RangeError('unknown kind of a special file');
        return { kind, name, what };
      }
      case undefined:
        throw new RangeError('unknown kind');
      default:
        return kind satisfies never;
    }
  };
  const entry = read();
  return { entry, end: at };
}

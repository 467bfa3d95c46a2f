import { createHash, randomBytes } from 'node:crypto';
import type { OwnFiles } from '../system/index.ts';
import { readWholeFile, replaceFileBy, type SnapshotCalls, writeAll } from './disk.ts';
import { type CachedNode, type DirectoryNode, emptyCache, type NodeCache, totalsOf } from './node-cache.ts';
import { idLength, readObjectId } from './object-id.ts';
import type { ObjectId } from './objects.ts';

// Format, all numbers little-endian: magic, version u32, sha256 of what follows, body. Body: key of the sealed ids (sealed by the
// system), rules key, device f64, sealed ids, then the root: each directory with its entries, in their order.
const magic = 'SNST';
const version = 1;
const headLength = 8 + 32;
const keyLength = 32;
const pieceLength = 1_048_576;
const noId = Buffer.alloc(idLength);
const kinds = ['file', 'chunked', 'sealed', 'link', 'special', 'skipped', 'directory'] as const;
const specials = ['fifo', 'socket', 'device'] as const;
const reasons = ['too-large', 'unreadable', 'special', 'unstable', 'over-budget'] as const;

/**
 * The cache that was saved at a path. One that is missing, short, damaged, of another version or of another key is an empty one: it
 * can be made again. What was saved is compared with the tree by a full walk, whoever watched meanwhile.
 */
export async function loadStatCache(calls: SnapshotCalls, ownFiles: Pick<OwnFiles, 'unseal'>, path: string): Promise<NodeCache> {
  try {
    const bytes = readWholeFile(calls, path);
    const loaded = bytes === undefined ? undefined : await cacheIn(bytes, ownFiles);
    if (loaded !== undefined) return loaded;
  } catch {
    // Unreadable, no file, or cut in a way that its checksum did not show: as if it were not there.
  }
  return emptyCache(randomBytes(keyLength));
}

/** By temporary file and rename. @returns false when it could not be saved (a full disk), which costs time and nothing else. */
export async function saveStatCache(
  calls: SnapshotCalls,
  ownFiles: Pick<OwnFiles, 'seal'>,
  path: string,
  cache: NodeCache,
): Promise<boolean> {
  // Half of a capture is not worth keeping, and its directories are not written.
  if (cache.root?.id === undefined) return false;
  try {
    const key = await ownFiles.seal(cache.sealed.key);
    const { root } = cache;
    replaceFileBy(calls, path, (fd) => writeCache(calls, fd, cache, root, key), { durable: false });
    return true;
  } catch {
    return false;
  }
}

/** In pieces: whole it would take as much memory as the cache itself. The head comes last, for it holds the hash of the rest. */
function writeCache(calls: SnapshotCalls, fd: number, cache: NodeCache, root: DirectoryNode, sealedKey: Uint8Array): void {
  const hash = createHash('sha256');
  let at = headLength;
  const out = new Writer((bytes) => {
    hash.update(bytes);
    writeAll(calls, fd, bytes, at);
    at += bytes.length;
  });
  out.blob(sealedKey);
  out.blob(Buffer.from(cache.rulesKey ?? '', 'utf8'));
  out.number(cache.device);
  out.count(cache.sealed.ids.size);
  for (const [digest, id] of cache.sealed.ids) {
    out.hex(digest);
    out.hex(id);
  }
  writeNode(out, root);
  out.flush();
  const head = Buffer.alloc(headLength);
  head.write(magic, 0, 'latin1');
  head.writeUInt32LE(version, 4);
  hash.digest().copy(head, 8);
  writeAll(calls, fd, head, 0);
}

async function cacheIn(bytes: Buffer, ownFiles: Pick<OwnFiles, 'unseal'>): Promise<NodeCache | undefined> {
  if (bytes.length < headLength || bytes.toString('latin1', 0, 4) !== magic || bytes.readUInt32LE(4) !== version) return undefined;
  const body = bytes.subarray(headLength);
  if (!createHash('sha256').update(body).digest().equals(bytes.subarray(8, headLength))) return undefined;
  const from: Reader = { bytes: body, at: 0 };
  const key = await ownFiles.unseal(readBlob(from));
  if (key === undefined) return undefined;
  const rulesKey = readBlob(from).toString('utf8');
  const cache = emptyCache(Buffer.from(key));
  cache.rulesKey = rulesKey === '' ? undefined : rulesKey;
  cache.device = readNumber(from);
  for (let left = readCount(from); left > 0; left -= 1) {
    const digest = body.toString('hex', from.at, from.at + keyLength);
    from.at += keyLength;
    cache.sealed.ids.set(digest, readId(from));
  }
  const root = readNode(from);
  if (root.kind !== 'directory') return undefined;
  cache.root = root;
  cache.isStored = false;
  return cache;
}

function writeNode(out: Writer, node: CachedNode): void {
  const kind = node.kind === 'file' && node.isSealed ? 'sealed' : node.kind;
  const isRacy = node.kind !== 'directory' && node.isRacy;
  out.small(kinds.indexOf(kind) | (isRacy ? 0x80 : 0), node.mode, node.name);
  out.number(node.inode);
  if (node.kind === 'directory') {
    out.hex(node.id ?? noId.toString('hex'));
    out.count(node.children.length);
    for (const child of node.children) writeNode(out, child);
    return;
  }
  out.number(node.size);
  out.number(node.mtime);
  out.number(node.ctime);
  switch (node.kind) {
    case 'file':
    case 'chunked':
      return out.hex(node.id);
    case 'link':
      return out.blob(Buffer.from(node.target, 'latin1'));
    case 'special':
      return out.count(specials.indexOf(node.what));
    case 'skipped':
      return out.count(reasons.indexOf(node.reason));
    default:
      node satisfies never;
  }
}

function readNode(from: Reader): CachedNode {
  const { bytes } = from;
  const first = bytes.readUInt8(from.at);
  const kind = kinds[first & 0x7f];
  const mode = bytes.readUInt16LE(from.at + 1);
  const length = bytes.readUInt16LE(from.at + 3);
  const name = bytes.toString('latin1', from.at + 5, from.at + 5 + length);
  from.at += 5 + length;
  const inode = readNumber(from);
  if (kind === 'directory') {
    const own = readId(from);
    const children: CachedNode[] = [];
    for (let left = readCount(from); left > 0; left -= 1) children.push(readNode(from));
    return { kind, name, mode, inode, children, id: /^0+$/.test(own) ? undefined : own, totals: totalsOf(children) };
  }
  const size = readNumber(from);
  const mtime = readNumber(from);
  const ctime = readNumber(from);
  const isRacy = (first & 0x80) !== 0;
  switch (kind) {
    case 'file':
    case 'sealed':
      return { name, mode, size, mtime, ctime, inode, isRacy, kind: 'file', isSealed: kind === 'sealed', id: readId(from) };
    case 'chunked':
      return { name, mode, size, mtime, ctime, inode, isRacy, kind, isSealed: false, id: readId(from) };
    case 'link':
      return { name, mode, size, mtime, ctime, inode, isRacy, kind, target: readBlob(from).toString('latin1') };
    case 'special':
      return { name, mode, size, mtime, ctime, inode, isRacy, kind, what: specials[readCount(from)] ?? 'device' };
    case 'skipped':
      return { name, mode, size, mtime, ctime, inode, isRacy, kind, reason: reasons[readCount(from)] ?? 'unreadable' };
    case undefined:
      throw new RangeError('unknown kind');
    default:
      return kind satisfies never;
  }
}

interface Reader {
  readonly bytes: Buffer;
  at: number;
}

function readNumber(from: Reader): number {
  const value = from.bytes.readDoubleLE(from.at);
  from.at += 8;
  return value;
}

function readCount(from: Reader): number {
  const value = from.bytes.readUInt32LE(from.at);
  from.at += 4;
  return value;
}

function readId(from: Reader): ObjectId {
  if (from.at + idLength > from.bytes.length) throw new RangeError('cut off');
  const id = readObjectId(from.bytes, from.at);
  from.at += idLength;
  return id;
}

function readBlob(from: Reader): Buffer {
  const length = readCount(from);
  if (from.at + length > from.bytes.length) throw new RangeError('cut off');
  from.at += length;
  return from.bytes.subarray(from.at - length, from.at);
}

/** Collects what is small, and gives it on in pieces. */
class Writer {
  readonly #bytes = Buffer.allocUnsafe(pieceLength);
  readonly #give: (bytes: Uint8Array) => void;
  #at = 0;

  constructor(give: (bytes: Uint8Array) => void) {
    this.#give = give;
  }

  flush(): void {
    this.#give(this.#bytes.subarray(0, this.#at));
    this.#at = 0;
  }

  number(value: number): void {
    this.#room(8);
    this.#at = this.#bytes.writeDoubleLE(value, this.#at);
  }

  count(value: number): void {
    this.#room(4);
    this.#at = this.#bytes.writeUInt32LE(value, this.#at);
  }

  hex(value: string): void {
    this.#room(value.length / 2);
    this.#at += this.#bytes.write(value, this.#at, 'hex');
  }

  blob(value: Uint8Array): void {
    this.count(value.length);
    if (value.length > this.#bytes.length - this.#at) this.flush();
    if (value.length > this.#bytes.length) {
      this.#give(value);
      return;
    }
    this.#bytes.set(value, this.#at);
    this.#at += value.length;
  }

  /** Kind, mode and name of a node. */
  small(kind: number, mode: number, name: string): void {
    this.#room(5 + name.length);
    this.#bytes[this.#at] = kind;
    this.#bytes.writeUInt16LE(mode, this.#at + 1);
    this.#bytes.writeUInt16LE(name.length, this.#at + 3);
    this.#at += 5 + this.#bytes.write(name, this.#at + 5, 'latin1');
  }

  #room(length: number): void {
    if (this.#at + length > this.#bytes.length) this.flush();
  }
}

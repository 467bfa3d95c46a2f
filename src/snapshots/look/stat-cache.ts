import { createHash, randomBytes } from 'node:crypto';
import type { OwnFiles } from '../../system/index.ts';
import { readWholeFile, replaceFileBy, type SnapshotCalls } from '../disk.ts';
import { writeAll } from '../../system/index.ts';
import { packedDirectory } from './directory-node.ts';
import type { DirectoryNode } from './cached-node.ts';
import { emptyCache, type NodeCache } from './node-cache.ts';
import { idLength, readObjectId } from '../store/object-id.ts';
import type { ObjectId } from '../store/object-types.ts';

// Format, all numbers little-endian: magic, version u32, sha256 of what follows, body. Body: key of the sealed ids (sealed by the
// system), rules key, stamp and key of git's index, device f64, sealed ids, then the root: each directory with its entries as it packs them, then those below it.
const magic = 'SNST';
const version = 2;
const headLength = 8 + 32;
const keyLength = 32;
const pieceLength = 1_048_576;

/**
 * The cache that was saved at a path. One that is missing, short, damaged, of another version or of another key is an empty one: it
 * can be made again. What was saved is compared with the tree by a full walk, even if the tree was watched meanwhile.
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
  // Half of a capture is not worth keeping, and its directories are not written. What is borrowed is soon our own.
  if (cache.root?.id === undefined || cache.root.totals.borrowed > 0) return false;
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
  for (const text of [cache.rulesKey ?? '', cache.index.stamp, cache.index.key]) out.blob(Buffer.from(text, 'utf8'));
  out.number(cache.device);
  out.count(cache.sealed.ids.size);
  for (const [digest, id] of cache.sealed.ids) {
    out.hex(digest);
    out.hex(id);
  }
  writeDirectory(out, root);
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
  cache.index = { stamp: readBlob(from).toString('utf8'), key: readBlob(from).toString('utf8') };
  cache.device = readNumber(from);
  for (let left = readCount(from); left > 0; left -= 1) {
    const digest = body.toString('hex', from.at, from.at + keyLength);
    from.at += keyLength;
    cache.sealed.ids.set(digest, readId(from));
  }
  cache.root = readDirectory(from);
  cache.isStored = false;
  return cache;
}

function writeDirectory(out: Writer, directory: DirectoryNode): void {
  const { name, mode, inode, enters, mtime, ctime, id, totals, bytes, directories } = directory.pack();
  out.blob(Buffer.from(name, 'latin1'));
  out.count(mode);
  out.number(inode);
  out.count(enters === 'all' ? 0 : 1);
  out.number(mtime);
  out.number(ctime);
  out.blob(Buffer.from(id ?? '', 'hex'));
  out.count(totals.files);
  out.number(totals.bytes);
  out.count(totals.skipped);
  out.count(totals.sealed);
  out.count(totals.borrowed);
  out.blob(bytes);
  out.count(directories.length);
  for (const child of directories) writeDirectory(out, child);
}

function readDirectory(from: Reader): DirectoryNode {
  const name = readBlob(from).toString('latin1');
  const mode = readCount(from);
  const inode = readNumber(from);
  const enters = readCount(from) === 0 ? 'all' : 'some';
  const mtime = readNumber(from);
  const ctime = readNumber(from);
  const own = readBlob(from);
  const id = own.length === idLength ? readObjectId(own, 0) : undefined;
  const files = readCount(from);
  const size = readNumber(from);
  const totals = { files, bytes: size, skipped: readCount(from), sealed: readCount(from), borrowed: readCount(from) };
  const bytes = readBlob(from);
  const directories: DirectoryNode[] = [];
  for (let left = readCount(from); left > 0; left -= 1) directories.push(readDirectory(from));
  return packedDirectory({ name, mode, inode, enters, mtime, ctime, id, totals, bytes, directories });
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

  #room(length: number): void {
    if (this.#at + length > this.#bytes.length) this.flush();
  }
}

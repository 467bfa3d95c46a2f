import { crc32 } from 'node:zlib';
import { idLength, readObjectId } from './object-id.ts';
import type { ObjectId } from './objects.ts';
import type { Packed } from './pack.ts';

/*
 * The index of a pack: magic u32 | version u32 | nonce of the pack 8 | bytes of the pack that it covers u48 | entries u32, then the
 * entries by their ids (id 32 | offset u48 | length u48), then crc32 u32 of all before it. It can always be made again from the pack.
 */
const magic = 0x53_4e_49_58;
const version = 1;
const headLength = 26;
const entryLength = idLength + 12;

/** Finds records of a pack by id without an object for each: 44 bytes an entry. */
export interface PackIndex {
  readonly count: number;
  /** Records from this offset of the pack on are not in it. */
  readonly covers: number;
  readonly bytes: Buffer;
  /** The position of an id, `undefined` when it is not there. */
  find(id: ObjectId): number | undefined;
  /** What stands at a position, 0 to count - 1. */
  at(position: number): Packed;
}

export function emptyIndex(nonce: Buffer, covers: number): PackIndex {
  return indexOf(nonce, covers, []);
}

/** Of `before` and `records`; of two with one id the later in the pack stays. */
export function mergedIndex(before: PackIndex, nonce: Buffer, covers: number, records: Iterable<Packed>): PackIndex {
  const entries = new Map<ObjectId, Packed>();
  for (let position = 0; position < before.count; position += 1) {
    const packed = before.at(position);
    entries.set(packed.id, packed);
  }
  for (const packed of records) entries.set(packed.id, packed);
  return indexOf(nonce, covers, [...entries.values()]);
}

function indexOf(nonce: Buffer, covers: number, records: readonly Packed[]): PackIndex {
  const sorted = [...records].sort((one, other) => (one.id < other.id ? -1 : 1));
  const bytes = Buffer.allocUnsafe(headLength + sorted.length * entryLength + 4);
  bytes.writeUInt32BE(magic, 0);
  bytes.writeUInt32BE(version, 4);
  nonce.copy(bytes, 8);
  bytes.writeUIntBE(covers, 16, 6);
  bytes.writeUInt32BE(sorted.length, 22);
  let at = headLength;
  for (const { id, offset, length } of sorted) {
    at += bytes.write(id, at, idLength, 'hex');
    at = bytes.writeUIntBE(offset, at, 6);
    at = bytes.writeUIntBE(length, at, 6);
  }
  bytes.writeUInt32BE(crc32(bytes.subarray(0, at)), at);
  return over(bytes);
}

/** `undefined` when the bytes are cut off, damaged, of another pack, or speak of more than the pack has. */
export function parseIndex(bytes: Buffer, nonce: Buffer, packSize: number): PackIndex | undefined {
  if (bytes.length < headLength + 4 || bytes.readUInt32BE(0) !== magic || bytes.readUInt32BE(4) !== version) return undefined;
  if (!bytes.subarray(8, 16).equals(nonce) || bytes.readUIntBE(16, 6) > packSize) return undefined;
  const end = headLength + bytes.readUInt32BE(22) * entryLength;
  if (bytes.length !== end + 4 || crc32(bytes.subarray(0, end)) !== bytes.readUInt32BE(end)) return undefined;
  return over(bytes);
}

function over(bytes: Buffer): PackIndex {
  const count = bytes.readUInt32BE(22);
  const prefixAt = (position: number) => bytes.readUInt32BE(headLength + position * entryLength);
  // Ids are evenly spread, so the first bits of one say nearly where it stands: about four entries for each start.
  const bits = Math.max(0, Math.min(20, Math.floor(Math.log2(Math.max(1, count / 4)))));
  const shift = 32 - bits;
  let starts: Uint32Array | undefined;
  const makeStarts = (): Uint32Array => {
    const made = new Uint32Array(2 ** bits + 1);
    let bucket = 0;
    for (let position = 0; position < count; position += 1) {
      const own = bits === 0 ? 0 : prefixAt(position) >>> shift;
      while (bucket < own) made[(bucket += 1)] = position;
    }
    made.fill(count, bucket + 1);
    return made;
  };

  return {
    count,
    covers: bytes.readUIntBE(16, 6),
    bytes,
    find(id) {
      if (count === 0) return undefined;
      starts ??= makeStarts();
      const prefix = Number.parseInt(id.slice(0, 8), 16);
      const bucket = bits === 0 ? 0 : prefix >>> shift;
      let low = starts[bucket] ?? 0;
      let high = starts[bucket + 1] ?? count;
      let rest: Buffer | undefined;
      while (low < high) {
        const middle = (low + high) >>> 1;
        const here = prefixAt(middle);
        let order = here - prefix;
        if (order === 0) {
          rest ??= Buffer.from(id, 'hex');
          const at = headLength + middle * entryLength;
          order = bytes.compare(rest, 0, idLength, at, at + idLength);
          if (order === 0) return middle;
        }
        if (order < 0) low = middle + 1;
        else high = middle;
      }
      return undefined;
    },
    at(position) {
      const start = headLength + position * entryLength;
      return {
        id: readObjectId(bytes, start),
        offset: bytes.readUIntBE(start + idLength, 6),
        length: bytes.readUIntBE(start + idLength + 6, 6),
      };
    },
  };
}

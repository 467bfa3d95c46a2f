import { crc32 } from 'node:zlib';
import { idLength, readObjectId } from './object-id.ts';
import type { ObjectId } from './object-types.ts';
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
  /** The record at a position, 0 to count - 1. */
  at(position: number): Packed;
}

export function emptyIndex(nonce: Buffer, covers: number): PackIndex {
  return assembled(nonce, covers, 0, () => 0);
}

/** Of `before` and `records`, which have no id twice; of two with one id that of `records` stays. */
export function mergedIndex(before: PackIndex, nonce: Buffer, covers: number, records: Iterable<Packed>): PackIndex {
  const sorted = [...records].sort((one, other) => (one.id < other.id ? -1 : 1));
  const added = Buffer.allocUnsafe(sorted.length * entryLength);
  let end = 0;
  for (const { id, offset, length } of sorted) {
    end += added.write(id, end, idLength, 'hex');
    end = added.writeUIntBE(offset, end, 6);
    end = added.writeUIntBE(length, end, 6);
  }
  // Entries are moved as bytes: an object for each of a pack's would take longer than a snapshot may.
  const old = before.bytes.subarray(headLength, headLength + before.count * entryLength);
  return assembled(nonce, covers, old.length + added.length, (into) => {
    let at = 0;
    let from = 0;
    for (let next = 0; next < added.length; next += entryLength) {
      const start = from;
      let order = 1;
      while (from < old.length && (order = orderOf(old, from, added, next)) < 0) from += entryLength;
      at += old.copy(into, at, start, from);
      if (from < old.length && order === 0) from += entryLength;
      at += added.copy(into, at, next, next + entryLength);
    }
    return at + old.copy(into, at, from);
  });
}

function orderOf(one: Buffer, at: number, other: Buffer, otherAt: number): number {
  return one.readUInt32BE(at) - other.readUInt32BE(otherAt) || one.compare(other, otherAt, otherAt + idLength, at, at + idLength);
}

/** @param fill writes the entries, and answers how many bytes they take: at most `most`. */
function assembled(nonce: Buffer, covers: number, most: number, fill: (into: Buffer) => number): PackIndex {
  const room = Buffer.allocUnsafeSlow(headLength + most + 4);
  const end = headLength + fill(room.subarray(headLength, headLength + most));
  room.writeUInt32BE(magic, 0);
  room.writeUInt32BE(version, 4);
  nonce.copy(room, 8);
  room.writeUIntBE(covers, 16, 6);
  room.writeUInt32BE((end - headLength) / entryLength, 22);
  room.writeUInt32BE(crc32(room.subarray(0, end)), end);
  return over(room.subarray(0, end + 4));
}

/** `undefined` when the bytes are cut off, damaged, of another pack, or name records beyond the end of the pack. */
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
  // Ids are evenly spread, so its first bits say nearly where it is: about four entries for each start.
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

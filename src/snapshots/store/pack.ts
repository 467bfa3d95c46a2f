import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { readUpTo, type SnapshotCalls } from '../disk.ts';
import { readObjectId } from './object-id.ts';
import type { ObjectId, ObjectKind } from './object-types.ts';

/*
 * A pack: a head, then records, one after the other. Numbers are big-endian.
 *   head    magic 'SNAPPACK' | version u8 | 0 u8 | nonce 8 | u48 of earlier versions, not read | crc32 u32
 *   record  magic u32 | kind u8 | codec u8 | length u48 | stored length u48 | id 32 | crc32 u32 of all before it and the bytes | bytes
 */
const packMagic = Buffer.from('SNAPPACK');
const packVersion = 1;
export const packHeadLength = 28;
const recordMagic = Buffer.from([0x53, 0x4e, 0xf0, 0x9f]);
export const recordHeadLength = 54;
const crcAt = 50;
const kinds = ['blob', 'chunks', 'tree'] as const satisfies readonly ObjectKind[];

export function newPackHead(): Buffer {
  const bytes = Buffer.alloc(packHeadLength);
  packMagic.copy(bytes, 0);
  bytes.writeUInt8(packVersion, 8);
  randomBytes(8).copy(bytes, 10);
  bytes.writeUInt32BE(crc32(bytes.subarray(0, 24)), 24);
  return bytes;
}

/** The nonce of a pack: it distinguishes the index of this pack from the index of an earlier one with the same name. `undefined` when the head is damaged or of another version. */
export function nonceOfHead(bytes: Buffer): Buffer | undefined {
  if (bytes.length < packHeadLength || !bytes.subarray(0, 8).equals(packMagic) || bytes[8] !== packVersion) return undefined;
  if (crc32(bytes.subarray(0, 24)) !== bytes.readUInt32BE(24)) return undefined;
  return Buffer.from(bytes.subarray(10, 18));
}

export interface RecordHead {
  readonly kind: ObjectKind;
  readonly codec: number;
  /** Bytes, before compression. */
  readonly length: number;
  readonly stored: number;
  readonly id: ObjectId;
  readonly crc: number;
}

/** The head of a record of these stored bytes. */
export function recordHead(id: ObjectId, kind: ObjectKind, codec: number, length: number, bytes: Uint8Array): Buffer {
  const head = Buffer.allocUnsafe(recordHeadLength);
  recordMagic.copy(head, 0);
  head.writeUInt8(kinds.indexOf(kind), 4);
  head.writeUInt8(codec, 5);
  head.writeUIntBE(length, 6, 6);
  head.writeUIntBE(bytes.length, 12, 6);
  head.write(id, 18, 32, 'hex');
  head.writeUInt32BE(crc32(bytes, crc32(head.subarray(0, crcAt))), crcAt);
  return head;
}

/** `undefined` when no record begins here. */
export function parseRecordHead(bytes: Buffer): RecordHead | undefined {
  if (bytes.length < recordHeadLength || !bytes.subarray(0, 4).equals(recordMagic)) return undefined;
  const kind = kinds[bytes.readUInt8(4)];
  if (kind === undefined) return undefined;
  return {
    kind,
    codec: bytes.readUInt8(5),
    length: bytes.readUIntBE(6, 6),
    stored: bytes.readUIntBE(12, 6),
    id: readObjectId(bytes, 18),
    crc: bytes.readUInt32BE(crcAt),
  };
}

/** Whether head and stored bytes, as they are in the pack, are those that were written. */
export function isSound(head: RecordHead, record: Buffer): boolean {
  return (
    record.length === recordHeadLength + head.stored &&
    crc32(record.subarray(recordHeadLength), crc32(record.subarray(0, crcAt))) === head.crc
  );
}

/** Where a record is in its pack. */
export interface Packed {
  readonly id: ObjectId;
  readonly offset: number;
  /** Bytes with the head. */
  readonly length: number;
}

export interface PackScan {
  readonly records: readonly Packed[];
  /** Where the last sound record ends; what follows is torn. */
  readonly end: number;
  /** Parts before the end that are no sound records. */
  readonly damaged: readonly { readonly from: number; readonly to: number }[];
}

/**
 * Reads the records from `from` on and checks each. After a damaged part it continues at the next sound record: only what
 * nothing sound follows was torn by a kill or a power cut.
 */
export function scanPack(calls: SnapshotCalls, fd: number, from: number, size: number): PackScan {
  const window = windowOf(calls, fd, size);
  const records: Packed[] = [];
  const damaged: { from: number; to: number }[] = [];
  let end = from;
  let at = from;
  while (at + recordHeadLength <= size) {
    const record = soundAt(window, at, size);
    if (record === undefined) {
      at = nextMagic(window, at + 1, size);
      continue;
    }
    if (at > end) damaged.push({ from: end, to: at });
    records.push(record);
    at += record.length;
    end = at;
  }
  return { records, end, damaged };
}

type Window = (at: number, length: number) => Buffer;

const windowLength = 1_048_576;

/** Reads ahead: most records are far smaller than what a read may bring. */
function windowOf(calls: SnapshotCalls, fd: number, size: number): Window {
  let start = 0;
  let bytes: Buffer = Buffer.alloc(0);
  return (at, length) => {
    if (at < start || at + length > start + bytes.length) {
      start = at;
      bytes = readUpTo(calls, fd, at, Math.min(Math.max(length, windowLength), size - at));
    }
    return bytes.subarray(at - start, at - start + length);
  };
}

function soundAt(window: Window, at: number, size: number): Packed | undefined {
  const head = parseRecordHead(window(at, recordHeadLength));
  if (head === undefined || at + recordHeadLength + head.stored > size) return undefined;
  const length = recordHeadLength + head.stored;
  return isSound(head, window(at, length)) ? { id: head.id, offset: at, length } : undefined;
}

function nextMagic(window: Window, from: number, size: number): number {
  for (let at = from; at < size;) {
    const bytes = window(at, Math.min(65_536, size - at));
    const found = bytes.indexOf(recordMagic);
    if (found >= 0) return at + found;
    if (bytes.length <= recordMagic.length) break;
    at += bytes.length - recordMagic.length + 1;
  }
  return size;
}

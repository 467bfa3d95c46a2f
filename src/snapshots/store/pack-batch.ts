import type { ObjectId } from './object-types.ts';
import type { Pack } from './open-pack.ts';

const batchLength = 1_048_576;
/** Bytes. A larger record is written by itself: copying it would cost more than the call. */
export const maxBatchedRecord = 262_144;

/** Small records that are written with one call. */
export interface PackBatch {
  /** `undefined` until it is needed. */
  buffer: Buffer | undefined;
  length: number;
  /** Where the records are in the buffer. */
  readonly ranges: Map<ObjectId, { readonly from: number; readonly to: number }>;
}

export function emptyBatch(): PackBatch {
  return { buffer: undefined, length: 0, ranges: new Map() };
}

export function fitsInBatch(batch: PackBatch, length: number): boolean {
  return batch.length + length <= batchLength;
}

/** The record must fit. */
export function addToBatch(batch: PackBatch, id: ObjectId, head: Buffer, bytes: Uint8Array): void {
  batch.buffer ??= Buffer.allocUnsafe(batchLength);
  const from = batch.length;
  head.copy(batch.buffer, from);
  batch.buffer.set(bytes, from + head.length);
  batch.length += head.length + bytes.length;
  batch.ranges.set(id, { from, to: batch.length });
}

/** A copy of a record that is not written yet. */
export function recordInBatch({ buffer, ranges }: PackBatch, id: ObjectId): Buffer | undefined {
  const range = ranges.get(id);
  return range === undefined || buffer === undefined ? undefined : Buffer.from(buffer.subarray(range.from, range.to));
}

/** Adds the positions of the records to the pack after the batch was written at `start`, and empties the batch. */
export function moveToPack(batch: PackBatch, pack: Pack, start: number): void {
  for (const [id, { from, to }] of batch.ranges) pack.tail.set(id, { id, offset: start + from, length: to - from });
  clearBatch(batch);
}

export function clearBatch(batch: PackBatch): void {
  batch.length = 0;
  batch.ranges.clear();
}

import { diffBytes } from '../../changes/index.ts';

/** The bytes in which two contents differ, from the first to the last: what is in [start, end) becomes `bytes`. */
export interface ChangedRange {
  readonly start: number;
  readonly end: number;
  /** `undefined`: the file is deleted. */
  readonly bytes?: Uint8Array | undefined;
}

/** The smallest range that holds every difference; all of `before` when the file is deleted. */
export function changedRange(before: Uint8Array, after: Uint8Array | undefined): ChangedRange {
  if (after === undefined) return { start: 0, end: before.length };
  const [splice] = diffBytes(before, after);
  if (splice === undefined) return { start: before.length, end: before.length, bytes: new Uint8Array() };
  return { start: splice.at, end: splice.at + splice.removed.length, bytes: splice.added };
}

/** Whether two changes of one content have at least one byte between them: then both can be made, in any order. */
export function areApart(a: ChangedRange, b: ChangedRange): boolean {
  if (a.bytes === undefined || b.bytes === undefined) return false;
  return a.end < b.start || b.end < a.start;
}

/** The content with every change made; the ranges have to be apart. `undefined` when one of them deletes the file. */
export function applyRanges(before: Uint8Array, ranges: readonly ChangedRange[]): Uint8Array | undefined {
  const parts: Uint8Array[] = [];
  let done = 0;
  for (const { start, end, bytes } of ranges.toSorted((a, b) => a.start - b.start)) {
    if (bytes === undefined) return undefined;
    parts.push(before.subarray(done, start), bytes);
    done = end;
  }
  return Buffer.concat([...parts, before.subarray(done)]);
}

/** Whether two changes are identical. Two deletions never are: each is a separate change. */
export function isSameRange(a: ChangedRange, b: ChangedRange): boolean {
  return a.start === b.start && a.end === b.end && a.bytes !== undefined && b.bytes !== undefined && Buffer.compare(a.bytes, b.bytes) === 0;
}

/** Each change once, in the order given. */
export function uniqueRanges(ranges: readonly ChangedRange[]): readonly ChangedRange[] {
  return ranges.filter((range, i) => !ranges.slice(0, i).some((other) => isSameRange(other, range)));
}

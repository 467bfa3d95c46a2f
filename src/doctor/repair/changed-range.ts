/** Where two contents differ, from the first byte that does to the last: what stands in [start, end) becomes `bytes`. */
export interface ChangedRange {
  readonly start: number;
  readonly end: number;
  /** Absent: the file goes as a whole. */
  readonly bytes?: Uint8Array;
}

export function changedRange(before: Uint8Array, after: Uint8Array | undefined): ChangedRange {
  if (after === undefined) return { start: 0, end: before.length };
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let tail = 0;
  while (tail < most - start && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  return { start, end: before.length - tail, bytes: after.subarray(start, after.length - tail) };
}

/** Whether two changes of one content leave a byte between them: then each means the same beside the other. */
export function areApart(a: ChangedRange, b: ChangedRange): boolean {
  if (a.bytes === undefined || b.bytes === undefined) return false;
  return a.end < b.start || b.end < a.start;
}

/** The content with every change made; they have to be apart. */
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

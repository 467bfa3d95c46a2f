/** Replaces `removed` at the offset `at` of the earlier content by `added`. */
export interface ByteSplice {
  readonly at: number;
  readonly removed: Uint8Array;
  readonly added: Uint8Array;
}

/** The part between the common start and the common end. Empty when the contents are the same. */
export function diffBytes(before: Uint8Array, after: Uint8Array): readonly ByteSplice[] {
  const start = commonStart(before, after);
  const end = commonEnd(before.subarray(start), after.subarray(start));
  const removed = before.subarray(start, before.length - end);
  const added = after.subarray(start, after.length - end);
  return removed.length === 0 && added.length === 0 ? [] : [{ at: start, removed, added }];
}

/** The earlier content. `undefined` when the splices do not match the later one. */
export function revertSplices(after: Uint8Array, splices: readonly ByteSplice[]): Uint8Array | undefined {
  let content = Buffer.from(after);
  // From the end, since `at` counts in the content before the later splices.
  for (const { at, removed, added } of splices.toReversed()) {
    if (!content.subarray(at, at + added.length).equals(added)) return undefined;
    content = Buffer.concat([content.subarray(0, at), removed, content.subarray(at + added.length)]);
  }
  return content;
}

// Whole blocks first: comparing them is native code, and the config files of some clients have several megabytes.
const block = 8192;

function commonStart(one: Uint8Array, other: Uint8Array): number {
  const end = Math.min(one.length, other.length);
  let at = 0;
  while (at + block <= end && Buffer.compare(one.subarray(at, at + block), other.subarray(at, at + block)) === 0) at += block;
  while (at < end && one[at] === other[at]) at += 1;
  return at;
}

function commonEnd(one: Uint8Array, other: Uint8Array): number {
  const end = Math.min(one.length, other.length);
  const tail = (bytes: Uint8Array, from: number) => bytes.subarray(bytes.length - from - block, bytes.length - from);
  let length = 0;
  while (length + block <= end && Buffer.compare(tail(one, length), tail(other, length)) === 0) length += block;
  while (length < end && one[one.length - 1 - length] === other[other.length - 1 - length]) length += 1;
  return length;
}

export interface LineChange {
  readonly added: number;
  readonly removed: number;
}

// As git tells binary files: https://git-scm.com/docs/gitattributes#_marking_files_as_binary
const binaryLooksAt = 8_000;
// Steps of 32 lines each: well under a second. Two files of 20,000 lines with nothing in common need 12 million.
const mostSteps = 40_000_000;

/**
 * Lines added and removed from one content to the other, the smallest figures there are. A line is what ends in a line feed, so a
 * last line without one differs from the same with one, and CRLF from LF. `undefined`: binary, or too much to compare.
 */
export function diffLines(before: Uint8Array, after: Uint8Array): LineChange | undefined {
  if (isBinary(before) || isBinary(after)) return undefined;
  return diffLists(linesOf(before), linesOf(after));
}

/** The same, with line ends taken as equal where one side has only CRLF and the other only LF. */
export function diffLinesOfCheckout(before: Uint8Array, after: Uint8Array): LineChange | undefined {
  if (isBinary(before) || isBinary(after)) return undefined;
  const [one, other] = [linesOf(before), linesOf(after)];
  const ends = [lineEnds(one), lineEnds(other)];
  if (!ends.includes('lf') || !ends.includes('crlf')) return diffLists(one, other);
  const change = diffLists(one.map(withoutReturn), other.map(withoutReturn));
  // Where nothing else differs, the line ends are the change.
  return change?.added === 0 && change.removed === 0 ? diffLists(one, other) : change;
}

function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, binaryLooksAt).includes(0);
}

function linesOf(bytes: Uint8Array): readonly string[] {
  // One byte a character: lines are only compared.
  const lines = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1').split('\n');
  const last = lines.pop() ?? '';
  return [...lines.map((line) => `${line}\n`), ...(last === '' ? [] : [last])];
}

function lineEnds(lines: readonly string[]): 'lf' | 'crlf' | 'mixed' {
  const whole = lines.filter((line) => line.endsWith('\n'));
  const returns = whole.filter((line) => line.endsWith('\r\n')).length;
  return returns === 0 ? 'lf' : returns === whole.length ? 'crlf' : 'mixed';
}

function withoutReturn(line: string): string {
  return line.endsWith('\r\n') ? `${line.slice(0, -2)}\n` : line;
}

function diffLists(before: readonly string[], after: readonly string[]): LineChange | undefined {
  let start = 0;
  let end = before.length;
  let afterEnd = after.length;
  while (start < end && start < afterEnd && before[start] === after[start]) start += 1;
  while (end > start && afterEnd > start && before[end - 1] === after[afterEnd - 1]) {
    end -= 1;
    afterEnd -= 1;
  }
  const common = commonLength(before.slice(start, end), after.slice(start, afterEnd));
  return common === undefined ? undefined : { added: afterEnd - start - common, removed: end - start - common };
}

/**
 * Length of the longest common subsequence, 32 lines at a time: the bits of `rest` that fall are lines that found their partner.
 * H. Hyyrö, Bit-parallel LCS-length computation revisited, 2004: V = (V + (V & M)) | (V & ~M).
 */
function commonLength(before: readonly string[], after: readonly string[]): number | undefined {
  if (before.length === 0 || after.length === 0) return 0;
  // The bits of each line that stand somewhere in `before`: only words that are not empty.
  const places = new Map<string, Map<number, number>>();
  for (const [at, line] of before.entries()) {
    const words = places.get(line) ?? new Map<number, number>();
    words.set(at >>> 5, ((words.get(at >>> 5) ?? 0) | (1 << (at & 31))) >>> 0);
    places.set(line, words);
  }
  const size = Math.ceil(before.length / 32);
  const rest = new Uint32Array(size).fill(0xffffffff);
  let steps = 0;
  for (const line of after) {
    const words = places.get(line);
    if (words === undefined) continue;
    // Words come in rising order; between them only a carry can change anything.
    let carry = 0;
    let next = 0;
    const step = (at: number, mask: number): number => {
      const value = rest[at] ?? 0;
      const matched = (value & mask) >>> 0;
      const sum = value + matched + carry;
      rest[at] = (sum | (value & ~mask)) >>> 0;
      steps += 1;
      return sum > 0xffffffff ? 1 : 0;
    };
    for (const [at, mask] of words) {
      for (; carry === 1 && next < at; next += 1) carry = step(next, 0);
      carry = step(at, mask);
      next = at + 1;
    }
    for (; carry === 1 && next < size; next += 1) carry = step(next, 0);
    if (steps > mostSteps) return undefined;
  }
  let common = 0;
  for (let at = 0; at < before.length; at += 1) if ((((rest[at >>> 5] ?? 0) >>> (at & 31)) & 1) === 0) common += 1;
  return common;
}

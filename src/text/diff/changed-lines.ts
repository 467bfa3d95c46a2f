import { diffLists } from './diff-lists.ts';
import { isBinary, splitLines } from '../lines.ts';

/** Numbers of lines. */
export interface ChangedLines {
  readonly added: number;
  readonly removed: number;
}

// About 0.2 s of processor time in the worst case.
const minimalUpTo = 8_000;

/**
 * Lines added and removed from one content to the other: as few as possible up to 8,000, possibly some more beyond. A line ends in a line
 * feed, so a last line without one differs from the same with one, and CRLF from LF. `undefined` when one of them is binary.
 */
export function countChangedLines(before: Uint8Array, after: Uint8Array): ChangedLines | undefined {
  if (isBinary(before) || isBinary(after)) return undefined;
  return countBetween(linesOf(before), linesOf(after));
}

/**
 * The same for a content that git may have changed at checkout: line ends count as equal where one side has only CRLF and the other only
 * LF, unless nothing else differs.
 */
export function countChangedLinesOfCheckout(before: Uint8Array, after: Uint8Array): ChangedLines | undefined {
  if (isBinary(before) || isBinary(after)) return undefined;
  const [old, fresh] = [linesOf(before), linesOf(after)];
  const ends = [lineEnds(old), lineEnds(fresh)];
  if (!ends.includes('lf') || !ends.includes('crlf')) return countBetween(old, fresh);
  const change = countBetween(old.map(withoutReturn), fresh.map(withoutReturn));
  // Where nothing else differs, the line ends are the change.
  return change.added === 0 && change.removed === 0 ? countBetween(old, fresh) : change;
}

function countBetween(before: readonly string[], after: readonly string[]): ChangedLines {
  let [added, removed] = [0, 0];
  for (const run of diffLists(before, after, minimalUpTo)) {
    removed += run.before[1] - run.before[0];
    added += run.after[1] - run.after[0];
  }
  return { added, removed };
}

/** One byte a character: lines are only compared. */
function linesOf(bytes: Uint8Array): readonly string[] {
  return splitLines(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'));
}

function lineEnds(lines: readonly string[]): 'lf' | 'crlf' | 'mixed' {
  const whole = lines.filter((line) => line.endsWith('\n'));
  const returns = whole.filter((line) => line.endsWith('\r\n')).length;
  return returns === 0 ? 'lf' : returns === whole.length ? 'crlf' : 'mixed';
}

function withoutReturn(line: string): string {
  return line.endsWith('\r\n') ? `${line.slice(0, -2)}\n` : line;
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countChangedLines, countChangedLinesOfCheckout } from '../../../src/text/diff/changed-lines.ts';

const bytes = (text: string) => Buffer.from(text, 'utf8');

describe('lines added and removed', () => {
  it.each([
    ['nothing', 'a\nb\n', 'a\nb\n', 0, 0],
    ['a new file', '', 'a\nb\n', 2, 0],
    ['a file that goes', 'a\nb\n', '', 0, 2],
    ['a line in the middle', 'a\nb\nc\n', 'a\nx\nb\nc\n', 1, 0],
    ['a changed line', 'a\nb\nc\n', 'a\nB\nc\n', 1, 1],
    ['a line that moves', 'a\nb\nc\n', 'b\nc\na\n', 1, 1],
    ['a last line that gets its end', 'a\nb', 'a\nb\n', 1, 1],
    ['one line of a file with CRLF', 'a\r\nb\r\nc\r\n', 'a\r\nB\r\nc\r\n', 1, 1],
    ['line ends from LF to CRLF', 'a\nb\n', 'a\r\nb\r\n', 2, 2],
    ['a file of one line without an end', 'a', 'b', 1, 1],
    ['equal lines', 'x\nx\nx\n', 'x\nx\n', 0, 1],
  ])('%s', (_, before, after, added, removed) => {
    expect(countChangedLines(bytes(before), bytes(after))).toEqual({ added, removed });
  });

  it('takes a checkout with other line ends for the same lines', () => {
    expect(countChangedLinesOfCheckout(bytes('a\nb\nc\n'), bytes('a\r\nB\r\nc\r\n'))).toEqual({ added: 1, removed: 1 });
    expect(countChangedLinesOfCheckout(bytes('a\nb\n'), bytes('a\r\nb\r\n'))).toEqual({ added: 2, removed: 2 });
    expect(countChangedLinesOfCheckout(bytes('a\r\nb\nc\n'), bytes('a\r\nb\r\nc\n'))).toEqual({ added: 1, removed: 1 });
  });

  it('counts no lines of what is binary', () => {
    expect(countChangedLines(Buffer.from([0, 1, 10]), bytes('a\n'))).toBeUndefined();
    expect(countChangedLines(bytes('a\n'), Buffer.from([65, 0]))).toBeUndefined();
  });

  it('agrees with the plain table of the longest common subsequence', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd', ''), { maxLength: 150 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const common = slowCommon(before, after);
        const whole = (lines: readonly string[]) => bytes(lines.map((line) => `${line}\n`).join(''));
        expect(countChangedLines(whole(before), whole(after))).toEqual({ added: after.length - common, removed: before.length - common });
      }),
      { numRuns: 300 },
    );
  });

  it('ends within a second of processor time where two large files are too much alike everywhere', () => {
    const before = bytes('a\nb\n'.repeat(250_000));
    const after = bytes('b\nb\na\n'.repeat(170_000));
    const began = process.cpuUsage();
    const change = countChangedLines(before, after);
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(15_000);
    // No longer the smallest figures, but figures that fit the two.
    expect((change?.added ?? 0) - (change?.removed ?? 0)).toBe(510_000 - 500_000);
    expect(change?.removed).toBeLessThan(250_000);
  });
});

function slowCommon(one: readonly string[], other: readonly string[]): number {
  let row = Array.from({ length: other.length + 1 }, () => 0);
  for (const line of one) {
    const next = [0];
    for (const [at, there] of other.entries()) {
      next.push(line === there ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

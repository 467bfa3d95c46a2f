import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineCutter, type LineBytes } from '../../src/system/index.ts';

function cut(chunks: readonly Uint8Array[], limit = 1_000): { readonly lines: readonly LineBytes[]; readonly rest: LineBytes | undefined } {
  const lines: LineBytes[] = [];
  const cutter = lineCutter({ limit, ends: 2_048 }, (line) => lines.push(line));
  for (const chunk of chunks) cutter.push(chunk);
  return { lines, rest: cutter.rest() };
}

const whole = (text: string): LineBytes => ({ kind: 'whole', bytes: Buffer.from(text) });

describe('lineCutter', () => {
  it('gives the same lines however the stream is cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'ü', '😀', '\n', '\r') }), fc.array(fc.nat(50)), (text, cuts) => {
        const bytes = Buffer.from(text);
        const ends = [...cuts.map((at) => Math.min(at, bytes.length)).toSorted((a, b) => a - b), bytes.length];
        const chunks = ends.map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end));
        const lines = text.split('\n');
        const rest = lines.pop() ?? '';
        expect(cut(chunks)).toEqual({
          lines: lines.filter((line) => line !== '').map(whole),
          rest: rest === '' ? undefined : whole(rest),
        });
      }),
    );
  });

  it('keeps both ends of what is too long, and goes on with the next line', () => {
    const chunks = [...Array.from({ length: 100 }, () => 'x'.repeat(100)), 'end\nshort\n'].map((text) => Buffer.from(text));
    const { lines } = cut(chunks, 5_000);
    expect(lines).toEqual([
      { kind: 'too-long', length: 10_003, head: Buffer.from('x'.repeat(2_048)), tail: Buffer.from(`${'x'.repeat(2_045)}end`) },
      whole('short'),
    ]);
  });
});

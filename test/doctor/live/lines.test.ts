import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineCutter } from '../../../src/doctor/live/lines.ts';

function cut(chunks: readonly Uint8Array[], limit = 1_000): { readonly lines: readonly string[]; readonly rest: string } {
  const lines: string[] = [];
  const cutter = lineCutter(limit, (line) => lines.push(line));
  for (const chunk of chunks) cutter.push(chunk);
  return { lines, rest: cutter.rest() };
}

describe('lineCutter', () => {
  it('gives the same lines however the stream is cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'ü', '😀', '\n', '\r') }), fc.array(fc.nat(50)), (text, cuts) => {
        const bytes = Buffer.from(text);
        const ends = [...cuts.map((at) => Math.min(at, bytes.length)).toSorted((a, b) => a - b), bytes.length];
        const chunks = ends.map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end));
        const lines = text.split('\n');
        const rest = lines.pop();
        expect(cut(chunks)).toEqual({ lines, rest });
      }),
    );
  });

  it('keeps a beginning of what is too long, and goes on with the next line', () => {
    const marks: boolean[] = [];
    const lines: string[] = [];
    const cutter = lineCutter(5_000, (line, isCut) => {
      lines.push(line);
      marks.push(isCut);
    });
    for (let i = 0; i < 100; i += 1) cutter.push(Buffer.from('x'.repeat(100)));
    cutter.push(Buffer.from('\nshort\n'));
    expect(lines).toEqual(['x'.repeat(2_048), 'short']);
    expect(marks).toEqual([true, false]);
  });
});

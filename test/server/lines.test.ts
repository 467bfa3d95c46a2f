import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineReader, type Line } from '../../src/server/transports/lines.ts';

function read(bytes: Buffer, cuts: readonly number[], limit = 1000): readonly Line[] {
  const lines: Line[] = [];
  const reader = lineReader(limit, (line) => lines.push(line));
  let start = 0;
  for (const end of [...cuts.filter((at) => at <= bytes.length).toSorted((a, b) => a - b), bytes.length]) {
    reader.push(bytes.subarray(start, end));
    start = end;
  }
  reader.end();
  return lines;
}

describe('lines of a stream', () => {
  it('are the same however the stream comes in pieces', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'é', '🧢', '\n', ' ') }), fc.array(fc.nat(80)), (text, cuts) => {
        const expected = text
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => ({ kind: 'text', text: line }));
        expect(read(Buffer.from(text), cuts)).toEqual(expected);
      }),
    );
  });

  it.each([1, 7, 64, 5000])('that are too long leave their two ends, in pieces of %d', (size) => {
    const long = Buffer.from(`${'h'.repeat(300)}${'m'.repeat(2000)}${'t'.repeat(300)}\nnext`);
    const cuts = Array.from({ length: Math.ceil(long.length / size) }, (_, i) => i * size);
    expect(read(long, cuts)).toEqual([
      { kind: 'too-long', length: 2600, head: 'h'.repeat(256), tail: 't'.repeat(256) },
      { kind: 'text', text: 'next' },
    ]);
  });

  it('may be as long as is allowed', () => {
    expect(read(Buffer.from(`${'x'.repeat(1000)}\n`), [10]).map(({ kind }) => kind)).toEqual(['text']);
  });
});

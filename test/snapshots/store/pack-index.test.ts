import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { objectIdOf } from '../../../src/snapshots/store/object-id.ts';
import type { Packed } from '../../../src/snapshots/store/pack.ts';
import { emptyIndex, mergedIndex, type PackIndex, parseIndex } from '../../../src/snapshots/store/pack-index.ts';

const nonce = Buffer.from('12345678');
const idOf = (number: number) => objectIdOf('blob', Buffer.from(String(number)));
const packed = fc
  .tuple(fc.nat(400), fc.nat(2 ** 40), fc.nat(2 ** 40))
  .map(([number, offset, length]): Packed => ({ id: idOf(number), offset, length }));
const part = fc.uniqueArray(packed, { maxLength: 120, selector: ({ id }) => id });

const all = (index: PackIndex) => Array.from({ length: index.count }, (_, position) => index.at(position));

describe('the index of a pack', () => {
  it('finds what was put in last, in whatever parts it came', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const expected = new Map(parts.flat().map((one) => [one.id, one]));
        let index = emptyIndex(nonce, 28);
        for (const records of parts) index = mergedIndex(index, nonce, 1_000, records);
        expect(index.count).toBe(expected.size);
        for (let number = 0; number <= 400; number += 1) {
          const position = index.find(idOf(number));
          expect(position === undefined ? undefined : index.at(position)).toEqual(expected.get(idOf(number)));
        }
        const ids = all(index).map(({ id }) => id);
        expect(ids).toEqual([...ids].sort());
        const again = parseIndex(Buffer.from(index.bytes), nonce, 1_000);
        expect(again === undefined ? undefined : all(again)).toEqual(all(index));
      }),
    );
  });

  it('is not read when one bit is wrong, a byte is missing, or it is of another pack or a longer one', () => {
    const index = mergedIndex(
      emptyIndex(nonce, 28),
      nonce,
      5_000,
      [1, 2, 3].map((number) => ({ id: idOf(number), offset: number, length: 60 })),
    );
    fc.assert(
      fc.property(fc.nat(index.bytes.length - 1), fc.nat(7), (at, bit) => {
        const harmed = Buffer.from(index.bytes);
        harmed[at] = (harmed[at] ?? 0) ^ (1 << bit);
        expect(parseIndex(harmed, nonce, 5_000)).toBeUndefined();
        expect(parseIndex(index.bytes.subarray(0, at), nonce, 5_000)).toBeUndefined();
      }),
    );
    expect(parseIndex(index.bytes, Buffer.from('87654321'), 5_000)).toBeUndefined();
    expect(parseIndex(index.bytes, nonce, 4_999)).toBeUndefined();
    expect(parseIndex(index.bytes, nonce, 5_000)?.count).toBe(3);
  });
});

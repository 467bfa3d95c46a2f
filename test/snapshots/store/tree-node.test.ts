import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { objectIdOf } from '../../../src/snapshots/store/object-id.ts';
import type { TreeEntry } from '../../../src/snapshots/store/object-types.ts';
import { decodeChunks, decodeTree, encodeChunks, encodeTree, nodeDifferences } from '../../../src/snapshots/store/tree-node.ts';
import { rounds } from '../../support/storm.ts';

const bytes = (maxLength: number, minLength = 0) => fc.uint8Array({ minLength, maxLength }).map((array) => Buffer.from(array));
const name = bytes(300, 1);
const id = fc.uint8Array({ maxLength: 8 }).map((array) => objectIdOf('blob', array));
const mode = fc.integer({ min: 0, max: 0o177777 });
const size = fc.integer({ min: 0, max: 2 ** 48 - 1 });
const gitId = fc.constantFrom(40, 64).chain((length) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`)));
const entry: fc.Arbitrary<TreeEntry> = fc.oneof(
  fc.record({ kind: fc.constant('file' as const), name, mode, size, id, isSealed: fc.boolean() }),
  fc.record({ kind: fc.constant('chunked' as const), name, mode, size, id }),
  fc.record({ kind: fc.constant('borrowed' as const), name, mode, size, gitId }),
  fc.record({ kind: fc.constant('directory' as const), name, mode, id }),
  fc.record({ kind: fc.constant('link' as const), name, target: bytes(5_000) }),
  fc.record({
    kind: fc.constant('special' as const),
    name,
    what: fc.constantFrom('fifo' as const, 'socket' as const, 'device' as const, 'skipped' as const),
  }),
);
const entries = fc.uniqueArray(entry, { maxLength: 30, selector: ({ name }) => name.toString('hex') });

describe('the node of a directory', () => {
  it('gives back its entries exactly, by the bytes of their names', () => {
    fc.assert(
      fc.property(entries, (list) => {
        const sorted = [...list].sort((one, other) => Buffer.compare(one.name, other.name));
        expect(decodeTree(encodeTree(list))).toEqual(sorted);
      }),
    );
  });

  it('is the same in whatever order they are given', () => {
    fc.assert(
      fc.property(entries, fc.infiniteStream(fc.nat()), (list, order) => {
        const shuffled = list.map((entry) => ({ entry, at: order.next().value ?? 0 })).sort((one, other) => one.at - other.at);
        expect(encodeTree(shuffled.map(({ entry }) => entry)).equals(encodeTree(list))).toBe(true);
      }),
    );
  });

  it('is refused when cut off or damaged, never read past its end', () => {
    fc.assert(
      fc.property(entries, fc.nat(), fc.nat(255), (list, place, value) => {
        const whole = encodeTree(list);
        const harmed = Buffer.from(whole.subarray(0, place % whole.length));
        if (harmed.length > 0) harmed[harmed.length - 1] = value;
        try {
          decodeTree(harmed);
        } catch (error) {
          expect(error).toMatchObject({ code: 'io' });
        }
      }),
    );
  });

  it.each<readonly [string, readonly TreeEntry[]]>([
    ['an empty name', [{ kind: 'link', name: Buffer.alloc(0), target: Buffer.alloc(0) }]],
    ['a name twice', [1, 2].map((): TreeEntry => ({ kind: 'link', name: Buffer.from('a'), target: Buffer.alloc(0) }))],
    ['a name over 65,535 bytes', [{ kind: 'link', name: Buffer.alloc(70_000, 'a'), target: Buffer.alloc(0) }]],
  ])('refuses %s', (_, list) => {
    expect(() => encodeTree(list)).toThrow(RangeError);
  });

  it('lists the parts of a large file', () => {
    fc.assert(
      fc.property(fc.array(id), (ids) => {
        expect(decodeChunks(encodeChunks(ids))).toEqual(ids);
      }),
    );
    expect(() => decodeChunks(Buffer.alloc(33))).toThrow('damaged list');
  });
});

describe('two nodes', () => {
  const sides = fc.tuple(entries, fc.array(fc.tuple(fc.nat(), entry), { maxLength: 5 })).map(([before, news]) => {
    const after = [...before];
    for (const [place, fresh] of news) {
      const at = place % (after.length + 1);
      const name = place % 3 === 0 ? (after[at]?.name ?? fresh.name) : fresh.name;
      if (after.some((one, i) => i !== at && one.name.equals(name))) continue;
      after.splice(at, place % 3 === 1 ? 0 : 1, ...(place % 3 === 2 ? [] : [{ ...fresh, name }]));
    }
    return [before, after.filter((one, i) => after.findIndex(({ name }) => name.equals(one.name)) === i)] as const;
  });
  const byName = (list: readonly TreeEntry[]) => new Map(list.map((one) => [one.name.toString('latin1'), one]));

  it('differ in exactly the entries that are not the same', () => {
    fc.assert(
      fc.property(sides, ([before, after]) => {
        const [one, other] = [byName(before), byName(after)];
        const names = [...new Set([...one.keys(), ...other.keys()])].sort();
        const wanted = names.flatMap((spelled) => {
          const [was, is] = [one.get(spelled), other.get(spelled)];
          if (was !== undefined && is !== undefined && encodeTree([was]).equals(encodeTree([is]))) return [];
          return [{ name: spelled, ...(was === undefined ? {} : { before: was }), ...(is === undefined ? {} : { after: is }) }];
        });
        expect(nodeDifferences(encodeTree(before), encodeTree(after))).toEqual(wanted);
        expect(nodeDifferences(undefined, encodeTree(after)).map(({ after: is }) => is)).toEqual(decodeTree(encodeTree(after)));
        expect(nodeDifferences(encodeTree(before), undefined).map(({ before: was }) => was)).toEqual(decodeTree(encodeTree(before)));
      }),
      { numRuns: rounds(500) },
    );
  });

  it('are refused when one is cut off or damaged, never read past its end', () => {
    fc.assert(
      fc.property(sides, fc.nat(), fc.nat(255), ([before, after], place, value) => {
        const whole = encodeTree(after);
        const harmed = Buffer.from(whole.subarray(0, place % whole.length));
        if (harmed.length > 0) harmed[harmed.length - 1] = value;
        for (const [one, other] of [
          [encodeTree(before), harmed],
          [harmed, encodeTree(before)],
          [harmed, undefined],
        ]) {
          try {
            nodeDifferences(one, other);
          } catch (error) {
            expect(error).toMatchObject({ code: 'io' });
          }
        }
      }),
    );
  });
});

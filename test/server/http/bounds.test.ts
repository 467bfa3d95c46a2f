import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWithinBounds } from '../../../src/server/transports/http/json-bounds.ts';
import { rates } from '../../../src/server/transports/http/rates.ts';

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

/** Every value, lists and objects too. */
function elementsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return 1 + Object.values(value).reduce<number>((sum, each) => sum + elementsOf(each), 0);
}

const isWithin = (value: Json, depth: number, elements: number): boolean =>
  isWithinBounds(Buffer.from(JSON.stringify(value)), { depth, elements });

describe('the bounds of a body', () => {
  it('are those of the value, whatever its texts hold', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const [depth, elements] = [depthOf(value), elementsOf(value)];
        // Never fewer than there are, and at most one more for each list and object.
        expect(isWithin(value as Json, depth, 2 * elements + 1)).toBe(true);
        if (depth > 0) expect(isWithin(value as Json, depth - 1, 2 * elements + 1)).toBe(false);
      }),
    );
  });

  it('are kept by wide values, and by deep ones', () => {
    expect(
      isWithin(
        Array.from({ length: 10_001 }, () => 1),
        64,
        10_000,
      ),
    ).toBe(false);
    expect(isWithin(Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [i, 1])), 64, 10_000)).toBe(false);
    expect(isWithin(['[[[[', '{"a":{"a":{', '\\"[[[['], 1, 10)).toBe(true);
  });
});

describe('a token bucket', () => {
  it('fills again with time, to its brim and no further', () => {
    let now = 0;
    const { take } = rates(() => now);
    const rate = { burst: 2, perSecond: 1 };
    const taken = (): number => take('one', rate);
    expect([taken(), taken(), taken()]).toEqual([0, 0, 1]);
    now += 1_000;
    expect([taken(), taken()]).toEqual([0, 1]);
    now += 3_600_000;
    expect([taken(), taken(), taken()]).toEqual([0, 0, 1]);
    expect(take('other', rate)).toBe(0);
  });

  it('says how long it takes', () => {
    const { take } = rates(() => 0);
    expect([take('one', { burst: 1, perSecond: 0.1 }), take('one', { burst: 1, perSecond: 0.1 })]).toEqual([0, 10]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDue, packCode, unpackCode } from '../../../src/system/kept-code/kept-code.ts';

const bytes = (constraints = {}) => fc.uint8Array({ maxLength: 200, ...constraints }).map((all) => Buffer.from(all));

describe('a file of kept code', () => {
  it('gives back the code of exactly the text that it was made of', () => {
    fc.assert(
      fc.property(bytes(), bytes(), bytes(), (code, source, other) => {
        const file = packCode(code, source, 5);
        expect(unpackCode(file, source)).toEqual({ code, madeMs: 5 });
        if (!other.equals(source)) expect(unpackCode(file, other)).toBeUndefined();
      }),
    );
  });

  it('gives none of a text of the same length', () => {
    const file = packCode(Buffer.from('code'), Buffer.from('print("what the file says")'), 5);
    expect(unpackCode(file, Buffer.from('print("what the code says")'))).toBeUndefined();
  });

  it('never gives other code, whichever byte is wrong and wherever it ends', () => {
    fc.assert(
      fc.property(bytes({ minLength: 1 }), bytes(), fc.nat(), fc.integer({ min: 1, max: 255 }), (code, source, where, change) => {
        const file = packCode(code, source, 5);
        const changed = Buffer.from(file);
        const at = where % file.length;
        changed[at] = (changed[at] ?? 0) ^ change;
        expect([undefined, code.toString('hex')]).toContain(unpackCode(changed, source)?.code.toString('hex'));
        expect(unpackCode(file.subarray(0, at), source)).toBeUndefined();
        expect(unpackCode(Buffer.concat([file, file.subarray(at)]), source)?.code ?? code).toEqual(code);
      }),
    );
  });

  it('gives none when its end was written and its middle was not', () => {
    const code = Buffer.from('the code of a chunk');
    for (const from of [0, 4, code.length])
      expect(unpackCode(packCode(code, Buffer.from('text'), 5).fill(0, from, from + 8), Buffer.from('text'))).toBeUndefined();
  });
});

describe('looking at kept code again', () => {
  const minute = 60_000;
  const day = 1_440 * minute;
  it.each([
    { name: 'at the next run', made: 0, looked: 0, now: 1, due: true },
    { name: 'not before it is twice as old', made: 0, looked: 10 * minute, now: 19 * minute, due: false },
    { name: 'when it is twice as old', made: 0, looked: 10 * minute, now: 20 * minute, due: true },
    { name: 'not twice a day', made: 0, looked: 30 * day, now: 30.9 * day, due: false },
    { name: 'every day', made: 0, looked: 30 * day, now: 31 * day, due: true },
    { name: 'when the clock was set back', made: 0, looked: 10 * minute, now: 9 * minute, due: true },
    { name: 'when the file does not say when it was made', made: NaN, looked: minute, now: 2 * minute, due: true },
  ])('$name', ({ made, looked, now, due }) => {
    expect(isDue(made, looked, now)).toBe(due);
  });
});

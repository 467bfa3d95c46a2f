import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cut, decodeLine, encodeLine } from '../../src/server/wire.ts';

const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('|', '\\', '\n', '\r', '\u0000', '\u2028', '→', '🧢', ':', 'snap|C|', ' ', 'n', 'u000a', '---'), {
      maxLength: 12,
    })
    .map((parts) => parts.join('')),
);

describe('the wire line', () => {
  it('is undone by its reader, labelled and compact alike', () => {
    fc.assert(
      fc.property(fc.record({ code: value, reason: value }), fc.boolean(), (items, compact) => {
        const line = encodeLine('error', items, compact);
        expect(line).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
        expect(decodeLine('error', line, compact)).toEqual(items);
      }),
      { numRuns: 10_000 },
    );
  });

  it('keeps spaces and escapes what could end a field', () => {
    expect(encodeLine('error', { code: 'A|B', reason: 'two words\\\nthree' }, false)).toBe(
      String.raw`snap|!|code:A\|B|reason:two words\\\nthree`,
    );
  });

  it.each(['snap|C|code:A|reason:b', 'snap|!|code:A', 'snap|!|reason:b|code:A', 'snap|!|A|b', '', 'x\nsnap|!|code:A|reason:b'])(
    'is not read from %j',
    (line) => {
      expect(() => decodeLine('error', line, false)).toThrow(/^No /);
    },
  );
});

describe('cutting', () => {
  it.each([
    ['as it is', 8, 'as it is'],
    ['too long', 7, 'too lo…'],
    ['🧢🧢🧢', 3, '🧢🧢🧢'],
    ['🧢🧢🧢🧢', 3, '🧢🧢…'],
  ])('makes of %j with %d characters %j', (text, most, expected) => expect(cut(text, most)).toBe(expected));
});

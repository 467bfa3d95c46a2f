import { describe, expect, it } from 'vitest';
import { findTokens } from '../../src/secrets/find-tokens.ts';
import { maskedAt } from '../../src/secrets/mask-tokens.ts';
import { isReference, isSecretName, looksSecret, maskArgs, maskText, maskTokens } from '../../src/secrets/index.ts';
import { holdsRun } from '../../src/secrets/traits.ts';
import { changedPassages } from '../../src/text/index.ts';

/** V8 had no stack left for an expression over a run of more than about eight million characters. */
const length = 16 * 1024 * 1024;

describe.each([
  ['small letters', 'x'],
  ['capital letters', 'Q'],
  ['digits', '7'],
  ['dashes', '-'],
  ['spaces', ' '],
  ['colons', ':'],
  ['dollar signs', '$'],
  ['letters with accents', 'é'],
  ['hidden characters', '\u200B'],
])('a text of 16 MB of %s', (_, letter) => {
  const text = letter.repeat(length);

  it('is searched to its end', () => {
    for (const mask of [maskText, maskTokens]) expect(mask(text).length).toBeGreaterThan(0);
    expect(maskArgs(['-u', text], 'mysql')).toHaveLength(2);
    for (const ask of [isSecretName, looksSecret, isReference]) expect(ask(text)).toBe(ask(text.slice(0, 100)));
  });
});

it('a word of 16 MB of letters beyond the first plane is compared', () => {
  expect(changedPassages('', '\u{1D400}'.repeat(length / 2))).toHaveLength(1);
});

// Joined, so that nobody's scanner takes this file for a leak.
const token = ['ghp', 'Ab3dE5gH7jK9mN1pQ3sT5vW7yZ2bC4dF6hJ8'].join('_');
const key = [
  ['-----BEGIN RSA PRIV', 'ATE KEY-----\n'].join(''),
  'MIIEpAIBAAKCAQEA7\n'.repeat(900),
  '-----END RSA PRIVATE KEY-----',
] as const;

describe('at the borders of the parts of a long text', () => {
  const size = 500_000;

  it.each([-41, -40, -39, -30, -20, -4, -1, 0, 1, 11, 12])(
    'a token that begins %i characters beside one is masked whole, and alone',
    (offset) => {
      for (const border of [size, 2 * size]) {
        const text = `${' '.repeat(border + offset)}${token}${' '.repeat(3 * size - border)}`;
        expect(maskTokens(text)).toBe(text.replace(token, '***'));
      }
    },
  );

  it.each([-16_300, -8_000, -40, -1, 0, 40])('a private key that begins %i characters beside one is masked whole', (offset) => {
    const text = `${'. '.repeat((size + offset) / 2)}${key.join('')}${' .'.repeat(size)}`;
    expect(maskTokens(text)).not.toContain('MIIE');
  });

  it('a token that is longer than a part is masked to its end', () => {
    const long = `${token}${'Ab3'.repeat(size)}`;
    expect(maskTokens(`use ${long} here`)).toBe('use *** here');
  });

  it('a secret of a text that the other rules hide whole is seen: a run of twelve over the border of what is read at once', () => {
    for (const offset of [-13, -12, -11, -6, -1, 0, 1]) {
      const text = `${' '.repeat(1_000_000 + offset)}abcdefghijkL${' '.repeat(1_000_000)}`;
      expect(holdsRun(text), String(offset)).toBe(true);
      expect(holdsRun(text.replace('L', 'l')), String(offset)).toBe(false);
      expect(holdsRun(text.replace('abc', 'ab ')), String(offset)).toBe(false);
    }
  });

  it('says the same as a search of the whole', () => {
    const text = Array.from({ length: 60_000 }, (_, i) => (i % 997 === 0 ? token : `word${i}`)).join(' ');
    expect(text.length).toBeGreaterThan(size);
    expect(maskedAt(text, findTokens(text))).toBe(text.replaceAll(token, '***'));
  });
});

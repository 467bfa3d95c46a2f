import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskTokens, tokenForms } from '../../src/secrets/index.ts';

const exactForms = tokenForms.flatMap(({ rule, needs, exact }) => (exact === undefined ? [] : [{ rule, words: needs.split(' '), exact }]));

describe('what check reports by a form is masked in every text:', () => {
  it.each(exactForms)('$rule', ({ words, exact }) => {
    // fast-check writes texts of an expression, but of none that looks around itself.
    const plain = exact.replaceAll(/\(\?<?[!=][^)]*\)|\\b/g, '').replaceAll('[^]', String.raw`[a-z\n]`);
    fc.assert(
      fc.property(fc.stringMatching(new RegExp(`^${plain}$`)), (token) => {
        const text = `at = "${token}"\n`;
        const [whole = '', secret = whole.slice(-40)] = new RegExp(exact).exec(text) ?? [];
        // Such a run has every real one; and texts that documentation writes are not masked.
        fc.pre(
          /[\w.+~-]{12}/.test(whole) &&
            words.some((word) => text.toLowerCase().includes(word)) &&
            !/(.)\1{5}|your[-_]|[-_]here$/i.test(secret),
        );
        expect(maskTokens(text)).not.toContain(secret);
      }),
      { numRuns: 10, seed: 27 },
    );
  });
});

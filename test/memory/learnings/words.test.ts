import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stem } from '../../../src/text/words.ts';
import { synonymGroups } from '../../../src/memory/learnings/synonyms.ts';
import { contentKey, plainWords, wordsOf } from '../../../src/memory/learnings/words.ts';

describe('stem', () => {
  // The examples of the paper, step by step.
  it.each(
    (
      'caresses caress, ponies poni, ties ti, cats cat, feed feed, agreed agre, plastered plaster, bled bled, motoring motor, sing sing, ' +
      'conflated conflat, troubled troubl, sized size, hopping hop, tanned tan, falling fall, hissing hiss, fizzed fizz, failing fail, ' +
      'filing file, happy happi, sky sky, relational relat, conditional condit, rational ration, valenci valenc, digitizer digit, ' +
      'radicalli radic, vietnamization vietnam, operator oper, feudalism feudal, decisiveness decis, hopefulness hope, formaliti formal, ' +
      'sensibiliti sensibl, triplicate triplic, formative form, electrical electr, goodness good, revival reviv, allowance allow, ' +
      'inference infer, airliner airlin, adjustable adjust, defensible defens, irritant irrit, replacement replac, adjustment adjust, ' +
      'dependent depend, adoption adopt, communism commun, activate activ, effective effect, bowdlerize bowdler, probate probat, ' +
      'rate rate, cease ceas, controll control, roll roll, generalizations gener, oscillators oscil, yellow yellow, syzygy syzygi'
    )
      .split(', ')
      .map((pair) => pair.split(' ')),
  )('takes %s to %s', (word, expected) => {
    expect(stem(word ?? '')).toBe(expected);
  });

  it.each(['', 'a', 'is', 'größer', 'utf8', '日本', 'x86'])('leaves %j alone', (word) => expect(stem(word)).toBe(word));
});

describe('plainWords', () => {
  it.each([
    ['getUserById', ['get', 'user', 'by', 'id']],
    ['parseHTTPResponse', ['parse', 'http', 'response']],
    ['MAX_RETRY_COUNT', ['max', 'retry', 'count']],
    ['src/auth/jwt-token.test.ts', ['src', 'auth', 'jwt', 'token', 'test', 'ts']],
    ['C:\\work\\main.ts', ['c', 'work', 'main', 'ts']],
    ["don't", ['dont']],
    ['Fehler bei Größe', ['fehler', 'bei', 'größe']],
    ['тесты падают', ['тесты', 'падают']],
    ['缓存失效', ['缓', '缓存', '存', '存失', '失', '失效', '效']],
    ['キャッシュ', ['キ', 'キャ', 'ャ', 'ャッ', 'ッ', 'ッシ', 'シ', 'シュ', 'ュ']],
    ['ﬁle ｃａｃｈｅ', ['file', 'cache']],
    [' |;—"', []],
  ])('%j', (text, words) => expect(plainWords(text)).toEqual(words));
});

describe('wordsOf', () => {
  it('drops stop words and keeps negations', () => {
    expect(wordsOf('the tests are not in this folder')).toEqual([...wordsOf('tests'), 'not', ...wordsOf('folder')]);
  });

  it.each([
    ['remove the directories', 'deleting a folder'],
    ['authentication fails', 'login error'],
    ['configurations', 'settings'],
  ])('%j is found by %j', (one, other) => expect(wordsOf(one)).toEqual(wordsOf(other)));

  it('has every word in one group of synonyms only', () => {
    const stems = synonymGroups.flatMap((group) => [...new Set(group.map(stem))]);
    expect(stems.filter((one, i) => stems.indexOf(one) !== i)).toEqual([]);
  });
});

describe('contentKey', () => {
  it.each([
    ['Use pnpm', 'use  PNPM'],
    ['Run the tests first.', 'run the tests\n first'],
    ['“Quoted” words', '"quoted" words'],
    ['It’s slow', "it's slow"],
    ['wait — then retry', 'wait then retry'],
    ['zero\u200Bwidth', 'zerowidth'],
    ['Set `CI` first, then run', 'set CI first then run'],
    ['e\u0301t\u00e9', '\u00e9t\u00e9'],
  ])('is the same for %j and %j', (one, other) => {
    expect(contentKey(one, 'x')).toBe(contentKey(other, 'x'));
    expect(contentKey('x', one)).toBe(contentKey('x', other));
  });

  it.each([
    ['rm -r build', 'rm -R build'],
    ['wait 5 s', 'wait 50 s'],
    ['rm -rf ./*', 'rm -rf /*'],
    ['find .', 'find'],
    ['a | b', 'a b'],
    ['a && b', 'a & b'],
    ['port 1 0', 'port 10'],
    ['README.md', 'readme.md'],
    ['use version 1.2', 'use version 12'],
    ['cd ..', 'cd .'],
    ['x != y', 'x = y'],
    ['ls foo*', 'ls foo'],
  ])('differs for %j and %j', (one, other) => expect(contentKey('x', one)).not.toBe(contentKey('x', other)));

  it('keeps trigger and action apart', () => {
    expect(contentKey('a b', 'c')).not.toBe(contentKey('a', 'b c'));
    expect(contentKey('a', 'b')).not.toBe(contentKey('b', 'a'));
  });

  it('does not see white space around and between words', () => {
    const word = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !/\s/u.test(text.normalize('NFC')));
    const space = fc.stringMatching(/^[ \t\n]{1,3}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), space, space, (words, one, other) => {
        expect(contentKey(`${one}${words.join(one)}`, '')).toBe(contentKey(`${words.join(other)}${other}`, ''));
      }),
    );
  });
});

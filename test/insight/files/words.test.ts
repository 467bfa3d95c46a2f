import { describe, expect, it } from 'vitest';
import { identifiersIn, wordsOf } from '../../../src/insight/files/words.ts';
import { cpuTime } from '../../support/cpu-time.ts';

describe('the words of a task', () => {
  it.each([
    ['fix: parsing of the parser’s parsed files', ['fix', 'pars', 'parser', 'fil']],
    ['parseURLQuery', ['pars', 'url', 'query', 'parseurlquery']],
    ['snake_case_name', ['snak', 'cas', 'nam', 'snakecasenam']],
    ['entries and an entry', ['entry']],
    ['(#123) 42 2.0', []],
    ['зависание тестов', ['зависание', 'тестов']],
    ['修复登录', ['修', '复', '登', '录']],
    ['toString constructor __proto__', ['string', 'tostr', 'construct', 'proto']],
    ['', []],
  ])('%s', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('are the same for a name and its plural or past', () => {
    for (const [one, other] of [
      ['hook', 'hooks'],
      ['render', 'rendering'],
      ['query', 'queries'],
      ['cache', 'cached'],
      ['stop', 'stopped'],
    ] as const)
      expect(wordsOf(one)).toEqual(wordsOf(other));
  });

  it('are found in little time, whatever the text holds', () => {
    for (const piece of ['a', 'aA', '_', '\u0000', 'é', '登', '\u202e', 'A ', '\ud800'])
      for (const work of [wordsOf, identifiersIn]) expect(cpuTime(() => work(piece.repeat(500_000)))).toBeLessThan(2_000);
  });

  it('hold the names of code that are worth looking for', () => {
    expect(identifiersIn('crash in parseQuery of `lib/route.js`, see RM_Call, utf8 and the Router')).toEqual([
      'lib/route.js',
      'parseQuery',
    ]);
    expect(identifiersIn('RM_Call in utf8 of the Router')).toEqual(['RM_Call', 'utf8']);
    expect(identifiersIn('fix the router')).toEqual([]);
  });
});

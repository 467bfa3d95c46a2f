import { describe, expect, it } from 'vitest';
import { filesOfMatches } from '../../../src/insight/files/contents.ts';

describe('the files of the matches of git', () => {
  const nul = '\0';
  it.each([
    ['each name has its own', `a.ts${nul}roundCents\nb.ts${nul}toEuro\nb.ts${nul}toEuro\n`, { roundCents: ['a.ts'], toEuro: ['b.ts'] }],
    ['a file with both counts for both', `a.ts${nul}roundCents\na.ts${nul}toEuro\n`, { roundCents: ['a.ts'], toEuro: ['a.ts'] }],
    ['a path may have a line break and a colon', `a\nb:1.ts${nul}toEuro\n`, { roundCents: [], toEuro: ['a\nb:1.ts'] }],
    ['nothing was found', '', { roundCents: [], toEuro: [] }],
  ])('%s', (_, output, files) => {
    expect(Object.fromEntries(filesOfMatches(output, ['roundCents', 'toEuro']))).toEqual(files);
  });

  it('a longer name that contains another counts for both', () => {
    const found = filesOfMatches(`a.ts${nul}http.createServer\nb.ts${nul}createServer\n`, ['http.createServer', 'createServer']);
    expect(Object.fromEntries(found)).toEqual({ 'http.createServer': ['a.ts'], createServer: ['a.ts', 'b.ts'] });
  });
});

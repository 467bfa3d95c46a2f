import fc from 'fast-check';
import picomatch from 'picomatch';
import { describe, expect, it } from 'vitest';
import { globTest } from '../../src/text/index.ts';

describe('a pattern for paths', () => {
  it.each([
    ['**/?(*.)+(spec|test).[jt]s?(x)', 'src/a.test.ts', true],
    ['**/?(*.)+(spec|test).[jt]s?(x)', 'spec.jsx', true],
    ['**/?(*.)+(spec|test).[jt]s?(x)', 'src/a.tests.ts', false],
    ['test/**', 'test/a/b.js', true],
    ['packages/**', 'packages', true],
    ['./src/{a,b/{c,d}}.ts', 'src/b/d.ts', true],
    ['src/{a,b', 'src/{a,b', true],
    ['src/{a', 'src/a', false],
    ['[!a-c]*.ts', 'd.ts', true],
    ['[!a-c]*.ts', 'b.ts', false],
    ['a\\*b', 'a*b', true],
    ['a\\*b', 'axb', false],
    ['a.b', 'axb', false],
    ['*', 'a/b', false],
    ['', '', true],
  ])('%s matches %s: %s', (pattern, path, is) => expect(globTest(pattern)(path)).toBe(is));

  it('means what it means to others', () => {
    const pieces = fc.array(fc.constantFrom('a', 'b', '*', '?', 'a/', '**/', '{a,b}', '@(a|b)', '+(a)', '?(b)', '[ab]', '.a'), {
      minLength: 1,
      maxLength: 5,
    });
    const paths = fc.array(fc.constantFrom('a', 'b', '.a', 'a/'), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(pieces, paths, (pattern, path) => {
        const [glob, name] = [pattern.join(''), path.join('')];
        // Others take no empty name for a star, and read some parts that follow each other in another way.
        fc.pre(!/\*\*?[*?+@(]|[^/]\*\*|^\*\*\/$|\/$|^\*$|\/\*$|[?*+@]{2}|[)}\]][?*+@]|\*\{/.test(glob) && !name.endsWith('/'));
        expect([glob, name, globTest(glob)(name)]).toEqual([glob, name, picomatch.isMatch(name, glob, { dot: true })]);
      }),
      { numRuns: 500 },
    );
  });

  it('takes no time, however many stars it has', () => {
    for (const pattern of [
      `${'*a'.repeat(100)}b`,
      `${'**/'.repeat(50)}b`,
      `+(${'a|aa|'.repeat(20)}a)b`,
      `${'+(+('.repeat(50)}a${'))'.repeat(50)}b`,
      '{'.repeat(900),
    ])
      expect(globTest(pattern)('a'.repeat(200))).toBe(false);
    expect(globTest(`${'*a'.repeat(100)}b`)(`${'a'.repeat(200)}b`)).toBe(true);
    expect(globTest('a'.repeat(6_000))('a'.repeat(6_000))).toBe(false);
  });
});

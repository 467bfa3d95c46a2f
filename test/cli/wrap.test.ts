import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coloredPatch } from '../../src/cli/reports/colored-patch.ts';
import { displayWidth, padded } from '../../src/cli/terminal/display-width.ts';
import { styleOf } from '../../src/cli/terminal/style.ts';
import { twoColumns, wrapLine, wrapLines } from '../../src/cli/terminal/wrap.ts';
import { cpuTime } from '../support/cpu-time.ts';

describe('the width of a text', () => {
  it.each([
    ['plain text', 10],
    ['✓ → · ❯', 7],
    ['数据库', 6],
    ['서버', 4],
    ['e\u0301te\u0301', 3],
    ['🚀', 2],
    ['👩‍💻 x', 4],
    ['🇩🇪', 2],
    ['❤️', 2],
    ['\u001B[1mbold\u001B[22m', 4],
    ['\tx', 9],
    ['', 0],
  ])('of %j is %d', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });

  it('fills columns', () => {
    expect(padded('数据', 6)).toBe('数据  ');
    expect(padded('long', 2)).toBe('long');
  });
});

describe('wrapping', () => {
  it.each([
    ['between words, below the text', '  one two three', 10, '  one two\n    three'],
    ['with colours', '\u001B[2mone two\u001B[22m three', 8, '\u001B[2mone two\u001B[22m\n  three'],
    ['never in a path', 'see /a/very/long/path', 8, 'see\n  /a/very/long/path'],
    [
      'never in a path with a space',
      'in ~/Library/Application Support/Claude/x.json now',
      48,
      'in ~/Library/Application Support/Claude/x.json\n  now',
    ],
    ['never in an address', 'open https://example.com/a/b?c=d-e_f then', 12, 'open\n  https://example.com/a/b?c=d-e_f\n  then'],
    ['never in a command in quotes', 'Fix it, then run "snap mcp validate".', 30, 'Fix it, then run\n  "snap mcp validate".'],
    ['never in a command at the end', 'Undo it with: snap mcp undo 12', 20, 'Undo it with:\n  snap mcp undo 12'],
    ['in a name only when it alone is too long', 'x aaaaaaaaaaaaaaaaaaaa y', 10, 'x\n  aaaaaaaa\n  aaaaaaaa\n  aaaa y'],
    ['not in a name that fits a line', 'xxxx aaaaaaaa y', 10, 'xxxx\n  aaaaaaaa\n  y'],
    ['by cells, not by letters', '数据库 服务器 名', 10, '数据库\n  服务器\n  名'],
    ['with a mark beside what it marks', '✓ /aaaa/bbbb c', 10, '✓ /aaaa/bbbb\n  c'],
    ['in a name beside its mark', '✓ aaaaaaaaaa b', 8, '✓ aaaaaa\n  aaaa b'],
    ['not what is to be pasted', '      "args": ["x", "y"]', 10, '      "args": ["x", "y"]'],
    ['in JSON after a comma', '{"aaaa":{"b":"c"},"dd":"/x/y"}', 14, '{"aaaa":{"b":\n  "c"},"dd":\n  "/x/y"}'],
    ['not without a limit', 'one two three', Infinity, 'one two three'],
  ])('%s', (_, text, columns, wrapped) => {
    expect(wrapLines(text, columns)).toBe(wrapped);
  });

  const word = fc.oneof(
    fc.stringMatching(/^[a-z]{1,30}$/),
    fc.constantFrom('数据库服务器', '🚀🚀', 'é', '"snap mcp add x"', '~/a/b c/d', '\u001B[1mbold\u001B[22m', '"unfinished', '-', '✓'),
  );
  const line = fc
    .tuple(fc.integer({ min: 0, max: 5 }), fc.array(word, { maxLength: 20 }))
    .map(([by, words]) => ' '.repeat(by) + words.join(' '));

  it('loses and adds nothing but spaces, and keeps to the width wherever something can be broken', () => {
    fc.assert(
      fc.property(line, fc.integer({ min: 12, max: 90 }), (text, columns) => {
        const wrapped = wrapLines(text, columns);
        expect(wrapped.replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
        for (const one of wrapped.split('\n')) {
          // A command or a path alone, or beside its mark.
          if (displayWidth(one) > columns) expect(one.trim()).toMatch(/^(?:. )?"?snap mcp add x"?$|^(?:[^ ] )?[^ ]+$|~\/a\/b/);
        }
        expect(wrapLines(wrapped, columns)).toBe(wrapped);
      }),
      { numRuns: 300 },
    );
  });

  it('takes a very long line without a pause', () => {
    for (const text of ['a'.repeat(40_000), '"a '.repeat(13_000), '/a b '.repeat(8_000), '{"a":'.repeat(8_000)]) {
      expect(cpuTime(() => wrapLine(text, 80))).toBeLessThan(5_000);
    }
  });
});

describe('a patch on a terminal', () => {
  const patch = `--- x/y\n+++ x/y\n@@ -1 +1 @@\n+  "command": "node", "args": ["--stdio", "--workspace", "here"],\n context`;

  it('shows the hashes of git in seven letters, and gives them to a script in full', () => {
    const patch = `index ${'a1'.repeat(20)}..${'b2'.repeat(20)} 100644\n-index ${'a1'.repeat(20)}..${'b2'.repeat(20)} 100644`;
    const shown = coloredPatch(patch, { isTerminal: true, style: styleOf(false, true), width: undefined });
    expect(shown.split('\n')).toEqual(['index a1a1a1a..b2b2b2b 100644', patch.split('\n')[1]]);
    expect(coloredPatch(patch, { isTerminal: false, style: styleOf(false, true), width: undefined })).toBe(patch);
  });

  it('is wrapped below the text of the line, each part in the colour of the line', () => {
    const shown = coloredPatch(patch, { isTerminal: true, style: styleOf(true, true), width: 40 });
    expect(shown.split('\n').slice(3)).toEqual([
      '\u001B[32m+  "command": "node", "args":\u001B[39m',
      '\u001B[32m     ["--stdio", "--workspace", "here"],\u001B[39m',
      ' context',
    ]);
  });

  it('is for a script what it is', () => {
    expect(coloredPatch(patch, { isTerminal: false, style: styleOf(false, true), width: undefined })).toBe(patch);
  });
});

describe('two columns', () => {
  const rows = [
    ['--one', 'says one thing and then another'],
    ['--a-much-longer-one', 'says two'],
  ] as const;

  it('wrap the right one in its place', () => {
    expect(twoColumns(rows, { columns: 44, left: 8 })).toEqual([
      '  --one     says one thing and then another',
      '  --a-much-longer-one',
      '            says two',
    ]);
    expect(twoColumns(rows, { columns: 30, left: 8 })).toEqual([
      '  --one',
      '      says one thing and then',
      '      another',
      '  --a-much-longer-one',
      '      says two',
    ]);
  });
});

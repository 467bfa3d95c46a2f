import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quotedPath } from '../../src/doctor/judging/wording.ts';
import { shellWord } from '../../src/machine/shell-word.ts';

const given = (words: readonly string[]): readonly string[] =>
  execFileSync('sh', ['-c', words.map((word) => `printf %s ${word}; printf '\\0'`).join('\n')], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);

describe.skipIf(process.platform === 'win32')('a text as a word of a command', () => {
  it('is the very text to a shell', () => {
    const visible = fc
      .string({ unit: 'binary', maxLength: 30 })
      .filter((text) => !/\p{C}|\p{Zl}|\p{Zp}/u.test(text) && !text.startsWith('-'));
    const active = fc
      .string({ unit: fc.constantFrom(...`$()\`'"\\!*?~#;&|<>{}[] =%@a-`), maxLength: 12 })
      .filter((text) => !text.startsWith('-'));
    fc.assert(
      fc.property(fc.array(fc.oneof(visible, active), { minLength: 1, maxLength: 40 }), (texts) => {
        const words = texts.flatMap((text) => shellWord(text, 'linux') ?? []);
        expect(words).toHaveLength(texts.length);
        expect(given(words)).toEqual(texts);
      }),
      { numRuns: 25 },
    );
  });

  it.each(['a\nb', 'a\u0007', '\u001B[2J', 'a\u202Eb', '--all', '-'])('is none for %j', (text) => {
    expect(shellWord(text, 'linux')).toBeUndefined();
  });
});

it.each(['a b', '$(calc)', '%COMSPEC%', 'a&calc', "a'b", '@a', 'a,b', ''])('is none on Windows for %j', (text) => {
  expect(shellWord(text, 'win32')).toBeUndefined();
});

it.each(['snap', '@scope/server', 'a.b_c-d', 'x=1'])('leaves plain words as they are: %s', (text) => {
  expect(shellWord(text, 'darwin')).toBe(text);
});

describe('a path in a command', () => {
  const setupOn = (platform: 'linux' | 'win32', home: string): Parameters<typeof quotedPath>[0] => ({
    home,
    facts: { platform, clients: [], contents: new Map(), workspace: { path: home, isProject: false } },
  });

  it.each([
    ['/home/ada/.cursor/mcp.json', '~/.cursor/mcp.json'],
    ['/home/ada/a b/$(id)', "~/'a b/$(id)'"],
    ['/srv/`id`', "'/srv/`id`'"],
    ["/srv/it's", String.raw`'/srv/it'\''s'`],
    ['/srv/a\nb', undefined],
  ])('%s', (path, word) => {
    expect(quotedPath(setupOn('linux', '/home/ada'), path)).toBe(word);
  });

  it.each([
    ['C:\\Users\\ada\\.cursor\\mcp.json', '"%USERPROFILE%\\.cursor\\mcp.json"'],
    ['C:\\work\\mcp.json', '"C:\\work\\mcp.json"'],
    ['C:\\work & calc\\mcp.json', undefined],
    ['C:\\%COMSPEC%\\mcp.json', undefined],
  ])('%s on Windows', (path, word) => {
    expect(quotedPath(setupOn('win32', 'C:\\Users\\ada'), path)).toBe(word);
  });
});

import { describe, expect, it } from 'vitest';
import { maskArgs, maskProse, maskText, maskTokens } from '../../src/secrets/index.ts';
import { spellHidden } from '../../src/system/index.ts';

const token = ['ghp', 'q7Vx2LmZ9Kd4Wt8Rb3Yc6Nf1Hs5Jg0PaUeXo'].join('_');
const between = (text: string, hidden: string): string => [...text].join(hidden);
const wide = (text: string): string => text.replaceAll(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));
/** One of each class; test/system/foreign-text.test.ts has all. */
const hidden = [
  '\u200B',
  '\u200D',
  '\u00AD',
  '\u2060',
  '\uFEFF',
  '\uFE0F',
  '\u{E0100}',
  '\u{E01EF}',
  '\u115F',
  '\u3164',
  '\u{E0041}',
  '\u202E',
  '\u2066',
];

describe('a character that nobody sees', () => {
  it.each(hidden)('%j hides no token, in a text or in a path', (one) => {
    for (const mask of [maskProse, maskText, maskTokens])
      for (const text of [
        between(token, one),
        `${token.slice(0, 3)}${one}${token.slice(3)}`,
        `${token.slice(0, 20)}${one.repeat(3)}${token.slice(20)}`,
      ])
        for (const shown of [mask(`use ${text} here`), mask(`src/${text}/x.ts`)]) {
          expect(shown).toContain('***');
          expect(shown.replaceAll(new RegExp(one, 'gu'), '')).not.toContain(token.slice(-8));
          expect(spellHidden(shown).replaceAll(/\\u[0-9a-f]{4}/g, '')).not.toContain(token.slice(-8));
        }
  });

  it.each(hidden)('%j hides no password and no word for one', (one) => {
    for (const text of [
      `password: hun${one}ter2secret`,
      `pass${one}word is hunter2secret`,
      `PGPASS${one}WORD=hunter2secret psql`,
      `mysql -u root -p${one}hunter2secret x`,
    ])
      expect(maskProse(text)).not.toMatch(/hun|ter2|secret/);
    expect(maskArgs(['--pass', `hun${one}ter2`])).toEqual(['--pass', '***']);
  });

  it('stays where it hides nothing, as do emoji and joined letters', () => {
    for (const text of ['کتاب‌ها 👩‍💻 ❤️', 'a\u200Bb', 'naïve façade \uFF21\uFF22']) expect(maskProse(text)).toBe(text);
  });
});

describe('full-width and styled letters', () => {
  it.each([wide(token), wide('password=hunter2secret'), wide('Passwort: Geheim123!'), `\u{1D429}assword: hunter2secret`])(
    '%s is masked',
    (text) => {
      expect(maskProse(text)).toContain('***');
      expect(maskProse(text).normalize('NFKC')).not.toMatch(/hunter2|Geheim123|PaUeXo/);
    },
  );

  it('only the secret is replaced', () => {
    expect(maskProse(`\u6771\u4EAC ${wide(token)} \uFF21\uFF22`)).toBe('\u6771\u4EAC *** \uFF21\uFF22');
  });
});

describe('arguments of a program whose options are known', () => {
  it.each([
    ['mysql', ['-u', 'root', '-ptomato', 'shop'], ['-u', 'root', '-p***', 'shop']],
    ['/usr/bin/sshpass', ['-p', 'tulip', 'ssh', 'host'], ['-p', '***', 'ssh', 'host']],
    ['docker', ['exec', '-i', 'db', 'mysql', '-ptomato'], ['exec', '-i', 'db', 'mysql', '-p***']],
    ['sh', ['-c', 'mysql -ptomato shop'], ['-c', 'mysql -p*** shop']],
    ['npx', ['-y', '-package', 'server'], ['-y', '-package', 'server']],
    ['docker', ['run', '-p', '8080:80', 'image'], ['run', '-p', '8080:80', 'image']],
  ])('%s %j', (command, args, shown) => {
    expect(maskArgs(args, command)).toEqual(shown);
  });
});

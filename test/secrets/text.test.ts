import { describe, expect, it } from 'vitest';
import { maskText, maskTokens } from '../../src/secrets/index.ts';

const random = 'Ab3dE5gH7jK9mN1pQ3sT5vW7yZ2bC4dF6hJ8';

/** Joined, so that nobody's scanner takes this file for a leak. */
const tokens = [
  ['AWS secret key', ['wJalrXUtnFEMI/K7MDENG', '/bPxRfiCYzzzzKEYabc'].join('')],
  ['SendGrid', ['SG', random.slice(0, 22), random].join('.')],
  ['PyPI', ['pypi', `AgEIcHlwaS5vcmc${random}`].join('-')],
  ['DigitalOcean', ['dop', 'v1', '0123456789abcdef'.repeat(4)].join('_')],
  ['Shopify', ['shpat', '0123456789abcdef'.repeat(2)].join('_')],
  ['webhook', ['whsec', random.slice(0, 32)].join('_')],
  ['Slack webhook', ['https://hooks.slack.com/services', 'T00000000', 'B00000000', random.slice(0, 24)].join('/')],
  ['Discord', ['MTk4NjIyNDgzNDcxOTI1MjQ4', 'Cl2FMQ', random.slice(0, 27)].join('.')],
  ['our own', ['sb', 'live', random].join('_')],
] as const;

describe('a token', () => {
  it.each(tokens)('of %s is masked in a command line and in prose', (_, token) => {
    for (const mask of [maskText, maskTokens]) {
      expect(mask(`use ${token} here`)).not.toContain(token.slice(-12));
      expect(mask(`use ${token} here`)).toMatch(/^use .*\*\*\*.* here$/);
    }
  });
});

describe('full-width letters', () => {
  const wide = (text: string): string => text.replaceAll(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));

  it.each(tokens)('hide no token of %s', (_, token) => {
    for (const mask of [maskText, maskTokens]) {
      const shown = mask(`use ${wide(token)} here`);
      expect(shown).toContain('***');
      expect(shown).not.toContain(wide(token.slice(-12)));
      expect(shown).not.toContain(token.slice(-12));
    }
  });

  it('stay where they hide nothing', () => {
    expect(maskTokens('\uFF21\uFF22\uFF23 \u6771\u4EAC')).toBe('\uFF21\uFF22\uFF23 \u6771\u4EAC');
    expect(maskText('\uFF21\uFF22\uFF23 \u6771\u4EAC')).toBe('\uFF21\uFF22\uFF23 \u6771\u4EAC');
  });
});

describe('a password in further languages', () => {
  it.each([
    'wachtwoord: Canary20x',
    'het wachtwoord is Canary21x',
    'hasło: Canary22x',
    'пароль: Canary23x',
    'пароль Canary24x',
    '密码：Canary25x',
    '密码是 Canary26x',
    'パスワードは Canary27x です',
    '비밀번호: Canary28x',
  ])('is masked: %s', (line) => {
    expect(maskText(`log in: ${line}`)).not.toContain('Canary');
  });

  it.each(['reset het wachtwoord in de app', 'пароль хранится в файле', '密码在文件中', 'パスワードを変更する', '비밀번호 재설정'])(
    'not in %s',
    (line) => {
      expect(maskText(line)).toBe(line);
    },
  );
});

describe('what is no token', () => {
  it.each([
    'src/components/userProfile/editForm.test.tsx',
    'packages/Api2/src/UserController/HttpV2x',
    'docs/2024/ReleaseNotes/Version2/Changes01',
    'see https://hooks.slack.com/services for the format',
  ])('%s stays as it is', (text) => {
    expect(maskTokens(text)).toBe(text);
  });
});

it('a name like "pw" with a map or a list behind it is no secret', () => {
  for (const text of ['{"mcpServers":{"pw": {"type": "stdio", "command": "npx"}}}', '"password": [', '{"pw":{'])
    expect(maskText(text)).toBe(text);
  expect(maskText('"pw": {"password": "hunter2"}')).toBe('"pw": {"password": "***"}');
});

describe('a hash that names a content', () => {
  const hash = 'abk3l7x9q2v8m4n6p1r5s0wzyjdfghci';
  const digest = '9c1185a5c5e9fc54612808977ee8f548b2258d31e0c4f7b1a3c9d2f8e7b6a5f4';
  it.each([
    `/nix/store/${hash}-nodejs-20.11.1/bin/npx`,
    `/gnu/store/${hash}-python-3.11/bin/python3`,
    `mcp/fetch@sha256:${digest}`,
    '/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T/x',
  ])('%s is shown', (path) => {
    expect(maskText(path)).toBe(path);
  });

  it.each([
    [`/nix/store/ghp_${hash}`, '/nix/store/***'],
    [`/nix/store/${hash}-ghp_${hash}/bin/x`, '/nix/store/***/bin/x'],
    [`/opt/store/${hash}-x1/bin/x`, '/opt/store/***/bin/x'],
    [`x@sha256:${digest}00`, 'x@sha256:***'],
    [`--token=sha256:${digest}`, '--token=***'],
  ])('%s is no such hash', (text, shown) => {
    expect(maskText(text)).toBe(shown);
  });
});

describe('a password in a command line for a shell', () => {
  it.each([
    ['PGPASSWORD=verySecretPw99 psql -h db', 'PGPASSWORD=*** psql -h db'],
    ["GHTOKEN='abc def' gh api", "GHTOKEN='***' gh api"],
    ['curl -u joe:otherSecretPw77 https://x.example', 'curl -u joe:*** https://x.example'],
    ['curl --user "joe:otherSecretPw77" https://x.example', 'curl --user "joe:***" https://x.example'],
  ])('%s', (line, shown) => {
    expect(maskText(line)).toBe(shown);
  });

  it.each(['docker run -u 1000:1000 -i img', 'curl -u $USER:$PASS https://x.example', 'MAXTOKENS=5 run x'])('not in %s', (line) => {
    expect(maskText(line)).toBe(line);
  });
});

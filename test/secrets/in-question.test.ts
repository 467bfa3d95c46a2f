import { describe, expect, it } from 'vitest';
import { commandInQuestion, maskTokens, textInQuestion } from '../../src/secrets/index.ts';

const token = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';

describe('a command that is asked about', () => {
  it.each([
    'TOKEN="$(EVIL)"; echo 5',
    "TOKEN='a'$(EVIL) node x",
    'TOKEN=$(EVIL) node x',
    'API_KEY=`EVIL` node x',
    'node x --password `EVIL`',
    'node x --password "a;EVIL"',
    'echo "password: $(EVIL)"',
    'curl https://u:$(EVIL)@x.y/',
    'curl -H "Authorization: Bearer $(EVIL)" x',
    'curl -u admin:$(EVIL) x',
    'export SECRET="a;b$(EVIL)c"; node x',
    'export SECRET=a&EVIL&node x',
    'PASSWORD=abc|EVIL',
    'PASSWORD=abc<(EVIL)',
    'PASSWORD=/tmp/EVIL; "$PASSWORD"',
    'PASSWORD=EVIL; $PASSWORD',
    'PASSWORD=EVIL1234567; eval "${PASSWORD}"',
    'set PASSWORD=EVIL1234567& %PASSWORD%',
    'node --token ./EVIL.js',
    'node --token EVIL.js',
    'PASSWORD=~/EVIL x',
    'sk_live_4eC39HqLyjWDarjtT1EVIL x',
    'true; sk_live_4eC39HqLyjWDarjtT1EVIL x',
    'true && exec "sk_live_4eC39HqLyjWDarjtT1EVIL" x',
    '-----BEGIN PRIVATE KEY-----aaaaaaaaaaaa; EVIL x\n-----END PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----\naaaaaaaaaaaa\nEVIL x\n-----END PRIVATE KEY-----',
    'KEY="-----BEGIN PRIVATE KEY-----\naaaaaaaaaaaa"\nEVIL\n"-----END PRIVATE KEY-----"',
    `mysql -p$(EVIL)`,
    `mysql -p"\`EVIL\`"`,
  ])('hides no code: %j', (text) => {
    for (const shown of [
      textInQuestion(text),
      commandInQuestion(['sh', '-c', text]).join(' '),
      commandInQuestion(['/bin/bash', '-ec', text]).join(' '),
    ])
      expect(maskTokens(shown).replaceAll("''", '')).toContain('EVIL');
  });

  it.each([
    [['node', 'x', '--password', '$(EVIL)']],
    [['curl', '-u', 'a:$(EVIL)']],
    [['mysql', '-p`EVIL`']],
    [['sh', 'sk_live_4eC39HqLyjWDarjtT1EVIL']],
    [['sk_live_4eC39HqLyjWDarjtT1EVIL']],
    [['mcp-remote', 'https://x', '--header', 'Authorization: Bearer `EVIL`']],
    [['node', '--secret', './EVIL']],
  ])('hides none among the arguments: %j', (command) =>
    expect(maskTokens(commandInQuestion(command).join(' ')).replaceAll("''", '')).toContain('EVIL'),
  );

  it.each([
    [`TOKEN=${token} node x`, 'TOKEN=*** node x'],
    [`TOKEN="${token}"; curl -H "Authorization: Bearer $TOKEN" x`, 'TOKEN="***"; curl -H "Authorization: Bearer $TOKEN" x'],
    ['node x --password hunter2horse', 'node x --password ***'],
    ['curl https://u:hunter2horse@x.y/', 'curl https://***@x.y/'],
    [`node x; echo ${token}`, 'node x; echo ***'],
    [`curl -H "Authorization: Bearer ${token}"; $(x)`, 'curl -H "Authorization: Bearer ***"; $(x)'],
    ['vitest run --timeout 5000', 'vitest run --timeout 5000'],
  ])('still hides what is a secret: %s', (text, shown) => expect(textInQuestion(text)).toBe(shown));

  it('hides the secrets of arguments, and the lines of a key in quotes', () => {
    expect(commandInQuestion(['npx', '-y', 'x', '--api-key', 'hunter2horse', token])).toEqual([
      'npx',
      '-y',
      'x',
      '--api-key',
      '***',
      '***',
    ]);
    expect(commandInQuestion(['mysql', '-phunter2horse', '-u', 'a:hunter2horse'])).toEqual(['mysql', '-p***', '-u', 'a:***']);
    const lines = `${'MIIEowIBAAKCAQEAuvTz1SECRET'.repeat(3)}\nQ1x==`;
    expect(textInQuestion(`KEY="-----BEGIN PRIVATE KEY-----\n${lines}\n-----END PRIVATE KEY-----" x`)).not.toMatch(/MII|Q1x/);
    expect(commandInQuestion([])).toEqual([]);
  });
});

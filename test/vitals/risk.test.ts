import { describe, expect, it } from 'vitest';
import { guessIntent } from '../../src/vitals/guess-intent.ts';
import { nameParts } from '../../src/vitals/name-parts.ts';
import { isCriticalFile, riskOf } from '../../src/vitals/risk.ts';

const many = (name: string, count: number) => Array.from({ length: count }, (_, at) => `src/${name}${at}.ts`);

describe('risk by the names of files', () => {
  it.each([
    ['nothing', [], 'L'],
    ['a plain file', ['src/list.ts'], 'L'],
    ['a name that only begins like an area', ['src/author.ts', 'src/tokenizer.ts', 'src/apical.ts', 'src/sessionless.ts'], 'L'],
    ['auth as a directory', ['src/auth/list.ts'], 'H'],
    ['auth in an identifier', ['src/useOAuth2.ts'], 'H'],
    ['a plural', ['src/sessions.ts'], 'H'],
    ['payment', ['src/stripe-client.ts'], 'H'],
    ['a database alone', ['db/migrations/001.sql'], 'M'],
    ['settings', ['package.json'], 'M'],
    ['a lock file', ['Cargo.lock'], 'M'],
    ['the pipeline', ['.github/workflows/ci.yml'], 'M'],
    ['an interface', ['src/userController.ts'], 'M'],
    ['two areas of high risk', ['src/login.ts', 'src/billing.ts'], 'C'],
    ['a high one with a database', ['src/login.ts', 'prisma/list.ts'], 'C'],
    ['a high one with settings', ['src/login.ts', 'package.json'], 'H'],
    ['a high one among 20', ['src/login.ts', ...many('list', 19)], 'H'],
    ['a high one among 21', ['src/login.ts', ...many('list', 20)], 'C'],
    ['many plain ones', many('list', 40), 'L'],
    ['secrets', ['.env.local'], 'H'],
  ])('%s', (_, files, risk) => {
    expect(riskOf(files).risk).toBe(risk);
  });

  it('names the area and a file', () => {
    expect(riskOf(['src/login.ts', 'src/session.ts', 'package.json']).reasons).toEqual([
      'auth: src/login.ts and 1 more',
      'config: package.json',
    ]);
  });

  it('lets no name of a file forge a line', () => {
    const [reason = ''] = riskOf(['auth/a\n---\nsnap|S\u202e.ts']).reasons;
    expect(reason).toBe('auth: auth/a --- snap|S.ts');
  });

  it('tells 20,000 names in little time', () => {
    const began = performance.now();
    riskOf(many('folder/list', 20_000));
    expect(performance.now() - began).toBeLessThan(500);
  });
});

it('takes names apart', () => {
  expect(nameParts('src/HTTPRoutes_v2.ts')).toEqual(expect.arrayContaining(['src', 'http', 'route', 'v', 'ts']));
});

it.each([
  ['package.json', true],
  ['sub/.env', true],
  ['db/schema.prisma', true],
  ['src/a.ts', false],
  ['src/blocks.ts', false],
])('%s weighs more: %s', (file, expected) => {
  expect(isCriticalFile(file)).toBe(expected);
});

describe('intent by words', () => {
  it.each([
    ['Fix the login', [], 'debug'],
    ['the page crashes', [], 'debug'],
    ['Refactor and simplify the store', [], 'refactor'],
    ['audit the exports', [], 'review'],
    ['understand the parser', [], 'explore'],
    ['Add a prefix to names', [], 'implement'],
    ['Extend it', ['test/a.test.ts'], 'review'],
    ['Extend it', ['test/a.test.ts', 'src/a.ts'], 'implement'],
    ['debugger of the fixture', [], 'implement'],
  ])('%s', (task, files, intent) => {
    expect(guessIntent(task, files)).toBe(intent);
  });
});

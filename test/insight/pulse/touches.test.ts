import { describe, expect, it } from 'vitest';
import { guessIntent } from '../../../src/memory/tasks/guess-intent.ts';
import { nameParts } from '../../../src/workspace/inner-paths.ts';
import { isCriticalFile, touchesOf } from '../../../src/insight/pulse/touches.ts';
import { cpuTime } from '../../support/cpu-time.ts';

const many = (name: string, count: number) => Array.from({ length: count }, (_, at) => `src/${name}${at}.ts`);

describe('what files touch by their names', () => {
  it.each([
    ['nothing', [], []],
    ['a plain file', ['src/list.ts'], []],
    ['a name that only begins like an area', ['src/author.ts', 'src/tokenizer.ts', 'src/apical.ts', 'src/sessionless.ts'], []],
    ['auth as a directory', ['src/auth/list.ts'], ['auth']],
    ['auth in an identifier', ['src/useOAuth2.ts'], ['auth']],
    ['a plural', ['src/sessions.ts'], ['auth']],
    ['payment', ['src/stripe-client.ts'], ['payment']],
    ['a database alone', ['db/migrations/001.sql'], ['database']],
    ['settings', ['package.json'], ['config']],
    ['a lock file', ['Cargo.lock'], ['config']],
    ['the pipeline', ['.github/workflows/ci.yml'], ['config']],
    ['an interface', ['src/userController.ts'], ['api']],
    ['two areas', ['src/login.ts', 'src/billing.ts'], ['auth', 'payment']],
    ['secrets', ['.env.local'], ['security', 'config']],
  ])('%s', (_, files, areas) => {
    expect(touchesOf(files).map(({ area }) => area)).toEqual(areas);
  });

  it('counts the files of an area', () => {
    expect(touchesOf(['src/login.ts', 'src/session.ts', 'package.json'])).toEqual([
      { area: 'auth', files: 2 },
      { area: 'config', files: 1 },
    ]);
  });

  it('tells 20,000 names in little time', () => {
    expect(cpuTime(() => touchesOf(many('folder/list', 20_000)))).toBeLessThan(3_000);
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

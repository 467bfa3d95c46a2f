import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Comparable, createSameness, signatureOf } from '../../../src/memory/learnings/sameness.ts';
import type { LearningType } from '../../../src/memory/learnings/learnings.ts';

const learning = (trigger: string, action: string, type: LearningType = 'pattern'): Comparable => ({ trigger, action, type });
const isSame = (one: Comparable, other: Comparable) => createSameness([{ id: 'other', ...other }]).find(one) === 'other';

const base = learning('When the login tests fail, on CI', "Don't retry, clear the cache in /tmp/build");

describe('the same', () => {
  it.each<[string, Comparable]>([
    ['itself', base],
    ['other capitals', learning('when the Login tests FAIL, on ci', "don't retry, clear the cache in /tmp/build")],
    ['punctuation', learning('When the login tests fail on CI.', 'Don’t retry; clear the cache in /tmp/build.')],
    ['white space', learning('  When the login  tests\nfail, on CI', "Don't retry, clear\tthe cache in /tmp/build ")],
    ['a missing space', learning('When the logintests fail, on CI', "Don't retry, clear the cache in /tmp/build")],
    ['articles', learning('When login tests fail, on CI', "Please don't retry, clear cache in /tmp/build")],
    ['a contraction written out', learning('When the login tests fail, on CI', 'Do not retry, clear the cache in /tmp/build')],
    ['a plural', learning('When the login test fails, on CI', "Don't retry, clear the caches in /tmp/build")],
    ['the order of clauses', learning('On CI, when the login tests fail', "Don't retry, clear the cache in /tmp/build")],
    ['the order of words between directions', learning('When the tests login fail, on CI', "Don't retry, clear the cache in /tmp/build")],
    ['equal content of another type: its id is equal', { ...base, type: 'pitfall' }],
  ])('%s', (_, other) => {
    expect(isSame(base, other)).toBe(true);
    expect(isSame(other, base)).toBe(true);
  });
});

describe('not the same', () => {
  it.each<[string, Comparable, Comparable]>([
    ['a negation', learning('x', 'retry the request'), learning('x', 'do not retry the request')],
    ['a number', learning('x', 'wait 5 s'), learning('x', 'wait 50 s')],
    ['digits apart', learning('x', 'use ports 1 0'), learning('x', 'use ports 10')],
    ['a path', learning('x', 'edit src/a.ts'), learning('x', 'edit src/b.ts')],
    ['a name', learning('x', 'ask Ada'), learning('x', 'ask Bob')],
    ['a flag', learning('x', 'run rm -r'), learning('x', 'run rm -R')],
    ['two sides swapped', learning('moving from npm to pnpm', 'y'), learning('moving from pnpm to npm', 'y')],
    ['what is preferred', learning('x', 'Prefer tabs, avoid spaces'), learning('x', 'Prefer spaces, avoid tabs')],
    ['who calls whom', learning('x', 'the parser calls the lexer'), learning('x', 'the lexer calls the parser')],
    ['the order of steps', learning('x', 'stop the server, drop the table'), learning('x', 'drop the table, stop the server')],
    ['before and after', learning('before a deploy', 'y'), learning('after a deploy', 'y')],
    ['login and logout', learning('login fails', 'y'), learning('logout fails', 'y')],
    ['an article and another type', learning('use the cache', 'y'), learning('use cache', 'y', 'pitfall')],
    ['trigger and action exchanged', learning('a', 'b'), learning('b', 'a')],
    ['a space in a command', learning('x', 'sort a -o b'), learning('x', 'sort a -ob')],
    ['a negation in one word', learning('x', 'the result is notable'), learning('x', 'the result is not able')],
    ['together and apart', learning('x', 'keep them apart'), learning('x', 'keep them a part')],
    ['a synonym', learning('remove the file', 'y'), learning('delete the file', 'y')],
    ['a character of another alphabet', learning('x', '用缓存'), learning('x', '不用缓存')],
  ])('%s', (_, one, other) => {
    expect(isSame(one, other)).toBe(false);
    expect(isSame(other, one)).toBe(false);
  });
});

it('answers the first of several', () => {
  const documents = ['a', 'b', 'c'].map((id) => ({ id, ...learning('use cache', id === 'a' ? 'never' : 'always') }));
  expect(createSameness(documents).find(learning('use the cache', 'always.'))).toBe('b');
  expect(createSameness(documents).find(learning('use the cache', 'sometimes'))).toBeUndefined();
});

it('finds what was added later', () => {
  const sameness = createSameness();
  expect(sameness.find(base)).toBeUndefined();
  sameness.add({ id: 'one', ...base });
  expect(sameness.find(base)).toBe('one');
});

describe('laws', () => {
  // Few words, and those that the keys change: many texts are the same as another.
  const words = [
    'the a please just simply kindly cache caches branch branches class query queries box boxes push pushes'.split(' '),
    ["can't", 'cannot', 'can not', "won't", 'will not', "it's", 'it is', "don't", 'do not', 'to', 'from', 'white space', 'whitespace'],
    [
      'Cache',
      'CACHE',
      '“quoted”',
      '"quoted"',
      'тест',
      'ТЕСТ',
      'и\u0306',
      'й',
      '缓存',
      'é',
      'e\u0301',
      '--flag',
      '-R',
      '5',
      '50',
      'wait,',
      'fail.',
    ],
    ['zero\u200bwidth', 'zerowidth', '–', '-', 'İ', '\u212a', 'k', 'ß', 'ﬁle', 'src/a.ts', '(aside)', 'aside'],
  ].flat();
  const word = fc.constantFrom(...words);
  const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
  const comparable = fc.record({ trigger: text, action: text, type: fc.constantFrom<LearningType>('pattern', 'pitfall') });
  const shuffled = comparable.chain(({ trigger, ...rest }) =>
    fc.shuffledSubarray(trigger.split(' '), { minLength: trigger.split(' ').length }).map(
      (words) =>
        [
          { trigger, ...rest },
          { trigger: words.join(' '), ...rest },
        ] as const,
    ),
  );

  it('whatever says the same has the same lasting letters', () => {
    let same = 0;
    const counted = { seed: 26 };
    const agree = (one: Comparable, other: Comparable) => {
      if (!isSame(one, other)) return;
      same += 1;
      expect(signatureOf(one)).toBe(signatureOf(other));
    };
    fc.assert(
      fc.property(fc.array(comparable, { minLength: 2, maxLength: 12 }), (all) =>
        all.forEach((one) => all.forEach((two) => agree(one, two))),
      ),
      counted,
    );
    fc.assert(
      fc.property(shuffled, ([one, other]) => agree(one, other)),
      counted,
    );
    expect(same).toBeGreaterThan(500);
  });

  it('an index finds one where a look at each does', () => {
    fc.assert(
      fc.property(fc.array(comparable, { minLength: 1, maxLength: 12 }), comparable, (all, candidate) => {
        const documents = all.map((one, i) => ({ ...one, id: `d${i}` }));
        const sameness = createSameness(documents.slice(0, 1));
        sameness.find(candidate);
        for (const document of documents.slice(1)) sameness.add(document);
        expect(sameness.find(candidate) === undefined).toBe(!documents.some((document) => isSame(candidate, document)));
      }),
    );
  });
});

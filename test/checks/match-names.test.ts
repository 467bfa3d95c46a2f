import { expect, it } from 'vitest';
import matchNames, { namesMatching } from '../../src/checks/impact/match-names.ts';
import type { TimeBox } from '../../src/system/index.ts';

const slow = '(a+)+spec$';
const paths = [`${'a'.repeat(60)}.ts`, 'src/a.check.ts'];

it('a regular expression of the project that takes too long is stopped and named', async () => {
  expect(await matchNames({ expressions: [slow], paths })).toEqual({ matched: [], late: [slow] });
});

it('names that regular expressions of the project match are found, whatever stands before them in the list', () => {
  // The first that can be tried is late, the others have all the time there is: a busy machine must not make one of them late.
  let tried = 0;
  const within: TimeBox = (_, work) => (tried++ === 0 ? 'late' : { value: work() });
  const found = namesMatching({ expressions: ['(', slow, String.raw`\.check\.ts$`], paths }, within);
  expect(found).toEqual({ matched: ['src/a.check.ts'], late: [slow] });
});

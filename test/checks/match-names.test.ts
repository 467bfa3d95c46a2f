import { expect, it } from 'vitest';
import matchNames from '../../src/checks/impact/match-names.ts';

it('names that regular expressions of the project match are found, and what takes too long is named', async () => {
  const paths = [`${'a'.repeat(60)}.ts`, 'src/a.check.ts'];
  const found = await matchNames({ expressions: [String.raw`\.check\.ts$`, '(a+)+spec$', '('], paths });
  expect(found).toEqual({ matched: ['src/a.check.ts'], late: ['(a+)+spec$'] });
});

import { expect, it } from 'vitest';
import { findingsOfSources } from '../../src/intelligence/validate/findings-of-sources.ts';

it('an error that is tracked is one of code, not of the prose of the same change', () => {
  const error = { id: 'SHOP-1', title: 'TypeError', events: 3, files: ['docs/a.md', 'src/a.ts'] };
  const tracker = { error_tracker: { recentErrors: [error], errorFrequency: 3 } };
  const found = (...files: readonly string[]): readonly string[] =>
    findingsOfSources(
      tracker as never,
      new Map(files.map((file) => [file, { before: '', after: '' }])) as never,
      { relatedIssues: [] } as never,
    ).map(({ file }) => file);
  expect(found('docs/a.md', 'src/a.ts')).toEqual(['src/a.ts']);
  expect(found('docs/a.md')).toEqual([]);
});

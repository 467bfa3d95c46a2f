import { expect, it } from 'vitest';
import { findingsOfSources } from '../../../src/checks/validate/findings-of-sources.ts';

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

it.each([
  ['`app.del()` is deprecated: use `app.delete()`.', 'app.del("/a", f);', 1],
  ['`app.del()` is deprecated: use `app.delete()`.', 'app.get("/a", f);', 0],
  ['The old router is deprecated.', 'app.get("/a", f);', 1],
])('the deprecation %j concerns %j: %i', (text, code, count) => {
  const docs = { docs_source: { deprecations: [{ library: 'express', text }] } };
  const change = new Map([['src/a.ts', { before: '', after: `import app from 'express';\n${code}\n` }]]);
  expect(findingsOfSources(docs as never, change as never, { relatedIssues: [] } as never)).toHaveLength(count);
});

import { describe, expect, it } from 'vitest';
import { handedOnImports } from '../../src/checks/architecture/barrels.ts';
import { findBreaches } from '../../src/checks/architecture/match.ts';
import { codeAt } from '../support/code-at.ts';
import { temporaryHome } from '../support/temporary-home.ts';

/** No file of a may import one of c. */
const rules = {
  forbidden: [{ name: 'layers', severity: 'error' as const, from: { path: '^a/' }, to: { path: '^c/' } }],
  allowed: [],
  allowedSeverity: 'warning' as const,
  required: [],
  notJudged: [],
};

async function breachesIn(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const home = temporaryHome({ inMemory: true });
  const all = { 'c/c.ts': 'export const x = 1;\nexport const y = 2;\nexport default x;\n', ...files };
  for (const [path, text] of Object.entries(all)) home.put(`w/${path}`, text);
  const handed = await handedOnImports(await codeAt(home).graph(), () => true, new AbortController().signal);
  return findBreaches(rules, handed).map(({ file, line, through, to }) => `${file}:${line} ${to} by ${through?.join(', ')}`);
}

describe('a rule that is evaded through a file that hands names on', () => {
  const use = "import { x } from '../b/b';\n";
  it.each([
    ['export … from', use, "export { x } from '../c/c';"],
    ['under another name', "import { z } from '../b/b';", "export { x as z } from '../c/c';"],
    ['export *', use, "export * from '../c/c';"],
    ['export * as', "import { c } from '../b/b';", "export * as c from '../c/c';"],
    ['an import that is exported', use, "import { x } from '../c/c';\nexport { x };"],
    ['a default import that is exported', use, "import x from '../c/c';\nexport { x };"],
    ['an import that is the default', "import x from '../b/b';", "import { x } from '../c/c';\nexport default x;"],
    ['a namespace', "import * as b from '../b/b';", "export { x } from '../c/c';"],
  ])('%s', async (_, a, b) => expect(await breachesIn({ 'a/a.ts': a, 'b/b.ts': b })).toEqual(['a/a.ts:1 c/c.ts by b/b.ts']));

  it('over several files', async () => {
    const files = { 'a/a.ts': use, 'b/b.ts': "export * from '../d/d';", 'd/d.ts': "import { x } from '../c/c';\nexport { x };" };
    expect(await breachesIn(files)).toEqual(['a/a.ts:1 c/c.ts by b/b.ts, d/d.ts']);
  });

  it.each([
    ['another name of that file is taken', "import { own } from '../b/b';", "export { x } from '../c/c';\nexport const own = 1;"],
    ['it only uses what it imports', use, "import { y } from '../c/c';\nexport const x = y + 1;"],
    ['two files hand on each other', use, "export * from './e';"],
  ])('is not seen where %s', async (_, a, b) =>
    expect(await breachesIn({ 'a/a.ts': a, 'b/b.ts': b, 'b/e.ts': "export * from './b';" })).toEqual([]),
  );
});

import { describe, expect, it } from 'vitest';
import { handedOnImports } from '../../src/checks/architecture/barrels.ts';
import { breachesOf } from '../../src/checks/architecture/layers.ts';
import { codeAt } from '../support/code-at.ts';
import { temporaryHome } from '../support/temporary-home.ts';

/** No file of a may import one of c. */
const layers = [
  { name: 'a', files: ['a/**'], mayImport: [] },
  { name: 'c', files: ['c/**'] },
];

const breach = (through: string): string => `a/a.ts:1 It reaches c/c.ts through ${through}. Layer "a" may import no other layer, not "c".`;

async function breachesIn(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const home = temporaryHome({ inMemory: true });
  const all = { 'c/c.ts': 'export const x = 1;\nexport const y = 2;\nexport default x;\n', ...files };
  for (const [path, text] of Object.entries(all)) home.put(`w/${path}`, text);
  const handed = await handedOnImports(await codeAt(home).graph(), new AbortController().signal);
  return breachesOf(layers, handed).map(({ file, line, message }) => `${file}:${line} ${message}`);
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
  ])('%s', async (_, a, b) => expect(await breachesIn({ 'a/a.ts': a, 'b/b.ts': b })).toEqual([breach('b/b.ts')]));

  it('over several files', async () => {
    const files = { 'a/a.ts': use, 'b/b.ts': "export * from '../d/d';", 'd/d.ts': "import { x } from '../c/c';\nexport { x };" };
    expect(await breachesIn(files)).toEqual([breach('b/b.ts, d/d.ts')]);
  });

  it.each([
    ['another name of that file is taken', "import { own } from '../b/b';", "export { x } from '../c/c';\nexport const own = 1;"],
    ['it only uses what it imports', use, "import { y } from '../c/c';\nexport const x = y + 1;"],
    ['two files hand on each other', use, "export * from './e';"],
  ])('is not seen where %s', async (_, a, b) =>
    expect(await breachesIn({ 'a/a.ts': a, 'b/b.ts': b, 'b/e.ts': "export * from './b';" })).toEqual([]),
  );
});

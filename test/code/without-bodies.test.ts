import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { decoded, type Parse, readModule, readQuickly } from '../../src/code/parse/read-module.ts';
import type { Node } from '../../src/code/parse/tree.ts';
import { withoutBodiesOf, withoutOtherBodies } from '../../src/code/scan/without-bodies.ts';

const parse: Parse = (path, text) => {
  const { errors, program } = parseSync(path, text, /\.[cm]?js$/.test(path) ? { lang: 'jsx' as const } : {});
  return { program: program as unknown as Node, problem: errors[0]?.message };
};

describe('a text without the bodies that cannot matter', () => {
  it.each([
    ['function a() {\n  return 1;\n}\nconst b = () => { c(); };', 'function a() {\n\n}\nconst b = () => {};'],
    ["function a(): Promise<void> { return import('./a'); }", "function a(): Promise<void> { return import('./a'); }"],
    ["class A { b() { if (c) { d(); } } e() { require('./e'); } }", "class A { b() {} e() { require('./e'); } }"],
    ['const { a } = b, c = { d: 1 }; export { a };', 'const { a } = b, c = { d: 1 }; export { a };'],
    ['f(() => { `${a} }` });', 'f(() => {});'],
    ['(a) / { b: 1 } / c; }', undefined],
  ])('%j', (text, less) => {
    expect(withoutOtherBodies(text)).toBe(less);
  });

  it('keeps those that use a name of the asked imports, and says nothing where a name could come from elsewhere', () => {
    const text = "import { A } from './a';\nimport { B } from './b';\nf((a: A) => { g(); }, () => { new B(); }, () => { new A(); });\n";
    expect(withoutBodiesOf('a.ts', text, [1])).toBe(
      "import { A } from './a';\nimport { B } from './b';\nf((a: A) => {}, () => {}, () => { new A(); });\n",
    );
    expect(withoutBodiesOf('a.ts', `${text}import { C } from './c';`, [1])).toBeUndefined();
    expect(withoutBodiesOf('a.ts', "import a = require('./a');", [1])).toBeUndefined();
  });

  it('leaves requests and uses as they are, in sources of this program', () => {
    const root = join(import.meta.dirname, '../..');
    const files = ['src/code', 'src/checks/layers'].flatMap((directory) =>
      readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.[cm]?[jt]s$/.test(name) && !name.includes('node_modules'))
        .map((name) => join(root, directory, name)),
    );
    let shorter = 0;
    for (const file of files) {
      const text = readFileSync(file, 'latin1');
      if (withoutOtherBodies(text)?.length !== text.length) shorter += 1;
      expect([file, readQuickly(parse, file, text, 'requests')]).toEqual([file, readModule(parse, file, decoded(text), 'requests')]);
      const all = readModule(parse, file, decoded(text), 'uses').uses;
      const lines = all?.imports.filter((_, i) => i % 3 === 0).map(({ line }) => line) ?? [];
      const some = readQuickly(parse, file, text, 'uses', lines).uses;
      const asked = all?.imports.filter(({ isType, line }) => !isType && lines.includes(line)) ?? [];
      const usage = (one: typeof all): unknown => asked.map(({ local }) => [local, one?.usage[local]]);
      expect([file, some?.imports, some?.exports, usage(some)]).toEqual([file, all?.imports, all?.exports, usage(all)]);
    }
    expect(shorter).toBeGreaterThan(files.length / 2);
  });
});

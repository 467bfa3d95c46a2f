import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import type { ModuleRequest } from '../../src/code/module-record.ts';
import { readModule } from '../../src/code/parse/read-module.ts';
import type { Node } from '../../src/code/parse/tree.ts';
import { importLines } from '../../src/code/scan/import-lines.ts';
import { scanRequests } from '../../src/code/scan/scan-requests.ts';

function parsed(path: string, text: string): { readonly requests: readonly ModuleRequest[]; readonly problem?: string | undefined } {
  const parse = (name: string, source: string) => {
    const { errors, program } = parseSync(name, source, {
      showSemanticErrors: true,
      ...(/\.[cm]?js$/.test(name) ? { lang: 'jsx' as const } : {}),
    });
    return { program: program as unknown as Node, problem: errors[0]?.message };
  };
  return readModule(parse, path, text, 'requests');
}

function scanned(path: string, text: string): readonly ModuleRequest[] | undefined {
  return scanRequests(path, Buffer.from(text).toString('latin1'));
}

/** Keys in one order. */
function plain(requests: readonly ModuleRequest[]): unknown {
  return requests.map(({ form, isType, isWhole = false, line, onlyTypes = false, source }) => ({
    source,
    line,
    form,
    isType,
    onlyTypes,
    isWhole,
  }));
}

describe('modules named in a file, without a parser', () => {
  it.each([
    ["import a, { b as c, type D } from './a';", 'import ./a'],
    ["import type { A } from './a'; export type * from './b'", 'import ./a type, export ./b type'],
    ["import type from './a'", 'import ./a'],
    ["import type, { b } from './a'", 'import ./a'],
    ["import { type A, type B } from './a'", 'import ./a types'],
    ["import { type as b } from './a'", 'import ./a'],
    ["import './a.css' with { type: 'css' };", 'import ./a.css'],
    ["/* import './no' */ // import './no'\nimport /* a */ x /* b */ from /* c */ './a'", 'import ./a'],
    ["import a = require('./a'); export import b = require('./b');", 'import ./a, import ./b'],
    ["import { a } from './a'\nconst text = `import './no' ${await import('./b')} \\` export * from './no'`", 'import ./a, dynamic ./b'],
    ["const a = 'import(\"./no\")';\nvoid import('./a')", 'dynamic ./a'],
    ["let a = /import('.\\/no')/.test(b) ; import('./c');", 'dynamic ./c'],
    ["const a = b / 2; const c = import('./c').then(d); e / f", 'dynamic ./c'],
    ["f<typeof import('./a')>(b);", 'type-import ./a type'],
    ["const a = require('./a');\nmodule.exports = require('./b')", 'require ./a, require ./b'],
    ["f()\n// why\nconst a = require('./a')\nvar { b } = require('./b');", 'require ./a, require ./b'],
    ["a.require('./no'); b.import('./no'); ({ import: 1, require: 2 }); import.meta.url", ''],
    ["const all = [...import('./a')]; void import('./b')", 'dynamic ./a, dynamic ./b'],
    ["export { a };\nexport { b } from './b';\nexport * as c from './c'", 'export ./b, export ./c'],
    ["import { ü } from './ü'", 'import ./ü'],
    ["// the point is in a comment.\nimport './a';", 'import ./a'],
    ["const a = 1;\n// the point is in a comment.\nimport './a';", 'import ./a'],
    ['export type A = { import: string };\nexport interface B { require(a: string): void }', ''],
  ])('%s', (text, expected) => {
    const found = scanned('a.ts', text) ?? [];
    const words = found.map(
      ({ form, isType, onlyTypes, source }) => `${form} ${source}${isType ? ' type' : ''}${onlyTypes === true ? ' types' : ''}`,
    );
    expect(words.join(', ')).toBe(expected);
    expect(plain(parsed('a.ts', text).requests)).toEqual(plain(found));
  });

  it.each([
    ['a.ts', "function f() { return require('./a') }"],
    ['a.ts', "type A = import('./a').B;"],
    ['a.ts', "type A = typeof import('./a');"],
    ['a.tsx', "const a = <p>don't</p>; import('./b'); const c = <p>can't</p>;"],
    ['a.ts', "namespace N { export * from './a' }"],
    ['a.ts', "//.\nrequire('./a')"],
    ['a.ts', "if (a) /'/.test(b); import('./b') /'/"],
    ['a.js', "const f = () =>\nrequire('./a')"],
    ['a.ts', "import.meta.glob(['./a/*.ts', b])"],
    ['a.ts', "new URL('./a', import.meta.url)"],
    ['a.ts', "f(// new URL(\n'./a', import.meta.url)"],
    ['a.ts', "new URL(/* a */ './a', import.meta.url)"],
    ['a.tsx', "const a = <p />; new URL('./a', import.meta.url)"],
    ['a.ts', "x\n'unterminated\nimport('./a')"],
  ])('leaves to the parser what only a parser knows: %s %s', (path, text) => {
    expect(scanned(path, text)).toBeUndefined();
  });

  it.each([
    ["const w = new Worker(new URL('./w.ts', import.meta.url), { type: 'module' });", 'url ./w.ts'],
    ["function f() { return new URL( `../a.json` , /* b */ import.meta.url, ) }\nimport('./b')", 'url ../a.json, dynamic ./b'],
    [
      "f(import.meta.url); new URL('./no', base); new URL(import.meta.url); new URL('./no', import.meta.url.x); new a.URL('./no', import.meta.url)",
      '',
    ],
    ["const a = `${f(1, import.meta.url)}`; 'new URL(\\'./no\\', import.meta.url)'; // new URL('./no', import.meta.url)", ''],
    [
      "import { a } from './a';\nconst p = import.meta.glob('./pages/*.ts', { eager: true, import: 'default' })",
      'import ./a, glob ./pages/*.ts',
    ],
    ['f(() => import.meta.glob([\'./a/*.ts\', "!**/b.ts",]));', 'glob ["./a/*.ts","!**/b.ts"]'],
    ['import.meta.glob(`./ü/*`); import.meta.globEager("./b/**")', 'glob ./ü/*, glob ./b/**'],
    ["import.meta.glob(a); import.meta.glob; import.meta.globs('./no'); a.import.meta.glob('./no'); import.meta.hot.glob('./no')", ''],
    ["import.meta.glob<Page>('./a/*.ts')", 'glob ./a/*.ts'],
    ["import.meta.glob(['./*.ts', '!../b.ts', '/c/*', '**/d'], { base: './a/' })", 'glob ["./a/*.ts","!./b.ts","/c/*","**/d"]'],
    ["import.meta.glob(['./a/*.ts', b])", ''],
    ["import.meta?.glob('./a'); import.meta['glob']('./b'); new import.meta.glob('./c')", ''],
    ["new URL(/* a */ './a', import.meta.url); new URL('./b' + c, import.meta.url)", 'url ./a'],
  ])('the parser alone: %s', (text, expected) => {
    expect(
      parsed('a.ts', text)
        .requests.map(({ form, source }) => `${form} ${source}`)
        .join(', '),
    ).toBe(expected);
  });

  it('finds in sources of this program what the parser finds', () => {
    const root = join(import.meta.dirname, '../..');
    const files = ['src/code', 'src/system', 'src/clients', 'src/server', 'scripts', 'bench', 'test/support'].flatMap((directory) =>
      readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.[cm]?[jt]s$/.test(name) && !name.includes('node_modules') && !name.startsWith('results'))
        .map((name) => join(root, directory, name)),
    );
    let unclear = 0;
    for (const file of files) {
      const text = readFileSync(file, 'utf8');
      const found = scanned(file, text);
      if (found === undefined) unclear += 1;
      else expect([file, plain(found)]).toEqual([file, plain(parsed(file, text).requests)]);
    }
    expect(files.length).toBeGreaterThan(200);
    expect(unclear).toBeLessThan(files.length / 20);
  });

  it('agrees with the parser on any mixture of what is hard to read, or leaves it', () => {
    const pieces = fc.constantFrom(
      "import a from './a'",
      "import './b'",
      "import('./c')",
      "export * from './d'",
      'export { x }',
      "export { y } from './e'",
      "require('./f')",
      'import type { T } from "./g"',
      "'",
      '"',
      '`',
      '${',
      '}',
      '{',
      '/',
      '*/',
      '/*',
      '//',
      '\n',
      ';',
      ' ',
      '\\',
      '(',
      ')',
      '=>',
      'return ',
      '= ',
      'a',
      'typeof ',
      '.',
      ',',
      '[',
      ']',
      '</p>',
      '<p>',
      'await ',
      'export ',
      'import ',
      'from ',
      ':',
      '?',
      '...',
      'ü',
      'const q = ',
      'function f() ',
      'import.meta',
      'import.meta.url',
      'import.meta.glob(',
      "import.meta.glob('./h/*')",
      'new URL(',
      "new URL('./i', ",
      "['./j/*', '!**/k']",
      "{ base: './l' }",
      'new ',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 14 }), fc.constantFrom('a.ts', 'a.tsx', 'a.js'), (parts, path) => {
        const text = parts.join('');
        const found = scanned(path, text);
        if (found === undefined) return;
        const { problem, requests } = parsed(path, text);
        if (problem === undefined) expect(plain(found)).toEqual(plain(requests));
      }),
      { numRuns: 8000 },
    );
  });
});

describe('imports that are certainly values', () => {
  it.each<[string, readonly number[]]>([
    ["import { A } from './a';\nnew A();", [1]],
    ["import { A, type B } from './a';\nimport * as n from './n';\nclass C extends A<string> {}\nn.run(1);", [1, 2]],
    ["import { A as B } from './a';\nclass C { constructor(@inject(B) private b: B) {} }", [1]],
    ["import { A } from './a';\nlet a: A; function f(x: A): A.B { return x }", []],
    ["import { A } from './a';\n// new A()\nconst t = 'new A()' + `new A()`;\nlet a: A;", []],
    ["import { f } from './f';\nconst f2 = f(1);", [1]],
    ["import { f } from './f';\nfunction g() { const f = 1; return f.toString() }", []],
    ["import type { A } from './a';\nimport './b';\nexport { A };", []],
  ])('%s', (text, lines) => expect(importLines('a.ts', text).values).toEqual(lines));
});

describe('imports that are certainly types', () => {
  const head = "import { A } from './a';\n";
  it.each([
    'let a: A | undefined;',
    'const all: Map<string, A> = new Map();',
    'export class C implements B, A {}',
    'interface B extends A {}',
    'export type B = A[];',
    'f(x as A);',
    'const emitter = new Emitter<A>();',
    'function f(a: string, b?: A): void {}',
    'function f(): A {\n}',
    'class C {\n  protected readonly a: A = make();\n  get(b: B): A;\n}',
    '/**\n * new A()\n */\nf();',
    'f();',
  ])('%s', (text) => expect(importLines('a.ts', head + text)).toEqual({ values: [], types: [1], signatures: [] }));

  it.each([
    'const b = a ? c : A;',
    'f({ a: 1, b: A });',
    'f(a < A, c > (d));',
    'switch (a) {\n  case A: break;\n}',
    'const b = {\n  a: A,\n};',
    'const b = a\n  ? c(d)\n  : A;',
    'export { A };',
    'class B { a = A }',
    'const a = `${A}`;',
    String.raw`const b = '\u0041';`,
  ])('not known: %s', (text) => expect(importLines('a.ts', head + text)).toEqual({ values: [], types: [], signatures: [] }));

  it.each([
    'class C {\n  @inject(B) protected readonly a: A;\n}',
    'class C {\n  @inject(B)\n  protected readonly a: A;\n}',
    '@injectable()\nexport class C {\n  constructor(a: A) {\n  }\n}',
    'class C {\n  constructor(readonly a: A,\n    @B b: B) {\n  }\n}',
    'class C {\n  @post()\n  // why\n  init(a: A): void {\n  }\n}',
  ])('unless metadata of decorators is written: %s', (text) =>
    expect(importLines('a.ts', head + text)).toEqual({ values: [], types: [], signatures: [1] }),
  );

  it('says nothing of a name that elements use without mentioning it, and of names it cannot read', () => {
    expect(importLines('a.tsx', "import * as React from 'react';\nf();").types).toEqual([]);
    expect(importLines('a.ts', "import * as React from 'react';\nf();").types).toEqual([1]);
    expect(importLines('a.ts', "import a = require('./a');\nf();").types).toEqual([]);
    expect(importLines('a.ts', "export { A };\nimport { A } from './a';\nf();").types).toEqual([]);
  });
});

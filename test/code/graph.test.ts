import { renameSync, rmSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeAt, edgesIn } from '../support/code-at.ts';
import { temporaryHome, type TemporaryHome } from '../support/temporary-home.ts';

function workspace(files: Readonly<Record<string, string>>, home = temporaryHome({ inMemory: true })): TemporaryHome {
  for (const [path, text] of Object.entries(files)) home.put(`w/${path}`, text);
  return home;
}

async function edgesOfFiles(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  return edgesIn(await codeAt(workspace(files)).graph());
}

describe('what a specifier means', () => {
  it('with and without extensions, as an index, as data, with a query', async () => {
    const files = {
      'a.ts': ["'./b'", "'./b.js'", "'./c'", "'./d/'", "'./e.json'", "'./f.css?inline'", "'./g.vue'", "'.'", "'./gone'"]
        .map((one) => `import ${one};`)
        .join('\n'),
      'b.ts': '',
      'b.js': '',
      'c.tsx': '',
      'd/index.ts': "import '..'; import '../b.d'",
      'e.json': '{}',
      'f.css': '',
      'g.vue': "<template>don't</template>\n<script setup lang=\"ts\">\nimport { b } from './b'\n</script>",
      'index.ts': '',
      'b.d.ts': '',
    };
    expect(await edgesOfFiles(files)).toEqual([
      'a.ts -runtime-> b.ts:1',
      'a.ts -runtime-> b.ts:2',
      'a.ts -runtime-> c.tsx:3',
      'a.ts -runtime-> d/index.ts:4',
      'a.ts -runtime-> e.json:5',
      'a.ts -runtime-> f.css:6',
      'a.ts -runtime-> g.vue:7',
      'a.ts -runtime-> index.ts:8',
      'd/index.ts -runtime-> b.d.ts:1',
      'd/index.ts -runtime-> index.ts:1',
      'g.vue -runtime-> b.ts:3',
    ]);
  });

  it('by the name of a package of the workspace, installed or not, and its sources where only what is built is named', async () => {
    const files = {
      'package.json': '{ "workspaces": ["packages/*"] }',
      'packages/a/package.json':
        '{ "name": "@x/a", "exports": { ".": { "types": "./dist/index.d.ts", "import": "./dist/index.js" }, "./*": "./dist/parts/*.js" } }',
      'packages/a/src/index.ts': '',
      'packages/a/src/parts/one.ts': '',
      'packages/b/package.json': '{ "name": "b", "main": "lib/main.js", "imports": { "#own/*": "./src/own/*.ts" } }',
      'packages/b/src/main.ts': "import '@x/a'; import '@x/a/one'; import '#own/o'; import 'b'; import 'other/x'; import 'node:fs'",
      'packages/b/src/own/o.ts': '',
      'packages/b/src/b.ts': "import 'b/lib/own/o'",
      'example/package.json': '{ "name": "other" }',
    };
    expect(await edgesOfFiles(files)).toEqual([
      'packages/b/src/b.ts -runtime-> packages/b/src/own/o.ts:1',
      'packages/b/src/main.ts -runtime-> packages/a/src/index.ts:1',
      'packages/b/src/main.ts -runtime-> packages/a/src/parts/one.ts:1',
      'packages/b/src/main.ts -runtime-> packages/b/src/main.ts:1',
      'packages/b/src/main.ts -runtime-> packages/b/src/own/o.ts:1',
    ]);
  });

  it('never by the name of a package.json that no workspace lists: an example or a fixture is called as a package of npm is', async () => {
    const example = { 'examples/lowdb/package.json': '{ "name": "lowdb" }', 'examples/lowdb/index.js': "import { Low } from 'lowdb'" };
    expect(
      await edgesOfFiles({
        ...example,
        'package.json': '{ "name": "all" }',
        'pnpm-workspace.yaml': 'packages:\n  - "packages/*"\n',
        'packages/app/package.json': '{ "name": "app" }',
        'packages/app/index.ts': "import 'lowdb'",
        'examples/basic/index.js': "import 'app'",
      }),
    ).toEqual(['examples/basic/index.js -runtime-> packages/app/index.ts:1']);
    const react = {
      'package.json': '{ "name": "shop", "dependencies": { "react": "19" } }',
      'fixtures/react/package.json': '{ "name": "react", "main": "index.js" }',
      'fixtures/react/index.js': "import '../../src/a'",
      'src/a.js': "import { useState } from 'react'",
    };
    expect(await edgesOfFiles(react)).toEqual(['fixtures/react/index.js -runtime-> src/a.js:1']);
  });

  it('by its own name only where it has exports, as Node does', async () => {
    const files = { 'src/a.js': "import 'shop'", 'src/index.js': '' };
    expect(await edgesOfFiles({ ...files, 'package.json': '{ "name": "shop", "main": "src/index.js" }' })).toEqual([]);
    expect(await edgesOfFiles({ ...files, 'package.json': '{ "name": "shop", "exports": "./src/index.js" }' })).toEqual([
      'src/a.js -runtime-> src/index.js:1',
    ]);
  });

  it('by the name of a member below the root that lists it, or of a directory that the package depends on', async () => {
    const files = {
      'package.json': '{}',
      'a.js': "import 'one'",
      'inner/package.json': '{ "workspaces": { "packages": ["p/{one,two}"] } }',
      'inner/p/one/package.json': '{ "name": "one" }',
      'inner/p/one/index.js': "import 'two'; import 'three'",
      'inner/p/two/package.json': '{ "name": "two" }',
      'inner/p/two/index.js': '',
      'inner/p/three/package.json': '{ "name": "three" }',
      'inner/p/three/index.js': '',
      'demo/package.json': '{ "dependencies": { "three": "file:../inner/p/three", "two": "2" } }',
      'demo/index.js': "import 'three'; import 'two'",
    };
    expect(await edgesOfFiles(files)).toEqual([
      'demo/index.js -runtime-> inner/p/three/index.js:1',
      'inner/p/one/index.js -runtime-> inner/p/two/index.js:1',
    ]);
  });

  it('by paths, baseUrl and rootDirs of the tsconfig.json that includes the file, with what it extends', async () => {
    const files = {
      'tsconfig.json': '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }, { "path": "./tsconfig.node.json" }] }',
      'tsconfig.app.json':
        '{ "extends": "./base", "include": ["src"], "compilerOptions": { "paths": { "@/*": ["./src/*"], "one": ["./src/o.ts"] } } }',
      'tsconfig.node.json': '{ "include": ["vite.config.ts"], "compilerOptions": { "paths": { "@/*": ["./other/*"] } } }',
      'base.json': '{ // comments\n "compilerOptions": { "baseUrl": ".", "rootDirs": ["src", "generated"], } }',
      'src/a.ts': "import '@/o'; import 'one'; import 'other/o'; import './g'",
      'src/o.ts': '',
      'vite.config.ts': "import '@/o'",
      'other/o.ts': '',
      'generated/g.ts': '',
    };
    expect(await edgesOfFiles(files)).toEqual([
      'src/a.ts -runtime-> generated/g.ts:1',
      'src/a.ts -runtime-> other/o.ts:1',
      'src/a.ts -runtime-> src/o.ts:1',
      'src/a.ts -runtime-> src/o.ts:1',
      'vite.config.ts -runtime-> other/o.ts:1',
    ]);
  });

  it('says of what it knows nothing that it is not analysed, and which packages a file takes', async () => {
    const home = workspace({
      'a.py': 'import b',
      'b.md': '',
      'c.ts': "import 'react/jsx-runtime'; import type { A } from '@x/y'; import fs from 'fs'; import './no'",
    });
    const graph = await codeAt(home).graph();
    expect([...graph.files.values()].map(({ kind, path }) => `${path} ${kind}`)).toEqual([
      'a.py not-analysed',
      'b.md other',
      'c.ts module',
    ]);
    const { missing, packages } = graph.files.get('c.ts') ?? { missing: [], packages: [] };
    expect(packages.map(({ kind, name }) => `${name} ${kind}`)).toEqual(['react runtime', '@x/y type', 'fs runtime']);
    expect(missing).toEqual([{ source: './no', line: 1 }]);
  });
});

describe('files that are named and not imported', () => {
  const named = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> => {
    const graph = await codeAt(workspace(files)).graph();
    expect(edgesIn(graph)).toEqual([]);
    expect(graph.components()).toEqual([]);
    expect([...graph.files.values()].flatMap(({ missing, packages }) => [...missing, ...packages])).toEqual([]);
    const all = [...graph.files.keys()].flatMap((path) => graph.namedBy(path));
    for (const edge of all) expect(graph.importersOf(edge.to)).toContain(edge);
    return all.map(({ form, from, line, to }) => `${from} -${form}-> ${to}:${line}`).toSorted();
  };

  it('by an address beside the file: not a directory, not what is elsewhere, not itself, not what is missing', async () => {
    const addresses = [
      './w.js',
      'x.ts?worker',
      '../data.json',
      '.',
      './d',
      './d/',
      '/w.ts',
      'https://a/w.ts',
      './gone.ts',
      './a.ts',
      './dist/m.js',
    ];
    const files = {
      'p/a.ts': addresses.map((one) => `new URL('${one}', import.meta.url);`).join('\n'),
      'p/w.ts': "new Worker(new URL('./a.ts', import.meta.url))",
      'p/x.ts': '',
      'p/d/index.ts': '',
      'p/package.json': '{}',
      'p/src/m.ts': '',
      'data.json': '{}',
    };
    expect(await named(files)).toEqual([
      'p/a.ts -url-> data.json:3',
      'p/a.ts -url-> p/src/m.ts:11',
      'p/a.ts -url-> p/w.ts:1',
      'p/a.ts -url-> p/x.ts:2',
      'p/w.ts -url-> p/a.ts:1',
    ]);
  });

  it.each<[string, string]>([
    ["'./m/*.ts'", 'm/a.ts m/b.test.ts'],
    ["['./m/*.ts', '!**/*.test.ts']", 'm/a.ts'],
    ["['./m/*.ts', '!./m/a.ts']", 'm/b.test.ts'],
    ["'./m/**/*.{ts,vue}', { eager: true }", 'm/a.ts m/b.test.ts m/n/c.ts m/n/d.vue'],
    ["'/src/m/n/*'", 'm/n/c.ts m/n/d.vue'],
    ["'@/m/n/*.ts'", 'm/n/c.ts'],
    ["'#m/n/*.ts'", 'm/n/c.ts'],
    ["'./*.ts', { base: './m' }", 'm/a.ts m/b.test.ts'],
    ["'**/d.vue'", 'm/n/d.vue'],
    ["'./m/!(a).ts'", 'm/a.ts m/b.test.ts'],
    ["'./m/n/[id].ts'", 'm/n/c.ts'],
    ["'m/*.ts'", ''],
    ["'../../*.ts'", ''],
    ["'./**/**/**/**/**/*.ts'", 'm/a.ts m/b.test.ts m/n/c.ts'],
  ])('by a pattern: %s', async (pattern, expected) => {
    const files = {
      'w/package.json': '{ "imports": { "#m/*": "./src/m/*" } }',
      'w/tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
      'w/src/o.ts': `export const all = import.meta.glob(${pattern});`,
      ...Object.fromEntries(['a.ts', 'b.test.ts', '.e.ts', 'n/c.ts', 'n/d.vue', '.f/g.ts'].map((name) => [`w/src/m/${name}`, ''])),
    };
    const lines = expected === '' ? [] : expected.split(' ').map((path) => `w/src/o.ts -glob-> w/src/${path}:1`);
    expect(await named(files)).toEqual(lines);
  });

  it('a file that is added later is one of the pattern', async () => {
    const home = workspace({ 'a.ts': "import.meta.glob('./m/*.ts')", 'm/b.ts': '' });
    const code = codeAt(home);
    expect((await code.graph()).namedBy('a.ts').map(({ to }) => to)).toEqual(['m/b.ts']);
    home.put('w/m/c.ts', '');
    expect((await code.graph()).namedBy('a.ts').map(({ to }) => to)).toEqual(['m/b.ts', 'm/c.ts']);
  });
});

describe('what is left of an import when the program runs', () => {
  const used = {
    'a.ts': [
      "import { T, V, E, D, X, R } from './b';",
      "import { I } from './c';",
      "import type { W } from './d';",
      "import { type U } from './e';",
      "import { P } from './f';",
      "import { S } from './g';",
      "export { K } from './h';",
      "import { N } from './i';",
      'export const a: T = V; let i: I; let w: W; let u: U; function f(S: number) { return S } let s: S; export { N };',
      '@dec class C { constructor(p: P) {} }',
      "const later = () => import('./j'); const alsoLater = () => require('./j');",
    ].join('\n'),
    ...Object.fromEntries(
      ['b', 'c', 'd', 'e', 'f', 'g'].map((name) => [`${name}.ts`, "import './a'; export class I {} export class P {} export type S = 1"]),
    ),
    'h.ts': "import './a'; export { K } from './k'",
    'k.ts': 'export interface K {}',
    'i.ts': "import './a'; export * from './k'; export type N = 1",
    'j.ts': "import './a'",
  };

  async function kinds(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
    const graph = await codeAt(workspace(files)).graph();
    const edges = graph.importsOf('a.ts');
    const elided = await graph.elided(edges);
    return edges.map((edge) => `${edge.to} ${elided.has(edge) ? 'elided' : edge.kind}`);
  }

  it('nothing of those that are used only as types', async () => {
    expect(await kinds(used)).toEqual([
      'b.ts runtime',
      'c.ts elided',
      'd.ts type',
      'e.ts type',
      'f.ts elided',
      'g.ts elided',
      'h.ts elided',
      'i.ts elided',
      'j.ts lazy',
      'j.ts lazy',
    ]);
  });

  it('all of them where the project says so, and those that decorators need', async () => {
    const verbatim = await kinds({ ...used, 'tsconfig.json': '{ "compilerOptions": { "verbatimModuleSyntax": true } }' });
    expect(verbatim.filter((one) => one.endsWith('elided'))).toEqual([]);
    expect(verbatim).toContain('e.ts runtime');
    const decorated = await kinds({ ...used, 'tsconfig.json': '{ "compilerOptions": { "emitDecoratorMetadata": true } }' });
    expect(decorated).toContain('f.ts runtime');
  });
});

describe('a graph after changes', () => {
  it('is the one of a new process, whatever changed', async () => {
    const names = ['a.ts', 'b.ts', 'c/index.ts', 'c/d.tsx', 'e.js', 'B.ts'];
    const specifiers = ['./a', './b', './c', './c/d', '../b', './index', './d.js', '@/a', '@/c/d', './e.js', 'pkg', 'pkg/b'];
    const texts = fc.array(fc.constantFrom(...specifiers), { maxLength: 3 }).map((all) => all.map((one) => `import '${one}';\n`).join(''));
    const edit = fc.oneof(
      fc.record({ kind: fc.constant('write' as const), path: fc.constantFrom(...names), text: texts }),
      fc.record({ kind: fc.constant('remove' as const), path: fc.constantFrom(...names, 'tsconfig.json', 'c', '.gitignore') }),
      fc.record({ kind: fc.constant('rename' as const), path: fc.constantFrom(...names), to: fc.constantFrom(...names, 'f/g.ts') }),
      fc.record({
        kind: fc.constant('write' as const),
        path: fc.constantFrom('tsconfig.json'),
        text: fc.constantFrom(
          '{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }',
          '{ "compilerOptions": { "paths": { "@/*": ["./c/*"] } } }',
        ),
      }),
      fc.record({
        kind: fc.constant('write' as const),
        path: fc.constantFrom('package.json', 'c/package.json'),
        text: fc.constantFrom('{ "name": "pkg", "exports": { ".": "./a.ts", "./*": "./*.ts" } }', '{}'),
      }),
      fc.record({
        kind: fc.constant('write' as const),
        path: fc.constantFrom('.gitignore', 'c/.gitignore'),
        text: fc.constantFrom('b.ts\n', 'c\n', '!d.tsx\n', ''),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }), async (rounds) => {
        const home = workspace({ 'a.ts': "import './b'", 'b.ts': "import '@/a'" });
        const code = codeAt(home);
        await code.graph();
        for (const edits of rounds) {
          for (const one of edits) {
            const at = home.at('w', one.path);
            if (one.kind === 'remove') rmSync(at, { recursive: true, force: true });
            else if (one.kind === 'write') home.put(`w/${one.path}`, one.text);
            else {
              home.put(`w/${one.to}`, '');
              try {
                renameSync(at, home.at('w', one.to));
              } catch {
                // It is not there.
              }
            }
          }
          const graph = await code.graph();
          const fresh = await codeAt(temporaryCopy(home)).graph();
          expect(edgesIn(graph)).toEqual(edgesIn(fresh));
          expect([...graph.files.keys()].toSorted()).toEqual([...fresh.files.keys()].toSorted());
          // And the one that another process finds in snap's own directory.
          expect(edgesIn(await codeAt(home).graph())).toEqual(edgesIn(fresh));
        }
      }),
      { numRuns: 60 },
    );
  });
});

/** The same files for a process that has stored nothing. */
function temporaryCopy(home: TemporaryHome): TemporaryHome {
  rmSync(home.at('.snap-mcp'), { recursive: true, force: true });
  return home;
}

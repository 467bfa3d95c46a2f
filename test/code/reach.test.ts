import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { affectedBy, compareVersions, type ModuleDifference } from '../../src/code/index.ts';
import { codeAt } from '../support/code-at.ts';
import { runJobHere } from '../support/jobs-in-process.ts';
import { temporaryHome } from '../support/temporary-home.ts';

interface Asked {
  readonly names?: readonly string[];
  readonly removed?: readonly string[];
  readonly isWhole?: boolean;
}

/** What a change of `a.ts` reaches: the files in which it may run, `+` before those that only see its types. */
async function reached(
  files: Readonly<Record<string, string>>,
  { isWhole = false, names = ['f'], removed = [] }: Asked = {},
): Promise<string> {
  const home = temporaryHome({ inMemory: true });
  for (const [path, text] of Object.entries(files)) home.put(`w/${path}`, text);
  const graph = await codeAt(home).graph();
  const { broken, loading, running, typesOnly } = await affectedBy(graph, [{ path: 'a.ts', isWhole, names, exports: [], removed }]);
  // By name never more than by whole files, but for what cannot be imported any more, and imports that compilers add.
  const all = new Set([...loading, 'a.ts', ...Object.keys(files).filter((path) => path.endsWith('x'))]);
  if (broken.length === 0) expect([...running.keys()].filter((path) => !all.has(path))).toEqual([]);
  const lines = broken.map(({ file, line, name }) => `!${file}:${line}:${name}`);
  return [...[...running.keys()].filter((path) => path !== 'a.ts').toSorted(), ...typesOnly.map((path) => `+${path}`), ...lines].join(' ');
}

const a = 'export function f() {}\nexport function g() {}\nexport interface T {}';

describe('a change is followed by name', () => {
  it.each<[string, Readonly<Record<string, string>>, string]>([
    [
      'an import that is used',
      { 'b.ts': "import { f } from './a'; export const b = () => f()", 'c.ts': "import { g } from './a'; g()" },
      'b.ts',
    ],
    ['an import that is not used', { 'b.ts': "import { f, g } from './a'; export const b = () => g()" }, ''],
    ['under another name', { 'b.ts': "import { f as x } from './a'; x()" }, 'b.ts'],
    ['in the same file', { 'a.ts': 'function f() {}\nexport function g() { f() }', 'b.ts': "import { g } from './a'; g()" }, 'b.ts'],
    [
      'export *',
      { 'b.ts': "export * from './a'", 'c.ts': "import { f } from './b'; f()", 'd.ts': "import { g } from './b'; g()" },
      'b.ts c.ts',
    ],
    ['export * hidden by an own name', { 'b.ts': "export * from './a'; export const f = 1", 'c.ts': "import { f } from './b'; f()" }, ''],
    ['a listed re-export', { 'b.ts': "export { f as x } from './a'", 'c.ts': "import { x } from './b'; x()" }, 'b.ts c.ts'],
    ['import and export', { 'b.ts': "import { f } from './a'; export { f }", 'c.ts': "import { f } from './b'; f()" }, 'b.ts c.ts'],
    ['export * as', { 'b.ts': "export * as n from './a'", 'c.ts': "import { n } from './b'; n.g()" }, 'b.ts c.ts'],
    ['a namespace: that member', { 'b.ts': "import * as n from './a'; n.f()", 'c.ts': "import * as n from './a'; n.g()" }, 'b.ts'],
    ['a namespace as a whole', { 'b.ts': "import * as n from './a'; export const b = () => Object.keys(n)" }, 'b.ts'],
    ['a default export', { 'a.ts': 'export default function f() {}', 'b.ts': "import x from './a'; x()" }, 'b.ts'],
    [
      'a worker and a pattern, by what holds them',
      {
        'b.ts': "export const b = () => new Worker(new URL('./a.ts', import.meta.url)); export const o = 1",
        'c.ts': "import { b } from './b'; b()",
        'd.ts': "import { o } from './b'; o",
        'e.ts': "const all = import.meta.glob('./a*.ts')",
        'f.ts': "import './e'",
      },
      'b.ts c.ts e.ts f.ts',
    ],
    [
      'import()',
      {
        'b.ts': "export const b = () => import('./a'); export const o = 1",
        'c.ts': "import { b } from './b'; b()",
        'd.ts': "import { o } from './b'; o",
      },
      'b.ts c.ts',
    ],
    ['require', { 'b.js': "const { g } = require('./a'); g()", 'c.ts': "import './b'" }, 'b.js c.ts'],
    ['called when a module is loaded', { 'b.ts': "import { f } from './a'; export const b = f()", 'c.ts': "import './b'" }, 'b.ts c.ts'],
    [
      'kept in a table',
      {
        'b.ts': "import { f } from './a'; export const t = { f }; export const o = 1",
        'c.ts': "import { o } from './b'; o",
        'd.ts': "import { t } from './b'; t.f()",
      },
      'b.ts d.ts',
    ],
    [
      'what React keeps',
      {
        'b.ts':
          "import React, { memo } from 'react'; import { f } from './a'; export const B = memo(() => f()); export class C extends React.Component { render() { f() } }",
        'c.ts': "import './b'",
        'd.ts': "import { B } from './b'; B()",
      },
      'b.ts d.ts',
    ],
    [
      'a base class',
      {
        'a.ts': 'export class f {}',
        'b.ts': "import { f } from './a'; export class B extends f {}",
        'c.ts': "import { B } from './b'; new B()",
      },
      'b.ts c.ts',
    ],
    ['a callback', { 'b.ts': "import { f } from './a'; [1].forEach(() => { f() })", 'c.ts': "import './b'" }, 'b.ts c.ts'],
    ['the markup of a Vue file', { 'b.vue': "<script setup>import { g } from './a'</script><template>{{ g() }}</template>" }, 'b.vue'],
    [
      'the runtime of JSX',
      { 'jsx-runtime.ts': "export { f as jsx } from './a'", 'c.tsx': 'export const c = () => <p />' },
      'c.tsx jsx-runtime.ts',
    ],
    ['exports of CommonJS', { 'a.ts': 'function f() {}\nmodule.exports = { f }', 'b.js': "const { f } = require('./a')" }, 'b.js'],
  ])('%s', async (_, files, expected) => {
    expect(await reached({ 'a.ts': a, ...files })).toBe(expected);
  });

  it('types are told apart', async () => {
    const files = {
      'a.ts': a,
      'b.ts': "import type { T } from './a'; export interface B { t: T }",
      'c.ts': "import { T } from './a'; export const c = (t: T) => t",
      'd.ts': "import { B } from './b'; export const d: B[] = []",
    };
    expect(await reached(files, { names: ['T'] })).toBe('+b.ts +c.ts +d.ts');
    expect(await reached(files, { isWhole: true, names: [] })).toBe('+b.ts +c.ts +d.ts');
  });

  it('what is removed and still imported, through export * too', async () => {
    const files = {
      'a.ts': 'export function g() {}',
      'b.ts': "export * from './a'",
      'c.ts': "import { g } from './b';\nimport { f } from './b'; f(); g()",
      'd.ts': "export * from './a'; export * from 'unknown'",
      'e.ts': "import { f } from './d'; f()",
    };
    expect(await reached(files, { names: [], removed: ['f'] })).toBe('c.ts !c.ts:2:f');
  });

  it('never more than by whole files', async () => {
    const line = fc.constantFrom(
      'import { f } from "X"; f()',
      'export * from "X"',
      'import * as n from "X"; n.f',
      'import "X"',
      'export const f = () => 1',
      'import { f } from "X"; export const g = () => f',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(line, fc.nat(4)), { minLength: 1, maxLength: 5 }), async (lines) => {
        const files = Object.fromEntries(
          lines.map(([text, to], i) => [`m${i}.ts`, text.replace('X', `./${['a', 'm0', 'm1', 'm2', 'm3'][to] ?? 'a'}`)]),
        );
        await reached({ 'a.ts': a, ...files });
      }),
      { numRuns: 25 },
    );
  });
});

describe('two versions of a module', () => {
  it.each<[string, string, string, Partial<ModuleDifference>]>([
    ['comments', 'export const f = () => 1 // one', '/* two */export const f = () => 1', { whole: 'x' }],
    ['a body', 'export function f() { a() }\nfunction g() {}', 'export function f() { b() }\nfunction g() {}', { names: ['f'] }],
    ['a name removed', 'export const f = 1; export const g = 1', 'export const g = 1', { names: ['f'], exports: ['f'], removed: ['f'] }],
    ['a name that export * may give', "export * from 'b'; export const f = 1", "export * from 'b'", { names: ['f'], exports: ['f'] }],
    ['code that runs', 'f(1)', 'f(2)', { whole: 'code that runs when it is loaded has changed' }],
    [
      'a value that is computed',
      'export const a = f(1)',
      'export const a = f(2)',
      { whole: 'code that runs when it is loaded has changed', names: ['a'] },
    ],
    [
      'modules that it loads',
      "import { a } from './a'; a()",
      "import { a } from './b'; a()",
      { whole: 'it loads other modules, or in another order', names: ['a'] },
    ],
    ['a type', 'export type T = 1', 'export type T = 2', { names: ['T'] }],
    ['an import of a type', "import { T } from './a'; let t: T", "import { T } from './b'; let t: T", { names: ['T'] }],
    ['what does not parse', 'export const f = 1', 'export const f = ', { whole: 'it does not parse' }],
  ])('%s', async (name, before, after, expected) => {
    const system = { ...temporaryHome({ inMemory: true }).run(), runJob: runJobHere };
    const [found] = await compareVersions(system, [{ path: 'a.ts', before, after }]);
    const { whole, ...wanted } = expected;
    const rest = name === 'comments' || whole === undefined ? {} : { whole };
    // A space more or less in a declaration is a change; a comment is none.
    if (name === 'comments') expect(found?.whole).toBeUndefined();
    expect(found).toEqual({ names: [], exports: [], removed: [], ...wanted, ...rest });
  });
});

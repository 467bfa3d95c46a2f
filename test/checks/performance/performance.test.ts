import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { budgetsIn, bytesOf } from '../../../src/checks/performance/budgets.ts';
import { globTest } from '../../../src/workspace/index.ts';
import { lockChange, lockedPackages } from '../../../src/checks/performance/lock-changes.ts';
import { slowCode } from '../../../src/checks/performance/slow-code.ts';

describe('a budget', () => {
  it.each<[string, 'decimal' | 'binary', number | undefined]>([
    ['10 kB', 'decimal', 10_000],
    ['10 KB', 'binary', 10_240],
    ['1.5 MiB', 'decimal', 1_572_864],
    ['100', 'decimal', 100],
    ['2 B', 'binary', 2],
    ['1 s', 'decimal', undefined],
    ['', 'decimal', undefined],
  ])('of %j (%s)', (text, kind, bytes) => expect(bytesOf(text, kind)).toBe(bytes));

  it.each<[string, unknown, readonly string[], number]>([
    [
      'size-limit with its plugin for files',
      { devDependencies: { '@size-limit/file': '1' }, 'size-limit': [{ path: 'dist/*.js', limit: '1 kB' }] },
      ['dist/*.js 1000 brotli sum'],
      0,
    ],
    [
      'with gzip, and without anything',
      {
        'size-limit': [
          { path: ['a', 'b'], limit: '1 kB', gzip: true },
          { path: 'c', limit: '2 B', brotli: false },
        ],
      },
      ['a,b 1000 gzip sum', 'c 2 none sum'],
      0,
    ],
    [
      'size-limit that bundles',
      { devDependencies: { '@size-limit/preset-small-lib': '1' }, 'size-limit': [{ path: 'a', limit: '1 kB' }] },
      [],
      1,
    ],
    ['a time', { 'size-limit': [{ path: 'a', limit: '1 s' }] }, [], 0],
    [
      'bundlesize',
      {
        bundlesize: [
          { path: './dist/a.js', maxSize: '1 kB' },
          { path: 'b', maxSize: '1 B', compression: 'none' },
        ],
      },
      ['./dist/a.js 1024 gzip each', 'b 1 none each'],
      0,
    ],
    ['bundlewatch', { bundlewatch: { files: [{ path: 'a', maxSize: '1kb' }] } }, ['a 1024 gzip each'], 0],
    ['none', {}, [], 0],
    ['no package.json', undefined, [], 0],
  ])('is read from %s', (_, manifest, expected, others) => {
    const found = budgetsIn(manifest);
    expect(
      found.budgets.map(({ paths, limit, compression, each }) => `${paths.join()} ${limit} ${compression} ${each ? 'each' : 'sum'}`),
    ).toEqual(expected);
    expect(found.others).toHaveLength(others);
  });

  it.each<[string, string, boolean]>([
    ['dist/*.js', 'dist/a.js', true],
    ['dist/*.js', 'dist/b/a.js', false],
    ['./dist/**/*.js', 'dist/b/c/a.js', true],
    ['dist/**/*.js', 'dist/a.js', true],
    ['dist/{a,b}.m?s', 'dist/b.mjs', true],
    ['dist/a+b.js', 'dist/aab.js', false],
  ])('%s names %s: %s', (pattern, path, is) => expect(globTest(pattern)(path)).toBe(is));
});

describe('a lock file', () => {
  const npm = (packages: Readonly<Record<string, string>>): string =>
    JSON.stringify({
      lockfileVersion: 3,
      packages: Object.fromEntries([['', {}], ...Object.entries(packages).map(([at, version]) => [at, { version }] as const)]),
    });

  it.each<[string, string, Readonly<Record<string, readonly string[]>>]>([
    [
      'package-lock.json',
      npm({ 'node_modules/a': '1.0.0', 'node_modules/b/node_modules/@c/a': '2.0.0', 'node_modules/@c/a': '1.0.0' }),
      { a: ['1.0.0'], '@c/a': ['2.0.0', '1.0.0'] },
    ],
    [
      'pnpm-lock.yaml',
      "packages:\n\n  '@c/a@1.0.0':\n    resolution: x\n\n  b@2.0.0(a@1.0.0):\n    x: y\n",
      { '@c/a': ['1.0.0'], b: ['2.0.0'] },
    ],
    ['pnpm-lock.yaml', 'packages:\n\n  /a/1.0.0:\n    dev: true\n', { a: ['1.0.0'] }],
    [
      'yarn.lock',
      '# yarn\n\n"@c/a@^1", "@c/a@^1.1":\n  version "1.2.0"\n\nb@^2:\n  version "2.0.0"\n',
      { '@c/a': ['1.2.0'], b: ['2.0.0'] },
    ],
    ['yarn.lock', '"a@npm:^1":\n  version: 1.0.0\n', { a: ['1.0.0'] }],
    ['bun.lock', '{ "packages": {\n  "a": ["a@1.0.0", "", {}],\n  "b/a": ["a@2.0.0", "", {}],\n} }', { a: ['1.0.0', '2.0.0'] }],
  ])('%s names packages and versions', (path, text, expected) => {
    expect(Object.fromEntries([...(lockedPackages(path, text) ?? [])].map(([name, versions]) => [name, [...versions]]))).toEqual(expected);
  });

  it('that is none is left out', () => expect(lockedPackages('package-lock.json', '{')).toBeUndefined());

  it('tells what it has more', () => {
    const locked = (packages: Readonly<Record<string, string>>) => lockedPackages('package-lock.json', npm(packages)) ?? new Map();
    const before = locked({ 'node_modules/a': '1.0.0', 'node_modules/b': '1.0.0' });
    const after = locked({ 'node_modules/a': '1.0.0', 'node_modules/c/node_modules/a': '2.0.0', 'node_modules/c': '1.0.0' });
    expect(lockChange(before, after)).toEqual({
      added: ['a@2.0.0', 'c@1.0.0'],
      removed: 1,
      duplicated: [{ name: 'a', versions: ['1.0.0', '2.0.0'] }],
    });
    expect(lockChange(after, after)).toEqual({ added: [], removed: 0, duplicated: [] });
  });
});

describe('code that waits longer than it has to', () => {
  const found = (text: string): readonly string[] =>
    slowCode(parseSync('a.ts', text).program, text).map(({ line, rule }) => `${line} ${rule}`);

  it.each<[string, string, readonly string[]]>([
    ['a blocking call in an async function', 'async function f() {\n  return readFileSync("a");\n}', ['2 sync-in-async']],
    ['of a module too', 'const f = async () => fs.readFileSync("a");', ['1 sync-in-async']],
    ['none in a plain function', 'function f() { return readFileSync("a"); }', []],
    ['none in a plain function inside', 'async function f() { return () => readFileSync("a"); }', []],
    ['none for a name that only sounds so', 'async function f() { flushSync(); existsSync("a"); }', []],
    ['awaiting in turn', 'async function f(all) {\n  for (const a of all) {\n    await fetch(a);\n  }\n}', ['3 await-in-loop']],
    ['none for calls that reach nothing', 'async function f(all) { for (const a of all) { await step(a); } }', []],
    ['none in a loop that may end early', 'async function f(all) { for (const a of all) { if (await find(a)) return a; } }', []],
    [
      'none where a turn depends on another',
      'async function f(all) { let last; for (const a of all) { last = await load(a, last); } }',
      [],
    ],
    ['none in a loop of unknown length', 'async function f() { while (more()) { await read(); } }', []],
    ['none over a stream', 'async function f(s) { for await (const a of s) { await save(a); } }', []],
    ['none for what is loaded once', 'async function f() { for (const a of await load()) { use(a); } }', []],
    ['none in a function of its own', 'async function f(all) { for (const a of all) { run.push(async () => { await load(a); }); } }', []],
  ])('%s', (_, text, expected) => expect(found(text)).toEqual(expected));

  it('is looked for in code of any depth', () => {
    const deep = `${'('.repeat(3_000)}a${')'.repeat(3_000)}`;
    expect(found(`async function f() { readFileSync("a"); ${deep}; }`)).toEqual(['1 sync-in-async']);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conflictMarkers } from '../../../src/checks/syntax/conflict-markers.ts';
import { dataSyntax } from '../../../src/checks/syntax/data-syntax.ts';
import { scriptSyntax } from '../../../src/checks/syntax/script-syntax.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const script = await scriptSyntax();
const data = await dataSyntax();
const noFlow = { hasFlow: false };
const places = (problems: ReturnType<typeof data>): readonly string[] =>
  problems === 'too-deep' ? [problems] : problems.map(({ line, column }) => `${line}:${column}`);

describe('a file of JavaScript or TypeScript', () => {
  it.each<[string, string]>([
    ['a.ts', 'const a = <T,>(x: T): T => x;'],
    ['a.ts', 'const a = <string>b;'],
    ['a.ts', '@dec class A { constructor(@i private y = 1) {} accessor z = 1; }'],
    ['a.d.ts', 'declare const a: number;\nexport { a };'],
    ['a.tsx', 'const a = <p>{"a"}</p>;'],
    ['a.js', 'const a = <p>hi</p>;'],
    ['a.js', 'return 1;'],
    ['a.cjs', 'return 1;'],
    ['a.js', 'with (a) {}\nvar await = 1;'],
    ['a.js', '#!/usr/bin/env node\nrun();'],
    ['a.mjs', 'await run();\nexport {};'],
    ['a.js', '// @flow\nconst a: number = 1;'],
    ['a.js', 'import x from "y" with { type: "json" };'],
    ['a.ts', '\uFEFFexport const a = 1;\r\n'],
  ])('parses as it may be meant: %s: %s', (path, text) => expect(script(path, text, noFlow)).toEqual([]));

  it.each<[string, string, readonly string[]]>([
    ['a.ts', 'const a = 1;\nconst b = ;\n', ['2:11']],
    ['a.ts', 'function f( {\n', ['2:1']],
    ['a.js', 'const a: number = 1;', ['1:7', '1:8']],
    ['a.tsx', 'const a = <p>\n  <b></p>;\n', ['2:8']],
    ['a.mjs', 'export const a = {\n  b: 1\n  c: 2\n};', ['3:3']],
    ['a.ts', 'if (a {\n}\n', ['1:7']],
  ])('or tells where it does not: %s: %j', (path, text, expected) => {
    const problems = script(path, text, noFlow);
    expect(places(problems).slice(0, expected.length)).toEqual(expected);
    expect(problems[0]).toMatchObject({
      severity: 'error',
      rule: 'syntax',
      source: 'oxc',
      message: expect.stringMatching(/^[A-Z`'].*\.$/s),
    });
  });

  it('is left to Flow where the project uses it', () => {
    expect(script('a.js', 'const a: number = 1;', { hasFlow: true })).toEqual([]);
    expect(script('a.ts', 'const a: = 1;', { hasFlow: true })).not.toEqual([]);
  });

  it('is found wrong wherever a bracket of it is missing', () => {
    const text = readFileSync(join(import.meta.dirname, '../../fixtures/coverage/c8/src/cart.js'), 'utf8');
    const brackets = Array.from(text.matchAll(/[()[\]{}]/g), ({ index }) => index);
    // A call without its parentheses, or one brace of an object more or less, is found as an error somewhere.
    fc.assert(
      fc.property(fc.constantFrom(...brackets), (at) => {
        expect(script('a.js', text.slice(0, at) + text.slice(at + 1), noFlow)).not.toEqual([]);
      }),
    );
  });
});

describe('a file of data', () => {
  it.each<[string, string]>([
    ['package.json', '{}'],
    ['tsconfig.json', '{\n  // a\n  "a": [1,],\n}'],
    ['.theia/settings.json', '{ /* a */ }'],
    ['plugin.json', "{ a: 'b', }"],
    ['a.json5', "{ a: 'b' }"],
    ['empty.json', ''],
    ['a.json', '\uFEFF{}'],
    ['a.yaml', 'a: 1\n---\nb: !Ref c\n---\n- d\n'],
    ['a.yml', '%YAML 1.2\n---\na: 1\n'],
    ['chart.yaml', 'a: {{ .Values.a }}\n  b: c: d\n'],
    ['a.toml', 'a = 1\n[b]\nc = 2020-01-01\n'],
    ['a.txt', '{'],
  ])('parses: %s: %j', (path, text) => expect(data(path, text)).toEqual([]));

  it.each<[string, string, string]>([
    ['package.json', '{\n  "a": 1,\n}', '3:1'],
    ['package.json', ' ', '1:1'],
    ['package.json', '{ // a\n}', '1:3'],
    ['tsconfig.json', '{\n  "a": 1\n  "b": 2\n}', '3:3'],
    ['a.json5', '{ a: }', '1:6'],
    ['a.yaml', 'a: 1\n---\nb: c: d\n', '3:4'],
    ['a.yml', 'a:\n\tb: 1\n', '2:1'],
    ['a.toml', 'a = \n', '1:5'],
    ['Cargo.toml', '[a\n', '1:3'],
  ])('does not: %s: %j', (path, text, place) => {
    const problems = data(path, text);
    expect(places(problems)).toEqual([place]);
    expect(JSON.stringify(problems)).not.toContain('assistant');
  });
  it.each<[string, (depth: number) => string]>([
    ['package.json', (depth) => '['.repeat(depth) + ']'.repeat(depth)],
    ['a.json', (depth) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)],
    ['a.json5', (depth) => '{a:'.repeat(depth) + '1' + '}'.repeat(depth)],
    ['a.yaml', (depth) => `a: ${'['.repeat(depth)}${']'.repeat(depth)}`],
    ['a.toml', (depth) => `a = ${'['.repeat(depth)}${']'.repeat(depth)}`],
  ])('is not called an error where it is only nested deeper than snap reads: %s', (path, text) => {
    expect(data(path, text(150))).toEqual([]);
    for (const depth of [202, 5_000]) expect(data(path, text(depth))).toBe('too-deep');
  });
});

describe('a merge conflict', () => {
  const conflict = 'a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> other\nd\n';

  it.each<[string, string, readonly string[]]>([
    ['a.ts', conflict, ['2 error']],
    ['a.css', conflict.replaceAll('\n', '\r\n'), ['2 error']],
    ['a.md', conflict, ['2 warning']],
    ['a.ts', conflict + conflict, ['2 error', '9 error']],
    ['a.ts', '<<<<<<< HEAD\nb\n||||||| base\nx\n=======\nc\n>>>>>>> other\n', ['1 error']],
  ])('is found in %s', (path, text, expected) =>
    expect(conflictMarkers(path, text).map(({ line, severity }) => `${line} ${severity}`)).toEqual(expected),
  );

  it.each([
    '=======\n',
    '<<<<<<< HEAD\n',
    '<<<<<<< a\n>>>>>>> b\n',
    '  <<<<<<< a\n=======\n>>>>>>> b\n',
    'a = "<<<<<<< "\n',
    '<<<<<<<<<\n=======\n>>>>>>>>>\n',
  ])('is not %j', (text) => expect(conflictMarkers('a.ts', text)).toEqual([]));
});

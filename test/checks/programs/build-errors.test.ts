import { describe, expect, it } from 'vitest';
import { buildErrors, errorLine, placeOfError } from '../../../src/checks/programs/build/build-errors.ts';

describe('the first error of a build', () => {
  it.each<[string, string, string]>([
    [
      'tsc',
      "x\nsrc/a.ts(3,7): error TS2322: Type 'string' is not assignable.\nsrc/b.ts(1,1): error TS1: y",
      "src/a.ts:3:7 TS2322 Type 'string' is not assignable.",
    ],
    ['tsc with colours off and pretty on', "src/a.ts:3:7 - error TS2322: Type 'x'.", "src/a.ts:3:7 TS2322 Type 'x'."],
    [
      'cargo in its short form',
      'src/main.rs:3:5: error[E0308]: mismatched types\nerror: could not compile `x`',
      'src/main.rs:3:5 E0308 mismatched types',
    ],
    ['go', '# example.com/x\n./a.go:5:2: undefined: y', './a.go:5:2  undefined: y'],
    ['go vet', 'vet: ./a.go:5:2: undefined: y', './a.go:5:2  undefined: y'],
    ['gcc', 'main.c:4:10: fatal error: foo.h: No such file', 'main.c:4:10  foo.h: No such file'],
    ['javac', '/w/A.java:3: error: ; expected\n  int x', '/w/A.java:3:  ; expected'],
    [
      'Maven',
      '[INFO] x\n[ERROR] /w/src/A.java:[3,5] cannot find symbol\n[ERROR]   symbol: class B',
      '/w/src/A.java:3:5  cannot find symbol',
    ],
    ['Kotlin', 'e: file:///w/A.kt:3:5 Unresolved reference: x', 'file:///w/A.kt:3:5  Unresolved reference: x'],
    ['esbuild', '✘ [ERROR] Could not resolve "x"\n\n    src/a.ts:1:7:\n      1 │ import', 'src/a.ts:1:7  Could not resolve "x"'],
    [
      'Vite',
      'error during build:\nsrc/a.ts (2:8): "x" is not exported by "src/b.ts"\nfile: /w/src/a.ts:2:8',
      'src/a.ts:2:8  "x" is not exported by "src/b.ts"',
    ],
    ['Next', 'Failed to compile.\n\n./src/app/page.tsx:3:5\nType error: Type 1 is wrong.\n', './src/app/page.tsx:3:5  Type 1 is wrong.'],
    ['webpack with ts-loader', 'ERROR in /w/src/a.ts:3:5\nTS2322: Type 1 is wrong.', '/w/src/a.ts:3:5 TS2322 Type 1 is wrong.'],
    [
      'webpack',
      "ERROR in ./src/a.js 1:0-20\nModule not found: Error: Can't resolve './x'",
      "./src/a.js:1:0  Module not found: Error: Can't resolve './x'",
    ],
    [
      'Node',
      'file:///w/build.mjs:3\n  const = 1;\n        ^\n\nSyntaxError: Unexpected token\n    at x',
      'file:///w/build.mjs:3:  SyntaxError: Unexpected token',
    ],
    ['Python', '/w/a.py:2:5: error: SyntaxError: invalid syntax', '/w/a.py:2:5  SyntaxError: invalid syntax'],
  ])('of %s', (_, output, expected) => {
    const [first] = buildErrors(output);
    expect(`${first?.file}:${first?.line}:${first?.column ?? ''} ${first?.rule ?? ''} ${first?.message}`).toBe(expected);
  });

  it('is nothing in words that only look like one', () => {
    expect(buildErrors('0 errors\nsrc/a.ts 3 kB\nChecked 12 files at 12:30:45\nhttp://localhost:3000/a.b:1:2x')).toEqual([]);
  });

  it('of an unknown program is the line that speaks of one', () => {
    expect(errorLine('> x@1 build\n> zig build\n\nsomething\nFATAL: no error name here\nbye')).toBe('FATAL: no error name here');
    expect(errorLine('')).toBe('it printed nothing');
  });

  it('is placed in the workspace, or nowhere', () => {
    expect(placeOfError('./src/a.ts', '/w', 'pkg')).toBe('pkg/src/a.ts');
    expect(placeOfError('file:///w/x.mjs', '/w', 'pkg')).toBe('x.mjs');
    expect(placeOfError('/usr/lib/x.js', '/w', '')).toBeUndefined();
  });
});

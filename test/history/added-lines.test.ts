import { describe, expect, it } from 'vitest';
import { parseAddedLines } from '../../src/history/added-lines.ts';

describe('the lines that a diff adds', () => {
  const cases: readonly (readonly [string, readonly string[], Readonly<Record<string, string>>])[] = [
    ['of one line', ['diff --git a.ts a.ts', '--- a.ts', '+++ a.ts', '@@ -3 +3 @@ f() {', '-old', '+new'], { 'a.ts': '3-3' }],
    [
      'of several hunks',
      ['--- a', '+++ a', '@@ -0,0 +1,2 @@', '+x', '+y', '@@ -9,2 +12,3 @@', '-p', '-q', '+p', '+q', '+r'],
      { a: '1-2 12-14' },
    ],
    ['none where lines are only removed', ['--- a', '+++ a', '@@ -4,2 +3,0 @@', '-x', '-y'], { a: '' }],
    [
      'whatever they say',
      ['--- a', '+++ a', '@@ -1,2 +1,2 @@', '--- b', '-@@ -1 +9 @@', '+++ c', '+diff --git d d', '+++ e'],
      { a: '1-2', e: '' },
    ],
    ['without a line break at the end', ['--- a', '+++ a', '@@ -1 +1 @@', '-x', '\\ No newline at end of file', '+y'], { a: '1-1' }],
    ['in a file with a space in its name', ['diff --git a b a b', '--- a b\t', '+++ a b\t', '@@ -1 +1 @@', '-x', '+y'], { 'a b': '1-1' }],
    ['in a file with a quoted name', ['--- "a\\tb"', '+++ "a\\tb\\303\\251\\""', '@@ -1 +1 @@', '-x', '+y'], { 'a\tbé"': '1-1' }],
    ['none in a file that was only renamed', ['diff --git a b', 'similarity index 100%', 'rename from a', 'rename to b'], { b: '' }],
    ['none in a binary file', ['diff --git x.png x.png', 'Binary files x.png and x.png differ'], { 'x.png': '' }],
    ['none in a file with a new mode', ['diff --git run.sh run.sh', 'old mode 100644', 'new mode 100755'], { 'run.sh': '' }],
  ];
  it.each(cases)('%s', (_, lines, expected) => {
    const found = [...parseAddedLines(`${lines.join('\n')}\n`)].map(([path, ranges]) => [
      path,
      ranges.map(({ from, to }) => `${from}-${to}`).join(' '),
    ]);
    expect(Object.fromEntries(found)).toEqual(expected);
  });
});

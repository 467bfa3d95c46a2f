import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyPatch, diffLists, printHunks, splitLines, unifiedHunks } from '../../../src/text/index.ts';

/** A unified diff as git and diff print it. */
function patchOf(before: string, after: string): string {
  const [old, fresh] = [splitLines(before), splitLines(after)];
  return `--- a/x\n+++ b/x\n${printHunks(unifiedHunks(diffLists(old, fresh), old.length), old, fresh)}`;
}

describe('a patch', () => {
  it('that was made of two texts makes the one of the other', () => {
    const text = fc
      .tuple(fc.array(fc.constantFrom('a', 'b', '', '}', '-- x', '+ y', '  z'), { maxLength: 40 }), fc.boolean())
      .map(([lines, ends]) => (lines.length === 0 ? '' : lines.join('\n') + (ends ? '\n' : '')));
    fc.assert(
      fc.property(text, text, (before, after) => {
        fc.pre(before !== after);
        expect(applyPatch(before, patchOf(before, after))).toEqual({ text: after });
      }),
    );
  });

  it.each([
    ['a hunk alone, without names', 'a\nb\nc\n', '@@ -2 +2 @@\n-b\n+x\n', 'a\nx\nc\n'],
    ['lines that have moved', 'new\nnew\na\nb\nc\n', '@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n', 'new\nnew\na\nx\nc\n'],
    ['CRLF in the file', 'a\r\nb\r\n', '@@ -1,2 +1,2 @@\n a\n-b\n+x\n', 'a\r\nx\r\n'],
    ['CRLF in the patch', 'a\nb\n', '@@ -1,2 +1,2 @@\r\n a\r\n-b\r\n+x\r\n', 'a\nx\n'],
    ['an empty context line that was trimmed', 'a\n\nb\n', '@@ -1,3 +1,3 @@\n a\n\n-b\n+x\n', 'a\n\nx\n'],
    ['a file without a last line end', 'a\nb', '@@ -1,2 +1,2 @@\n a\n-b\n+x\n', 'a\nx\n'],
    ['a removed line of SQL', '-- a\nb\n', '--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n--- a\n b\n', 'b\n'],
  ])('is applied with %s', (_, old, patch, expected) => {
    expect(applyPatch(old, patch)).toEqual({ text: expected });
  });

  it('creates and deletes files', () => {
    expect(applyPatch(undefined, '--- /dev/null\n+++ b/x\n@@ -0,0 +1,2 @@\n+a\n+b\n')).toEqual({ text: 'a\nb\n' });
    expect(applyPatch('a\n', '--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n')).toEqual({ text: undefined });
  });

  it.each([
    ['a\n', 'nothing', 'it has no hunk'],
    ['a\nb\n', '@@ -1,2 +1,2 @@\n a\n-c\n+x\n', 'hunk 1 does not fit: its lines are not in the file around line 1'],
    ['a\nb\n', '@@ -1,3 +1,3 @@\n a\n', 'hunk 1 is shorter than its first line says'],
    ['a\nb\n', '@@ -1,2 +1,2 @@\n a\n*b\n', 'hunk 1 has a line that begins with neither'],
    ['a\n', '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n', 'it changes more than one file'],
    [undefined, '@@ -1 +1 @@\n-a\n+b\n', 'hunk 1 does not fit'],
  ])('%j refuses %j', (old, patch, words) => {
    expect(applyPatch(old, patch)).toEqual({ problem: expect.stringContaining(words) });
  });
});

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { diffLists } from '../../../src/text/diff/diff-lists.ts';
import { splitLines } from '../../../src/text/lines.ts';
import { printHunks, unifiedHunks } from '../../../src/text/diff/print-hunks.ts';

const runs = Number(process.env['SNAP_PROPERTY_RUNS'] ?? 40);

type IsHidden = (line: number) => boolean;

function hunksBetween(before: string, after: string, isHidden?: IsHidden): string {
  const [old, fresh] = [splitLines(before), splitLines(after)];
  return printHunks(unifiedHunks(diffLists(old, fresh), old.length, isHidden), old, fresh);
}

/** Reads the hunks as the format says, and refuses what does not fit. */
function applied(before: string, hunks: string): string {
  const old = splitLines(before);
  const result: string[] = [];
  let at = 0;
  const lines = splitLines(hunks.replaceAll('\n\\ No newline at end of file\n', '\u0000'));
  for (let i = 0; i < lines.length;) {
    const header = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@\n$/.exec(lines[i] ?? '');
    if (header === null) throw new Error(`no hunk header: ${lines[i]}`);
    const [oldFrom, oldCount, newFrom, newCount] = [header[1], header[2] ?? '1', header[3], header[4] ?? '1'].map(Number);
    const from = oldCount === 0 ? oldFrom : Number(oldFrom) - 1;
    result.push(...old.slice(at, from));
    expect(result.length).toBe(newCount === 0 ? newFrom : Number(newFrom) - 1);
    at = from ?? 0;
    let [seenOld, seenNew] = [0, 0];
    for (i += 1; seenOld < Number(oldCount) || seenNew < Number(newCount); i += 1) {
      for (const part of (lines[i] ?? '').match(/[^\0]+\0?/g) ?? []) {
        const [sign, text] = [part[0], part.slice(1).replace('\u0000', '')];
        if (sign !== '+') {
          expect(text).toBe(old[at]);
          at += 1;
          seenOld += 1;
        }
        if (sign !== '-') {
          result.push(text);
          seenNew += 1;
        }
      }
    }
  }
  return [...result, ...old.slice(at)].join('');
}

const text = fc
  .tuple(
    fc.array(fc.constantFrom('one\n', 'two\n', 'three\n', '\n', '-- x\n', '++ y\n', 'crlf\r\n', '@@ -1 +1 @@\n', 'é\n', '\\ No\n'), {
      maxLength: 30,
    }),
    fc.constantFrom('', 'no line end', '\r'),
  )
  .map(([lines, last]) => lines.join('') + last);

describe('the hunks of a unified diff', () => {
  it.each([
    ['nothing', 'a\n', 'a\n', ''],
    ['a new text', '', 'a\nb\n', '@@ -0,0 +1,2 @@\n+a\n+b\n'],
    ['a deleted text', 'a\n', '', '@@ -1 +0,0 @@\n-a\n'],
    ['one line', 'a\nb\nc\n', 'a\nB\nc\n', '@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n'],
    ['a line end at the end', 'a', 'a\n', '@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n'],
    ['CRLF', 'a\r\nb\n', 'a\nb\n', '@@ -1,2 +1,2 @@\n-a\r\n+a\n b\n'],
    [
      'two changes six lines apart, in one hunk',
      '1\n2\n3\n4\n5\n6\n7\n8\n',
      'one\n2\n3\n4\n5\n6\n7\neight\n',
      '@@ -1,8 +1,8 @@\n-1\n+one\n 2\n 3\n 4\n 5\n 6\n 7\n-8\n+eight\n',
    ],
    [
      'two changes seven lines apart, in two',
      '1\n2\n3\n4\n5\n6\n7\n8\n9\n',
      'one\n2\n3\n4\n5\n6\n7\n8\nnine\n',
      '@@ -1,4 +1,4 @@\n-1\n+one\n 2\n 3\n 4\n@@ -6,4 +6,4 @@\n 6\n 7\n 8\n-9\n+nine\n',
    ],
  ])('show %s', (_, before, after, hunks) => {
    expect(hunksBetween(before, after)).toBe(hunks);
  });

  it('give the new text when they are applied to the old one', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(applied(before, hunksBetween(before, after))).toBe(after);
      }),
      { numRuns: 300 },
    );
  });

  it('are empty between equal texts alone', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(hunksBetween(before, before)).toBe('');
        expect(hunksBetween(before, after) === '').toBe(before === after);
      }),
    );
  });

  it('are taken by patch, with and without hidden lines', () => {
    const directory = realpathSync(mkdtempSync(join(tmpdir(), 'snap-hunks-')));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const target = join(directory, 'file');
    fc.assert(
      fc.property(text, text, fc.func(fc.boolean()), (before, after, isHidden) => {
        for (const hidden of [undefined, isHidden]) {
          const hunks = hunksBetween(before, after, hidden);
          if (hunks === '' || after === '') continue;
          writeFileSync(target, before);
          execFileSync('patch', ['-s', '-f', '--binary', target], { input: `--- file\t\n+++ file\t\n${hunks}` });
          expect(readFileSync(target, 'utf8')).toBe(after);
        }
      }),
      { numRuns: runs },
    );
  });

  it('never print a hidden line as context', () => {
    const lines = fc.array(fc.constantFrom('a\n', 'b\n', 'c\n', 'hidden\n'), { maxLength: 30 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const hunks = hunksBetween(before.join(''), after.join(''), (line) => before[line] === 'hidden\n');
        expect(hunks).not.toContain('\n hidden\n');
        expect(applied(before.join(''), hunks)).toBe(after.join(''));
      }),
      { numRuns: 300 },
    );
  });
});

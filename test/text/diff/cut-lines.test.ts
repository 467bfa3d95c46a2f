import { describe, expect, it } from 'vitest';
import { cutLines, cutPatch, diffLists, printHunks, splitLines, unifiedHunks } from '../../../src/text/index.ts';

const prompts = Array.from({ length: 3_000 }, (_, i) => `{"display":"PROMPT ${i} that a person typed"}`).join(',');

/** The file of an assistant that writes all it knows in one line. */
const file = (servers: string, end = ''): string =>
  `{"history":[${prompts}],"mcpServers":{${servers}},"projects":{"/w":[${prompts}]}}${end}`;

describe('a long line', () => {
  it('is shown around the change, with what was cut, and without the texts beside it', () => {
    const [before, after] = cutLines(file('"a":{"command":"x"}', '\n'), file('"a":{"command":"x"},"snap":{"command":"node"}', '\n'));
    expect(before).toMatch(/^\[\d{3},\d{3} characters cut\]\n$/);
    expect(after).toContain('"snap":{"command":"node"}');
    expect(after.endsWith('characters cut]\n')).toBe(true);
    expect(before + after).not.toContain('PROMPT');
    expect(before.length + after.length).toBeLessThan(500);
  });

  it('of which nothing is the same says only how long it is', () => {
    expect(cutLines('x'.repeat(5_000), undefined)).toEqual(['[5,000 characters cut]', undefined]);
    const [before, after] = cutLines(`"${'one '.repeat(2_000)}"`, `"${'two '.repeat(2_000)}"`);
    expect(before.length + after.length).toBeLessThan(2_100);
  });

  it('shows changes far apart, and cuts what is between them', () => {
    const [, after] = cutLines(`1${'a '.repeat(1_000)}2`, `X${'a '.repeat(1_000)}Y`);
    expect(after).toMatch(/^Xa?\[\d,\d{3} characters cut\] ?Y$/);
  });
});

describe('a patch with long lines', () => {
  const patchOf = (before: string, after: string): string => {
    const [old, fresh] = [splitLines(before), splitLines(after)];
    return `--- a\n+++ b\n${printHunks(unifiedHunks(diffLists(old, fresh), old.length), old, fresh)}`;
  };

  it('is as it was when no line is long', () => {
    const patch = patchOf('a\nb\n', 'a\nc\n');
    expect(cutPatch(patch)).toEqual({ text: patch, isCut: false });
  });

  it('keeps its other lines, the marks of missing ends and the heads', () => {
    const { isCut, text } = cutPatch(patchOf(`--- no head\nx\n${file('')}\nend`, `--- no head\ny\n${file('"s":{"url":"u"}')}\nend\n`));
    expect(isCut).toBe(true);
    expect(text).not.toContain('PROMPT');
    const heads = ['--- a', '+++ b', '@@ -1,4 +1,4', ' --- no head', '-x', '-[', '-end', '\\ No newline', '+y', '+[', '+end', ''];
    expect(text.split('\n').map((line) => line.slice(0, /^[-+]\[/.test(line) ? 2 : 12))).toEqual(heads);
    expect(text).toContain('"s":{"url":"u"}');
  });

  it('shows nothing of a long line that does not differ', () => {
    const { text } = cutPatch(patchOf(`${file('')}\na\n`, `${file('')}\nb\n`));
    expect(text).toMatch(/^--- a\n\+\+\+ b\n@@ -1,2 \+1,2 @@\n \[\d{3},\d{3} characters cut\]\n-a\n\+b\n$/);
  });
});

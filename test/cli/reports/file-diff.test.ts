import { describe, expect, it } from 'vitest';
import { diffFile } from '../../../src/cli/reports/file-diff.ts';
import type { ShownSide } from '../../../src/changes/index.ts';

const secret = 'canary-secret-value';

/** Every occurrence of the secret is one. */
function side(text: string): ShownSide {
  return { text, secrets: [...text.matchAll(new RegExp(secret, 'g'))].map(({ index }) => ({ start: index, end: index + secret.length })) };
}

const linesWith = (...changes: readonly (readonly [number, string])[]): string => {
  const lines = Array.from({ length: 12 }, (_, i) => `line ${i + 1}`);
  for (const [line, text] of changes) lines[line - 1] = text;
  return `${lines.join('\n')}\n`;
};

describe('the diff of a config file', () => {
  it('names the file, with /dev/null for a side without one', () => {
    expect(diffFile('~/a b.json', undefined, side('{}\n')).exact).toBe('--- /dev/null\t\n+++ ~/a b.json\t\n@@ -0,0 +1 @@\n+{}\n');
    expect(diffFile('/x"\n', side('{}\n'), undefined).exact).toBe('--- "/x\\"\\012"\t\n+++ /dev/null\t\n@@ -1 +0,0 @@\n-{}\n');
  });

  it('prints no context line with a secret, and the same number on both sides of the change', () => {
    const before = linesWith([4, `key ${secret}`]);
    const { exact, shown, isMasked } = diffFile('/f', side(before), side(linesWith([4, `key ${secret}`], [6, 'new'])));
    expect(exact).toBe('--- /f\t\n+++ /f\t\n@@ -5,3 +5,3 @@\n line 5\n-line 6\n+new\n line 7\n');
    expect(shown).toBe(exact);
    expect(isMasked).toBe(false);
  });

  it('parts two close changes around a secret, without context', () => {
    const before = linesWith([5, secret]);
    const { exact } = diffFile('/f', side(before), side(linesWith([3, 'three'], [5, secret], [7, 'seven'])));
    expect(exact).toBe('--- /f\t\n+++ /f\t\n@@ -3 +3 @@\n-line 3\n+three\n@@ -7 +7 @@\n-line 7\n+seven\n');
  });

  it('masks a changed line with a secret on the screen alone', () => {
    const { exact, shown, isMasked } = diffFile('/f', side(`a ${secret}\n`), side(`b ${secret}\n`));
    expect(isMasked).toBe(true);
    expect(exact).toContain(secret);
    expect(shown).not.toContain(secret);
    expect(shown).toMatch(/^--- \/f\t\n\+\+\+ \/f\t\n@@ -1 \+1 @@\n-a .*\n\+b .*\n$/);
  });

  it('masks a secret of several lines on each of them', () => {
    const text = 'before\nsecret one\nsecret two\nafter\n';
    const given: ShownSide = { text, secrets: [{ start: 7, end: text.indexOf('after') }] };
    const { shown } = diffFile('/f', undefined, given);
    expect(shown).not.toContain('secret one');
    expect(shown).not.toContain('secret two');
    expect(shown).toContain('+after\n');
  });

  describe('with one line of 340 KB', () => {
    const typed = Array.from({ length: 6_000 }, (_, i) => `{"display":"PROMPT ${i} that a person typed"}`).join(',');
    const line = (servers: string): string => `{"history":[${typed}],"mcpServers":{${servers}},"more":[${typed}]}`;

    it('prints the change and how much was cut, and none of what the person typed', () => {
      const before = line('"a":{"command":"x"}');
      const { exact, shown, isCut, isMasked } = diffFile('/f', side(before), side(line('"a":{"command":"x"},"b":{"command":"y"}')));
      expect(exact).toContain('PROMPT');
      expect(shown).not.toContain('PROMPT');
      expect(shown).toMatch(/^--- \/f\t\n\+\+\+ \/f\t\n@@ -1 \+1 @@\n-\[\d+,\d+ characters cut\]\n\\ No newline at end of file\n\+\[/);
      expect(shown).toContain('"b":{"command":"y"}');
      expect([isCut, isMasked, shown.length < 1_000]).toEqual([true, false, true]);
    });

    it.each([
      ['that the file says is one', (servers: string) => side(line(servers)), secret],
      ['with the form of one', (servers: string) => ({ text: line(servers), secrets: [] }), `ghp_${'a1B2'.repeat(9)}`],
      ['that is longer than what is shown', (servers: string) => ({ text: line(servers), secrets: [] }), `sk-${'Zz9'.repeat(400)}`],
    ])('masks a secret %s, also where only a part of it would be shown', (_, asSide, value) => {
      for (const gap of [0, 10, 30, 39, 45]) {
        const servers = `"a":{"env":{"T":"${value}"}},${' '.repeat(gap)}`;
        const { shown, isCut } = diffFile('/f', asSide(servers), asSide(`${servers}"b":{"command":"y"}`));
        expect(isCut).toBe(true);
        for (let at = 0; at + 8 <= Math.min(value.length, 60); at += 1) {
          expect(shown).not.toContain(value.slice(at, at + 8));
          expect(shown).not.toContain(value.slice(value.length - at - 8, value.length - at));
        }
      }
    });

    it('is no context either, and what is left applies', () => {
      const { exact, shown, isCut } = diffFile('/f', side(`${line('')}\na\nb\n`), side(`${line('')}\na\nc\n`));
      expect(exact).toBe('--- /f\t\n+++ /f\t\n@@ -2,2 +2,2 @@\n a\n-b\n+c\n');
      expect([shown, isCut]).toEqual([exact, false]);
    });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../../src/formats/edit/format.ts';
import { curlyQuotes, curlyScalars } from '../../../src/formats/fix/curly-quotes.ts';
import { fixText } from '../../../src/formats/fix/fix-text.ts';
import { textSpans } from '../../../src/formats/fix/line-edits.ts';
import { applyPatches } from '../../../src/formats/fix/patch.ts';
import { loadFormat } from '../../../src/formats/load-format.ts';
import { sameValue, toValue } from '../../../src/formats/syntax/node.ts';
import { rounds } from '../../support/storm.ts';

const formats = { json: await loadFormat('json'), yaml: await loadFormat('yaml'), toml: await loadFormat('toml') };
const fix = (name: FormatName, text: string): string | undefined => fixText(text, name, formats[name], 'strict')?.text;
/** YAML that parses. */
const fixRead = (text: string): string | undefined => {
  const parsed = formats.yaml.parse(text, 'strict');
  if (parsed.kind !== 'tree' || parsed.root === undefined) return undefined;
  const { isWhole, patches } = curlyScalars(text, textSpans(parsed.root));
  return isWhole ? applyPatches(text, patches) : undefined;
};

describe('curly quotes around a text', () => {
  it.each(['k: “’ #”\n', 'k: “” #”\n', "k: ‘''’\n"])('are left where a comment or another quote may belong to it: %j', (text) => {
    const fixed = fixRead(text);
    expect(fixed === undefined || fixed === text).toBe(true);
  });

  it.each<readonly [FormatName, string, string]>([
    ['json', '{“command”: “npx”}', '{"command": "npx"}'],
    ['json', '{"args": [“-y”, "x"]}', '{"args": ["-y", "x"]}'],
    ['json', '{"command": "npx”, "args": ["-y”, "x"]}', '{"command": "npx", "args": ["-y", "x"]}'],
    ['json', '{„a“: ”b”, «c»: « d », ‘e’: ‹f›}'.replace('« d »', '«\u00A0d\u202F»'), '{"a": "b", "c": "d", "e": "f"}'],
    ['json', '{“a”: “it’s”}', '{"a": "it’s"}'],
    ['json', '{“a”： “b”，“c”： ［1］｝'.replace('{', '｛'), '{"a": "b","c": [1]}'],
    ['json', '{“a”: “C:\\\\x \\"y\\"”}', '{"a": "C:\\\\x \\"y\\""}'],
    ['toml', 'a = “b”\n[‘c’.d]\ne = [„f“, "g”]\n', 'a = "b"\n[\'c\'.d]\ne = ["f", "g"]\n'],
    ['toml', 'a = ‘C:\nb = 1\n'.replace('C:', 'C:’'), "a = 'C:'\nb = 1\n"],
    ['yaml', 'a: "b”\nc: [“d”, "e”]\n', 'a: "b"\nc: ["d", "e"]\n'],
    ['yaml', 'x: {\n  “a”: "b”}\n', 'x: {\n  "a": "b"}\n'],
  ])('%s: %s', (name, before, after) => {
    expect(fix(name, before)).toBe(after);
  });

  it.each([
    ['a: “b”\n', 'a: "b"\n'],
    ['“a”:\n  - ‘b’\n  - "“c”"\n', '"a":\n  - \'b\'\n  - "“c”"\n'],
    ['a: [“b”, c]\nd: {“e”: «f»} # why\n', 'a: ["b", c]\nd: {"e": "f"} # why\n'],
    ['a: &x “b”\nc: *x\n', 'a: &x "b"\nc: *x\n'],
  ])('YAML that parses: %s', (before, after) => {
    expect(fixRead(before)).toBe(after);
  });

  it.each<readonly [string, FormatName, string]>([
    ['a text with quotes of its own', 'json', '{"a": "say “hi”, you", "b": "„c“"}'],
    ['a comment', 'toml', '# “why”\na = "b" # „c“\n'],
    ['a text over several lines', 'toml', 'a = """\n“b”\n"""\n'],
    ['a block text', 'yaml', 'a: |\n  b: “c”\n  “d”: e\nf: 1\n'],
  ])('is not %s', (_, name, text) => {
    expect(curlyQuotes(text, name)).toEqual([]);
    if (name === 'yaml') expect(fixRead(text)).toBe(text);
  });

  it.each<readonly [string, FormatName, string]>([
    ['one more inside', 'json', '{"a": “say “hi””}'],
    ['a straight quote that was lost', 'json', '{"a": "say “hi”}'],
    ['a straight quote inside', 'json', '{"a": “say "hi"”}'],
    ['spaces that may be part of the text', 'json', '{"a": « b »}'],
    ['a backslash between single ones', 'toml', 'a = ‘C:\\x’\n'],
    ['one text that may be two', 'json', '{"a": “b”, "c": ["-y”, “x"]}'],
    ['no end', 'json', '{"a": “b}'],
    ['a comma between two texts of YAML', 'yaml', 'a: [“b, c”\n'],
  ])('is left alone with %s', (_, name, text) => {
    expect(fix(name, text)).toBeUndefined();
  });

  it('gives back the values, whatever the texts are', () => {
    const word = fc.string({ unit: fc.constantFrom(...'ab1 -/@:,.’“”\\"\'#{}[]=é'), maxLength: 12 });
    const pairs = fc.constantFrom(['“', '”'], ['„', '“'], ['”', '”'], ['«', '»'], ['‘', '’'], ['“', '"'], ['"', '”']);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), pairs, fc.nat(9), fc.boolean(), (words, [open, close], where, isAll) => {
        const lines = (name: FormatName, curly: boolean): string => {
          const texts = words.map((text, i) => {
            const quoted = JSON.stringify(text);
            return curly && (isAll || i === where % words.length) ? `${open}${quoted.slice(1, -1)}${close}` : quoted;
          });
          if (name === 'toml') return texts.map((text, i) => `k${i} = ${text}\n`).join('');
          if (name === 'yaml') return texts.map((text, i) => `k${i}: ${text}\n`).join('');
          return `{\n${texts.map((text, i) => `  "k${i}": ${text}`).join(',\n')}\n}\n`;
        };
        for (const name of ['json', 'toml', 'yaml'] as const) {
          const broken = lines(name, true);
          const read = formats[name].parse(broken, 'strict');
          const fixed = read.kind === 'problem' ? fix(name, broken) : name === 'yaml' ? fixRead(broken) : undefined;
          if (fixed === undefined) continue;
          const [after, right] = [fixed, lines(name, false)].map((text) => {
            const parsed = formats[name].parse(text, 'strict');
            return parsed.kind === 'tree' && parsed.root !== undefined ? toValue(parsed.root) : null;
          });
          expect(sameValue(after ?? null, right ?? null) ? '' : `${name}\n${broken}\n${fixed}`).toBe('');
        }
      }),
      { numRuns: rounds(600) },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curlyQuoteOnLine, curlyQuotes, curlyScalars } from '../../../src/formats/fix/curly-quotes.ts';
import { fixText } from '../../../src/formats/fix/fix-text.ts';
import { loadFormat } from '../../../src/formats/load-format.ts';
import { sameValue, toValue, type Node, type Span } from '../../../src/formats/syntax/node.ts';
import { rounds } from '../../support/storm.ts';

const formats = { json: await loadFormat('json'), yaml: await loadFormat('yaml') };
const fix = (text: string): string | undefined => fixText(text, 'json', formats.json, 'strict')?.text;

describe('curly quotes around a text', () => {
  it.each<readonly [string, string]>([
    ['{“command”: “npx”}', '{"command": "npx"}'],
    ['{"args": [“-y”, "x"]}', '{"args": ["-y", "x"]}'],
    ['{"command": "npx”, "args": ["-y”, "x"]}', '{"command": "npx", "args": ["-y", "x"]}'],
    ['{„a“: ”b”, «c»: « d », ‘e’: ‹f›}'.replace('« d »', '«\u00A0d\u202F»'), '{"a": "b", "c": "d", "e": "f"}'],
    ['{“a”: “it’s”}', '{"a": "it’s"}'],
    ['{“a”： “b”，“c”： ［1］｝'.replace('{', '｛'), '{"a": "b","c": [1]}'],
    ['{“a”: “C:\\\\x \\"y\\"”}', '{"a": "C:\\\\x \\"y\\""}'],
  ])('%s', (before, after) => {
    expect(fix(before)).toBe(after);
  });

  it.each<readonly [string, string]>([
    ['a text with quotes of its own', '{"a": "say “hi”, you", "b": "„c“"}'],
    ['a comment', '{"a": 1} // “why”'],
  ])('is not %s', (_, text) => {
    expect(curlyQuotes(text)).toEqual([]);
  });

  it.each<readonly [string, string]>([
    ['one more inside', '{"a": “say “hi””}'],
    ['a straight quote that was lost', '{"a": "say “hi”}'],
    ['a straight quote inside', '{"a": “say "hi"”}'],
    ['spaces that may be part of the text', '{"a": « b »}'],
    ['one text that may be two', '{"a": “b”, "c": ["-y”, “x"]}'],
    ['no end', '{"a": “b}'],
  ])('is left alone with %s', (_, text) => {
    expect(fix(text)).toBeUndefined();
  });

  it('gives back the values, whatever the texts are', () => {
    const word = fc.string({ unit: fc.constantFrom(...'ab1 -/@:,.’“”\\"\'#{}[]=é'), maxLength: 12 });
    const pairs = fc.constantFrom(['“', '”'], ['„', '“'], ['”', '”'], ['«', '»'], ['‘', '’'], ['“', '"'], ['"', '”']);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), pairs, fc.nat(9), fc.boolean(), (words, [open, close], where, isAll) => {
        const lines = (curly: boolean): string => {
          const texts = words.map((text, i) => {
            const quoted = JSON.stringify(text);
            return curly && (isAll || i === where % words.length) ? `${open}${quoted.slice(1, -1)}${close}` : quoted;
          });
          return `{\n${texts.map((text, i) => `  "k${i}": ${text}`).join(',\n')}\n}\n`;
        };
        const broken = lines(true);
        const fixed = fix(broken);
        if (fixed === undefined) return;
        const [after, right] = [fixed, lines(false)].map((text) => {
          const parsed = formats.json.parse(text, 'strict');
          return parsed.kind === 'tree' && parsed.root !== undefined ? toValue(parsed.root) : null;
        });
        expect(sameValue(after ?? null, right ?? null) ? '' : `${broken}\n${fixed}`).toBe('');
      }),
      { numRuns: rounds(600) },
    );
  });
});

describe('curly quotes in YAML and TOML', () => {
  const allOf = (node: Node): readonly Span[] => {
    if (node.kind === 'scalar') return [node];
    return node.kind === 'list' ? node.items.flatMap(allOf) : node.members.flatMap(({ keySpan, value }) => [keySpan, ...allOf(value)]);
  };
  const found = (text: string): readonly string[] => {
    const parsed = formats.yaml.parse(text, 'strict');
    if (parsed.kind !== 'tree' || parsed.root === undefined) return ['does not parse'];
    return curlyScalars(text, allOf(parsed.root)).map(({ start, end }) => text.slice(start, end));
  };

  it.each<readonly [string, readonly string[]]>([
    ['a: “b”\n', ['“b”']],
    ['“a”:\n  - ‘b’\n  - "“c”"\n', ['“a”', '‘b’']],
    ['a: &x “b”\nc: [d, e”]\n', ['“b”', 'e”']],
    ['a: |\n  “d”: e\nf: it’s\n', []],
  ])('are part of the text where it parses: %j', (text, places) => {
    expect(found(text)).toEqual(places);
  });

  it.each<readonly [string, number | undefined]>([
    ['a = “b”', 4],
    ["a = 'b', “c”", 9],
    ['a = "“b”" # „c“', undefined],
    ["a = it’s 'x'", undefined],
  ])('are found on the line that does not parse: %s', (line, at) => {
    expect(curlyQuoteOnLine(`x = 1\n${line}\n`, 2)?.start).toBe(at === undefined ? undefined : 6 + at);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../../src/formats/edit/format.ts';
import type { Format, Tolerance } from '../../../src/formats/edit/format.ts';
import { loadFormat } from '../../../src/formats/load-format.ts';
import { fixText } from '../../../src/formats/fix/fix-text.ts';
import { sameValue, toValue, type Value } from '../../../src/formats/syntax/node.ts';
import { jsonTexts } from '../../support/texts/json-texts.ts';
import { tomlTexts } from '../../support/texts/toml-texts.ts';
import { yamlTexts } from '../../support/texts/yaml-texts.ts';
import { rounds } from '../../support/storm.ts';

const formats: { readonly [F in FormatName]: Format } = {
  json: await loadFormat('json'),
  yaml: await loadFormat('yaml'),
  toml: await loadFormat('toml'),
};
const fix = (name: FormatName, text: string, tolerance: Tolerance = 'strict') => fixText(text, name, formats[name], tolerance);

type Row = readonly [what: string, before: string, after: string, says: string];

const server = '    "a": {\n      "command": "npx",\n      "args": ["-y", "x"],\n      "env": { "T": "1" }\n    }';
const file = (members: string): string => `{\n  "mcpServers": {\n${members}\n  }\n}\n`;

describe('JSON', () => {
  const other = '    "b": {\n      "url": "https://x.example"\n    }';
  it.each<Row>([
    ['a missing comma between lines', file(`${server}\n${other}`), file(`${server},\n${other}`), 'line 7: a comma was missing'],
    ['a missing comma on a line', '{"a": 1 "b": 2}', '{"a": 1, "b": 2}', 'line 1: a comma was missing'],
    ['a missing comma in a list', '{"args": ["-y" "x"]}', '{"args": ["-y", "x"]}', 'line 1: a comma was missing'],
    ['a trailing comma', file(`${server},`), file(server), 'line 7: one comma too many'],
    ['two commas', file(`${server},,\n${other}`), file(`${server},\n${other}`), 'line 7: one comma too many'],
    ['a comma on a line of its own', file(`${server},\n    ,\n${other}`), file(`${server},\n${other}`), 'line 8: one comma too many'],
    ['a leading comma', '{"args": [,"-y"]}', '{"args": ["-y"]}', 'line 1: one comma too many'],
    ['a missing colon', '{"a" {"b": 1}}', '{"a": {"b": 1}}', 'line 1: a colon was missing'],
    ['no closing quote of a name', '{\n  "command: "npx"\n}', '{\n  "command": "npx"\n}', 'line 2: a quote was missing'],
    ['no opening quote of a name', '{\n  command": "npx"\n}', '{\n  "command": "npx"\n}', 'line 2: a quote was missing'],
    [
      'no closing quote of a value',
      '{\n  "command": "npx,\n  "b": 1\n}',
      '{\n  "command": "npx",\n  "b": 1\n}',
      'line 2: a quote was missing',
    ],
    [
      'no quote at an address',
      '{\n  "url: "https://x.example/mcp"\n}',
      '{\n  "url": "https://x.example/mcp"\n}',
      'line 2: a quote was missing',
    ],
    ['no quote in a list', '{"args": [-y", "x"]}', '{"args": ["-y", "x"]}', 'line 1: a quote was missing'],
    ['the last brace', '{\n  "a": {\n    "b": 1\n  }\n', '{\n  "a": {\n    "b": 1\n  }\n}\n', 'line 4: "}" was missing'],
    ['the last brace, its line still there', '{\n  "a": {}\n\n', '{\n  "a": {}\n}\n', 'line 3: "}" was missing'],
    [
      'a brace in the middle, its comma still there',
      file(`${server.replace(/\}$/, '')},\n${other}`),
      file(`${server},\n${other}`),
      'line 7: "}" was missing',
    ],
    [
      'a brace in the middle without a trace',
      file(`${server.replace(/\n {4}\}$/, '')}\n${other}`),
      file(`${server},\n${other}`),
      'line 6: "}" was missing; line 6: a comma was missing',
    ],
    [
      'a bracket at the end of a line',
      file(server.replace('"x"]', '"mcp-server-git"')),
      file(server.replace('"x"', '"mcp-server-git"')),
      'line 5: "]" was missing',
    ],
    ['an opening bracket', file(server.replace('["-y"', '"-y"')), file(server), 'line 5: "[" was missing'],
    ['an opening brace', file(server.replace('"a": {', '"a": ')), file(server), 'line 3: "{" was missing'],
    ['a brace too many', file(server.replace('"1" }', '"1" }}')), file(server), 'line 6: one "}" too many'],
    ['a bracket for a brace', '{"env": {}, "args": ["npx"}}\n', '{"env": {}, "args": ["npx"]}\n', 'line 1: "}" was used instead of "]"'],
    [
      'no braces around',
      '"mcpServers": {\n  "a": {}\n}\n',
      '{\n"mcpServers": {\n  "a": {}\n}\n}\n',
      'line 1: the braces around the whole file were missing',
    ],
    [
      'no braces around, a comma behind',
      '"a": {},\n',
      '{\n"a": {}\n}\n',
      'line 1: the braces around the whole file were missing; line 1: one comma too many',
    ],
    ['single quotes', "{'a': ['b']}", '{"a": ["b"]}', 'line 1: a text was in single quotes'],
    ['names without quotes', '{a: {b_1: 2}}', '{"a": {"b_1": 2}}', 'line 1: a name had no quotes'],
    [
      'comments',
      '{\n  // one\n  "a": 1, // two\n  /* three */ "b": 2\n}\n',
      '{\n  "a": 1,\n   "b": 2\n}\n',
      'lines 2, 3 and 4: a comment, which this assistant does not read, is removed',
    ],
    ['a byte order mark', '\uFEFF{"a": 1}', '{"a": 1}', 'line 1: there was a byte order mark before the text'],
    [
      'a byte order mark and a comma',
      '\uFEFF{"a": 1 "b": 2}',
      '{"a": 1, "b": 2}',
      'line 1: there was a byte order mark before the text; line 1: a comma was missing',
    ],
    ['two objects', file(server) + file(other), file(`${server},\n${other}`), 'line 10: a second object begins, and both become one'],
    [
      'three objects, a comma, a value that is there twice, an empty one',
      '{"a": 1},\n{"b": {"c": []}, "a": 1}\n\n{}\n',
      '{"a": 1, "b": {"c": []}}\n',
      'lines 2 and 4: a second object begins, and both become one',
    ],
    [
      'two objects with maps of servers further inside',
      '{"mcp": {"servers": {"x": {"command": "y"}}}}\n{"mcp": {"servers": {"z": {"timeout": 12345678901234567890}}}}',
      '{"mcp": {"servers": {"x": {"command": "y"}, "z": {"timeout": 12345678901234567890}}}}',
      'line 2: a second object begins, and both become one',
    ],
  ])('%s', (_, before, after, says) => {
    const fixed = fix('json', before);
    expect(fixed?.text).toBe(after);
    expect(fixed?.says.join('; ')).toBe(says);
  });

  it.each([
    ['a text that reads', '{"a": 1}'],
    ['a text that may be cut at the end of its line', '{\n  "command": "np\n}'],
    ['a known text that may be cut at the end of its line', '{\n  "command": "npx\n}'],
    ['a text that may be cut with its quote', '{"args": ["-y", "pk]}'],
    ['a text that may be cut with its first quote', '{"args": ["-y", ge"]}'],
    ['a name that begins another one', '{"env: {"A": "b"}}'],
    ['a name that is elsewhere as the name of a server only', '{"docs": {"args": ["docs]}}'],
    ['the bracket of another container', file(server.replace(/\}$/, ']'))],
    ['two members of what was cut', '{\n  "a": {\n    "b": true "c": 1\n  }\n}\n'],
    ['a member that is indented otherwise', '{\n  "a": {\n    "b": true\n   "c": 1\n  }\n}\n'],
    ['a value of another kind', '{"command" ["-y"]}'],
    ['a number without its colon', '{"timeout" 30}'],
    ['nothing at all', ''],
    ['a cut in the middle of a text', '{"mcpServers": {"a": {"command": "np'],
    ['a cut behind a member', '{\n  "a": {\n    "b": 1\n  }'],
    ['a cut behind a member, and a line break', '{\n  "c": 1,\n  "a": {\n    "b": 1\n  }\n'],
    ['a half of one text and a half of another', '{\n  "args": ["-y", "pk/x",\n  "b": {}\n}\n'],
    ['a half of a list and a half of a map', '{\n  "args": ["-y", "pkCI" }\n}\n'],
    ['a half of a list over several lines and the end of a map', '{\n  "args": [\n    "-y",\n    "pk/x"\n  }\n}\n'],
    ['a name that goes with no server', '{\n  "args": ["-y", "x", "-repo": "y"}\n'],
    ['a server in a server', '{\n  "mcpServers": {\n    "a": {\n      "command": "x",\n      "eb": { "url": "y" }\n  }\n}\n'],
    ['a cut behind a comma', '{\n  "a": 1,\n'],
    ['two braces missing', '{\n  "a": {\n    "b": 1\n'],
    ['a brace missing on one line', '{"a": {"b": {"c": 1, "d": 2}, "e": 3}\n'],
    ['a quote that may end in two places', '{"args": ["1, 2, "b"]}'],
    ['a quote and nothing in it', '{\n  "a": "\n}'],
    ['a quote at a number', '{\n  "a": 30"\n}'],
    ['a quote at what was true', '{\n  "a": "rue\n}'],
    ['a backslash that ate a quote', '{\n  "a": "np\\",\n  "b": 1\n}'],
    ['a comma at a number', '{"a": 3,}'],
    ['a comma that was a value', '{"a": [,]}'],
    ['a number that became a bracket', '{\n  "version": [\n}\n'],
    ['a number in two', '{"a": [12 34]}'],
    ['an address with a quote in it', '{"url": "https"//x.example/mcp", "b": {}}'],
    ['a value without any quotes', '{"a": npx}'],
    ['a bracket before one text', '{"title": "x"]}'],
    ['a list in a list, or not', '{"x": ["y"]]}'],
    ['a line that was lost with its brace', '{\n  "a": {\n    "b": {\n      "c": "x"\n  },\n  "d": 1\n}\n'],
    ['the root is a list', '["a" "b"]'],
    ['two objects with two values of one key', '{"a": {"b": 1}}\n{"a": {"b": 2}}'],
    ['two objects with two servers of one name', '{"a": {"x": {"command": "y"}}}\n{"a": {"x": {"url": "https://x.example"}}}'],
    ['two objects, one of which is broken', '{"a": {"b": 1}}\n{"c": [}'],
    ['two objects, one of which has a key twice', '{"a": 1}\n{"b": 1, "b": 2}'],
    ['an object and a list', '{"a": 1}\n["b"]'],
    ['an object and a word', '{"a": 1}\n{"b": 1} true'],
  ])('never: %s', (_, text) => {
    expect(fix('json', text)).toBeUndefined();
  });

  it('keeps what the client takes', () => {
    const text = '{\n  // why\n  "a": [1, 2,],\n  "b": {}\n  "c": {},\n}\n';
    expect(fix('json', text, 'comments-and-commas')?.text).toBe(text.replace('{}\n  "c"', '{},\n  "c"'));
    expect(fix('json', text, 'comments')?.text).toBeUndefined();
  });

  it('puts the second of two objects into the first with its comments, and none that says something about the objects is lost', () => {
    const first = '{\n  "a": {} // one\n}\n';
    expect(fix('json', `${first}{\n  "b": {\n    // two\n    "c": 1\n  }\n}\n// end\n`, 'comments')?.text).toBe(
      '{\n  "a": {}, // one\n  "b": {\n    // two\n    "c": 1\n  }\n}\n// end\n',
    );
    expect(fix('json', `${first}// of the team\n{\n  "b": {}\n}\n`, 'comments')).toBeUndefined();
    expect(fix('json', `${first}{\n  // two\n  "b": {}\n}\n`, 'comments')).toBeUndefined();
  });

  it('reads a list of texts where every client has one', () => {
    expect(fix('json', '{\n  "args": ["y"]]\n}\n')?.text).toBe('{\n  "args": ["y"]\n}\n');
    expect(fix('json', '{"args": [["y"]}')?.text).toBe('{"args": ["y"]}');
  });
});

describe('YAML and TOML', () => {
  it.each<readonly [FormatName, string]>([
    ['yaml', 'args: ["-y" "x"]\n'],
    ['yaml', 'a:\n\tb: 1\n'],
    ['yaml', '- name: x:\n    command: y\n'],
    ['toml', 'args = ["-y" "x"]\n'],
    ['toml', 'args = [“x”]\n'],
    ['toml', '[a]\nb = 1\n[a]\nb = 1\n'],
  ])('are left as they are: %s %j', (name, text) => {
    expect(formats[name].parse(text, 'strict').kind).toBe('problem');
    expect(fix(name, text)).toBeUndefined();
  });
});

describe('a merge conflict', () => {
  const conflict = (ours: string, theirs: string, base?: string): string =>
    `{\n  "a": {},\n<<<<<<< HEAD\n${ours}${base === undefined ? '' : `||||||| base\n${base}`}=======\n${theirs}>>>>>>> feature\n}\n`;
  const b = '  "b": {}\n';
  const c = '  "c": {}\n';
  it.each<readonly [string, string, string]>([
    ['the same twice', conflict(b, b), `{\n  "a": {},\n${b}}\n`],
    ['the same in other words', conflict(b, '  "b": { }\n'), `{\n  "a": {},\n${b}}\n`],
    ['nothing on one side', conflict('', b), `{\n  "a": {},\n${b}}\n`],
    ['one side has more', conflict(b, `  "b": {},\n${c}`), `{\n  "a": {},\n  "b": {},\n${c}}\n`],
    ['with the common ancestor', conflict(b, b, c), `{\n  "a": {},\n${b}}\n`],
    ['a mark that was forgotten', `{\n  "a": {},\n=======\n${b}}\n`, `{\n  "a": {},\n${b}}\n`],
  ])('%s', (_, before, after) => {
    expect(fix('json', before)?.text).toBe(after);
    expect(fix('json', before)?.says).toHaveLength(1);
  });

  it("is a person's choice where the sides differ", () => {
    expect(fix('json', conflict(b, c))).toBeUndefined();
    expect(fix('json', conflict('  "b": 1\n', '  "b": 2\n'))).toBeUndefined();
    expect(fix('yaml', 'a: 1\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> x\n')).toBeUndefined();
    expect(fix('yaml', 'a: 1\n<<<<<<< HEAD\nb: 1\n=======\nb: 1\n>>>>>>> x\n')?.text).toBe('a: 1\nb: 1\n');
    expect(fix('toml', '<<<<<<< HEAD\na = [1 2]\n=======\na = [1 2]\n>>>>>>> x\n')).toBeUndefined();
  });
});

describe('laws', () => {
  const valueOf = (name: FormatName, text: string, tolerance: Tolerance): Value | undefined => {
    const parsed = formats[name].parse(text, tolerance);
    return parsed.kind === 'tree' && parsed.root !== undefined ? toValue(parsed.root) : undefined;
  };
  const texts: fc.Arbitrary<readonly [FormatName, string]> = fc.oneof(
    jsonTexts.map(({ text }) => ['json', text] as const),
    yamlTexts.map(({ text }) => ['yaml', text] as const),
    tomlTexts.map(({ text }) => ['toml', text] as const),
  );

  it('a mark that is taken out or doubled comes back as it was, or not at all', () => {
    fc.assert(
      fc.property(texts, fc.nat(9999), fc.boolean(), ([name, text], where, isDoubled) => {
        const tolerance: Tolerance = valueOf(name, text, 'strict') === undefined ? 'comments-and-commas' : 'strict';
        const value = valueOf(name, text, tolerance);
        const marks = [...text.matchAll(/[{}[\],]/g)].map(({ index }) => index);
        const at = marks[where % Math.max(1, marks.length)];
        if (value === undefined || at === undefined) return;
        const broken = isDoubled ? text.slice(0, at + 1) + text.slice(at) : text.slice(0, at) + text.slice(at + 1);
        const fixed = fix(name, broken, tolerance);
        if (fixed === undefined) return;
        const after = valueOf(name, fixed.text, tolerance);
        // A mark inside a text or a comment is not seen, and the text stays without it.
        const isSame = after !== undefined && sameValue(after, value);
        expect(isSame || valueOf(name, broken, tolerance) !== undefined ? 'same' : JSON.stringify([text, broken, fixed])).toBe('same');
      }),
      { numRuns: rounds(400), seed: 7 },
    );
  });

  it('two objects become one that has all of both, or stay two', () => {
    const leaf = fc.constantFrom<unknown>(1, 'x', null, [], ['y', {}]);
    const key = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const deeper = fc.dictionary(key, fc.oneof(leaf, fc.dictionary(key, leaf)), { maxKeys: 2 });
    const object = fc.dictionary(key, fc.oneof(leaf, deeper), { maxKeys: 3 });
    const hasAllOf = (whole: unknown, part: unknown): boolean =>
      JSON.stringify(whole) === JSON.stringify(part) ||
      (isObject(whole) && isObject(part) && Object.entries(part).every(([name, value]) => name in whole && hasAllOf(whole[name], value)));
    fc.assert(
      fc.property(object, object, fc.constantFrom(undefined, 2), (a, b, space) => {
        const fixed = fix('json', `${JSON.stringify(a, undefined, space)}\n${JSON.stringify(b, undefined, space)}\n`);
        const isApart = Object.keys(a).every((name) => !(name in b));
        expect(fixed !== undefined || !isApart).toBe(true);
        if (fixed === undefined) return;
        const whole: unknown = JSON.parse(fixed.text);
        expect([hasAllOf(whole, a), hasAllOf(whole, b), hasAllOf(isApart ? { ...a, ...b } : whole, whole)]).toEqual([true, true, true]);
      }),
      { numRuns: rounds(200) },
    );
  });

  it('a text that is cut off is never completed to something else', () => {
    fc.assert(
      fc.property(texts, fc.nat(9999), ([name, text], where) => {
        const tolerance: Tolerance = valueOf(name, text, 'strict') === undefined ? 'comments-and-commas' : 'strict';
        const value = valueOf(name, text, tolerance);
        if (value === undefined) return;
        const fixed = fix(name, text.slice(0, where % (text.length + 1)), tolerance);
        const after = fixed && valueOf(name, fixed.text, tolerance);
        if (fixed !== undefined) expect(after !== undefined && sameValue(after, value) ? '' : fixed.text).toBe('');
      }),
      { numRuns: rounds(400), seed: 7 },
    );
  });

  it('whatever the text, the result reads', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<FormatName>('json', 'yaml', 'toml'),
        fc.string({ unit: fc.constantFrom(...'ab:-[]{}"\'#%=,. \n\t<>/*1'), maxLength: 50 }),
        (name, text) => {
          const fixed = fix(name, text);
          if (fixed !== undefined) expect(formats[name].parse(fixed.text, 'strict').kind).toBe('tree');
        },
      ),
      { numRuns: rounds(2000) },
    );
  });
});

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

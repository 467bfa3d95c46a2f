import { describe, expect, it } from 'vitest';
import { changeNames } from '../../src/formats/index.ts';

const add = (text: string | undefined, path: readonly string[], name: string): string | undefined =>
  changeNames(text, 'comments-and-commas', path, { kind: 'add', name });
const remove = (text: string | undefined, path: readonly string[], name: string): string | undefined =>
  changeNames(text, 'comments-and-commas', path, { kind: 'remove', name });

describe('a name in a list of names', () => {
  it.each([
    ['no file', undefined, ['off'], '{\n  "off": ["x"]\n}\n'],
    ['an empty file', '', ['off'], '{\n  "off": ["x"]\n}'],
    ['nothing but a comment', '// mine\n', ['off'], '// mine\n{\n  "off": ["x"]\n}\n'],
    ['no such list', '{\n  "theme": "dark"\n}\n', ['off'], '{\n  "theme": "dark",\n  "off": ["x"]\n}\n'],
    ['a list with another name', '{ "off": ["y"] }\n', ['off'], '{ "off": ["y", "x"] }\n'],
    ['one name a line', '{\n  "off": [\n    "y" // why\n  ]\n}\n', ['off'], '{\n  "off": [\n    "y", // why\n    "x"\n  ]\n}\n'],
    ['no such object', '{\n  "a": 1\n}\n', ['p', '/w', 'off'], '{\n  "a": 1,\n  "p": {\n    "/w": {\n      "off": ["x"]\n    }\n  }\n}\n'],
    ['windows line ends', '{\r\n\t"a": 1\r\n}\r\n', ['off'], '{\r\n\t"a": 1,\r\n\t"off": ["x"]\r\n}\r\n'],
  ])('comes into %s and goes again without a trace', (_, text, path, expected) => {
    const added = add(text, path, 'x');
    expect(added).toBe(expected);
    expect(remove(added, path, 'x')).toBe(text);
  });

  it('goes from where a person wrote it, and nothing else moves', () => {
    expect(remove('{\n  // for now\n  "off": ["a", "x", "b", "x"], // two\n}\n', ['off'], 'x')).toBe(
      '{\n  // for now\n  "off": ["a", "b"], // two\n}\n',
    );
    expect(remove('{ "off": ["a"] }', ['off'], 'x')).toBe('{ "off": ["a"] }');
    expect(remove(undefined, ['off'], 'x')).toBeUndefined();
  });

  it.each([
    ['a text where the list would be', '{ "off": "all" }', ['off']],
    ['a list where the object would be', '{ "p": [] }', ['p', 'off']],
    ['a text that does not parse', '{ "off": [', ['off']],
  ])('is refused for %s', (_, text, path) => {
    expect(() => add(text, path, 'x')).toThrow();
  });
});

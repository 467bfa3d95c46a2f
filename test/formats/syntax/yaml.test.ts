import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { findNode, toValue, type Node, type Value } from '../../../src/formats/syntax/node.ts';
import { parseYaml } from '../../../src/formats/syntax/yaml.ts';
import { yamlTexts } from '../../support/texts/yaml-texts.ts';

function rootOf(text: string): Node | undefined {
  const parsed = parseYaml(text);
  if (parsed.kind === 'problem') throw new Error(JSON.stringify(parsed.problem));
  return parsed.root;
}

const valueOf = (text: string): Value | undefined => {
  const root = rootOf(text);
  return root && toValue(root);
};

describe('what is read', () => {
  it.each<[string, string, Value | undefined]>([
    ['nothing', '', undefined],
    ['comments', '# a\n\n  # b', undefined],
    ['a marker alone', '---\n', undefined],
    ['an explicit null', 'null\n', null],
    ['a key without value', 'a:\n', new Map([['a', null]])],
    ['YAML 1.2 words and numbers', '[yes, on, true, 0o17, 010, 1_0, .inf, -0, ~]', ['yes', 'on', true, 15, 10, '1_0', Infinity, -0, null]],
    [
      'keys that are no text',
      '1: a\ntrue: b\n~: c\n[x]: d\n',
      new Map([
        ['1', 'a'],
        ['true', 'b'],
        ['null', 'c'],
        ['[x]', 'd'],
      ]),
    ],
    ['a key twice: the last one counts', 'a: 1\na: 2\n', new Map([['a', 2]])],
    [
      'merge keys as they stand',
      'a: &a {x: 1}\nb:\n  <<: *a\n',
      new Map<string, Value>([
        ['a', new Map([['x', 1]])],
        ['b', new Map([['<<', new Map([['x', 1]])]])],
      ]),
    ],
    [
      'lone CR',
      'a: 1\rb:\r  c: |\r    x\r    y\r',
      new Map<string, Value>([
        ['a', 1],
        ['b', new Map([['c', 'x\ny\n']])],
      ]),
    ],
    ['CRLF', 'a: |-\r\n  x\r\n  y\r\n', new Map([['a', 'x\ny']])],
    [
      'tags nobody knows',
      'a: !mine x\nb: !!binary aGk=\n',
      new Map([
        ['a', 'x'],
        ['b', 'aGk='],
      ]),
    ],
    ['__proto__', '__proto__: {a: 1}\n', new Map([['__proto__', new Map([['a', 1]])]])],
    ['a map inside a list without braces', '[a: 1]', [new Map([['a', 1]])]],
  ])('%s', (_, text, value) => {
    expect(valueOf(text)).toEqual(value);
  });

  it('is the same as what the library makes of it', () => {
    fc.assert(
      fc.property(yamlTexts, ({ text }) => {
        const document = parseDocument(text.replace(/\r(?!\n)/g, '\n'), { uniqueKeys: false });
        expect(valueOf(text) ?? null).toEqual(textKeys(document.toJS({ mapAsMap: true, maxAliasCount: -1 })));
      }),
      { numRuns: 300 },
    );
  });
});

describe('where it stands', () => {
  const spans: readonly (readonly [string, readonly string[], string])[] = [
    ['a:\n  b: 1 # c\n  # d\ne: 2\n', ['a'], 'b: 1'],
    ['a: "x y" # c\n', ['a'], '"x y"'],
    ['a: |\n  x\n\nb: 1\n', ['a'], '|\n  x'],
    ['a: &x !t {b: [1, 2]}\n', ['a'], '{b: [1, 2]}'],
    ['a: &x\n  b: 1\nc: *x\n', ['c'], '*x'],
    ['a: &x\n  b: 1\nc: *x\n', ['c', 'b'], '*x'],
    ['a:\n- b\n-\n', ['a'], '- b\n-'],
    ['a:   # c\nb: 1', ['a'], ''],
    ['a: 1\ra: 2\r', ['a'], '2'],
  ];
  it.each(spans)('%j %j', (text, path, expected) => {
    const node = findNode(rootOf(text), path);
    expect(node && text.slice(node.start, node.end)).toBe(expected);
  });
});

describe('what cannot be read', () => {
  it.each<[string, string, number, number, RegExp]>([
    ['a second document', 'a: 1\n---\nb: 2\n', 2, 1, /only one document is read/],
    ['a tab as indentation', 'a:\n\t- b\n', 2, 1, /spaces are expected/],
    ['two pairs on a line', 'x: 1\n- name: y:\n', 2, 1, /expected/],
    ['a name with a colon behind it', '- name: x:\n    command: y\n', 1, 9, /quotes/],
    ['a quote that is not closed', 'a: 1\nb: "x\n', 2, 4, /closing quote/],
    ['a bracket that is not closed', 'a: [1, 2\nb: 3\n', 2, 1, /"\]" is expected/],
    ['a merge conflict', 'a: 1\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> x\n', 2, 1, /merge conflict/],
    ['an alias of nothing', 'a: *b\n', 1, 4, /an anchor of the same name is expected/],
    ['an alias of itself', 'a: &b [*b]\n', 1, 8, /inside the value/],
    ['a plain @', 'a: @b\n', 1, 4, /quotes are expected/],
    ['CRLF lines are counted', 'a: 1\r\nb: @c\r\n', 2, 4, /quotes are expected/],
    ['lone CR lines are counted', 'a: 1\rb: @c\r', 2, 4, /quotes are expected/],
  ])('%s', (_, text, line, column, message) => {
    const parsed = parseYaml(text);
    expect(parsed).toMatchObject({ kind: 'problem', problem: { line, column } });
    expect(parsed.kind === 'problem' ? parsed.problem.message : '').toMatch(message);
    expect(parsed.kind === 'problem' ? parsed.problem.message : '').not.toMatch(/[\r\n]/);
  });

  it('aliases that would grow without bound', () => {
    const levels = Array.from({ length: 12 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array.from({ length: 10 }, () => `*a${i}`).join(', ')}]`);
    expect(parseYaml(['a0: &a0 x', ...levels].join('\n'))).toMatchObject({ kind: 'problem' });
  });

  it('values nested without end', () => {
    expect(parseYaml('['.repeat(50_000))).toMatchObject({ kind: 'problem' });
  });

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab:-[]{}&*!|>"\'#%@,? \n\t'), maxLength: 40 }), (text) => {
        expect(parseYaml(text).kind).toMatch(/tree|problem/);
      }),
      { numRuns: 1000 },
    );
  });
});

/** Keys as we read them: always text. */
function textKeys(value: unknown): unknown {
  if (value instanceof Map) return new Map([...value].map(([key, inner]) => [String(key), textKeys(inner)]));
  return Array.isArray(value) ? value.map(textKeys) : value;
}

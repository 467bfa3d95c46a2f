import { describe, expect, it } from 'vitest';
import { loadFormat } from '../../../src/formats/load-format.ts';
import { parseJson } from '../../../src/formats/syntax/json.ts';
import { toValue, type Value } from '../../../src/formats/syntax/node.ts';

function read(text: string): unknown {
  const parsed = parseJson(text, 'json5');
  if (parsed.kind === 'problem') return `line ${parsed.problem.line}: ${parsed.problem.message}`;
  return parsed.root === undefined ? undefined : plain(toValue(parsed.root));
}

function plain(value: Value): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, item]) => [key, plain(item)]));
  return Array.isArray(value) ? value.map(plain) : value;
}

describe('JSON5', () => {
  it.each([
    ["{ 'a': 'it\\'s', }", { a: "it's" }],
    ['{ a: 1, $b_2: [+1, -.5, 5., 0xFF,], "c": null }', { a: 1, $b_2: [1, -0.5, 5, 255], c: null }],
    ['// head\n{ /* } */ a: { "b": "x // no comment" } }\n', { a: { b: 'x // no comment' } }],
    ["{ a: 'one \\\n two', b: '\\x41\\u0042' }", { a: 'one  two', b: 'AB' }],
    ["{ a: '{', b: \"'\", c: '\"}' }", { a: '{', b: "'", c: '"}' }],
    ['', undefined],
    ['// nothing', undefined],
  ])('reads %j', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each([
    ['{ a: 1', 'line 1: a closing brace "}" is missing'],
    ['{ a: [1, 2 }', 'line 1: a comma is missing here'],
    ['{\n  a 1 }', 'line 2: a colon is missing here'],
    ["{ a: 'x }", 'line 1: this string has no closing quote, or a backslash that starts no valid escape'],
    ['{ a: yes }', 'line 1: a value is expected here'],
    ['{ -a: 1 }', 'line 1: a name is expected here'],
    ['{ a: 1,, }', 'line 1: a name is expected here'],
    ['{} {}', 'line 1: the file should end here'],
    ['{ a: 1 } /* open', 'line 1: this comment is never closed'],
  ])('refuses %j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it('refuses nesting that would not be read', () => {
    expect(read('['.repeat(300) + ']'.repeat(300))).toMatch(/nested too deeply/);
  });

  it('adds an entry and takes it out again, and no other letter changes', async () => {
    const format = await loadFormat('json');
    const text = "// mine\n{\n  mcpServers: {\n    'one': { command: 'npx', args: ['-y', 'it\\'s'], }, // first\n  },\n}\n";
    const at = { kind: 'map', path: ['mcpServers'] } as const;
    const added = format.change(text, 'json5', at, { kind: 'set', name: 'two', fields: new Map([['command', 'x']]), drop: [] }) ?? '';
    expect(read(added)).toMatchObject({ mcpServers: { one: { args: ['-y', "it's"] }, two: { command: 'x' } } });
    expect(format.change(added, 'json5', at, { kind: 'remove', name: 'two' })).toBe(text);
  });
});

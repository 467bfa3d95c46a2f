import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../src/formats/syntax/json.ts';
import { parseYaml } from '../../../src/formats/syntax/yaml.ts';
import { loadFormat } from '../../../src/formats/load-format.ts';
import { fixText } from '../../../src/formats/fix/fix-text.ts';

/** A person looks for the fault where it is, not where a parser can go no further. */
describe('where a fault is reported', () => {
  const server = (name: string, last: string): string => `    "${name}": {\n      "command": "npx",\n      "args": []\n${last}`;
  const file = (...members: readonly string[]): string => `{\n  "mcpServers": {\n${members.join('')}  }\n}\n`;
  it.each<readonly [string, string, number, RegExp]>([
    ['a missing brace in the middle', file(server('a', '    ,\n'), server('b', '    }\n')), 5, /closing brace "}" is missing/],
    ['a missing brace at the end of an entry', file(server('a', '    },\n'), server('b', '')), 9, /closing brace "}" is missing/],
    [
      'a missing bracket',
      '{\n  "a": {\n    "args": ["x",\n    "env": {},\n    "b": 1,\n    "c": 2\n  }\n}\n',
      4,
      /comma is missing before ":"/,
    ],
    ['a brace too many', file(server('a', '    }},\n'), server('b', '    }\n')), 6, /one closing brace "}" too many/],
    ['a missing comma', '{\n  "a": 1\n  "b": 2\n}\n', 3, /comma is missing before the next string/],
    ['one line', '{"a": {"b": 1}\n', 2, /closing brace/],
  ])('JSON: %s', (_, text, line, message) => {
    const parsed = parseJson(text, 'strict');
    expect(parsed).toMatchObject({ kind: 'problem', problem: { line } });
    expect(parsed.kind === 'problem' ? parsed.problem.message : '').toMatch(message);
  });

  it('YAML: a quote that took the next one for its end', () => {
    const text = 'a:\n  - "x\n  - y\n  - z\nb:\n  c: "d"\n';
    expect(parseYaml(text)).toMatchObject({ kind: 'problem', problem: { line: 2 } });
  });
});

describe('a large text', () => {
  it('is given up or fixed in bounded work', async () => {
    const servers = Array.from({ length: 800 }, (_, i) => [`server-${i}`, { command: 'npx', args: ['-y', `x-${i}`], env: { T: `${i}` } }]);
    const value = { mcpServers: Object.fromEntries(servers) };
    const json = await loadFormat('json');
    const line = JSON.stringify(value);
    expect(fixText(line.replace('"server-400"', 'server-400"'), 'json', json, 'strict')).toBeUndefined();
    expect(fixText(line.slice(0, -1), 'json', json, 'strict')).toBeUndefined();
    const lines = `${JSON.stringify(value, undefined, 2)}\n`;
    const [before = '', ...after] = lines.split('"command"');
    expect(fixText(`${before}command"${after.join('"command"')}`, 'json', json, 'strict')?.text).toBe(lines);
    expect(fixText(lines.replace('"server-400"', 'server-400"'), 'json', json, 'strict')).toBeUndefined();
    expect(fixText('['.repeat(50_000), 'json', json, 'strict')).toBeUndefined();
  });
});

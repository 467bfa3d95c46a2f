import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../src/formats/syntax/json.ts';
import { toValue } from '../../../src/formats/syntax/node.ts';
import { parseToml } from '../../../src/formats/syntax/toml.ts';
import { parseYaml } from '../../../src/formats/syntax/yaml.ts';

const indented = (depth: number, line: (indent: string) => string): string =>
  Array.from({ length: depth }, (_, i) => line(' '.repeat(i))).join('');

const texts = [
  ['braces in JSON', (text: string) => parseJson(text, 'strict'), (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`],
  ['brackets in JSON', (text: string) => parseJson(text, 'unknown'), (depth: number) => `${'['.repeat(depth)}1,${']'.repeat(depth)}`],
  ['braces in YAML', parseYaml, (depth: number) => `${'{a: '.repeat(depth)}1${'}'.repeat(depth)}`],
  ['lines in YAML', parseYaml, (depth: number) => indented(depth, (indent) => `${indent}a:\n`)],
  ['items in YAML', parseYaml, (depth: number) => indented(depth, (indent) => `${indent}-\n`)],
  ['keys with items in YAML', parseYaml, (depth: number) => indented(depth, (indent) => `${indent}a:\n${indent}-\n`)],
  ['dashes in YAML', parseYaml, (depth: number) => `${'- '.repeat(depth)}x`],
  ['braces in TOML', parseToml, (depth: number) => `b = ${'{a = '.repeat(depth)}1${'}'.repeat(depth)}`],
] as const;

describe.each(texts)('many %s', (_, parse, text) => {
  it.each([201, 900, 5000, 50_000])('are too deep: %i', (depth) => {
    const parsed = parse(text(Math.min(depth, text(2).includes('\n') ? 5000 : depth)));
    expect(parsed).toMatchObject({ kind: 'problem', problem: { message: expect.stringMatching(/nested .*deep.* 200 levels/) } });
  });

  it('are read when they are fewer', () => {
    const parsed = parse(text(100));
    expect(parsed.kind === 'tree' && parsed.root !== undefined && toValue(parsed.root)).toBeTruthy();
  });
});

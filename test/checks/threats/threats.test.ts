import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Lang, parse } from '@ast-grep/napi';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { threats as layer } from '../../../src/checks/layers/threats.ts';
import { findThreats } from '../../../src/checks/threats/find-threats.ts';
import { maskText } from '../../../src/checks/syntax/mask-text.ts';
import { threats } from '../../../src/checks/threats/rules/index.ts';
import type { Example, Threat } from '../../../src/checks/threats/threat.ts';

const folder = join(import.meta.dirname, '../../../src/checks/threats/rules');
const names = readdirSync(folder).filter((name) => name !== 'index.ts');
const rules = await Promise.all(
  names.map(async (name) => {
    const { default: threat, examples }: { default: Threat; examples: readonly Example[] } = await import(join(folder, name));
    return { name, threat, examples };
  }),
);
const paths = { javascript: 'src/a.tsx', text: 'a.txt' };

function run(path: string, code: string) {
  return findThreats(path, code, (text) => ({ root: parse(Lang.Tsx, text).root(), text }));
}

it('lists every rule, also in the documentation', () => {
  expect(layer.says).toContain(`Rules: ${threats.map(({ id }) => id).join(', ')}.`);
  expect(threats.map(({ id }) => id).toSorted()).toEqual(rules.map(({ threat }) => threat.id).toSorted());
});

describe.each(rules)('$threat.id', ({ threat, examples }) => {
  it.each(examples)('$language finds $found in $code', ({ language, code, found, severity, path = paths[language] }) => {
    const hits = run(path, code).filter(({ rule }) => rule === threat.id);
    expect(hits.map(({ line }) => line)).toHaveLength(found);
    if (severity !== undefined) expect(hits[0]?.severity).toBe(severity);
  });

  it('has examples that it finds and examples that it leaves alone, in each of its languages', () => {
    const spoken = [...(threat.javascript ? ['javascript'] : []), ...(threat.text ? ['text'] : [])];
    for (const language of spoken) expect(examples.filter((one) => one.language === language && one.found > 0)).not.toEqual([]);
    expect(examples.some(({ found }) => found === 0)).toBe(true);
  });
});

it('leaves out what the project has accepted, and what no person wrote', () => {
  expect(run('a.js', 'x = eval(text); // NOSONAR\n// snap-ignore\ny = eval(text);\n')).toEqual([]);
  expect(run('a.js', '// eslint-disable-next-line no-eval\neval(text);\n')).toEqual([]);
  expect(run('a.js', `${'a'.repeat(1_000)}; eval(text);`)).toEqual([]);
  expect(run('a.min.js', 'eval(text);')).toEqual([]);
});

it('never throws, whatever the text, and every place is in it', () => {
  const words = fc.constantFrom(
    'eval(',
    '`${x}`',
    'f"{x}"',
    "'",
    '"',
    '`',
    '\\',
    '/*',
    '//',
    '#',
    '(',
    ')',
    '{',
    '}',
    '\n',
    '+',
    '\u202e',
    '\u200b',
    'r#"',
    'import "child_process"',
  );
  const text = fc.array(fc.oneof(words, fc.string({ unit: 'grapheme', maxLength: 6 })), { maxLength: 40 }).map((parts) => parts.join(' '));
  fc.assert(
    fc.property(text, fc.constantFrom(...Object.values(paths), 'CLAUDE.md', 'package.json'), (code, path) => {
      const lines = code.split('\n');
      for (const { line, column } of run(path, code)) {
        expect(line).toBeLessThanOrEqual(lines.length);
        expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 1);
      }
    }),
    { numRuns: 300 },
  );
});

it.each(['python', 'go', 'rust', 'java'] as const)('masked text of %s has the length and the lines of the text', (language) => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('"', "'", '`', '\\', '\n', 'a', '{', '}', '#', '/', '*', 'f"', 'r#"', '"#', '😀'), { maxLength: 60 }),
      (parts) => {
        const text = parts.join('');
        const masked = maskText(text, language);
        expect(masked.length).toBe(text.length);
        expect(masked.split('\n').map((line) => line.length)).toEqual(text.split('\n').map((line) => line.length));
      },
    ),
    { numRuns: 300 },
  );
});

it('ranks tests and documentation lower', () => {
  const code = 'export const f = (text) => eval(text);';
  expect(run('src/a.ts', code)[0]).toMatchObject({ severity: 'warning', line: 1, column: 28 });
  expect(run('test/a.test.ts', code)[0]).toMatchObject({ severity: 'info' });
});

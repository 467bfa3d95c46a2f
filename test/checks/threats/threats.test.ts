import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Lang, parse } from '@ast-grep/napi';
import { describe, expect, it } from 'vitest';
import { findThreats } from '../../../src/checks/threats/find-threats.ts';
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
const paths = { javascript: 'src/a.tsx', python: 'src/a.py', go: 'src/a.go', rust: 'src/a.rs', java: 'src/A.java', text: 'a.txt' };

function run(path: string, code: string) {
  return findThreats(path, code, (text) => ({ root: parse(Lang.Tsx, text).root(), text }));
}

it('lists every rule', () => {
  expect(threats.map(({ id }) => id).toSorted()).toEqual(rules.map(({ threat }) => threat.id).toSorted());
});

describe.each(rules)('$threat.id', ({ threat, examples }) => {
  it.each(examples)('$language finds $found in $code', ({ language, code, found, severity, path = paths[language] }) => {
    const hits = run(path, code).filter(({ rule }) => rule === threat.id);
    expect(hits.map(({ line }) => line)).toHaveLength(found);
    if (severity !== undefined) expect(hits[0]?.severity).toBe(severity);
  });

  it('has examples that it finds and examples that it leaves alone, in each of its languages', () => {
    const spoken = [...(threat.javascript ? ['javascript'] : []), ...Object.keys(threat.lines ?? {}), ...(threat.text ? ['text'] : [])];
    for (const language of spoken) expect(examples.filter((one) => one.language === language && one.found > 0)).not.toEqual([]);
    expect(examples.some(({ found }) => found === 0)).toBe(true);
  });
});

it('ranks tests and documentation lower', () => {
  const code = 'export const f = (text) => eval(text);';
  expect(run('src/a.ts', code)[0]).toMatchObject({ severity: 'warning', line: 1, column: 28 });
  expect(run('test/a.test.ts', code)[0]).toMatchObject({ severity: 'info' });
});

import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import judgeImports from '../../src/checks/architecture/judge-imports.ts';
import { exportedValue } from '../../src/checks/architecture/literal-config.ts';
import { restrictedPathsIn } from '../../src/checks/architecture/restricted-paths.ts';
import type { RuleSource } from '../../src/checks/architecture/read-sources.ts';
import type { Importer } from '../../src/checks/architecture/rules.ts';

const importers: readonly Importer[] = Object.entries({
  'src/ui/a.ts': ['src/db/x.ts', 'src/db/api/y.ts', 'src/lib/z.ts'],
  'src/ui/a.test.ts': ['src/db/x.ts'],
  'src/db/x.ts': ['src/ui/a.ts'],
  [`src/lib/${'a'.repeat(60)}.ts`]: [],
}).map(([file, targets]) => ({
  file,
  imports: targets.map((to, index) => ({
    to,
    line: index + 1,
    types: ['local', 'import'],
    isDynamic: false,
    isResolved: true,
    isCore: false,
  })),
}));

async function judged(...sources: readonly RuleSource[]) {
  const { findings, notJudged } = await judgeImports({ sources, layers: [], importers });
  return { found: findings.map(({ rule, severity, file, line, message }) => `${severity} ${file}:${line} ${rule}: ${message}`), notJudged };
}

const zone = { target: './src/ui', from: './src/db' };

describe('import/no-restricted-paths', () => {
  const rule = (...zones: readonly object[]) => ['error', { zones }];
  it.each<[string, object, readonly string[]]>([
    ['a folder', { rules: { 'import/no-restricted-paths': rule(zone) } }, ['a.test.ts:1', 'a.ts:1', 'a.ts:2']],
    ['of the other plugin', { rules: { 'import-x/no-restricted-paths': rule(zone) } }, ['a.test.ts:1', 'a.ts:1', 'a.ts:2']],
    ['exceptions', { rules: { 'import/no-restricted-paths': rule({ ...zone, except: ['./api'] }) } }, ['a.test.ts:1', 'a.ts:1']],
    [
      'patterns',
      { rules: { 'import/no-restricted-paths': rule({ target: './src/**/a.ts', from: './src/d*/**', except: ['**/api/**'] }) } },
      ['a.ts:1'],
    ],
    [
      'a base',
      { rules: { 'import/no-restricted-paths': ['error', { basePath: './src', zones: [{ target: 'ui', from: ['lib'] }] }] } },
      ['a.ts:3'],
    ],
    [
      'switched off for tests',
      {
        rules: { 'import/no-restricted-paths': rule(zone) },
        overrides: [{ files: ['*.test.ts'], rules: { 'import/no-restricted-paths': 'off' } }],
      },
      ['a.ts:1', 'a.ts:2'],
    ],
    ['of ignored files', { ignores: ['**/*.test.ts'], rules: { 'import/no-restricted-paths': rule(zone) } }, ['a.ts:1', 'a.ts:2']],
    ['off', { rules: { 'import/no-restricted-paths': ['off', { zones: [zone] }] } }, []],
  ])('%s', async (_, config, expected) => {
    const { parts, problems } = restrictedPathsIn([config], '');
    expect(problems).toEqual([]);
    const { found } = await judged({ kind: 'restricted-paths', file: '.eslintrc.json', parts });
    expect(found.map((one) => /src\/ui\/(\S+) /.exec(one)?.[1])).toEqual(
      expected.toSorted((one, other) => Number(one.includes('test')) - Number(other.includes('test'))),
    );
  });

  it('says what it means, in the words of the project', async () => {
    const { parts } = restrictedPathsIn(
      { rules: { 'import/no-restricted-paths': ['warn', { zones: [{ ...zone, except: ['api'], message: 'Ask the service.' }] }] } },
      '',
    );
    expect((await judged({ kind: 'restricted-paths', file: 'x', parts })).found[0]).toBe(
      'warning src/ui/a.ts:1 import/no-restricted-paths: It imports src/db/x.ts. Ask the service.',
    );
  });

  it.each([
    [
      'zones that are computed',
      "export default [{ rules: { 'import/no-restricted-paths': ['error', { zones: zonesOf(x) }] } }]",
      'a part of',
    ],
    [
      'a base that is computed',
      "export default [{ rules: { 'import/no-restricted-paths': ['error', { basePath: dir(), zones: [{ target: 'a', from: 'b' }] }] } }]",
      'a part of',
    ],
    [
      'an exception that is computed',
      "export default [{ rules: { 'import/no-restricted-paths': ['error', { zones: [{ target: 'a', from: 'b', except: [x] }] }] } }]",
      'a part of',
    ],
    ['all of it', "export default make({ rules: { 'import/no-restricted-paths': ['error'] } })", '"no-restricted-paths" is there'],
  ])('is named where it cannot be read: %s', (_, text, said) => {
    const read = exportedValue(parseSync('eslint.config.js', text).program);
    const { parts, problems } = restrictedPathsIn(read?.value, text, read?.partial);
    expect(parts.flatMap(({ zones }) => zones)).toEqual([]);
    expect(problems[0]).toContain(said);
  });
});

describe('an expression that would take years', () => {
  it('is named, and the other rules are judged', async () => {
    const years = { name: 'years', severity: 'error', from: { path: '^((a|[a-z/.])+)+#', orphan: true }, to: {} };
    const quick = { name: 'quick', severity: 'error', from: { path: '^src/ui/a' }, to: { path: '^src/lib' } };
    const { found, notJudged } = await judged({
      kind: 'dependency-cruiser',
      file: '.dependency-cruiser.json',
      config: { forbidden: [years, quick] },
    });
    expect(found).toEqual(['error src/ui/a.ts:3 quick: It imports src/lib/z.ts.']);
    expect(notJudged).toEqual(['.dependency-cruiser.json: rule "years" is not judged: it took longer than 1 s.']);
  });
});

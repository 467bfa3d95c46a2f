import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { readCruiserConfig } from '../../src/checks/architecture/cruiser-config.ts';
import { exportedValue } from '../../src/checks/architecture/literal-config.ts';
import { findBreaches } from '../../src/checks/architecture/match.ts';
import type { Import, Importer } from '../../src/checks/architecture/rules.ts';

/** `a: b c` reads: file a imports b in line 1 and c in line 2. */
function graph(...lines: readonly string[]): readonly Importer[] {
  return lines.map((line) => {
    const [file = '', rest = ''] = line.split(/: ?/);
    const imports = rest.split(' ').filter((word) => word !== '');
    return { file, imports: imports.map((to, index) => imported(to, index + 1)) };
  });
}

function imported(word: string, line: number): Import {
  const [to = '', ...marks] = word.split('!');
  return {
    to,
    line,
    types: marks.includes('type')
      ? ['local', 'type-only', 'import']
      : to.startsWith('node_modules/')
        ? ['npm', 'import']
        : ['local', 'import'],
    isDynamic: marks.includes('dynamic'),
    isResolved: !marks.includes('lost'),
    isCore: false,
    circle: marks.includes('circle')
      ? [
          { file: to, types: ['local', 'import'] },
          { file: 'src/c', types: ['local', 'type-only'] },
        ]
      : undefined,
  };
}

describe('rules of dependency-cruiser', () => {
  const cases: readonly (readonly [string, object, readonly string[], readonly string[]])[] = [
    [
      'forbid an import',
      { forbidden: [{ name: 'no-db', severity: 'error', from: { path: '^src/ui' }, to: { path: '^src/db' } }] },
      ['src/ui/a: src/db/x src/lib/y', 'src/lib/y: src/db/x', 'src/db/x'],
      ['no-db error src/ui/a:1 src/db/x'],
    ],
    [
      'take a part of the importing path',
      {
        forbidden: [{ name: 'peers', from: { path: '^src/([^/]+)/' }, to: { path: '^src/([^/]+)/', pathNot: ['^src/$1/', '^src/lib/'] } }],
      },
      ['src/a/1: src/a/2 src/b/1 src/lib/x', 'src/b/1: src/a/1'],
      ['peers warning src/a/1:2 src/b/1', 'peers warning src/b/1:1 src/a/1'],
    ],
    [
      'allow only what is listed',
      {
        allowed: [
          { from: { path: '^a' }, to: { path: '^b' } },
          { from: { path: '^b' }, to: {} },
        ],
        allowedSeverity: 'error',
      },
      ['a: b c', 'b: c', 'c'],
      ['not-in-allowed error a:2 c'],
    ],
    [
      'require an import',
      { required: [{ name: 'base', module: { path: 'ctrl', pathNot: 'base' }, to: { path: 'base-ctrl' } }] },
      ['x-ctrl: base-ctrl', 'y-ctrl: z', 'z: base-ctrl', 'base-ctrl'],
      ['base warning y-ctrl:'],
    ],
    [
      'require one through other files',
      { required: [{ name: 'base', module: { path: 'ctrl', pathNot: 'base' }, to: { path: 'base-ctrl', reachable: true } }] },
      ['y-ctrl: z', 'z: base-ctrl', 'base-ctrl', 'v-ctrl: w', 'w'],
      ['base warning v-ctrl:'],
    ],
    [
      'forbid what is reached through other files',
      { forbidden: [{ name: 'far', severity: 'error', from: { path: 'schema' }, to: { path: '^db', reachable: true } }] },
      ['schema: a b', 'a', 'b: c', 'c: db', 'db: schema'],
      ['far error schema:2 db'],
    ],
    [
      'name what nothing reaches',
      { forbidden: [{ name: 'dead', from: { path: '^main$' }, to: { path: '^(?!main)', pathNot: 'spec', reachable: false } }] },
      ['main: a', 'a: b', 'b', 'c: a', 'c.spec: c'],
      ['dead warning c:'],
    ],
    [
      'name files alone',
      { forbidden: [{ name: 'alone', from: { orphan: true, pathNot: 'config' }, to: {} }] },
      ['a: b', 'b', 'c', 'config'],
      ['alone warning c:'],
    ],
    [
      'forbid circles, imports that lead nowhere, types of imports',
      {
        forbidden: [
          { name: 'round', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
          { name: 'any-round', from: {}, to: { circular: true, via: { path: 'src/c' } } },
          { name: 'lost', from: {}, to: { couldNotResolve: true } },
          { name: 'npm', from: {}, to: { dependencyTypes: ['npm'] } },
          { name: 'lazy', from: {}, to: { dynamic: true } },
          { name: 'off', severity: 'ignore', from: {}, to: {} },
        ],
      },
      ['a: b!circle c!lost node_modules/x d!dynamic'],
      ['any-round warning a:1 b', 'lost warning a:2 c', 'npm warning a:3 node_modules/x', 'lazy warning a:4 d'],
    ],
    [
      'forbid folders above',
      { forbidden: [{ name: 'up', from: {}, to: { ancestor: true } }] },
      ['src/a/b: src/x src/a/c src/d/e'],
      ['up warning src/a/b:1 src/x'],
    ],
  ];
  it.each(cases)('%s', (_, config, lines, expected) => {
    const rules = readCruiserConfig({ ...config });
    expect(rules.notJudged).toEqual([]);
    const found = findBreaches(rules, graph(...lines)).map(
      ({ rule, file, line, to }) => `${rule.name} ${rule.severity} ${file}:${line ?? ''}${to === undefined ? '' : ` ${to}`}`,
    );
    expect(found).toEqual(expected);
  });

  it('that are not known are named, and never judged by half', () => {
    const rules = readCruiserConfig({
      forbidden: [
        { name: 'licence', from: {}, to: { license: 'GPL' } },
        { name: 'folders', scope: 'folder', from: {}, to: { circular: true } },
        { name: 'broken', from: { path: '(' }, to: {} },
        { name: 'kinds', from: {}, to: { dependencyTypes: ['aliased'] } },
      ],
      allowed: [
        { from: {}, to: { moreUnstable: true } },
        { from: {}, to: {} },
      ],
    });
    expect(findBreaches(rules, graph('a: b'))).toEqual([]);
    expect(rules.notJudged).toEqual([
      'Rule "licence" is not judged: snap does not know license.',
      'Rule "folders" is not judged: snap does not know "scope": "folder".',
      'Rule "broken" is not judged: snap does not know the regular expression "(".',
      'Rule "kinds" is not judged: snap does not know the kind of import "aliased".',
      'Rule "unnamed" is not judged: snap does not know moreUnstable.',
      'The list "allowed" is not judged, because not all of its rules can be.',
    ]);
  });
});

describe('a configuration in JavaScript, read without running it', () => {
  it.each<[string, string, object | undefined, boolean]>([
    ['module.exports', "module.exports = { a: 1, 'b': [true, null, `t`], c: -1 };", { a: 1, b: [true, null, 't'], c: -1 }, true],
    ['export default', "const x = ['p' + 'q']; export default { x, ...{ y: 2 } } satisfies C;", { x: ['pq'], y: 2 }, true],
    ['a call that gives back what it is given', 'export default defineConfig({ a: /^src/ })', { a: '^src' }, true],
    ['a part that would have to run', "module.exports = { a: 1, b: require('./b'), [c]: 2, ...d() };", { a: 1 }, false],
    ['nothing but code', 'module.exports = make();', undefined, false],
    ['a constant of itself', 'const a = { b: a }; export default a;', { b: expect.anything() }, false],
  ])('%s', (_, text, value, isWhole) => {
    const { program } = parseSync('config.ts', text);
    const read = exportedValue(program);
    expect(read?.value).toEqual(value);
    if (read !== undefined) expect(read.isWhole).toBe(isWhole);
  });
});

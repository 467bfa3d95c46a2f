import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { boundariesRules } from '../../src/checks/architecture/boundaries.ts';
import { readCruiserConfig } from '../../src/checks/architecture/cruiser-config.ts';
import { exportedValue } from '../../src/checks/architecture/literal-config.ts';
import { findBreaches } from '../../src/checks/architecture/match.ts';
import { nxRules } from '../../src/checks/architecture/nx.ts';
import type { Import, Importer } from '../../src/checks/architecture/rules.ts';
import { findZoneBreaches } from '../../src/checks/architecture/zones.ts';

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

describe('constraints of Nx', () => {
  const projects = [
    { root: 'apps/shop', name: 'shop', tags: ['scope:shop', 'type:app'] },
    { root: 'libs/shop/cart', name: 'cart', tags: ['scope:shop', 'type:ui'] },
    { root: 'libs/shop/cart/inner', name: 'inner', tags: ['scope:shop'] },
    { root: 'libs/admin', name: 'admin', tags: ['scope:admin'] },
    { root: 'libs/plain', name: 'plain', tags: [] },
  ];
  const lines = [
    'apps/shop/a: libs/shop/cart/x libs/admin/x libs/plain/x apps/shop/b other/x',
    'libs/shop/cart/x: libs/shop/cart/inner/x apps/shop/a',
    'libs/plain/x: libs/admin/x',
  ];
  it.each<[string, object, readonly string[]]>([
    [
      'allow by tag',
      { depConstraints: [{ sourceTag: 'scope:shop', onlyDependOnLibsWithTags: ['scope:shop'] }, { sourceTag: 'scope:admin' }] },
      ['apps/shop/a:2 libs/admin/x', 'apps/shop/a:3 libs/plain/x', 'libs/plain/x:1 libs/admin/x'],
    ],
    [
      'forbid by tag, with a star',
      { depConstraints: [{ sourceTag: '*', notDependOnLibsWithTags: ['type:a*'] }] },
      ['libs/shop/cart/x:2 apps/shop/a'],
    ],
    [
      'ask for several tags',
      { depConstraints: [{ sourceTag: '*' }, { allSourceTags: ['scope:shop', 'type:ui'], notDependOnLibsWithTags: ['/^scope/'] }] },
      ['libs/shop/cart/x:1 libs/shop/cart/inner/x', 'libs/shop/cart/x:2 apps/shop/a'],
    ],
    [
      'with an empty list allow projects without tags',
      { depConstraints: [{ sourceTag: '*', onlyDependOnLibsWithTags: [] }] },
      [
        'apps/shop/a:1 libs/shop/cart/x',
        'apps/shop/a:2 libs/admin/x',
        'libs/shop/cart/x:1 libs/shop/cart/inner/x',
        'libs/shop/cart/x:2 apps/shop/a',
        'libs/plain/x:1 libs/admin/x',
      ],
    ],
    ['are none without a list', {}, []],
  ])('%s', (_, options, expected) => {
    const rules = nxRules(options, projects, 'error');
    const found = rules === undefined ? [] : findZoneBreaches(rules, graph(...lines));
    expect(found.map(({ file, line, to }) => `${file}:${line} ${to}`)).toEqual(expected);
  });
});

describe('elements of eslint-plugin-boundaries', () => {
  const elements = [
    { type: 'helper', pattern: 'helpers/*/*.js', mode: 'file' },
    { type: 'component', pattern: 'components/*/*' },
    { type: 'module', pattern: ['modules/*'] },
    { type: 'main', pattern: 'src/main.js', mode: 'full' },
  ];
  const lines = [
    'src/helpers/data/sort.js: src/components/atoms/a/x.js src/helpers/data/parse.js',
    'src/components/atoms/a/x.js: src/components/atoms/a/y.js src/components/atoms/b/x.js src/helpers/data/sort.js src/lib.js',
    'src/modules/m/deep/x.js: src/components/atoms/a/x.js src/modules/n/x.js',
    'src/main.js: src/modules/m/x.js',
  ];
  const found = (options: object) => {
    const { rules, notJudged } = boundariesRules(elements, options, 'error');
    return {
      notJudged,
      breaches: rules === undefined ? [] : findZoneBreaches(rules, graph(...lines)).map(({ file, line }) => `${file}:${line}`),
    };
  };

  it.each<[string, readonly object[]]>([
    [
      'in the words of version 5',
      [
        { from: 'component', allow: ['helper', 'component'] },
        { from: ['module', 'main'], allow: ['*'], disallow: 'nothing' },
        { from: 'module', disallow: 'module' },
      ],
    ],
    [
      'in the words of version 6',
      [
        { from: { type: 'component' }, allow: { to: { type: ['helper', 'component'] } } },
        { from: [{ type: 'module' }, { type: 'main' }], allow: { to: { type: '*' } } },
        { from: { type: 'module' }, disallow: { to: { type: 'module' } } },
      ],
    ],
  ])('are judged, %s', (_, rules) => {
    expect(found({ default: 'disallow', rules })).toEqual({
      notJudged: [],
      breaches: ['src/helpers/data/sort.js:1', 'src/helpers/data/sort.js:2', 'src/modules/m/deep/x.js:2'],
    });
  });

  it('are not judged by half', () => {
    const captured = { from: 'component', allow: [['component', { family: '${from.family}' }]] };
    expect(found({ default: 'disallow', rules: [captured] })).toEqual({ notJudged: [expect.stringContaining('not judged')], breaches: [] });
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

import { describe, expect, it } from 'vitest';
import { judgeDeclared } from '../../../src/checks/dependencies/declared-rules.ts';
import { judgeLock, judgeScripts, parseLockfile } from '../../../src/checks/dependencies/lockfiles.ts';
import { type Manifest, parseManifest } from '../../../src/checks/dependencies/manifest.ts';
import { isNear, nearPopular } from '../../../src/checks/dependencies/near-names.ts';
import { judgeCargo, judgeGoModule, judgePython, pyprojectIn, requirementsIn } from '../../../src/checks/dependencies/other-manifests.ts';
import { pythonImports } from '../../../src/checks/python/imports-and-names.ts';
import { isDeclaredPython, isStandard } from '../../../src/checks/python/packages.ts';
import { type PackageImport, packageOf, undeclaredImports } from '../../../src/checks/dependencies/undeclared.ts';

function manifest(data: object, file = 'package.json'): Manifest {
  const found = parseManifest(file, JSON.stringify(data, undefined, 2));
  if (found === undefined) throw new Error('no manifest');
  return found;
}

const none = new Set<string>();
const rules = (found: Iterable<{ rule: string; line: number }>) => [...found].map(({ rule, line }) => `${rule}:${line}`);

describe('names near those of much used packages', () => {
  it.each([
    ['lodahs', 'lodash'],
    ['crossenv', 'cross-env'],
    ['expres', 'express'],
    ['@typescrip-eslint/parser', '@typescript-eslint/parser'],
    ['react-rooter', 'react-router'],
  ])('%s is near %s', (name, meant) => expect(nearPopular(name, 'npm')).toBe(meant));

  it.each(['lodash', 'preact', 'vue', 'ws', 'my-own-package', '@aws-sdk/client-kms', '@types/lodahs', 'oxc-resolver', 'zod'])(
    '%s is near none',
    (name) => expect(nearPopular(name, 'npm')).toBeUndefined(),
  );

  it('knows those of Python', () => {
    expect(nearPopular('reqeusts', 'pypi')).toBe('requests');
    expect(nearPopular('Typing_Extensions', 'pypi')).toBeUndefined();
  });

  it('is about whole names', () => {
    expect(isNear('@a/lodash', 'lodash')).toBe(false);
    expect(isNear('abcd', 'abce')).toBe(false);
  });
});

describe('what a package.json declares', () => {
  it.each<[string, string, string[]]>([
    ['a range', '^1.0.0', []],
    ['the registry under another name', 'npm:lodash@4', []],
    ['a git repository without a commit', 'github:owner/name', ['dependency-place:3']],
    ['a short name of a repository', 'owner/name', ['dependency-place:3']],
    ['a git repository at a commit', 'git+https://host.invalid/a.git#0123456789abcdef0123456789abcdef01234567', []],
    ['an address without encryption', 'http://host.invalid/a.tgz', ['dependency-place:3']],
    ['an address', 'https://host.invalid/a.tgz', ['dependency-place:3']],
    ['a path inside of the workspace', 'file:../a', []],
    ['a path on one machine', 'file:/home/me/a', ['dependency-place:3']],
    ['a package of the workspace', 'workspace:*', []],
  ])('%s', (_, spec, expected) =>
    expect(rules(judgeDeclared(manifest({ dependencies: { 'some-package': spec } }), none))).toEqual(expected),
  );

  it('has a place for each name, also where it is there twice', () => {
    const found = manifest({ devDependencies: { a: '1' }, peerDependencies: { a: '*' }, dependencies: { lodahs: '1' } });
    expect(found.declared.map(({ name, section, line }) => `${name} ${section} ${line}`)).toEqual([
      'lodahs dependencies 9',
      'a devDependencies 3',
      'a peerDependencies 6',
    ]);
  });

  it('leaves the names of the workspace alone', () =>
    expect([...judgeDeclared(manifest({ dependencies: { lodahs: '*' } }), new Set(['lodahs']))]).toEqual([]));

  it('finds its workspaces', () => {
    const root = manifest({ workspaces: ['packages/*', 'tools/**', '!packages/x'] });
    expect(['packages/a', 'packages/a/b', 'tools/a/b', 'other'].map((directory) => root.isWorkspace(directory))).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});

describe('a lockfile', () => {
  const declared = manifest({ dependencies: { a: '^1.0.0', '@s/b': '2' }, peerDependencies: { c: '*' } });
  const texts: [string, string, string][] = [
    [
      'package-lock.json',
      JSON.stringify({ packages: { '': { dependencies: { a: '^1.0.0', '@s/b': '2' } }, 'node_modules/a': {}, 'node_modules/@s/b': {} } }),
      JSON.stringify({ packages: { '': { dependencies: { a: '^0.9.0', '@s/b': '2' } } } }),
    ],
    [
      'yarn.lock',
      '# yarn lockfile v1\n\n"@s/b@2", "@s/b@^2":\n  version "2.0.0"\n\na@^1.0.0:\n  version "1.0.0"\n',
      '"@s/b@npm:2":\n  version: 2.0.0\n',
    ],
    [
      'pnpm-lock.yaml',
      "lockfileVersion: '9.0'\n\nimporters:\n\n  .:\n    dependencies:\n      a:\n        specifier: ^1.0.0\n      '@s/b':\n        specifier: '2'\n\npackages:\n\n  a@1.0.0: {}\n",
      "importers:\n\n  .:\n    dependencies:\n      '@s/b':\n        specifier: '2'\n\npackages:\n",
    ],
    [
      'bun.lock',
      '{\n  "workspaces": {\n    "": {\n      "dependencies": {\n        "a": "^1.0.0",\n        "@s/b": "2",\n      },\n    },\n  },\n}',
      '{\n  "workspaces": {\n    "": {\n      "dependencies": {\n        "@s/b": "2",\n      },\n    },\n  },\n}',
    ],
  ];
  it.each(texts)('%s', (file, current, old) => {
    const lock = parseLockfile(file, current);
    const outdated = parseLockfile(file, old);
    if (lock === undefined || outdated === undefined) throw new Error('no lockfile');
    expect([...judgeLock(declared, lock, none)]).toEqual([]);
    const [finding, ...rest] = judgeLock(declared, outdated, none);
    expect(finding).toMatchObject({ rule: 'lockfile-outdated', file: 'package.json', line: 3, message: expect.stringContaining('"a"') });
    expect(rest).toEqual([]);
  });

  it('says which packages run a script', () => {
    const text = JSON.stringify({
      packages: {
        'node_modules/x': { hasInstallScript: true },
        'node_modules/a/node_modules/y': { hasInstallScript: true },
        '': { hasInstallScript: true },
      },
    });
    const lock = parseLockfile('package-lock.json', text);
    expect(lock && [...judgeScripts(lock, text)].map(({ message }) => message)).toEqual([
      '2 packages run a script of its own when installed: x, y.',
    ]);
  });
});

describe('imports that are not declared', () => {
  const workspace = {
    manifests: new Map([
      ['', manifest({ name: 'root', devDependencies: { 'in-root': '1' } })],
      ['packages/a', manifest({ name: 'a', dependencies: { declared: '1', '@types/estree': '1' } }, 'packages/a/package.json')],
    ]),
    own: new Set(['root', 'a', '@own/b']),
    brings: (name: string) => name === 'transitive',
    settings: '{"paths": {"@alias/*": ["src/*"]}}',
  };
  const at = (specifier: string, more: Partial<PackageImport> = {}): PackageImport => ({
    file: 'packages/a/src/x.ts',
    line: 2,
    specifier,
    typesOnly: false,
    ...more,
  });

  it.each([
    'declared',
    'declared/sub',
    'in-root',
    'a',
    '@own/b/c',
    'node:fs',
    'fs/promises',
    'vscode',
    '@alias/x',
    'virtual:x',
    '#imports',
    '~/x',
    '@/x',
    'uno.css',
  ])('%s is none', (specifier) => expect([...undeclaredImports([at(specifier)], workspace)]).toEqual([]));
  it('counts the files, and tells what another package brings from what is nowhere', () => {
    const found = [
      ...undeclaredImports([at('transitive'), at('transitive/x', { file: 'packages/a/y.ts' }), at('made-up-name')], workspace),
    ];
    expect(found.map(({ file, line, message, confidence }) => [file, line, message, confidence])).toEqual([
      [
        'packages/a/src/x.ts',
        2,
        '"transitive" is imported here and 1 more file and is not declared in packages/a/package.json or above it.',
        90,
      ],
      ['packages/a/src/x.ts', 2, '"made-up-name" is imported here and is not declared in packages/a/package.json or above it.', 60],
    ]);
  });
  it('takes the package of types for types', () => {
    expect([...undeclaredImports([at('estree', { typesOnly: true })], workspace)]).toEqual([]);
    expect(packageOf('@scope/name/deep')).toBe('@scope/name');
  });
});

describe('other languages', () => {
  it('go.mod', () => {
    const text =
      'module m\n\nrequire (\n\tgithub.com/a/b v1.0.0\n\tgithub.com/c/d v2.0.0 // indirect\n)\nreplace github.com/e/f => /home/me/f\n';
    expect(rules(judgeGoModule({ file: 'go.mod', text }, 'github.com/a/b v1.0.0/go.mod h1:x=\n'))).toEqual([
      'lockfile-outdated:5',
      'dependency-place:7',
    ]);
  });
  it('Cargo.toml', () => {
    const text =
      '[package]\nname = "x"\n\n[dependencies]\nserde = "1"\nother = { package = "real", version = "1" }\ng = { git = "https://host.invalid/g" }\n[features]\ndefault = []\n';
    expect(rules(judgeCargo({ file: 'Cargo.toml', text }, 'name = "real"\nname = "g"\n'))).toEqual([
      'lockfile-outdated:5',
      'dependency-place:7',
    ]);
    expect(rules(judgeCargo({ file: 'Cargo.toml', text }, undefined))).toEqual(['dependency-place:7']);
  });
  it('manifests of Python', () => {
    expect(requirementsIn('# c\nreqeusts>=2 # x\nflask[async]==3\n-r other.txt\nhttps://x\n').map(({ name }) => name)).toEqual([
      'reqeusts',
      'flask',
    ]);
    const toml =
      '[project]\nname = "x"\ndependencies = [\n  "click>=8",\n  "uvicorn[standard]>=0.1",\n]\n[project.scripts]\nx = "x:main"\n[tool.poetry.dependencies]\npython = "^3"\npydantic = "^2"\n';
    expect(pyprojectIn(toml).map(({ name, line }) => `${name}:${line}`)).toEqual(['click:4', 'uvicorn:5', 'pydantic:11']);
    expect(rules(judgePython({ file: 'requirements.txt', text: 'reqeusts\n--index-url http://host.invalid/\n' }))).toEqual([
      'near-name:1',
      'dependency-place:2',
    ]);
  });
  it('imports of Python that always run', () => {
    const text =
      '"""import doc"""\nimport os, requests as r\nfrom .local import x\nfrom yaml.nodes import y\ntry:\n    import fast\nexcept ImportError:\n    fast = None\n';
    expect(pythonImports(text)).toEqual([
      { module: 'os', names: [], line: 2 },
      { module: 'requests', names: [], line: 2 },
      { module: '.local', names: ['x'], line: 3 },
      { module: 'yaml.nodes', names: ['y'], line: 4 },
    ]);
    expect([isStandard('os'), isStandard('requests')]).toEqual([true, false]);
    const texts = 'pyyaml>=6\nopentelemetry-api\npython-dateutil\n';
    expect(['yaml', 'opentelemetry', 'dateutil', 'google', 'numpy'].map((name) => isDeclaredPython(name, texts))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  });
});

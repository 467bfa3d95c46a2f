import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { builtProgram } from '../support/built-program.ts';
import { removal } from './removal.ts';
import { toolRun } from './tool-runs.ts';

// Changes that break nothing, of forms that look as if they did. The checks run in the worker of the built program.
builtProgram();

interface Harmless {
  readonly says: string;
  readonly given: Readonly<Record<string, string>>;
  /** The new texts; `null`: the file is removed. */
  readonly change: Readonly<Record<string, string | null>>;
}

const typescript: readonly Harmless[] = [
  {
    says: 'a file that becomes a directory with an index',
    given: { 'src/util.ts': 'export const a = 1;\n', 'src/app.ts': "import { a } from './util';\nconsole.log(a);\n" },
    change: { 'src/util.ts': null, 'src/util/index.ts': 'export const a = 1;\n' },
  },
  {
    says: 'an import that becomes a re-export',
    given: {
      'src/a.ts': 'export const a = 1;\n',
      'src/app.ts': "import { a } from './a.ts';\nimport * as all from './a.ts';\nexport { a, all };\n",
    },
    change: { 'src/app.ts': "export { a } from './a.ts';\nexport * as all from './a.ts';\n" },
  },
  {
    says: 'an import under another name',
    given: { 'src/a.ts': 'export const a = 1;\n', 'src/app.ts': "import { a } from './a.ts';\nexport const b = a;\n" },
    change: { 'src/app.ts': "import { a as one } from './a.ts';\nexport const b = one;\n" },
  },
  {
    says: 'a removed constant with the name of a parameter of a type',
    given: { 'src/a.ts': 'const limit = 1;\nexport type F = (limit: number) => void;\nexport const f: F = () => console.log(limit);\n' },
    change: {
      'src/a.ts':
        'export type F = (limit: number) => void;\nexport interface G {\n  [limit: string]: number;\n}\nexport interface H {\n  go(limit: number): void;\n}\nexport const f: F = () => undefined;\n',
    },
  },
  {
    says: 'an import of what lies above the folder',
    given: { 'src/a.ts': 'export const a = 1;\n' },
    change: { 'src/b.ts': "import { x } from '../../other/src/x';\nexport const b = x;\n" },
  },
  {
    says: 'a module for each platform',
    given: { 'src/Button.ios.tsx': 'export const Button = 1;\n', 'src/Button.android.tsx': 'export const Button = 2;\n' },
    change: { 'src/b.ts': "import { Button } from './Button';\nexport const b = Button;\n" },
  },
  {
    says: 'a member of an enum with the name of a removed constant',
    given: { 'src/a.ts': 'const x = 1;\nexport const y = x;\n' },
    change: { 'src/a.ts': 'export enum E {\n  x = 1,\n  y = x,\n}\n' },
  },
  {
    says: 'a name that only one platform does not have',
    given: {
      'package.json': '{ "name": "all", "workspaces": ["packages/*"] }',
      'packages/lib/package.json': '{ "name": "lib", "exports": { ".": { "browser": "./browser.ts", "default": "./index.ts" } } }',
      'packages/lib/browser.ts': 'export const a = 1;\n',
      'packages/lib/index.ts': 'export const a = 1;\nexport const b = 2;\n',
    },
    change: { 'packages/lib/use.ts': "import { a, b } from 'lib';\nexport const c = [a, b];\n" },
  },
  {
    says: 'an alias of a bundler',
    given: {
      'vite.config.ts': "export default { resolve: { alias: { '@parts': '/src/parts' } } };\n",
      'src/parts/a.ts': 'export const a = 1;\n',
    },
    change: { 'src/x.ts': "import { a } from '@parts/a';\nexport const b = a;\n" },
  },
  {
    says: 'very many empty lines',
    given: { 'src/a.ts': 'export const a = 1;\nexport const b = 2;\n', 'src/b.ts': "export * from './a.ts';\n" },
    change: { 'src/a.ts': `${'\n'.repeat(400_000)}export const a = 1;\n` },
  },
  {
    says: 'types that a tool writes into another of the root directories',
    given: {
      'tsconfig.json': '{ "compilerOptions": { "rootDirs": [".", "./.react-router/types"] } }\n',
      'src/a.ts': 'export const a = 1;\n',
    },
    change: { 'src/home.ts': "import type { Route } from './+types/home';\nexport type R = Route;\n" },
  },
];

const javascript: readonly Harmless[] = [
  {
    says: 'a method that every object has',
    given: { 'lib/a.js': 'module.exports = { a: 1 };\n' },
    change: { 'lib/b.js': "const a = require('./a');\nmodule.exports = { b: a.hasOwnProperty('a') };\n" },
  },
  {
    says: 'names that a module gives to what it exports in other ways',
    given: { 'lib/a.js': 'this.a = 1;\nexports.b = 2;\n', 'lib/c.js': 'exports.b = 1;\neval("exports.a = 1");\n' },
    change: { 'lib/b.js': "const { a } = require('./a');\nconst { a: c } = require('./c');\nmodule.exports = { a, c };\n" },
  },
  {
    says: 'a name of a module that is too large to be read',
    given: { 'lib/a.js': `module.exports = { a: 1 };\n//${'x'.repeat(5 * 1024 * 1024)}\n` },
    change: { 'lib/b.js': "const { b } = require('./a');\nmodule.exports = { b };\n" },
  },
  {
    says: 'a function in which the name of a module is another function',
    given: { 'lib/a.js': 'module.exports = { a: 1 };\n' },
    change: {
      'lib/b.js':
        "const a = require('./a');\nfunction run() {\n  function a() {}\n  Object.assign(a, { go: () => 1 });\n  return a.go();\n}\nmodule.exports = { run, a };\n",
    },
  },
];

const python: readonly Harmless[] = [
  {
    says: 'a package of others with the name of one below a package',
    given: {
      'pyproject.toml': '[project]\nname = "shop"\ndependencies = ["docker"]\n',
      'shop/__init__.py': '',
      'shop/providers/__init__.py': '',
      'shop/providers/docker/__init__.py': '',
      'shop/providers/logging/__init__.py': '',
    },
    change: {
      'shop/providers/docker/run.py': 'from docker.errors import APIError\nfrom logging import getLogger\n\nprint(APIError, getLogger)\n',
    },
  },
  {
    says: 'names of forms that are rare',
    given: {
      'pyproject.toml': '[project]\nname = "shop"\ndependencies = []\n',
      'shop/__init__.py': '',
      'shop/a.py':
        '\uFEFFfirst = 1\ntotal = 1; rest = 2\n(\n    left,\n    right,\n) = (1, 2)\nwith open("a") as (one, two):\n    pass\ngröße = 1\nthird, = [3]\nfourth, \\\nfifth = 4, 5\nmatch [1]:\n    case [sixth, *more]:\n        pass\n',
      'shop/b.py': 'from .a import first, \\\r\n    total\r\n',
    },
    change: {
      'shop/new.py':
        'from .a import first, rest, left, right, one, two, größe, third, fourth, fifth, sixth, more\nfrom .b import total\n\nprint(first, rest, left, right, one, two, größe, total, third, fourth, fifth, sixth, more)\n',
    },
  },
  {
    says: 'a package that finds its modules by itself',
    given: {
      'pyproject.toml': '[project]\nname = "shop"\ndependencies = []\n',
      'shop/__init__.py': "__path__ = __import__('pkgutil').extend_path(__path__, __name__)\n",
    },
    change: { 'shop/new.py': 'from shop.extra import a\n\nprint(a)\n' },
  },
];

const answered = z.object({ validationResult: z.object({ findings: z.array(z.object({ file: z.string(), message: z.string() })) }) });

describe.each(Object.entries({ typescript, javascript, python }))('a change of a project in %s', (_, all) => {
  it.each(all.map((one) => [one.says, one] as const))('may have %s', async (_says, { change, given }) => {
    const run = await toolRun({ 'package.json': '{}', ...given });
    const files = Object.entries(change).map(([path, to]) =>
      to === null ? { path, diff: removal(path, given[path] ?? '') } : { path, content: to },
    );
    const { findings } = answered.parse(await run.record('svc_validate_change', { files })).validationResult;
    expect(findings).toEqual([]);
  });
});

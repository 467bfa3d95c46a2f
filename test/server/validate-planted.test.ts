import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { builtProgram } from '../support/built-program.ts';
import { removal } from './removal.ts';
import { toolRun } from './tool-runs.ts';

// Mistakes of a kind that assistants really make, each alone in a change of a small project. The checks run in the worker of the built program.
builtProgram();

const typescript: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "shop", "type": "module", "dependencies": { "zod": "^4.0.0" }, "devDependencies": { "vitest": "^4.0.0" } }\n',
  'tsconfig.json': '{ "compilerOptions": { "strict": true } }\n',
  'src/money.ts':
    'export interface Price {\n  readonly cents: number;\n}\n\nexport function total(prices: readonly Price[]): number {\n  return prices.reduce((sum, { cents }) => sum + rounded(cents), 0);\n}\n\nfunction rounded(cents: number): number {\n  return Math.round(cents);\n}\n\nexport default total;\n',
  'src/index.ts': "export { total } from './money.ts';\nexport * from './cart.ts';\n",
  'src/cart.ts':
    "import { type Price, total } from './money.ts';\n\nexport class Cart {\n  prices: Price[] = [];\n  sum(): number {\n    return total(this.prices);\n  }\n}\n",
  'src/old.ts': "import { z } from 'zod';\nimport { Cart } from './index.ts';\n\nexport const cart = z.instanceof(Cart);\n",
  'test/money.test.ts':
    "import { expect, it } from 'vitest';\nimport { total } from '../src/money.ts';\n\nit('adds', () => {\n  expect(total([])).toBe(0);\n});\n",
};

const javascript: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "shop", "dependencies": { "express": "^5.0.0" } }\n',
  'lib/format.js':
    "'use strict';\n\nfunction price(cents) {\n  return (cents / 100).toFixed(2);\n}\n\nfunction date(ms) {\n  return new Date(ms).toISOString();\n}\n\nmodule.exports = { price, date };\n",
  'lib/app.js':
    "'use strict';\n\nconst express = require('express');\nconst { price } = require('./format');\nconst format = require('./format');\n\nconst app = express();\napp.get('/', (request, response) => response.send(price(100) + format.date(0)));\nmodule.exports = app;\n",
};

const python: Readonly<Record<string, string>> = {
  'pyproject.toml': '[project]\nname = "shop"\ndependencies = ["requests>=2"]\n',
  'shop/__init__.py': 'from .money import total\n',
  'shop/money.py':
    'import math\n\n\ndef total(prices):\n    return sum(rounded(price) for price in prices)\n\n\ndef rounded(price):\n    return math.floor(price)\n',
  'shop/cart.py':
    'import requests\n\nfrom shop.money import rounded, total\n\n\nclass Cart:\n    def sum(self):\n        return rounded(total([requests.get("https://example.com")]))\n',
};

// In two parts, so that this file holds none.
const token = ['ghp_', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('');

interface Planted {
  readonly says: string;
  /** From what to what, by file; `undefined` for the whole text: the file is new, or goes. */
  readonly change: Readonly<Record<string, readonly [from: string, to: string] | string | null>>;
  readonly finds: RegExp;
  readonly file?: string;
}

const planted: Readonly<Record<'typescript' | 'javascript' | 'python', readonly Planted[]>> = {
  typescript: [
    {
      says: 'an import of a file that does not exist',
      change: { 'src/new.ts': "import { a } from './nowhere.ts';\nexport const b = a;\n" },
      finds: /^line 1: "\.\/nowhere\.ts" leads to no file/,
    },
    {
      says: 'an import in another case',
      change: { 'src/new.ts': "import { Cart } from './Cart.ts';\nexport const b = Cart;\n" },
      finds: /leads to no file/,
    },
    {
      says: 'an import of a name that is not exported',
      change: { 'src/new.ts': "import { rounded } from './money.ts';\nexport const b = rounded(1);\n" },
      finds: /^line 1: src\/money\.ts does not export "rounded"/,
    },
    {
      says: 'the same through "export *"',
      change: { 'src/new.ts': "import { Basket } from './index.ts';\nexport const b = Basket;\n" },
      finds: /src\/index\.ts does not export "Basket"/,
    },
    {
      says: 'a re-export of a name that is not exported',
      change: { 'src/index.ts': ['total }', 'total, subtotal }'] },
      finds: /src\/money\.ts does not export "subtotal"/,
    },
    {
      says: 'a default import where there is none',
      change: { 'src/new.ts': "import Cart from './cart.ts';\nexport const b = Cart;\n" },
      finds: /src\/cart\.ts does not export a default export/,
    },
    { says: 'a type that is not exported', change: { 'src/cart.ts': ['type Price,', 'type Cost,'] }, finds: /does not export "Cost"/ },
    {
      says: 'a removed export that another file imports',
      change: { 'src/money.ts': ['export function total', 'export function sumOf'] },
      finds: /^line 1: total is imported here, and src\/money\.ts would not export it/,
      file: 'src/cart.ts',
    },
    {
      says: 'the same where the other file is in the change',
      change: {
        'src/money.ts': ['export function total', 'export function sumOf'],
        'src/cart.ts': ['prices: Price[] = [];', 'prices: Price[] = [];\n'],
      },
      finds: /does not export "total"|total is imported here/,
      file: 'src/cart.ts',
    },
    {
      says: 'a removed file that is imported',
      change: { 'src/cart.ts': null },
      finds: /src\/cart\.ts is imported here, and would be gone/,
      file: 'src/index.ts',
    },
    {
      says: 'a call of a function that the change removes',
      change: { 'src/money.ts': ['function rounded(cents: number): number {\n  return Math.round(cents);\n}\n\n', ''] },
      finds: /^line 6: rounded is used here, and its declaration would be gone/,
    },
    {
      says: 'a used import that the change removes',
      change: { 'src/cart.ts': ['type Price, total', 'type Price'] },
      finds: /total is used here, and its import would be gone/,
    },
    {
      says: 'a package that is not declared',
      change: { 'src/new.ts': "import ky from 'ky';\nexport const b = ky;\n" },
      finds: /^line 1: "ky" is imported here and is not declared in package\.json/,
    },
    {
      says: 'a dependency that is removed and still imported',
      change: { 'package.json': ['"zod": "^4.0.0"', '"ky": "^1.0.0"'] },
      finds: /"zod" is imported here and is not declared/,
      file: 'src/old.ts',
    },
    { says: 'a syntax error', change: { 'src/money.ts': ['sum + rounded(cents), 0);', 'sum + rounded(cents), 0;'] }, finds: /^line \d+: / },
    {
      says: 'a name that is declared twice',
      change: { 'src/money.ts': ['export default total;', 'const factor = 1;\nconst factor = 2;\nexport default factor;'] },
      finds: /^line 1\d: .*factor.* is declared twice/,
    },
    {
      says: 'a key that is given twice',
      change: { 'src/new.ts': 'export const a = {\n  b: 1,\n  c: 2,\n  b: 3,\n};\n' },
      finds: /^line 4: .*"b" is given twice/,
    },
    {
      says: 'a test that keeps others from running',
      change: { 'test/money.test.ts': ["it('adds'", "it.only('adds'"] },
      finds: /"it\.only" keeps the other tests/,
    },
    {
      says: 'a debugger statement',
      change: { 'src/money.ts': ['return Math.round', 'debugger;\n  return Math.round'] },
      finds: /^line 10: "debugger" stops the program/,
    },
    { says: 'a secret', change: { 'src/new.ts': `export const key = '${token}';\n` }, finds: /characters, begins with/ },
    {
      says: 'conflict markers',
      change: { 'src/new.ts': '<<<<<<< HEAD\nexport const a = 1;\n=======\nexport const a = 2;\n>>>>>>> other\n' },
      finds: /A merge conflict is not resolved/,
    },
    { says: 'broken JSON', change: { 'package.json': ['"type": "module",', '"type": "module"'] }, finds: /^line 1: / },
  ],
  javascript: [
    {
      says: 'a file that does not exist',
      change: { 'lib/new.js': "const { a } = require('./nowhere');\nmodule.exports = a;\n" },
      finds: /"\.\/nowhere" leads to no file/,
    },
    {
      says: 'a name that is not exported',
      change: { 'lib/new.js': "const { prize } = require('./format');\nmodule.exports = { prize };\n" },
      finds: /^line 1: lib\/format\.js does not export "prize"/,
    },
    {
      says: 'a call of a name that is not exported',
      change: { 'lib/app.js': ['format.date(0)', 'format.dates(0)'] },
      finds: /lib\/format\.js does not export "dates"/,
    },
    {
      says: 'a removed export',
      change: { 'lib/format.js': ['{ price, date }', '{ price }'] },
      finds: /date is used here, and lib\/format\.js would not export it/,
      file: 'lib/app.js',
    },
    {
      says: 'a package that is not declared',
      change: { 'lib/new.js': "const cors = require('cors');\nmodule.exports = cors;\n" },
      finds: /"cors" is imported here and is not declared/,
    },
    {
      says: 'a removed require that is still used',
      change: { 'lib/app.js': ["const { price } = require('./format');\n", ''] },
      finds: /price is used here, and its declaration would be gone/,
    },
    { says: 'a syntax error', change: { 'lib/app.js': ['const app = express();', 'const app = express(;'] }, finds: /^line \d+: / },
  ],
  python: [
    {
      says: 'a module that does not exist',
      change: { 'shop/new.py': 'from .nowhere import a\n\nb = a\n' },
      finds: /^line 1: there is no module "\.nowhere"/,
    },
    {
      says: 'a name that is not defined',
      change: { 'shop/new.py': 'from shop.money import totals\n\nb = totals\n' },
      finds: /^line 1: shop\/money\.py does not define "totals"/,
    },
    {
      says: 'a removed function that another file imports',
      change: { 'shop/money.py': ['def total(', 'def sum_of('] },
      finds: /total is imported here, and shop\/money\.py would not define it/,
      file: 'shop/cart.py',
    },
    {
      says: 'a removed module that is imported',
      change: { 'shop/money.py': null },
      finds: /shop\/money\.py is imported here, and would be gone/,
      file: 'shop/cart.py',
    },
    {
      says: 'a package that is not declared',
      change: { 'shop/new.py': 'import httpx\n\nclient = httpx.Client()\n' },
      finds: /"httpx" is imported here/,
    },
    {
      says: 'a bracket that is not closed',
      change: { 'shop/money.py': ['for price in prices)', 'for price in prices'] },
      finds: /^line \d+: /,
    },
    { says: 'a missing colon', change: { 'shop/money.py': ['def rounded(price):', 'def rounded(price)'] }, finds: /^line 8: / },
    {
      says: 'a breakpoint',
      change: { 'shop/money.py': ['    return math', '    breakpoint()\n    return math'] },
      finds: /^line 9: "breakpoint" stops the program/,
    },
    { says: 'a secret', change: { 'shop/new.py': `KEY = "${token}"\n` }, finds: /characters, begins with/ },
  ],
};

const answered = z.object({
  validationResult: z.object({
    findings: z.array(z.object({ file: z.string(), severity: z.string(), message: z.string() })),
    recommendation: z.string(),
  }),
});

const projects = { typescript, javascript, python };

describe.each(['typescript', 'javascript', 'python'] as const)('a change of a project in %s', (language) => {
  it.each(planted[language].map((one) => [one.says, one] as const))('with %s', async (_, { change, file, finds }) => {
    const given = projects[language];
    const run = await toolRun(given);
    const files = Object.entries(change).map(([path, to]) => {
      const from = given[path] ?? '';
      if (to === null) return { path, diff: removal(path, from) };
      if (typeof to !== 'string' && !from.includes(to[0])) throw new Error(`${path} has no ${to[0]}`);
      return { path, content: typeof to === 'string' ? to : from.replace(...(to as [string, string])) };
    });
    const { findings } = answered.parse(await run.record('svc_validate_change', { files })).validationResult;
    const [first] = Object.keys(change);
    expect(findings.map(({ file: at, message }) => ({ at, message }))).toContainEqual({
      at: file ?? first,
      message: expect.stringMatching(finds),
    });
  });
});

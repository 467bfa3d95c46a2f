import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { checkModes } from '../../src/checks/mode-names.ts';
import { builtProgram } from '../support/built-program.ts';
import { removeTree } from '../support/processes.ts';
import { call, connected, madeHome } from './started.ts';

beforeAll(() => {
  builtProgram();
});

const files = {
  'shop/package.json': '{ "name": "shop", "version": "1.0.0", "type": "module", "exports": "./src/a.ts" }',
  'shop/README.md': 'Run `npm run build`, then see `src/a.ts`.\n',
  // The quick reader of imports leaves this file to the parser.
  'shop/src/a.ts':
    "import { b } from './b.ts';\nconst later: import('./b.ts').B | undefined = undefined;\nexport const a = () => [b, later];\n",
  'shop/src/b.ts': "import { a } from './a.ts';\nexport type B = 1;\nexport const b = (code: string) => [eval(code), a];\n",
  'shop/test/a.test.ts': "import { test } from 'node:test';\nimport { a } from '../src/a.ts';\ntest('a', () => a());\n",
  'shop/tool.py': 'import os\n\n\ndef where():\n    return os.getcwd()\n',
};
const missing =
  /the parser is not installed \((?:oxc-parser|@ast-grep\/napi) for \w+ \w+\): install snap again with its optional packages, "npm install --include=optional"/;

describe('a program that was installed without its optional packages', () => {
  it('answers every tool call, says what was not examined and what to do, and none of that passed', { timeout: 120_000 }, async () => {
    const directory = mkdtempSync(join(tmpdir(), 'snap-without-'));
    onTestFinished(() => removeTree(directory));
    // Beside no node_modules.
    cpSync(dirname(builtProgram()), join(directory, 'dist'), { recursive: true });
    const home = madeHome(files);
    const root = join(home, 'shop');
    for (const args of [
      ['init', '-q'],
      ['add', '.'],
      ['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'first'],
    ])
      execFileSync('git', args, { cwd: root, env: { PATH: process.env['PATH'], HOME: home } });
    appendFileSync(join(root, 'src/b.ts'), 'export const c = 1;\n');
    const client = await connected({
      program: join(directory, 'dist/main.js'),
      home,
      cwd: root,
      env: { PATH: process.env['PATH'] ?? '' },
    });
    const said: Record<string, string> = {};
    for (const mode of checkModes) {
      const { isError, text } = await call(client, { mode });
      expect(isError, `${mode}: ${text}`).toBe(mode === 'trace');
      expect(text).not.toMatch(/Cannot find|node_modules|\.mjs/);
      said[mode] = text;
    }
    for (const mode of ['impact', 'circular', 'architecture', 'orphans', 'full', 'security'] as const)
      expect(said[mode], mode).toMatch(missing);
    for (const mode of ['impact', 'circular', 'architecture']) expect(said[mode]).toMatch(/skipped/);
    const code = await call(client, { mode: 'patterns', code: 'eval(a)' });
    expect(code.text).toMatch(missing);
  });
});

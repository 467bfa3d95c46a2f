import { mkdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { performance } from '../../../src/checks/layers/performance.ts';
import { checkedWorkspace, type LayerRun } from '../coverage/checked-workspace.ts';

const found = ({ findings }: LayerRun): readonly string[] =>
  findings.map(({ file = '', line, rule, severity }) => `${severity} ${file}${line === undefined ? '' : `:${line}`} ${rule}`);

it('a budget is judged by what was built, and one that is missed by an old build is a warning', async () => {
  const here = await checkedWorkspace(undefined, {
    'package.json': JSON.stringify({
      bundlesize: [
        { path: 'dist/*.js', maxSize: '1 kB', compression: 'none' },
        { path: 'lib/*.js', maxSize: '1 kB' },
      ],
    }),
    'src/a.ts': 'export const a = 1;\n',
    'dist/small.js': 'a',
    'dist/large.js': 'a'.repeat(1025),
    '.gitignore': 'dist/\n',
  });
  here.age('src', 100);
  const report = await here.run(performance);
  expect(found(report)).toEqual(['error package.json size-budget']);
  expect(report.findings[0]?.message).toBe('bundlesize 1: dist/large.js has 1025 bytes, and 1 kB are allowed.');
  expect(report.lines).toEqual(['package.json: bundlesize 2: nothing was built at lib/*.js yet.']);

  here.age('dist', 200);
  expect(found(await here.run(performance))).toEqual(['warning package.json size-budget']);
});

it('is skipped where nothing can be said', async () => {
  const here = await checkedWorkspace(undefined, { 'package.json': '{}' });
  expect((await here.run(performance)).skipped).toContain('no budget');
});

it('with a diff: large files, packages of the lock file, and code that waits, in added lines only', async () => {
  const lock = (packages: object): string => JSON.stringify({ packages });
  const here = await checkedWorkspace(
    undefined,
    {
      'package.json': '{"dependencies":{"a":"1"}}',
      'package-lock.json': lock({ 'node_modules/a': { version: '1.0.0' } }),
      'src/old.ts': 'export async function f() {\n  return readFileSync("a");\n}\n',
      '.gitignore': 'node_modules/\n',
    },
    { hasGit: true },
  );
  here.put('src/old.ts', `${here.text('src/old.ts')}export const g = async () => execSync("b");\n`);
  here.put('scripts/build.ts', 'export const g = async () => execSync("b");\n');
  here.put(
    'package-lock.json',
    lock({
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b': { version: '2.0.0' },
      'node_modules/b/node_modules/a': { version: '2.0.0' },
    }),
  );
  here.put('film.bin', new Uint8Array(1024 * 1024));
  here.put('long.txt', 'a\n'.repeat(1024 * 1024));
  mkdirSync(here.at('node_modules/b'), { recursive: true });
  here.put('node_modules/b/package.json', '{"version":"2.0.0"}');
  here.put('node_modules/b/big.js', 'a'.repeat(6 * 1024 * 1024));
  const report = await here.run(performance, { diff: 'uncommitted' });
  expect(found(report)).toEqual([
    'warning film.bin large-file',
    'warning package-lock.json duplicate-package',
    'warning package-lock.json heavy-package',
    'info package-lock.json added-packages',
    'info src/old.ts:4 sync-in-async',
  ]);
  expect(report.findings.map(({ message }) => message).join('\n')).toContain('a is installed in 2 versions now: 1.0.0, 2.0.0.');
});

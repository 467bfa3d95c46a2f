import { expect, it } from 'vitest';
import { performance } from '../../src/checks/layers/performance.ts';
import { checkedWorkspace, type LayerRun } from './coverage/checked-workspace.ts';

const found = ({ findings }: LayerRun): readonly string[] =>
  findings.map(({ file = '', line, rule, severity }) => `${severity} ${file}${line === undefined ? '' : `:${line}`} ${rule}`);

it('is skipped where nothing can be said', async () => {
  const here = await checkedWorkspace(undefined, { 'package.json': '{}' });
  expect((await here.run(performance)).skipped).toContain('no diff');
});

it('with a diff: large files and packages of the lock file', async () => {
  const lock = (packages: object): string => JSON.stringify({ packages });
  const here = await checkedWorkspace(
    undefined,
    {
      'package.json': '{"dependencies":{"a":"1"}}',
      'package-lock.json': lock({ 'node_modules/a': { version: '1.0.0' } }),
      '.gitignore': 'node_modules/\n',
    },
    { hasGit: true },
  );
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
  const report = await here.run(performance, { diff: 'uncommitted' });
  expect(found(report)).toEqual([
    'warning film.bin large-file',
    'warning package-lock.json duplicate-package',
    'info package-lock.json added-packages',
  ]);
  expect(report.findings.map(({ message }) => message).join('\n')).toContain('a is installed in 2 versions now: 1.0.0, 2.0.0.');
});

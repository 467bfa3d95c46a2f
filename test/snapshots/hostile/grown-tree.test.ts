import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { temporaryHome } from '../../support/temporary-home.ts';
import { commitAll, growTree, mutate } from '../../support/grown-tree.ts';
import { pictureOf } from './picture.ts';

const namesAndHashes = (root: string) => [...pictureOf(root)].map(([path, { content, mode }]) => `${path} ${mode} ${content}`);

it('a grown tree is the same for the same numbers, and clean for git', async () => {
  const home = temporaryHome({ inMemory: true });
  const one = growTree(home.at('one'), { files: 300 });
  growTree(home.at('other'), { files: 300 });
  growTree(home.at('third'), { files: 300, seed: 2 });
  expect(one.files).toHaveLength(300);
  expect(namesAndHashes(home.at('one'))).toEqual(namesAndHashes(home.at('other')));
  expect(namesAndHashes(home.at('one'))).not.toEqual(namesAndHashes(home.at('third')));

  const environment = { HOME: home.path, PATH: process.env['PATH'] ?? '', GIT_CONFIG_NOSYSTEM: '1' };
  await commitAll(one, environment);
  const status = () =>
    execFileSync('git', ['status', '--porcelain'], { cwd: one.root, env: environment, encoding: 'utf8' }).split('\n').length - 1;
  expect(status()).toBe(0);
  expect(mutate(one, 100, 1)).toHaveLength(100);
  expect(status()).toBe(100);
});

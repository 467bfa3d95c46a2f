import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { filesOfCheck } from '../../src/checks/left-out.ts';
import { defaults } from '../../src/settings/index.ts';
import { openWorkspace } from '../../src/workspace/index.ts';
import { temporaryHome } from '../support/temporary-home.ts';

describe('the files of a check', () => {
  it('are those that no rule leaves out, and those that git tracks whatever a .gitignore says', async () => {
    const home = temporaryHome();
    const tracked = ['w/a.ts', 'w/gen/ä.ts', 'w/gen/deep/b.ts', 'w/local.env', 'w/kept.out', 'w/node_modules/p/index.js'];
    for (const path of tracked) home.put(path, '1');
    const git = (...args: readonly string[]): void => void execFileSync('git', args, { cwd: home.at('.'), stdio: 'ignore' });
    git('init', '-q');
    git('add', '-A', '-f');
    home.put('w/.gitignore', 'gen/\n*.env\nnode_modules/\n');
    for (const path of ['w/gen/made.ts', 'w/gen/other/c.ts', 'w/secret.env', 'w/b.ts']) home.put(path, '1');
    const workspace = await openWorkspace(home.system, home.at('w'));
    const bench = { system: home.system, workspace, settings: { ...defaults, exclude: ['*.out'] } };
    const { files } = await filesOfCheck(bench, () => false, new AbortController().signal);
    expect(files.map(({ path }) => path).toSorted()).toEqual(['.gitignore', 'a.ts', 'b.ts', 'gen/deep/b.ts', 'gen/ä.ts', 'local.env']);
  });
});

import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findWorkspace, openWorkspace, refusalOf } from '../../src/workspace/index.ts';
import { memorySystem } from '../support/memory-system.ts';
import { temporaryHome, type TemporaryHome } from '../support/temporary-home.ts';

function git(home: TemporaryHome, cwd: string, ...args: readonly string[]): void {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@x'];
  execFileSync('git', [...who, ...args], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: home.path, GIT_CONFIG_NOSYSTEM: '1' },
    stdio: 'ignore',
  });
}

describe('openWorkspace', () => {
  it('has one place for one directory, and writes nothing', async () => {
    const home = temporaryHome();
    home.put('My Project! ü/a', '');
    symlinkSync(home.at('My Project! ü'), home.at('link'));
    const workspace = await openWorkspace(home.system, home.at('My Project! ü'));
    expect(workspace.root).toBe(home.at('My Project! ü'));
    expect(workspace.privateDirectory).toMatch(/\.snap-mcp\/data\/workspaces\/my-project-[0-9a-f]{12}$/);
    expect(workspace.knowledgeDirectory).toMatch(/\.snap-mcp\/data\/knowledge\/my-project-[0-9a-f]{12}$/);
    expect(workspace.projectDirectory).toBe(home.at('My Project! ü/.snap'));
    expect(workspace.gitDirectory).toBeUndefined();
    expect(await openWorkspace(home.system, home.at('link/'))).toEqual(workspace);
    expect(home.tree()).toEqual(['My Project! ü/', 'My Project! ü/a', 'link']);
  });

  it.each([
    ['a'.repeat(60), /^a{24}-/],
    ['---', /^workspace-/],
    ['日本', /^workspace-/],
    ['Snap.MCP_v2', /^snap-mcp-v2-/],
  ])('names its directory after %s', async (name, pattern) => {
    const home = temporaryHome();
    mkdirSync(home.at(name));
    expect(basename((await openWorkspace(home.system, home.at(name))).privateDirectory)).toMatch(pattern);
  });

  it('shares what is known between the work trees of a repository, and nothing else', async () => {
    const home = temporaryHome();
    home.put('p/packages/a/x', '');
    home.put('p/packages/b/x', '');
    git(home, home.at('p'), 'init', '-q');
    git(home, home.at('p'), 'add', '-A');
    git(home, home.at('p'), 'commit', '-qm', 'x');
    git(home, home.at('p'), 'worktree', 'add', '-q', home.at('elsewhere/q'));
    const first = await openWorkspace(home.system, home.at('p'));
    const second = await openWorkspace(home.system, home.at('elsewhere/q'));
    expect(second.knowledgeDirectory).toBe(first.knowledgeDirectory);
    expect(second.privateDirectory).not.toBe(first.privateDirectory);
    expect(first.gitDirectory).toBe(home.at('p/.git'));
    expect(second.gitDirectory).toBe(home.at('p/.git/worktrees/q'));
    // Paths are told from the root, so packages of one repository are not the same.
    const [a, b, a2] = await Promise.all(
      ['p/packages/a', 'p/packages/b', 'elsewhere/q/packages/a'].map((name) => openWorkspace(home.system, home.at(name))),
    );
    expect(a?.knowledgeDirectory).toBe(a2?.knowledgeDirectory);
    expect(new Set([a, b, first].map((one) => one?.knowledgeDirectory)).size).toBe(3);
    expect(a?.gitDirectory).toBe(home.at('p/.git'));
  });

  it('does not let a directory claim a repository that does not know of it', async () => {
    const home = temporaryHome();
    home.put('p/x', '');
    git(home, home.at('p'), 'init', '-q');
    git(home, home.at('p'), 'add', '-A');
    git(home, home.at('p'), 'commit', '-qm', 'x');
    git(home, home.at('p'), 'worktree', 'add', '-q', home.at('q'));
    const { knowledgeDirectory } = await openWorkspace(home.system, home.at('p'));
    home.put('thief/.git', `gitdir: ${home.at('p/.git')}\n`);
    home.put('thief2/.git', `gitdir: ${home.at('p/.git/worktrees/q')}\n`);
    home.put('thief3/.git', `gitdir: ${home.at('thief3/made')}\n`);
    home.put('thief3/made/gitdir', home.at('thief3/.git'));
    home.put('thief3/made/commondir', home.at('p/.git'));
    mkdirSync(home.at('thief4'));
    symlinkSync(home.at('p/.git'), home.at('thief4/.git'));
    for (const name of ['thief', 'thief2', 'thief3', 'thief4']) {
      expect((await openWorkspace(home.system, home.at(name))).knowledgeDirectory, name).not.toBe(knowledgeDirectory);
    }
  });
});

describe('refusalOf', () => {
  it('says why a directory is no workspace', async () => {
    const home = temporaryHome();
    home.put('p/file', '');
    symlinkSync(home.path, home.at('p/to-home'));
    expect(await refusalOf(home.system, home.at('p'))).toBeUndefined();
    expect(await refusalOf(home.system, home.path)).toBe('~: the home directory is no workspace.');
    expect(await refusalOf(home.system, `${home.path}/`)).toContain('home directory');
    expect(await refusalOf(home.system, home.at('p/to-home'))).toBe('~/p/to-home: the home directory is no workspace.');
    expect(await refusalOf(home.system, '/')).toBe('/: the root of a disk is no workspace.');
    expect(await refusalOf(home.system, home.at('..'))).toContain('holds the home directory');
    expect(await refusalOf(home.system, home.at('nowhere'))).toBe('~/nowhere: there is no such directory.');
    expect(await refusalOf(home.system, home.at('p/file'))).toContain('no such directory');
    await expect(openWorkspace(home.system, home.path)).rejects.toMatchObject({ code: 'no-workspace' });
  });

  it('knows the roots of Windows', async () => {
    const system = memorySystem({ platform: 'win32', files: { 'C:\\Users\\ada\\x': '', 'D:\\p\\x': '' } });
    expect(await refusalOf(system, 'D:\\')).toContain('root of a disk');
    expect(await refusalOf(system, 'C:\\Users')).toContain('holds the home');
    expect(await refusalOf(system, 'C:\\Users\\ada\\')).toContain('home directory is no');
    expect(await refusalOf(system, 'D:\\p')).toBeUndefined();
  });
});

describe('findWorkspace', () => {
  it('is the nearest directory with a mark, never the home', async () => {
    const files = { '/home/ada/.git/HEAD': '', '/home/ada/p/package.json': '', '/home/ada/p/src/a.ts': '', '/home/ada/none/x': '' };
    const at = (cwd: string) => findWorkspace(memorySystem({ files, cwd }), undefined);
    expect(await at('/home/ada/p/src')).toEqual({ path: '/home/ada/p', isProject: true });
    expect(await at('/home/ada/none')).toEqual({ path: '/home/ada/none', isProject: false });
    expect(await at('/home/ada')).toEqual({ path: '/home/ada', isProject: false });
    await expect(findWorkspace(memorySystem({ files }), 'nowhere')).rejects.toMatchObject({ code: 'usage' });
  });
});

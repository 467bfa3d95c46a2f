import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { versionControlOf } from '../../../src/doctor/survey/survey.ts';
import { ignoreRulesOf } from '../../../src/workspace/index.ts';
import { gitOnce } from '../../support/git-once.ts';
import { temporaryHome, type TemporaryHome } from '../../support/temporary-home.ts';

/** Nothing of the machine's own git settings has a say. */
function git(home: TemporaryHome, cwd: string, ...args: readonly string[]): string {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home.path,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@x',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@x',
  };
  return execFileSync('git', [...args], { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

describe('what git says of a file', () => {
  it('tracked, not tracked, ignored', async () => {
    const home = temporaryHome();
    const project = home.at('p');
    home.put('p/.gitignore', '.vscode/*\n!.vscode/settings.json\n');
    home.put('p/.mcp.json', '{}');
    home.put('p/.cursor/mcp.json', '{}');
    home.put('p/a/.mcp.json', '{}');
    git(home, project, 'init', '-q');
    git(home, project, 'add', 'a/.mcp.json', '.cursor/mcp.json', '.gitignore');
    const ask = await versionControlOf(home.system, project);
    expect(ask(home.at('p/.cursor/mcp.json'))).toEqual({ tracked: true });
    // A longer name that ends alike is another file.
    expect(ask(home.at('p/.mcp.json'))).toEqual({ tracked: false, ignoredByGit: false });
    expect(ask(home.at('p/.vscode/mcp.json'))).toEqual({ tracked: false, ignoredByGit: true });
    expect(ask(home.at('p/.vscode/settings.json'))).toEqual({ tracked: false, ignoredByGit: false });
    expect(ask(home.at('elsewhere.json'))).toEqual({});
    git(home, project, 'update-index', '--index-version', '4');
    // Names share their beginnings in that version.
    const packed = await versionControlOf(home.system, project);
    expect(packed(home.at('p/.cursor/mcp.json'))).toEqual({ tracked: true });
    expect(packed(home.at('p/.mcp.json'))).toEqual({ tracked: false, ignoredByGit: false });
    // A split index keeps most names in a second file, which is not read.
    git(home, project, 'update-index', '--split-index');
    expect((await versionControlOf(home.system, project))(home.at('p/.cursor/mcp.json')).tracked).toBeUndefined();
  });

  it('of a workspace that is one package of many', async () => {
    const home = temporaryHome();
    home.put('p/packages/a/.mcp.json', '{}');
    home.put('p/packages/a/.gitignore', 'mcp.local.json\n/.cursor\n');
    git(home, home.at('p'), 'init', '-q');
    git(home, home.at('p'), 'add', '.');
    const ask = await versionControlOf(home.system, home.at('p/packages/a'));
    expect(ask(home.at('p/packages/a/.mcp.json')).tracked).toBe(true);
    expect(ask(home.at('p/packages/a/mcp.local.json'))).toEqual({ tracked: false, ignoredByGit: true });
    expect(ask(home.at('p/packages/a/.cursor/mcp.json')).ignoredByGit).toBe(true);
  });

  it('of a second work tree, whose .git is a file', async () => {
    const home = temporaryHome();
    home.put('p/.mcp.json', '{}');
    git(home, home.at('p'), 'init', '-q');
    git(home, home.at('p'), 'add', '.');
    git(home, home.at('p'), 'commit', '-qm', 'x');
    git(home, home.at('p'), 'worktree', 'add', '-q', home.at('q'));
    expect((await versionControlOf(home.system, home.at('q')))(home.at('q/.mcp.json')).tracked).toBe(true);
  });

  it('nothing where there is no git, or only the remains of one', async () => {
    const home = temporaryHome();
    mkdirSync(home.at('p/.git'), { recursive: true });
    expect((await versionControlOf(home.system, home.at('p')))(home.at('p/.mcp.json'))).toEqual({ tracked: false, ignoredByGit: false });
    home.put('p/.git/index', 'DIRC');
    expect((await versionControlOf(home.system, home.at('p')))(home.at('p/.mcp.json'))).toEqual({ ignoredByGit: false });
    rmSync(home.at('p/.git'), { recursive: true });
    home.put('p/.git', 'gitdir: ../nowhere\n');
    expect((await versionControlOf(home.system, home.at('p')))(home.at('p/.mcp.json')).tracked).toBe(false);
    const other = temporaryHome();
    expect(existsSync(other.at('.git'))).toBe(false);
    expect((await versionControlOf(other.system, other.path))(other.at('.mcp.json'))).toEqual({});
  });
});

describe('ignore rules', () => {
  const names = [
    '.vscode/mcp.json',
    '.vscode/settings.json',
    '.mcp.json',
    'a/.mcp.json',
    'a/b/x.log',
    'x.log',
    'build/mcp.json',
    'a/build/mcp.json',
    'foo bar',
    'a[1].txt',
    'deep/a/b/c/x',
    'docs/x/y.md',
    '#x',
    '!x',
    'local.json',
    'LOCAL.json',
    'ab.txt',
    'a/c.txt',
  ];
  const files = [
    '.vscode',
    '.vscode/',
    '.vscode/*',
    '/.vscode',
    '.vscode/*\n!.vscode/settings.json',
    '.vscode\n!.vscode/mcp.json',
    '*.log',
    '/*.log',
    'build/',

    '**/mcp.json',
    'a/**',
    'a/**/x.log',
    'deep/**/x',
    'foo bar',
    String.raw`foo\ bar`,
    'a[1].txt',
    'a[[]1].txt',
    String.raw`\#x`,
    String.raw`\!x`,
    '#x',

    '*',
    '*\n!*.json',
    '*\n!*/\n!*.json',
    '?b.txt',
    '[a-b]b.txt',
    '[!x]b.txt',
    'docs/*/y.md',
    'docs/*.md',
    'local.json  ',
    'a',
    'a/',
    '**',
    '',
    '/',
  ];
  it.each(files)('%j as git has it', async (text) => {
    const home = temporaryHome();
    gitOnce(home.path, [['init', '-q']], (...args) => git(home, home.path, ...args));
    for (const name of names) home.put(name, '');
    home.put('.gitignore', `${text}\n`);
    const left = new Set(
      git(home, home.path, 'ls-files', '-z', '--others', '--exclude-standard', '--', ...names.map((name) => `:(literal)${name}`)).split(
        '\0',
      ),
    );
    const isIgnored = await ignoreRulesOf([{ directory: '', text }], 'linux');
    expect(names.filter((name) => isIgnored(name, 'file'))).toEqual(names.filter((name) => !left.has(name)));
  });
});

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { nodeSystem } from '../../src/system/node.ts';
import {
  isSameRepository,
  openWorkspace,
  readIdentity,
  repositoryIdentity,
  type RepositoryIdentity,
  type Workspace,
} from '../../src/workspace/index.ts';
import { temporaryHome, type TemporaryHome } from '../support/temporary-home.ts';

let home: TemporaryHome;
let at: string;
beforeEach(() => {
  home = temporaryHome();
  at = home.at('project');
});

function git(directory: string, ...args: readonly string[]): string {
  const options = ['-c', 'user.name=t', '-c', 'user.email=t@t', '-c', 'protocol.file.allow=always', '-c', 'init.defaultBranch=main'];
  return execFileSync('git', [...options, ...args], { cwd: directory, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** A repository whose commits are of nobody else: the texts differ. */
function repository(directory: string, ...texts: readonly string[]): string {
  mkdirSync(directory, { recursive: true });
  git(directory, 'init', '-q');
  for (const text of texts) git(directory, 'commit', '-q', '--allow-empty', '-m', text);
  return directory;
}

const system = () => nodeSystem({ home: home.path, cwd: home.path, env: { HOME: home.path, PATH: process.env['PATH'] ?? '' } });
const workspace = (root = at): Promise<Workspace> => openWorkspace(system(), root);
const identity = async (root?: string): Promise<RepositoryIdentity> => {
  const made = await repositoryIdentity(system(), await workspace(root));
  // As it is stored.
  return readIdentity(JSON.parse(JSON.stringify(made))) ?? made;
};
const isSame = async (known: RepositoryIdentity, root?: string): Promise<boolean> =>
  isSameRepository(system(), await workspace(root), known);

describe('the same repository is', () => {
  it('one with further commits, branches and roots', async () => {
    const known = await identity(repository(at, 'one', 'two'));
    expect(known.commits).toHaveLength(1);
    git(at, 'commit', '-q', '--allow-empty', '-m', 'three');
    git(at, 'switch', '-q', '--orphan', 'pages');
    git(at, 'commit', '-q', '--allow-empty', '-m', 'pages');
    expect(await isSame(known)).toBe(true);
    git(at, 'merge', '-q', '--allow-unrelated-histories', '-m', 'm', 'main');
    const both = await identity();
    expect([both.commits.length, await isSame(both)]).toEqual([2, true]);
  });

  it('one that was cloned again, copied, or cut off elsewhere', async () => {
    const source = repository(home.at('source'), 'one', 'two', 'three');
    git(home.path, 'clone', '-q', source, at);
    const known = await identity();
    rmSync(at, { recursive: true });
    git(home.path, 'clone', '-q', source, at);
    expect(await isSame(known)).toBe(true);
    cpSync(at, home.at('copy'), { recursive: true, preserveTimestamps: true });
    rmSync(at, { recursive: true });
    renameSync(home.at('copy'), at);
    expect(await isSame(known)).toBe(true);
    rmSync(at, { recursive: true });
    git(home.path, 'clone', '-q', '--depth', '1', `file://${source}`, at);
    // Its first commit is not here, so nothing proves that it is the same.
    expect(await isSame(known)).toBe(false);
    const shallow = await identity();
    git(at, 'fetch', '-q', '--unshallow');
    expect([await isSame(shallow), await isSame(known)]).toEqual([true, true]);
    rmSync(at, { recursive: true });
    git(home.path, 'clone', '-q', source, at);
    expect(await isSame(shallow)).toBe(true);
  });

  it('a second work tree at the same path, and a submodule', async () => {
    const main = repository(home.at('main'), 'one');
    git(main, 'worktree', 'add', '-q', at);
    const known = await identity();
    git(main, 'worktree', 'remove', '--force', at);
    git(main, 'worktree', 'add', '-q', '-f', at, 'HEAD', '--detach');
    expect(await isSame(known)).toBe(true);
    const outer = repository(home.at('outer'), 'outer');
    git(outer, 'submodule', 'add', '-q', main, 'sub');
    const inner = join(outer, 'sub');
    const submodule = await identity(inner);
    // It is a clone of that repository, and no part of the one around it.
    expect([await isSame(submodule, inner), await isSame(known, inner), await isSame(await identity(outer), inner)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('the directory itself, where there was no repository or no commit', async () => {
    mkdirSync(at);
    home.put('project/a.txt', 'a');
    const plain = await identity();
    expect(plain).toMatchObject({ commits: [], places: [expect.stringMatching(/^directory \d+:\d+:[\d.]+$/)] });
    repository(at);
    const empty = await identity();
    git(at, 'commit', '-q', '--allow-empty', '-m', 'one');
    expect([await isSame(plain), await isSame(empty)]).toEqual([true, true]);
  });
});

describe('another repository is', () => {
  it('one with other first commits at the same path, in the same directory too, or none', async () => {
    const known = await identity(repository(at, 'one'));
    rmSync(at, { recursive: true });
    repository(at, 'stranger');
    expect(await isSame(known)).toBe(false);
    rmSync(at, { recursive: true });
    mkdirSync(at);
    expect(await isSame(known)).toBe(false);
    const here = await identity(repository(at, 'here'));
    rmSync(join(at, '.git'), { recursive: true });
    repository(at, 'stranger');
    expect(await isSame(here)).toBe(false);
  });

  it('one that lacks one of several first commits', async () => {
    repository(at, 'one');
    git(at, 'switch', '-q', '--orphan', 'other');
    git(at, 'commit', '-q', '--allow-empty', '-m', 'two');
    git(at, 'merge', '-q', '--allow-unrelated-histories', '-m', 'm', 'main');
    const known = await identity();
    git(home.path, 'clone', '-q', '--single-branch', '-b', 'main', `file://${at}`, home.at('half'));
    rmSync(at, { recursive: true });
    renameSync(home.at('half'), at);
    expect(await isSame(known)).toBe(false);
  });

  it('one in place of a plain directory, or of a part of a repository', async () => {
    mkdirSync(at);
    const plain = await identity();
    renameSync(at, home.at('before'));
    repository(at, 'stranger');
    expect(await isSame(plain)).toBe(false);
    const outer = repository(home.at('outer'), 'outer');
    const part = join(outer, 'part');
    mkdirSync(part);
    const known = await identity(part);
    expect(known.places.map((place) => place.split(' ')[0])).toEqual(['git', 'part']);
    expect(await isSame(known, part)).toBe(true);
    renameSync(part, home.at('gone'));
    mkdirSync(part);
    expect(await isSame(known, part)).toBe(false);
    repository(part, 'stranger');
    expect(await isSame(known, part)).toBe(false);
  });
});

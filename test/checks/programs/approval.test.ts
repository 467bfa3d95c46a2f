import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkedWorkspace, layersOf, type CheckedWorkspace } from '../../support/checked-workspace.ts';

const linter = 'console.log(\'{"diagnostics":[]}\')';
const stranger = `require("fs").writeFileSync(${JSON.stringify('RAN')}, ""); ${linter}`;

function made(): CheckedWorkspace {
  return checkedWorkspace({
    'package.json': '{ "devDependencies": { "oxlint": "1" }, "scripts": { "build": "bundle --now" } }',
    'a.js': '',
    'node_modules/oxlint/package.json': '{ "name": "oxlint", "version": "1.0.0", "bin": { "oxlint": "run.js" } }',
    'node_modules/oxlint/run.js': linter,
  });
}

const lintOf = async (at: CheckedWorkspace): Promise<string | undefined> =>
  layersOf(await at.check('quick', { files: ['a.js'] })).find((layer) => layer.startsWith('lint'));

/** A program outside of the workspace, which leaves a file where it was started. */
function outside(at: CheckedWorkspace): string {
  const file = at.home.put('outside/run.js', stranger);
  at.home.put('outside/package.json', '{ "name": "oxlint", "version": "1.0.0", "bin": { "oxlint": "run.js" } }');
  return file;
}

const asks = (change: string): string => `lint: skipped: ${change}: not approved, run "snap trust"`;

describe('an approval does not cover', () => {
  it('another program of the package, which leaves the workspace', async () => {
    const at = made();
    await at.approve();
    expect(await lintOf(at)).toBe('lint: passed');
    const file = outside(at);
    at.put('node_modules/oxlint/package.json', '{ "name": "oxlint", "bin": { "oxlint": "../../../outside/run.js" } }');
    expect(await lintOf(at)).toBe(asks(`the program oxlint is now ${file}; it was node_modules/oxlint/run.js`));
    expect(existsSync(join(at.root, 'RAN'))).toBe(false);
    await at.approve();
    expect(await lintOf(at)).toBe('lint: passed');
  });

  it.each([
    ['the package', 'node_modules/oxlint'],
    ['its file', 'node_modules/oxlint/run.js'],
    ['the directory of all packages', 'node_modules'],
  ])('a link in place of %s', async (_, name) => {
    const at = made();
    await at.approve();
    const file = outside(at);
    const target = name === 'node_modules' ? at.home.at('elsewhere') : name.endsWith('.js') ? file : at.home.at('outside');
    if (name === 'node_modules') {
      mkdirSync(target);
      symlinkSync(at.home.at('outside'), join(target, 'oxlint'));
    }
    rmSync(join(at.root, name), { recursive: true });
    symlinkSync(target, join(at.root, name));
    expect(await lintOf(at)).toBe(asks(`the program oxlint is now ${file}; it was node_modules/oxlint/run.js`));
    expect(existsSync(join(at.root, 'RAN'))).toBe(false);
  });

  it('another program that a script names', async () => {
    const at = made();
    at.put('node_modules/bundle/run.js', '');
    at.put('node_modules/.bin/.keep', '');
    symlinkSync('../bundle/run.js', join(at.root, 'node_modules/.bin/bundle'));
    await at.approve();
    const layers = async () => layersOf(await at.check('build')).join('\n');
    expect(await layers()).not.toContain('not approved');
    rmSync(join(at.root, 'node_modules/.bin/bundle'));
    symlinkSync(outside(at), join(at.root, 'node_modules/.bin/bundle'));
    expect(await layers()).toContain(`outside/run.js; it was node_modules/bundle/run.js: not approved`);
  });

  it('another repository at the same path', async () => {
    const at = made();
    const git = (...args: readonly string[]): void =>
      void execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: at.root, stdio: 'ignore' });
    git('init', '-q');
    git('commit', '-q', '--allow-empty', '-m', 'one');
    await at.approve();
    expect(await lintOf(at)).toBe('lint: passed');
    // As a stranger's clone with the same tools would be.
    renameSync(join(at.root, '.git'), at.home.at('git-of-before'));
    git('init', '-q');
    git('commit', '-q', '--allow-empty', '-m', 'of a stranger');
    writeFileSync(join(at.root, 'node_modules/oxlint/run.js'), stranger);
    expect(await lintOf(at)).toBe(asks('another repository is at this path now than the one that was approved'));
    expect(existsSync(join(at.root, 'RAN'))).toBe(false);
  });

  it('anything, where it is of an earlier version of snap or was damaged', async () => {
    const at = made();
    await at.approve();
    const [name] = readdirSync(at.home.at('.snap-mcp'), { recursive: true, encoding: 'utf8' }).filter((each) =>
      each.endsWith('approved-programs.json'),
    );
    const file = at.home.at('.snap-mcp', name ?? '');
    const { approved } = JSON.parse(readFileSync(file, 'utf8')) as { readonly approved: readonly string[] };
    const mark = JSON.parse(approved[0] ?? '') as object;
    for (const text of [
      'a'.repeat(64),
      '1',
      'null',
      '{}',
      '{',
      JSON.stringify({ ...mark, repository: {} }),
      JSON.stringify({ ...mark, root: '/' }),
    ]) {
      writeFileSync(file, JSON.stringify({ v: 1, approved: [text] }));
      expect(await lintOf(at), text).toBe('lint: skipped: not approved, run "snap trust"');
    }
    writeFileSync(file, JSON.stringify({ v: 1, approved }));
    expect(await lintOf(at)).toBe('lint: passed');
  });
});

describe('an approval of a script does not cover', () => {
  const relink = (at: CheckedWorkspace, name: string, target: string): void => {
    rmSync(join(at.root, name), { force: true });
    at.put(`${name}/../.keep`, '');
    symlinkSync(target, join(at.root, name));
  };
  const scripts = (at: CheckedWorkspace, all: object): void => at.put('package.json', JSON.stringify({ scripts: all }));
  type Case = readonly [what: string, build: string, change: (at: CheckedWorkspace) => void, directory?: string];
  const cases: readonly Case[] = [
    ['another script that it calls', 'npm run -s inner', (at) => scripts(at, { build: 'npm run -s inner', inner: 'echo > RAN' })],
    ['one before that', 'npm run -s inner', (at) => scripts(at, { build: 'npm run -s inner', inner: ':', preinner: 'echo > RAN' })],
    ['a link in place of its file', './b.sh', (at) => relink(at, 'b.sh', 'other.sh')],
    ['a link in place of the file that Node runs', 'node b.mjs', (at) => relink(at, 'b.mjs', 'other.mjs')],
    ['a link in place of a file without its ending', 'node ./c', (at) => relink(at, 'c.js', 'other.mjs')],
    [
      'a link in place of a directory',
      'node ./lib/d.js',
      (at) => (rmSync(join(at.root, 'lib'), { recursive: true }), relink(at, 'lib', 'lib2')),
    ],
    ['another target of a program named by its path', 'node_modules/.bin/x', (at) => relink(at, 'node_modules/.bin/x', '../../other.sh')],
    ['another program in a directory above', 'x', (at) => relink(at, 'a/node_modules/.bin/x', '../../../other.sh'), 'a/b'],
    ['a new shell', ':', (at) => relink(at, 'node_modules/.bin/sh', '../../other.sh')],
    ['a new Node', './b.sh', (at) => at.put('node_modules/.bin/node', '#!/bin/sh')],
    ['new settings of npm', ':', (at) => at.put('.npmrc', 'script-shell=./other.sh\n')],
    ['other settings of npm', ':', (at) => at.put('.npmrc', 'node-options=--require=./other.mjs\n')],
    ['settings that git ignores', ':', (at) => (at.put('.gitignore', '.npmrc'), at.put('.npmrc', 'x=1'))],
    ['settings of yarn', ':', (at) => at.put('a/.yarnrc.yml', 'yarnPath: ./other.mjs\n'), 'a/b'],
  ];
  it.each(cases.map((each) => [...each] as const))('%s', async (what, build, change, directory = '') => {
    const manifest = JSON.stringify({ scripts: { build, inner: ':' } });
    const at = checkedWorkspace({
      'package.json': directory === '' ? manifest : JSON.stringify({ workspaces: [directory] }),
      ...(directory === '' ? {} : { [`${directory}/package.json`]: manifest }),
      ...Object.fromEntries(['b.sh', 'b.mjs', 'c.js', 'lib/d.js', 'lib2/d.js', 'other.sh', 'other.mjs', 'x.sh'].map((name) => [name, ''])),
      ...(what.startsWith('other settings') ? { '.npmrc': '' } : {}),
    });
    relink(at, 'node_modules/.bin/x', '../../x.sh');
    relink(at, 'a/node_modules/.bin/x', '../../../x.sh');
    await at.approve();
    const isApproved = async (): Promise<boolean | undefined> =>
      (await at.programs()).find(({ program }) => program.tool === 'build')?.isApproved;
    expect(await isApproved()).toBe(true);
    // What a build writes is no other program.
    at.put('dist/index.js', '');
    at.put('b.sh', '# 2');
    expect(await isApproved()).toBe(true);
    change(at);
    expect(await isApproved()).toBe(false);
    expect(layersOf(await at.check('build')).join('\n')).toContain('not approved');
  });
});

describe('an approval covers', () => {
  it('another version at the same path, and changed contents: an ordinary upgrade', async () => {
    const at = made();
    await at.approve();
    at.put('node_modules/oxlint/package.json', '{ "name": "oxlint", "version": "2.0.0", "bin": { "oxlint": "run.js" } }');
    at.put('node_modules/oxlint/run.js', `// 2\n${linter}`);
    expect(await lintOf(at)).toBe('lint: passed');
  });

  it('a repository that was made in the directory afterwards', async () => {
    const at = made();
    await at.approve();
    at.commit();
    expect(await lintOf(at)).toBe('lint: passed');
  });
});

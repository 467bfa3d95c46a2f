import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { exclusions, filesOf, ignoreRulesOf, openWorkspace } from '../../src/workspace/index.ts';
import { temporaryHome, type TemporaryHome } from '../support/temporary-home.ts';
import { cpuTime } from '../support/cpu-time.ts';

const defaults = ['node_modules/', '.git/', '*.log'];

function git(home: TemporaryHome, ...args: readonly string[]): string {
  const env = { PATH: process.env['PATH'] ?? '', HOME: home.path, GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', args, { cwd: home.at('p'), env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

async function namesIn(home: TemporaryHome, at = 'p', patterns: readonly string[] = defaults): Promise<readonly string[]> {
  const workspace = await openWorkspace(home.system, home.at(at));
  const rules = await exclusions(home.system, workspace, patterns);
  const { files } = await filesOf(home.system, workspace, rules, { maxFiles: 1_000 });
  return files.map(({ path }) => path).toSorted();
}

describe('exclusions', () => {
  it('leave out what the patterns say, and git itself whatever they say', async () => {
    const home = temporaryHome();
    for (const name of ['a.ts', 'a.log', 'node_modules/x/y.js', 'src/node_modules/z.js', '.git/config', 'sub/.git'])
      home.put(`p/${name}`, '');
    home.put('p/.gitignore', '*\n!*/\n!*.ts\n!*.js\n!.git\n!*.log\n');
    expect(await namesIn(home)).toEqual(['a.ts']);
    expect(await namesIn(home, 'p', [])).toEqual(['a.log', 'a.ts', 'node_modules/x/y.js', 'src/node_modules/z.js']);
  });

  it('are those of git, down to the last .gitignore', async () => {
    const home = temporaryHome();
    const files: Readonly<Record<string, string>> = {
      '.gitignore': 'dist/\n*.tmp\n/only-here\nlogs/*\n!logs/keep\n*.d\n',
      'a/.gitignore': '/anchored\nunanchored\n!b.tmp\n!x.d\n# not\n\\#yes\n',
      'a/[odd] *name/.gitignore': 'inner\n/top\n',
      'a/b/.gitignore': '*\n!keep.ts\n',
      'dist/.gitignore': '!*\n',
    };
    for (const [name, text] of Object.entries(files)) home.put(`p/${name}`, text);
    const names = [
      'dist/x',
      'a/dist/x',
      'x.tmp',
      'a/b.tmp',
      'a/c.tmp',
      'only-here',
      'a/only-here',
      'logs/x',
      'logs/keep',
      'a/anchored',
      'a/c/anchored',
      'a/unanchored',
      'a/c/d/unanchored',
      'unanchored',
      'a/#yes',
      'a/b/x.ts',
      'a/b/keep.ts',
      'a/b/c/keep.ts',
      'a/x.d/f',
      'a/y.d/f',
      'a/[odd] *name/inner',
      'a/[odd] *name/deep/inner',
      'a/[odd] *name/top',
      'a/[odd] *name/deep/top',
      'a/o *name/inner',
      'excluded/here',
    ];
    for (const name of names) home.put(`p/${name}`, '');
    git(home, 'init', '-q');
    home.put('p/.git/info/exclude', 'excluded\n');
    const wanted = git(home, 'ls-files', '-z', '--others', '--exclude-standard')
      .split('\0')
      .filter((name) => name !== '');
    expect(wanted.length).toBeGreaterThan(10);
    expect(wanted.length).toBeLessThan(names.length);
    expect(await namesIn(home)).toEqual(wanted.toSorted());
  });

  it('reach a package of many from above, but not where it is left out itself', async () => {
    const home = temporaryHome();
    home.put('p/.gitignore', 'dist/\n/packages/a/own\nbuilt/\n');
    home.put('p/packages/.gitignore', '*.gen\n');
    for (const name of ['packages/a/dist/x', 'packages/a/own', 'packages/a/x.gen', 'packages/a/x.ts', 'built/in/dist/x', 'built/in/y']) {
      home.put(`p/${name}`, '');
    }
    git(home, 'init', '-q');
    expect(await namesIn(home, 'p/packages/a')).toEqual(['x.ts']);
    expect(await namesIn(home, 'p/built/in')).toEqual(['dist/x', 'y']);
  });

  it('answer for a path whose directories nobody asked about', async () => {
    const home = temporaryHome();
    home.put('p/.gitignore', 'dist/\n');
    const workspace = await openWorkspace(home.system, home.at('p'));
    const { enters, wants } = await exclusions(home.system, workspace, defaults);
    expect(wants('a/dist/deep/x.ts')).toBe(false);
    expect(enters('a/dist/deep')).toBe(false);
    expect(wants('node_modules/a')).toBe(false);
    expect(wants('a/node_modules')).toBe(true);
    expect(enters('a/.git')).toBe(false);
    expect(wants('src/x.ts')).toBe(true);
    expect(enters('')).toBe(true);
    // Deeper than patterns are tried: nothing is left out unheard.
    expect(wants('a/'.repeat(200) + 'x')).toBe(true);
    expect(wants(`dist/${'a/'.repeat(200)}x`)).toBe(false);
  });

  it('take no rules through a link, and none from what is no text', async () => {
    const home = temporaryHome();
    home.put('rules', '*\n');
    home.put('p/a/x', '');
    symlinkSync(home.at('rules'), home.at('p/.gitignore'));
    home.put('p/a/.gitignore', Buffer.from([0xff, 0xfe, 0x00, 0x0a, 0x2a, 0x0a]));
    home.put('p/b/.gitignore/x', '');
    expect(await namesIn(home)).toEqual(['.gitignore', 'b/.gitignore/x']);
  });

  it('may be learned on the way, and say and are called the same as those that were looked for', async () => {
    const home = temporaryHome();
    home.put('p/.gitignore', 'dist/\n*.tmp\n');
    home.put('p/a/.gitignore', '!b.tmp\n');
    home.put('p/a/.github/.gitignore', '*\n');
    home.put('p/l/x', '');
    symlinkSync(home.at('p/.gitignore'), home.at('p/l/.gitignore'));
    const workspace = await openWorkspace(home.system, home.at('p'));
    const whole = await exclusions(home.system, workspace, defaults);
    const rules = await exclusions(home.system, workspace, defaults, undefined, { ignoreFiles: [] });
    expect(rules.key).not.toBe(whole.key);
    const learned = [];
    for (const path of ['.gitignore', 'a/.gitignore', 'a/.github/.gitignore', 'l/.gitignore']) learned.push(await rules.learn(path));
    expect(learned).toEqual([true, true, true, false]);
    expect(await rules.learn('a/.gitignore')).toBeUndefined();
    expect(rules.key).toBe(whole.key);
    for (const path of ['x.tmp', 'a/b.tmp', 'a/c.tmp', 'a/.github/x', 'dist/x', 'l/x', 'a/x'])
      expect(rules.wants(path), path).toBe(whole.wants(path));
    expect([rules.wants('a/b.tmp'), rules.wants('a/c.tmp'), rules.wants('a/.github/x')]).toEqual([true, false, false]);
  });

  it('hold below at once when they are learned after a deeper one, and after questions', async () => {
    const home = temporaryHome();
    home.put('p/a/.gitignore', '*.tmp\nout/\n');
    home.put('p/a/b/.gitignore', '!kept.tmp\n');
    const workspace = await openWorkspace(home.system, home.at('p'));
    const rules = await exclusions(home.system, workspace, defaults, undefined, { ignoreFiles: ['a/b/.gitignore'] });
    expect([rules.enters('a/out'), rules.enters('a/b/out'), rules.wants('a/b/x.tmp')]).toEqual([true, true, true]);
    expect(await rules.learn('a/.gitignore')).toBe(true);
    expect([rules.enters('a/out'), rules.enters('a/b/out'), rules.wants('a/b/x.tmp')]).toEqual([false, false, false]);
    expect(rules.wants('a/b/kept.tmp')).toBe(true);
    expect(rules.key).toBe((await exclusions(home.system, workspace, defaults)).key);
  });

  it('cost no more for a hostile pattern and a hostile name', async () => {
    const hostile = ['*a'.repeat(40), '**/a'.repeat(30), '*a*a*a*b', '[a-'.repeat(50), '('.repeat(100), `${'?*'.repeat(30)}x`];
    const isIgnored = await ignoreRulesOf([{ directory: '', text: hostile.join('\n') }], 'linux');
    const cost = cpuTime(() => {
      for (const name of ['a'.repeat(255), 'a/'.repeat(90) + 'c', 'a'.repeat(250) + 'b/x']) isIgnored(name, 'file');
    });
    expect(cost).toBeLessThan(3_000);
  });

  it('say the same after any number of questions', async () => {
    const files = [
      { directory: '', text: '*.log\n' },
      { directory: 'kept', text: '!a.log\n' },
    ];
    const isIgnored = await ignoreRulesOf(files, 'linux');
    for (let i = 0; i < 10_000; i += 1) expect(isIgnored(`kept/${i}.log`, 'file')).toBe(true);
    expect(['a.log', 'kept/a.log', 'kept/b.log', 'a.js'].map((name) => isIgnored(name, 'file'))).toEqual([true, false, true, false]);
  });

  it('tell letters apart where the disk does', async () => {
    const files = [{ directory: '', text: 'Build\n' }];
    expect((await ignoreRulesOf(files, 'linux'))('build', 'file')).toBe(false);
    expect((await ignoreRulesOf(files, 'darwin'))('build', 'file')).toBe(true);
  });
});

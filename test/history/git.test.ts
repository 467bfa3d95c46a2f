import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync, truncateSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openHistory, type DiffKind, type History } from '../../src/history/index.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { openWorkspace } from '../../src/workspace/index.ts';
import { gitOnce } from '../support/git-once.ts';
import { temporaryHome, type TemporaryHome } from '../support/temporary-home.ts';
import { cpuTimeUntil } from '../support/cpu-time.ts';

/** Nothing of the machine's own git settings has a say, and times go on by a minute. */
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
  return execFileSync('git', ['-c', 'protocol.file.allow=always', ...args], {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

const envOf = (home: TemporaryHome) => ({ HOME: home.path, PATH: process.env['PATH'] ?? '', SNAP_DATA_DIR: home.at('.snap-mcp') });

async function historyAt(home: TemporaryHome, path: string, env: Readonly<Record<string, string>> = {}): Promise<History> {
  const system = nodeSystem({ home: home.path, cwd: home.path, env: { ...envOf(home), ...env } });
  return openHistory(system, await openWorkspace(system, path));
}

/** A repository with one commit that holds these files. */
function repository(home: TemporaryHome, names: readonly string[], at = 'p'): string {
  for (const name of names) home.put(`${at}/${name}`, `${name}\n`);
  const commands = [
    ['init', '-q', '-b', 'main'],
    ['add', '-A'],
    ['commit', '-qm', 'first'],
  ];
  gitOnce(home.at(at), commands, (...args) => git(home, home.at(at), ...args));
  return home.at(at);
}

const states = async (history: History) => {
  const { files, source, problem } = await history.changed();
  expect([source, problem]).toEqual(['git', undefined]);
  return files.map(({ path, state }) => `${path} ${state}`).toSorted();
};

describe('the ground of a repository', () => {
  /** Git's words for each question, in their order. */
  const counting = async (home: TemporaryHome, root: string) => {
    const asked: string[] = [];
    const system = nodeSystem({ home: home.path, cwd: home.path, env: envOf(home), now: () => new Date(Date.now() + 60_000) });
    const spawn: typeof system.spawn = (command, args, options) => {
      asked.push(args.find((word) => ['rev-parse', 'config', 'status'].includes(word)) ?? '');
      return system.spawn(command, args, options);
    };
    // The properties of the system are getters in part.
    const history = openHistory(Object.assign(Object.create(system), { spawn }), await openWorkspace(system, root));
    return { history, take: () => asked.splice(0).toSorted() };
  };

  it('is asked for once, and again when the settings of the repository change', async () => {
    const home = temporaryHome();
    const root = repository(home, ['a.ts']);
    const { history, take } = await counting(home, root);
    const { head } = await history.changed();
    expect(head).toBe((await history.head())?.commit);
    expect(take()).toEqual(['config', 'rev-parse', 'rev-parse', 'status']);
    home.put('p/a.ts', 'changed');
    expect((await history.changed()).files).toEqual([{ path: 'a.ts', state: 'modified' }]);
    expect(take()).toEqual(['status']);
    git(home, root, 'config', 'filter.own.clean', `touch ${home.at('ran')}; cat`);
    home.put('p/.gitattributes', '*.ts filter=own\n');
    home.put('p/a.ts', 'changed again');
    await history.changed();
    expect(take()).toEqual(['config', 'rev-parse', 'status']);
    expect(existsSync(home.at('ran'))).toBe(false);
  });

  it('is asked for each time where other files of settings are named, and in a second work tree', async () => {
    const home = temporaryHome();
    const root = repository(home, ['a.ts']);
    git(home, root, 'worktree', 'add', '-q', home.at('second'));
    const second = await counting(home, home.at('second'));
    git(home, root, 'config', 'include.path', 'more');
    const first = await counting(home, root);
    for (const { history, take } of [first, second]) {
      await history.changed();
      take();
      await history.changed();
      expect(take()).toEqual(['config', 'rev-parse', 'status']);
    }
    home.put('p/.git/more', `[filter "own"]\n\tclean = touch ${home.at('ran')}; cat\n`);
    home.put('p/.gitattributes', '*.ts filter=own\n');
    home.put('p/a.ts', 'changed');
    await first.history.changed();
    expect(existsSync(home.at('ran'))).toBe(false);
  });

  it('gives an answer again to whoever needs none that is newer', async () => {
    const home = temporaryHome();
    const root = repository(home, ['a.ts']);
    const { history, take } = await counting(home, root);
    const before = performance.now();
    await history.changed();
    const after = performance.now();
    take();
    home.put('p/a.ts', 'changed');
    expect((await history.changed(undefined, before)).files).toEqual([]);
    expect(take()).toEqual([]);
    expect((await history.changed(undefined, after)).files).toHaveLength(1);
  });
});

describe('what differs from the last commit', () => {
  it('is told file by file, whatever their names', async () => {
    const home = temporaryHome();
    const odd = ['a b.ts', 'line\nbreak.ts', 'quote"\'.ts', 'tab\t.ts', 'é.ts', '-n', 'back\\slash', ' lead'];
    const root = repository(home, [...odd, 'gone.ts', 'old.ts', 'same.ts']);
    for (const name of odd) home.put(`p/${name}`, 'changed');
    rmSync(home.at('p/gone.ts'));
    git(home, root, 'mv', 'old.ts', 'new.ts');
    home.put('p/staged.ts', '');
    git(home, root, 'add', 'staged.ts');
    home.put('p/dir/untracked.ts', '');
    writeFileSync(Buffer.concat([Buffer.from(`${root}/latin-`), Buffer.from([0xe9])]), '');
    const history = await historyAt(home, root);
    expect(await states(history)).toEqual(
      [
        ...odd.map((name) => `${name} modified`),
        'gone.ts deleted',
        'new.ts renamed',
        'staged.ts added',
        'dir/untracked.ts untracked',
        'latin-\uFFFD untracked',
      ].toSorted(),
    );
    const diff = async (kind: DiffKind): Promise<readonly string[]> => [...(await history.addedLines(kind)).files.keys()].toSorted();
    expect(await diff('staged')).toEqual(['new.ts', 'staged.ts']);
    expect(await diff('changed')).toEqual(odd.toSorted());
    expect(await diff('uncommitted')).toEqual([...odd, 'new.ts', 'staged.ts', 'dir/untracked.ts'].toSorted());
  });

  it('from the workspace, where that is one package of many', async () => {
    const home = temporaryHome();
    repository(home, ['packages/a/x.ts', 'packages/b/y.ts', 'top.ts']);
    for (const name of ['packages/a/x.ts', 'packages/b/y.ts', 'top.ts', 'packages/a/new.ts']) home.put(`p/${name}`, '2');
    const history = await historyAt(home, home.at('p/packages/a'));
    expect(await states(history)).toEqual(['new.ts untracked', 'x.ts modified']);
    const first = (await history.head())?.commit ?? '';
    git(home, home.at('p'), 'add', '-A');
    git(home, home.at('p'), 'commit', '-qm', 'second');
    expect(Buffer.from((await history.contentAt(first, 'x.ts')) ?? []).toString()).toBe('packages/a/x.ts\n');
    expect(await history.contentAt(first, 'new.ts')).toBeUndefined();
    expect(await history.contentAt(first, '../b/y.ts')).toBeDefined();
    expect([...(await history.churn())]).toEqual([
      ['x.ts', 2],
      ['new.ts', 1],
    ]);
    expect((await history.companions(['x.ts'])).map(({ file }) => file)).toEqual(['new.ts']);
  });

  it('in a second work tree, with a detached head, in conflict', async () => {
    const home = temporaryHome();
    const root = repository(home, ['a.ts']);
    git(home, root, 'worktree', 'add', '-q', '--detach', home.at('q'));
    home.put('q/a.ts', 'there');
    const second = await historyAt(home, home.at('q'));
    expect(await states(second)).toEqual(['a.ts modified']);
    const head = await second.head();
    expect(head).toEqual({ commit: git(home, root, 'rev-parse', 'HEAD').trim() });
    const first = await historyAt(home, root);
    expect(await first.head()).toEqual({ ...head, branch: 'main' });
    expect(await states(first)).toEqual([]);

    git(home, root, 'checkout', '-qb', 'other/branch');
    home.put('p/a.ts', 'theirs');
    git(home, root, 'commit', '-qam', 'theirs');
    expect((await first.head())?.branch).toBe('other/branch');
    git(home, root, 'checkout', '-q', 'main');
    home.put('p/a.ts', 'ours');
    git(home, root, 'commit', '-qam', 'ours');
    expect(() => git(home, root, 'merge', '-q', 'other/branch')).toThrow();
    expect(await states(first)).toEqual(['a.ts conflicted']);
  });

  it('before the first commit', async () => {
    const home = temporaryHome();
    home.put('p/a.ts', '');
    git(home, home.at('p'), 'init', '-q');
    const history = await historyAt(home, home.at('p'));
    expect(await states(history)).toEqual(['a.ts untracked']);
    expect(await history.head()).toBeUndefined();
    expect(await history.companions(['a.ts'])).toEqual([]);
    expect([...(await history.churn())]).toEqual([]);
  });
});

describe('what nobody can tell', () => {
  const empty = async (history: History) => {
    expect(await history.head()).toBeUndefined();
    expect(await history.addedLines('uncommitted')).toEqual({ files: new Map(), problem: expect.any(String) });
    expect(await history.companions(['a'])).toEqual([]);
    expect((await history.churn()).size).toBe(0);
    expect(await history.contentAt('0'.repeat(40), 'a')).toBeUndefined();
    const changed = await history.changed();
    expect(changed).toMatchObject({ source: 'none', files: [] });
    return changed.problem;
  };

  it('without a repository, without git, in a broken or bare repository', async () => {
    const home = temporaryHome();
    home.put('p/a', '');
    expect(await empty(await historyAt(home, home.at('p')))).toBe('The workspace is in no git repository.');
    expect(await empty(await historyAt(home, home.at('p'), { PATH: '/nowhere' }))).toBe('git is not installed, or not on the PATH.');
    home.put('p/.git', 'gitdir: nowhere\n');
    expect(await empty(await historyAt(home, home.at('p')))).toMatch(/^(The workspace is in no git|git failed: )/);
    mkdirSync(home.at('bare'));
    git(home, home.at('bare'), 'init', '-q', '--bare');
    expect(await empty(await historyAt(home, home.at('bare')))).toBe('The repository has no work tree here.');
  });

  it('of a repository that names a work tree elsewhere', async () => {
    const home = temporaryHome();
    const root = repository(home, ['a']);
    home.put('elsewhere/private', '');
    git(home, root, 'config', 'core.worktree', home.at('elsewhere'));
    expect((await (await historyAt(home, root)).changed()).problem).toBe('The repository has no work tree here.');
  });

  it.runIf(process.getuid?.() === 0)('of a repository of somebody else', async () => {
    const home = temporaryHome();
    const root = repository(home, ['a']);
    execFileSync('chown', ['-R', '65534', root]);
    expect(await empty(await historyAt(home, root))).toContain('belongs to another user');
  });

  it('of commits that are no commits', async () => {
    const home = temporaryHome();
    const history = await historyAt(home, repository(home, ['a']));
    for (const commit of ['HEAD', '--output=/tmp/x', 'main', '', '0'.repeat(40), 'abcdefg', '-n']) {
      expect(await history.contentAt(commit, 'a')).toBeUndefined();
    }
  });

  it('soon enough, where the log hangs', async () => {
    const home = temporaryHome();
    const root = repository(home, ['a']);
    const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    home.put('bin/git', `#!/bin/sh\ncase "$*" in *name-status*) exec sleep 60;; esac\nexec ${real} "$@"\n`);
    chmodSync(home.at('bin/git'), 0o755);
    const history = await historyAt(home, root, { PATH: `${home.at('bin')}:${process.env['PATH'] ?? ''}` });
    for (let i = 0; i < 5; i += 1) expect((await history.commits()).limits).toEqual(['so far no commits were read']);
  });

  it('when the question is withdrawn, at once', async () => {
    const home = temporaryHome();
    const root = repository(home, ['a']);
    // A git that never answers.
    home.put('bin/git', '#!/bin/sh\nexec sleep 60\n');
    chmodSync(home.at('bin/git'), 0o755);
    const history = await historyAt(home, root, { PATH: `${home.at('bin')}:${process.env['PATH'] ?? ''}` });
    const stop = new AbortController();
    const asked = history.changed(stop.signal);
    setImmediate(() => stop.abort());
    // Not that git did not answer in time: that takes 5 seconds.
    expect((await asked).problem).toBe('The question was withdrawn.');
    expect((await history.changed(AbortSignal.abort())).problem).toBe('The question was withdrawn.');
  });

  it('by a git of the workspace itself', async () => {
    const home = temporaryHome();
    home.put('p/git', `#!/bin/sh\ntouch ${home.at('ran')}\n`);
    chmodSync(home.at('p/git'), 0o755);
    home.put('p/bin/git', `#!/bin/sh\ntouch ${home.at('ran')}\n`);
    chmodSync(home.at('p/bin/git'), 0o755);
    const history = await historyAt(home, home.at('p'), { PATH: `.::${home.at('p')}:${home.at('p/bin')}:node_modules/.bin` });
    expect((await history.changed()).problem).toBe('git is not installed, or not on the PATH.');
    expect(existsSync(home.at('ran'))).toBe(false);
  });
});

describe('a repository that would run something when it is looked at', () => {
  /** A program that shows that it ran. */
  function trap(home: TemporaryHome, name: string): string {
    const path = home.put(`traps/${name}`, `#!/bin/sh\ntouch '${home.at(`ran-${name}`)}'\ncat\n`);
    chmodSync(path, 0o755);
    return path;
  }
  const ran = (home: TemporaryHome) => home.tree().filter((name) => name.startsWith('ran-'));

  /** A filter that breaks may fail it. */
  function askedByAnybody(home: TemporaryHome, root: string): void {
    try {
      git(home, root, 'status');
    } catch (error) {
      expect(error).toMatchObject({ message: expect.stringContaining('evil') });
    }
  }

  /** Every question there is. */
  async function askEverything(home: TemporaryHome, root: string): Promise<History> {
    const history = await historyAt(home, root);
    const head = await history.head();
    await history.changed();
    for (const kind of ['staged', 'changed', 'uncommitted'] as const) await history.addedLines(kind);
    await history.companions(['a.ts']);
    await history.churn();
    await history.contentAt(head?.commit ?? '', 'a.ts');
    return history;
  }

  /** Two commits, a changed file, and one whose time alone is new, so that git has to read it. */
  function trapped(home: TemporaryHome): string {
    const root = repository(home, ['a.ts', 'b.ts', 'same.ts']);
    home.put('p/b.ts', 'second');
    git(home, root, 'commit', '-qam', 'second');
    home.put('p/a.ts', 'changed');
    utimesSync(home.at('p/same.ts'), 1, 1);
    return root;
  }

  it.each<readonly [string, string, (home: TemporaryHome) => Readonly<Record<string, string>>]>([
    ['XDG_CONFIG_HOME', 'p/.config/git/config', (home) => ({ XDG_CONFIG_HOME: home.at('p/.config') })],
    ['a link as XDG_CONFIG_HOME', 'p/.config/git/config', (home) => ({ XDG_CONFIG_HOME: home.at('user/link') })],
    ['a relative XDG_CONFIG_HOME', 'p/.config/git/config', () => ({ XDG_CONFIG_HOME: '../../p/.config' })],
    ['HOME below it', 'p/.home/.gitconfig', (home) => ({ HOME: home.at('p/.home') })],
    ['HOME below it, with .config', 'p/.home/.config/git/config', (home) => ({ HOME: home.at('p/.home') })],
    ['HOME as itself', 'p/.gitconfig', (home) => ({ HOME: home.at('p') })],
  ])('a clean filter in settings that it says are the person’s: %s', async (_, file, env) => {
    const home = temporaryHome();
    const root = trapped(home);
    home.put('user/.keep', '');
    home.put('p/.git/info/attributes', '* filter=evil\n');
    home.put('p/.git/info/exclude', '.*\n');
    home.put(file, `[filter "evil"]\n\tclean = ${trap(home, 'clean')}\n\trequired = true\n`);
    symlinkSync(home.at('p/.config'), home.at('user/link'));
    const variables = { ...envOf(home), HOME: home.at('user'), ...env(home) };
    const system = nodeSystem({ home: variables.HOME, cwd: root, env: variables });
    const workspace = { root, gitDirectory: join(root, '.git') };
    const history = openHistory(system, {
      ...workspace,
      privateDirectory: home.at('x'),
      knowledgeDirectory: home.at('y'),
      projectDirectory: '',
    });
    await history.head();
    await history.changed();
    await history.addedLines('uncommitted');
    expect(ran(home)).toEqual([]);
  });

  it.each([
    ['file system monitor', ['core.fsmonitor']],
    ['clean filter', ['filter.evil.clean', 'filter.evil.smudge']],
    ['filter process', ['filter.evil.process']],
    ['text conversion', ['diff.evil.textconv']],
    ['external diff', ['diff.external', 'diff.evil.command']],
    ['pager', ['core.pager', 'pager.log', 'pager.status', 'pager.diff', 'pager.config']],
    ['editor, askpass, proxy, ssh', ['core.editor', 'core.askPass', 'core.gitProxy', 'core.sshCommand', 'credential.helper']],
    ['signature check', ['gpg.program', 'gpg.ssh.program']],
  ])('%s', async (name, keys) => {
    const home = temporaryHome();
    const root = trapped(home);
    for (const key of keys) git(home, root, 'config', key, trap(home, key));
    git(home, root, 'config', 'filter.evil.required', 'true');
    git(home, root, 'config', 'log.showSignature', 'true');
    home.put('p/.git/info/attributes', '* filter=evil diff=evil\n');
    const history = await askEverything(home, root);
    expect(ran(home)).toEqual([]);
    expect(await states(history)).toEqual(['a.ts modified']);
    // The trap works: the same question, asked as anybody would, springs it.
    if (name === 'file system monitor' || name === 'clean filter') {
      askedByAnybody(home, root);
      expect(ran(home)).not.toEqual([]);
    }
  });

  it('settings of a file that the repository includes', async () => {
    const home = temporaryHome();
    const root = trapped(home);
    home.put('p/.git/more', `[filter "evil"]\n\tclean = ${trap(home, 'included')}\n[core]\n\tfsmonitor = ${trap(home, 'monitor')}\n`);
    git(home, root, 'config', 'include.path', 'more');
    git(home, root, 'config', 'extensions.worktreeConfig', 'true');
    git(home, root, 'config', '--worktree', 'filter.tree.clean', trap(home, 'worktree'));
    home.put('p/.git/info/attributes', 'same.ts filter=evil\nb.ts filter=tree\n');
    utimesSync(home.at('p/b.ts'), 1, 1);
    expect(await states(await askEverything(home, root))).toEqual(['a.ts modified']);
    expect(ran(home)).toEqual([]);
    askedByAnybody(home, root);
    expect(ran(home)).toEqual(expect.arrayContaining(['ran-included', 'ran-worktree']));
  });

  it.each([
    ['an equals sign', Buffer.from('e=vil')],
    ['a byte that is not UTF-8', Buffer.from([0xff])],
    ['half of a surrogate pair', Buffer.from([0xed, 0xa0, 0x80])],
  ])('a filter whose name cannot be disabled is declined: %s', async (_, name) => {
    const home = temporaryHome();
    const root = trapped(home);
    const setting = [`${home.text('p/.git/config')}[filter "`, name, `"]\n\tclean = ${trap(home, 'odd')}\n`];
    home.put('p/.git/config', Buffer.concat(setting.map((part) => Buffer.from(part))));
    home.put('p/.git/info/attributes', Buffer.concat([Buffer.from('* filter='), name, Buffer.from('\n')]));
    const { problem, source } = await (await askEverything(home, root)).changed();
    expect([source, problem]).toEqual(['none', expect.stringContaining('a filter that snap cannot disable')]);
    expect(ran(home)).toEqual([]);
  });

  it.each([
    ['empty', '', 'clean'],
    ['empty, as a process', '', 'process'],
    ['not of ASCII', 'größe', 'clean'],
    ['with dots', 'a.b.', 'clean'],
    ['with a quote', String.raw`a\"b`, 'clean'],
  ])('a filter whose name is unusual: %s', async (_, name, key) => {
    const home = temporaryHome();
    const root = trapped(home);
    home.put('p/.git/config', `${home.text('p/.git/config')}[filter "${name}"]\n\t${key} = ${trap(home, 'odd')}\n`);
    home.put('p/.git/info/attributes', `* "filter=${name}"\n* filter=${name}\n`);
    await askEverything(home, root);
    expect(ran(home)).toEqual([]);
  });

  it('hooks', async () => {
    const home = temporaryHome();
    const root = trapped(home);
    for (const hook of ['post-index-change', 'fsmonitor-watchman', 'pre-commit', 'post-checkout', 'reference-transaction']) {
      renameSync(trap(home, hook), home.at(`p/.git/hooks/${hook}`));
    }
    await askEverything(home, root);
    expect(ran(home)).toEqual([]);
  });

  it('a repository inside of it', async () => {
    const home = temporaryHome();
    const inner = repository(home, ['i.ts'], 'inner');
    const root = trapped(home);
    git(home, root, 'submodule', 'add', '-q', inner, 'sub');
    git(home, root, 'commit', '-qm', 'sub');
    const sub = home.at('p/sub');
    git(home, sub, 'config', 'filter.evil.clean', trap(home, 'sub'));
    git(home, sub, 'config', 'core.fsmonitor', trap(home, 'sub-monitor'));
    home.put('p/.git/modules/sub/info/attributes', '* filter=evil\n');
    utimesSync(home.at('p/sub/i.ts'), 1, 1);
    await askEverything(home, root);
    expect(ran(home)).toEqual([]);
    askedByAnybody(home, root);
    expect(ran(home)).not.toEqual([]);
  });

  it('contents that would have to be fetched', async () => {
    const home = temporaryHome();
    const root = trapped(home);
    const blob = git(home, root, 'rev-parse', 'HEAD:a.ts').trim();
    git(home, root, 'config', 'core.repositoryFormatVersion', '1');
    git(home, root, 'config', 'extensions.partialClone', 'origin');
    git(home, root, 'config', 'remote.origin.promisor', 'true');
    git(home, root, 'config', 'remote.origin.url', `ext::${trap(home, 'fetch')}`);
    git(home, root, 'config', 'remote.origin.uploadpack', trap(home, 'uploadpack'));
    git(home, root, 'config', 'protocol.ext.allow', 'always');
    rmSync(home.at('p/.git/objects', blob.slice(0, 2), blob.slice(2)));
    const history = await askEverything(home, root);
    expect(await history.contentAt((await history.head())?.commit ?? '', 'a.ts')).toBeUndefined();
    expect(ran(home)).toEqual([]);
  });

  it('writes nothing, not even the index', async () => {
    const home = temporaryHome();
    const root = trapped(home);
    const before = home.tree();
    const index = home.text('p/.git/index');
    await askEverything(home, root);
    expect(home.tree()).toEqual(before);
    expect(home.text('p/.git/index')).toBe(index);
    expect(home.ownTree.length).toBe(0);
  });

  it('takes no repository from the environment', async () => {
    const home = temporaryHome();
    const root = repository(home, ['a']);
    const other = repository(home, ['other'], 'o');
    home.put('p/a', '2');
    const history = await historyAt(home, root, { GIT_DIR: `${other}/.git`, GIT_WORK_TREE: other, GIT_EXTERNAL_DIFF: trap(home, 'env') });
    expect(await states(history)).toEqual(['a modified']);
    expect(ran(home)).toEqual([]);
  });
});

describe('files that go together', () => {
  it('are named with their counts, and not when they are gone', async () => {
    const home = temporaryHome();
    const root = repository(home, ['readme']);
    for (let i = 0; i < 6; i++) {
      home.put('p/src/a.ts', String(i));
      home.put('p/test/a.test.ts', String(i));
      if (i < 4) home.put('p/old.ts', String(i));
      if (i === 5) rmSync(home.at('p/old.ts'));
      git(home, root, 'add', '-A');
      git(home, root, 'commit', '-qm', String(i));
    }
    const history = await historyAt(home, root);
    const [first, ...rest] = await history.companions(['src/a.ts']);
    expect(first).toMatchObject({ file: 'test/a.test.ts', goesWith: 'src/a.ts', together: 6, of: 6 });
    expect(rest).toEqual([]);
    rmSync(home.at('p/test/a.test.ts'));
    expect(await history.companions(['src/a.ts'])).toEqual([]);
    symlinkSync('nowhere', home.at('p/test/a.test.ts'));
    expect(await history.companions(['src/a.ts'])).toHaveLength(1);
    expect([...(await history.churn())].slice(0, 2)).toEqual([
      ['src/a.ts', 6],
      ['test/a.test.ts', 6],
    ]);
    // The log is read again once there is a new commit.
    home.put('p/src/a.ts', 'new');
    git(home, root, 'commit', '-qm', 'new', '--', 'src/a.ts');
    expect((await history.churn()).get('src/a.ts')).toBe(7);
    expect(dirname(root)).toBe(home.path);
  });
});

describe('a repository with a file of 4 GiB that git would read whole', () => {
  it.each(['.gitignore', '.git/info/exclude', '.git/packed-refs'])('%s: is not looked at by git', async (name) => {
    const home = temporaryHome();
    const root = repository(home, ['a.ts']);
    home.put(`p/${name}`, '');
    truncateSync(home.at('p', name), 4 * 1024 ** 3);
    let found: Awaited<ReturnType<History['changed']>> | undefined;
    const history = await historyAt(home, root);
    const cost = await cpuTimeUntil(async () => (found = await history.changed()));
    const { problem, source } = found ?? {};
    expect([source, problem]).toEqual(['none', `~/p/${name} is larger than 64 MiB, so git is not asked.`]);
    expect(cost).toBeLessThan(3_000);
  });
});

describe.skipIf(process.platform === 'win32')('a git that hangs', () => {
  it('is waited for for five seconds, once, and then left alone for a while', async () => {
    const home = temporaryHome();
    const root = repository(home, ['a.ts']);
    home.put('bin/git', `#!/bin/sh\necho asked >> '${home.path}/asked'\nexec sleep 60\n`);
    chmodSync(home.at('bin/git'), 0o755);
    const history = await historyAt(home, root, { PATH: `${home.at('bin')}:${process.env['PATH'] ?? ''}` });
    // A directory without a repository is asked about at the same time, since each waits for the whole five seconds.
    home.put('q/a', '');
    const outside = await historyAt(home, home.at('q'), { PATH: `${home.at('bin')}:${process.env['PATH'] ?? ''}` });
    const late = { source: 'none', problem: 'git did not answer within 5 seconds.' };
    expect(await Promise.all([history.changed(), outside.changed()])).toMatchObject([late, late]);
    const questions = home.text('asked');
    expect(await history.changed()).toMatchObject({ source: 'none', problem: 'git did not answer within 5 seconds.' });
    expect([await history.head(), await history.churn()]).toEqual([undefined, new Map()]);
    expect(home.text('asked')).toBe(questions);
  });
});

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nodeSnapshotCalls } from '../../../src/snapshots/disk.ts';
import { type OpenedSnapshots, openSnapshots } from '../../../src/snapshots/index.ts';
import { builtInRules } from '../../../src/snapshots/look/capture-rules.ts';
import { isMissedWhenIgnored, isSecretName } from '../../../src/snapshots/look/secret-files.ts';
import { objectIdOf } from '../../../src/snapshots/store/object-id.ts';
import { nodeSystem } from '../../../src/system/node.ts';
import { writableSystem } from '../../../src/system/writable.ts';
import { ignoreRulesOf, openWorkspace } from '../../../src/workspace/index.ts';
import { pictureOf } from '../../support/stored-trees.ts';
import { temporaryHome } from '../../support/temporary-home.ts';

// What a snapshot does not hold, though it was there when it was taken: a restore must not delete it.

async function place(files: Readonly<Record<string, string>>, { workspace = 'w' }: { readonly workspace?: string } = {}) {
  const home = temporaryHome({ inMemory: true });
  for (const [path, content] of Object.entries(files)) home.put(`w/${path}`, content);
  mkdirSync(home.at(workspace), { recursive: true });
  const at = (path: string) => home.at(`${workspace}/${path}`);
  const put = (path: string, content: string) => home.put(`${workspace}/${path}`, content);
  /** As a new process: it knows only what is on the disk. */
  const open = async (exclude: readonly string[] = [], data = '.snap-mcp'): Promise<OpenedSnapshots> => {
    const env = { HOME: home.path, PATH: process.env['PATH'] ?? '', SNAP_DATA_DIR: home.at(data) };
    const system = writableSystem(nodeSystem({ home: home.path, cwd: home.path, env }));
    const snapshots = openSnapshots(system, await openWorkspace(system, home.at(workspace)), { exclude, yields: false });
    onTestFinished(() => snapshots.close());
    return snapshots;
  };
  return { home, at, put, open };
}

function journalsBelow(directory: string): readonly string[] {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('snapshots/journal')).map((name) => join(directory, name));
}

const leftOut = 'it was ignored or excluded when the snapshot was taken';
const hidden = 'the snapshot does not have it, and it is ignored or excluded now, so it is in no snapshot';

it('a file that comes to light when a restore takes the .gitignore away is named for what it is', async () => {
  const { home, open } = await place({ a: 'a', 'data/x': 'x' });
  const snapshots = await open();
  const { snapshot } = await snapshots.take({ kind: 'manual' });
  home.put('w/.gitignore', 'data/\n');
  home.put('w/data/y', 'y');
  const { conflicts } = await snapshots.restore(snapshot.id);
  expect(conflicts).toEqual([{ path: 'data/y', reason: 'it is in no snapshot: it was ignored until now, or is new' }]);
  expect(existsSync(home.at('w/data/y'))).toBe(true);
});

describe('what a rule left out that is gone now is not deleted, and is named', () => {
  type Place = Awaited<ReturnType<typeof place>>;
  interface Rule {
    readonly name: string;
    /** Puts the rule there; `lifts` it again. `exclude`: of the settings, before and after. */
    set(place: Place): void;
    lift(place: Place): void;
    readonly exclude?: readonly [readonly string[], readonly string[]];
    readonly path?: string;
  }
  const git = ({ at }: Place) => execFileSync('git', ['init', '-q', at('')]);
  const rules: readonly Rule[] = [
    {
      name: '.git/info/exclude',
      set(here) {
        git(here);
        here.put('.git/info/exclude', 'data/\n');
      },
      lift: ({ put }) => put('.git/info/exclude', ''),
    },
    { name: 'the .gitignore', set: ({ put }) => put('.gitignore', 'data/\n'), lift: ({ at }) => rmSync(at('.gitignore')) },
    {
      name: 'a .gitignore that ignores itself, in the directory',
      set: ({ put }) => put('data/.gitignore', '*\n'),
      lift: ({ at }) => rmSync(at('data/.gitignore')),
    },
    { name: '"exclude" of the settings', set: () => undefined, lift: () => undefined, exclude: [['data/'], []] },
    { name: 'a default of the settings', set: () => undefined, lift: () => undefined, exclude: [['*.log'], []], path: 'data/p.log' },
    {
      name: 'an excluded directory with a secret in it',
      set: () => undefined,
      lift: () => undefined,
      exclude: [['data/'], []],
      path: 'data/.env',
    },
  ];
  it.each(rules)('$name', async ({ exclude = [[], []], lift, path = 'data/p', set }) => {
    const here = await place({ kept: '1' });
    here.put(path, 'x');
    set(here);
    const before = await (await here.open(exclude[0])).take({ kind: 'manual' });
    lift(here);
    here.put('made-since', 'x');
    const had = pictureOf(here.at(''));
    const snapshots = await here.open(exclude[1]);
    const plan = await snapshots.planRestore(before.snapshot.id);
    const done = await snapshots.restore(before.snapshot.id);
    expect(readFileSync(here.at(path), 'utf8')).toBe('x');
    expect(existsSync(here.at('made-since'))).toBe(false);
    expect(done.isExact).toBe(false);
    expect(done.conflicts).toContainEqual({ path, reason: leftOut });
    // The plan said so before.
    expect(plan.conflicts).toEqual(done.conflicts);
    expect(plan.changes.map((change) => change.path)).not.toContain(path);
    await snapshots.undo();
    expect(pictureOf(here.at(''))).toEqual(had);
  });

  it('a .gitignore above the workspace', async () => {
    const { home, open, put } = await place({ '.gitignore': 'data/\n' }, { workspace: 'w/packages/one' });
    execFileSync('git', ['init', '-q', home.at('w')]);
    put('data/p', 'x');
    const { snapshot } = await (await open()).take({ kind: 'manual' });
    home.put('w/.gitignore', '');
    const done = await (await open()).restore(snapshot.id);
    expect(done).toMatchObject({ deleted: [], isExact: false });
    expect(done.conflicts).toContainEqual({ path: 'data/p', reason: leftOut });
  });

  it("snap's own data directory, where it was in the workspace and is elsewhere now", async () => {
    const { at, open, put } = await place({ a: 'a' });
    const first = await open([], 'w/own');
    const { snapshot } = await first.take({ kind: 'manual' });
    put('own/data/kept', 'x');
    const all = await open([], 'other');
    // The same snapshot in the store that is used now.
    rmSync(join(dirname(at('')), 'other'), { recursive: true, force: true });
    execFileSync('cp', ['-a', at('own'), join(dirname(at('')), 'other')]);
    const done = await all.restore(snapshot.id);
    expect(done.deleted).toEqual([]);
    expect(readFileSync(at('own/data/kept'), 'utf8')).toBe('x');
  });
});

it('what is in an ignored directory that could not be read is left as it is', async () => {
  const { at, home, open, put } = await place({ '.gitignore': '.vscode/\n', '.vscode/settings.json': '{}' });
  const closed = (path: string | Buffer) => {
    if (String(path).endsWith('.vscode')) throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
    return nodeSnapshotCalls.rawNames(path);
  };
  const system = home.run();
  const calls = { ...nodeSnapshotCalls, rawNames: closed };
  const snapshots = openSnapshots(system, await openWorkspace(system, at('')), { exclude: [], yields: false, calls });
  const { snapshot } = await snapshots.take({ kind: 'manual' });
  snapshots.close();
  expect(snapshot.skipped).toMatchObject([{ path: '.vscode', reason: 'unreadable' }]);
  put('.gitignore', '');
  const done = await (await open()).restore(snapshot.id);
  expect(done.deleted).toEqual([]);
  expect(done.conflicts.map(({ path }) => path)).toEqual(['.vscode', '.vscode/settings.json']);
});

it('a .gitignore that comes back while a process runs is heeded, and kept with the snapshot', async () => {
  const { at, open, put } = await place({ '.gitignore': 'd/\n' });
  const snapshots = await open();
  await snapshots.take({ kind: 'manual' });
  rmSync(at('.gitignore'));
  await snapshots.take({ kind: 'manual' });
  put('.gitignore', 'd/\n');
  put('d/x', 'x');
  const { snapshot } = await snapshots.take({ kind: 'manual' });
  expect(await snapshots.content(snapshot.id, 'd/x')).toBeUndefined();
  rmSync(at('.gitignore'));
  expect((await snapshots.restore(snapshot.id)).deleted).toEqual([]);
});

describe('what is hidden now, and was not then, stays and is named', () => {
  it('by "exclude" of the settings', async () => {
    const { at, open, put } = await place({ a: '1' });
    const { snapshot } = await (await open()).take({ kind: 'manual' });
    put('a', '2');
    put('b', 'new');
    put('d/c', 'new');
    put('.snap/settings.json', '{"exclude":["*"]}');
    const snapshots = await open(['*']);
    const plan = await snapshots.planRestore(snapshot.id);
    const done = await snapshots.restore(snapshot.id);
    expect(readFileSync(at('a'), 'utf8')).toBe('1');
    expect(done.isExact).toBe(false);
    const paths = ['.snap', '.snap/settings.json', 'b', 'd', 'd/c'];
    expect(done.conflicts).toEqual(paths.map((path) => ({ path, reason: hidden })));
    expect(plan.conflicts).toEqual(done.conflicts);
  });

  it('although nothing else differs', async () => {
    const { open, put } = await place({ a: '1' });
    const { snapshot } = await (await open()).take({ kind: 'manual' });
    put('b', 'new');
    const done = await (await open(['b'])).restore(snapshot.id);
    expect(done).toMatchObject({ conflicts: [{ path: 'b', reason: hidden }], isExact: false, written: [], deleted: [] });
  });

  it('beside other conflicts', async () => {
    const { at, open, put } = await place({ a: '1' });
    const snapshots = await open();
    const { snapshot } = await snapshots.take({ kind: 'manual' });
    put('.gitignore', 'moved-*\n');
    put('moved-a', '1');
    execFileSync('mkfifo', [at('pipe')]);
    mkdirSync(at('d'));
    execFileSync('mkfifo', [at('d/pipe')]);
    const { conflicts } = await snapshots.restore(snapshot.id);
    expect(conflicts.map(({ path }) => path)).toEqual(['d', 'd/pipe', 'moved-a', 'pipe']);
  });

  it('and only paths that were asked for', async () => {
    const { open, put } = await place({ a: '1' });
    const { snapshot } = await (await open()).take({ kind: 'manual' });
    put('a', '2');
    put('b', 'new');
    expect(await (await open(['b'])).restore(snapshot.id, { paths: ['a'] })).toMatchObject({
      isExact: true,
      written: ['a'],
      conflicts: [],
    });
  });
});

describe('undoing a restore', () => {
  it('takes away what it created although that is ignored now, and keeps an ignored directory that was there', async () => {
    const { at, open, put } = await place({ 'build/deep/x': 'x', a: '1' });
    mkdirSync(at('empty'));
    execFileSync('git', ['init', '-q', at('')]);
    const { snapshot } = await (await open()).take({ kind: 'manual' });
    rmSync(at('build'), { recursive: true });
    put('.git/info/exclude', 'build/\nempty/\nold/\n');
    put('old/y', 'y');
    const had = pictureOf(at(''));
    const snapshots = await open();
    expect(await snapshots.restore(snapshot.id)).toMatchObject({ written: ['build/deep/x'] });
    put('.git/info/exclude', '');
    expect((await (await open()).undo())?.deleted).toEqual(['build/deep/x']);
    put('.git/info/exclude', 'build/\nempty/\nold/\n');
    expect(pictureOf(at(''))).toEqual(had);
  });

  it('deletes nothing that was ignored when the restore began and came to light by it', async () => {
    const { at, open, put } = await place({ a: '1' });
    const snapshots = await open();
    const { snapshot } = await snapshots.take({ kind: 'manual' });
    put('.gitignore', 'data/\n');
    put('data/y', 'y');
    const had = pictureOf(at(''));
    await snapshots.restore(snapshot.id);
    const undone = await snapshots.undo();
    expect(pictureOf(at(''))).toEqual(had);
    expect(undone?.deleted).toEqual([]);
  });
});

it('deletes what was made where a link or a file was, whatever the rules said', async () => {
  const { at, open, put } = await place({ b: 'file', '.gitignore': 'a/\nb/\n' });
  symlinkSync('b', at('a'));
  const { snapshot } = await (await open()).take({ kind: 'manual' });
  rmSync(at('a'));
  rmSync(at('b'));
  put('.gitignore', '');
  put('a/x', 'x');
  put('b/y', 'y');
  const done = await (await open()).restore(snapshot.id);
  expect(done).toMatchObject({ isExact: true, conflicts: [] });
});

describe('a snapshot whose rules nobody can tell', () => {
  /** The store as an early version left it, or a later one. */
  async function without(change: (line: string) => string) {
    const here = await place({ a: '1' });
    const { snapshot } = await (await here.open()).take({ kind: 'manual' });
    const [journal = ''] = journalsBelow(here.home.at('.snap-mcp'));
    const { crc32 } = await import('node:zlib');
    const lines = readFileSync(journal, 'utf8').trimEnd().split('\n');
    const changed = lines.map((line) => change(line.slice(9))).map((text) => `${crc32(text).toString(16).padStart(8, '0')} ${text}\n`);
    writeFileSync(journal, changed.join(''));
    here.put('a', '2');
    here.put('b', 'x');
    return { ...here, snapshot };
  }

  it('deletes nothing, restores the rest and says why', async () => {
    const { at, open, snapshot } = await without((line) => line.replace(/,"rules":"[0-9a-f]+"/, ''));
    const done = await (await open()).restore(snapshot.id);
    const reason = 'this snapshot does not record which files it left out, and this may be one of them';
    expect(done).toMatchObject({ written: ['a'], deleted: [], conflicts: [{ path: 'b', reason }], isExact: false });
    expect(readFileSync(at('b'), 'utf8')).toBe('x');
    // Undo needs no rules: it takes back what was done.
    expect(await (await open()).undo()).toMatchObject({ isExact: true, written: ['a'] });
  });

  it('is named by verify where they are damaged, and can be pruned', async () => {
    const { open } = await without((line) => line.replace(/"rules":"[0-9a-f]+"/, `"rules":"${'0'.repeat(64)}"`));
    const snapshots = await open();
    const { damaged, faults } = await snapshots.verify();
    expect({ damaged, faults: faults.map((fault) => fault.replace(/snap_\S+:/, 'X:')) }).toEqual({
      damaged: [],
      faults: ['X: the rules that say what it left out are damaged, so restoring it deletes no file.'],
    });
    await snapshots.prune({ dryRun: false, holds: [] });
    expect(await snapshots.list()).toHaveLength(1);
  });
});

describe('the rules in the store', () => {
  it('take no room for a snapshot that has the rules of another one, and are kept as long as it is', async () => {
    const { open, put } = await place({ a: '1', '.gitignore': 'x/\n', 'd/.gitignore': 'y\n' });
    const snapshots = await open(['*.log']);
    const { snapshot: one } = await snapshots.take({ kind: 'manual' });
    put('a', '2');
    const { snapshot: two } = await snapshots.take({ kind: 'manual' });
    expect(two.rules).toBe(one.rules);
    await snapshots.prune({ dryRun: false, holds: [] });
    expect(await (await open()).verify()).toMatchObject({ damaged: [], faults: [] });
  });

  it('are not in the journal', async () => {
    const { home, open } = await place({ a: '1' });
    await (await open(['canary-name/'])).take({ kind: 'manual' });
    const [journal = ''] = journalsBelow(home.at('.snap-mcp'));
    expect(readFileSync(journal, 'utf8')).not.toContain('canary-name');
  });

  it('make a new snapshot of the same files when they are others', async () => {
    const { open } = await place({ a: '1' });
    const { snapshot: one } = await (await open(['x'])).take({ kind: 'manual' });
    expect((await (await open(['x'])).take({ kind: 'manual' })).isNew).toBe(false);
    const { isNew, snapshot: two } = await (await open()).take({ kind: 'manual' });
    expect({ isNew, isSameTree: one.root === two.root }).toEqual({ isNew: true, isSameTree: true });
  });

  it('are those of this version: when an answer below changes, raise builtInRules', async () => {
    const names = [
      '.env',
      '.env.example',
      '.env.local',
      'a.pem',
      'x.user',
      '.vscode/mcp.json',
      '.vscode/x',
      'credentials',
      'a/terraform.tfvars',
    ];
    const texts = [
      '*.log\n!keep.log\n',
      '/a/\n',
      'a/**/b\n',
      '**/*.tmp\n',
      'a*b*c*d*e\n',
      '\\!x\n',
      'x \n',
      '[ab]\n',
      '?\n',
      '#x\n',
      '!a\n',
    ];
    const paths = ['a', 'b', 'x', '!x', 'x.log', 'keep.log', 'a/b', 'a/c/b', 'd/e.tmp', 'abcde', '#x', 'd/a'];
    const ignored = await Promise.all(
      texts.map(async (text) => {
        const isIgnored = await ignoreRulesOf([{ directory: '', text }], 'linux');
        return paths.map((path) => `${isIgnored(path, 'file')} ${isIgnored(path, 'directory')}`);
      }),
    );
    const answers = [names.map((name) => [isSecretName(name), isMissedWhenIgnored(name)]), ignored];
    expect({
      version: builtInRules.version,
      answers: objectIdOf('blob', Buffer.from(JSON.stringify(answers))).slice(0, 16),
    }).toMatchInlineSnapshot(`
      {
        "answers": "36fb773ccdd8b0a9",
        "version": 1,
      }
    `);
  });
});

describe('a repository that came into the workspace since then stays whole, and is named', () => {
  const reason = 'it belongs to a repository of its own, which the snapshot does not have';
  const file = (at: string) => writeFileSync(join(at, '.git'), 'gitdir: elsewhere\n');
  it.each([
    { name: 'a submodule', make: (at: (path: string) => string) => file(at('subm')) },
    { name: 'a clone', make: (at: (path: string) => string) => void execFileSync('git', ['init', '-q', at('subm')]) },
  ])('$name', async ({ make }) => {
    const { at, home, open } = await place({ a: 'a', turned: 'a file' });
    const snapshots = await open();
    const { snapshot } = await snapshots.take({ kind: 'manual' });
    home.put('w/subm/s', 'edited');
    home.put('w/subm/deep/untracked', 'new');
    home.put('w/new', 'goes');
    make(at);
    rmSync(at('turned'));
    home.put('w/turned/inner/x', 'x');
    file(at('turned/inner'));
    const before = pictureOf(at('subm'));
    const done = await snapshots.restore(snapshot.id);
    expect(done).toMatchObject({ deleted: ['new'], isExact: false });
    expect(done.conflicts).toEqual([
      { path: 'subm', reason },
      { path: 'subm/deep', reason },
      { path: 'subm/deep/untracked', reason },
      { path: 'subm/s', reason },
      { path: 'turned', reason: 'it holds files that stay' },
      { path: 'turned/inner', reason },
      { path: 'turned/inner/x', reason },
    ]);
    expect(pictureOf(at('subm'))).toEqual(before);
    expect(home.text('w/turned/inner/x')).toBe('x');
    await snapshots.undo();
    expect(home.text('w/new')).toBe('goes');
    expect(pictureOf(at('subm'))).toEqual(before);
  });

  it('of one that the snapshot has the files are brought back as any others', async () => {
    const { at, home, open } = await place({ a: 'a', 'subm/s': 'old' });
    file(at('subm'));
    const snapshots = await open();
    const { snapshot } = await snapshots.take({ kind: 'manual' });
    home.put('w/subm/s', 'edited');
    home.put('w/subm/more', 'goes');
    expect(await snapshots.restore(snapshot.id)).toMatchObject({ isExact: true, deleted: ['subm/more'] });
    expect(home.text('w/subm/s')).toBe('old');
  });
});

import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSnapshots, type OpenedSnapshots, type OpenSnapshotsOptions, type SnapshotId } from '../../../src/snapshots/index.ts';
import type { WritableSystem } from '../../../src/system/index.ts';
import { nodeSystem } from '../../../src/system/node.ts';
import { writableSystem } from '../../../src/system/writable.ts';
import { openWorkspace, type WorkspacePath } from '../../../src/workspace/index.ts';
import { bundledProgram } from '../../support/bundled-program.ts';
import { pictureOf } from '../../support/stored-trees.ts';
import { type TemporaryHome, temporaryHome } from '../../support/temporary-home.ts';
import { evenly, rounds } from '../../support/storm.ts';

const exclude = ['node_modules/', '.git/', '*.log'];
const task = { kind: 'task' } as const;
/** Long enough ago that git believes its index. */
const old = new Date('2020-02-02T02:02:02Z');

function git(home: TemporaryHome, ...args: readonly string[]): string {
  return execFileSync('git', ['-C', home.at('w'), '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: home.path },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

/** As a server finds the machine. */
function systemOf(home: TemporaryHome, more: Readonly<Record<string, string>> = {}): WritableSystem {
  const env = { HOME: home.path, PATH: process.env['PATH'] ?? '', SNAP_DATA_DIR: home.at('.snap-mcp'), ...more };
  return writableSystem(nodeSystem({ home: home.path, cwd: home.path, env }));
}

/** A file that git's index can vouch for. */
function put(home: TemporaryHome, path: string, content: string | Uint8Array): void {
  mkdirSync(home.at(`w/${path}`, '..'), { recursive: true });
  writeFileSync(home.at(`w/${path}`), content);
  utimesSync(home.at(`w/${path}`), old, old);
}

interface Repository {
  readonly files?: Readonly<Record<string, string>>;
  readonly init?: readonly string[];
  readonly root?: string;
}

async function repository({
  files = { 'a.ts': 'one\n', 'src/b.ts': 'two\n', 'src/c.ts': 'two\n' },
  init = [],
  root = 'w',
}: Repository = {}) {
  const home = temporaryHome();
  mkdirSync(home.at('w'));
  git(home, 'init', '-q', ...init);
  for (const [path, content] of Object.entries(files)) put(home, path, content);
  git(home, 'add', '-A');
  git(home, 'commit', '-qm', 'x');
  const opened = async (options: Partial<OpenSnapshotsOptions> = {}): Promise<OpenedSnapshots> => {
    const system = systemOf(home);
    const one = openSnapshots(system, await openWorkspace(system, home.at(root)), { exclude, yields: true, ...options });
    onTestFinished(() => one.close());
    return one;
  };
  return { home, opened, snapshots: await opened() };
}

/** Until nothing is borrowed any more. */
async function whole(snapshots: OpenedSnapshots): Promise<void> {
  const until = performance.now() + 50_000;
  while ((await snapshots.list()).some(({ complete }) => !complete)) {
    if (performance.now() > until) throw new Error('still not complete');
    await setImmediate();
  }
}

async function text(snapshots: OpenedSnapshots, id: SnapshotId, path: WorkspacePath): Promise<string | undefined> {
  const bytes = await snapshots.content(id, path);
  return bytes === undefined ? undefined : Buffer.from(bytes).toString('latin1');
}

/** What a command, which reads everything, makes of the same files. */
async function rootByReading(home: TemporaryHome): Promise<string> {
  const system = systemOf(home, { SNAP_DATA_DIR: home.at('other') });
  const snapshots = openSnapshots(system, await openWorkspace(system, home.at('w')), { exclude, yields: false });
  onTestFinished(() => snapshots.close());
  return (await snapshots.take({ kind: 'manual' })).snapshot.root;
}

describe('the first snapshot of a server', () => {
  it('names what git has, and is whole soon after, as if all had been read', async () => {
    const { home, snapshots } = await repository();
    const { snapshot } = await snapshots.take(task);
    expect(snapshot).toMatchObject({ complete: false, files: 3, bytes: 12 });
    expect(await text(snapshots, snapshot.id, 'src/b.ts')).toBe('two\n');
    expect(await snapshots.verify()).toMatchObject({ damaged: [], faults: [] });
    await whole(snapshots);
    const [now] = await snapshots.list();
    expect(now).toMatchObject({ id: snapshot.id, complete: true, root: await rootByReading(home) });
    expect(await snapshots.take(task)).toMatchObject({ isNew: false, snapshot: { id: snapshot.id } });
  });

  it('reads what git does not have as it is', async () => {
    const { home, snapshots } = await repository();
    put(home, 'a.ts', 'uno\n');
    put(home, 'new.ts', 'new\n');
    put(home, 'src/c.ts', 'two\n');
    rmSync(home.at('w/src/b.ts'));
    const { snapshot } = await snapshots.take(task);
    expect(snapshot).toMatchObject({ complete: true, files: 3 });
    expect(snapshot.root).toBe(await rootByReading(home));
  });

  it('is taken by reading in a directory without git, and by a command', async () => {
    const { home, opened } = await repository();
    const command = await opened({ yields: false });
    expect((await command.take(task)).snapshot.complete).toBe(true);
    const bare = temporaryHome();
    bare.put('w/a.ts', 'one');
    const system = systemOf(bare);
    const snapshots = openSnapshots(system, await openWorkspace(system, bare.at('w')), { exclude, yields: true });
    onTestFinished(() => snapshots.close());
    expect((await snapshots.take(task)).snapshot.complete).toBe(true);
    expect(readdirSync(home.at('w/.git'))).not.toContain('index.lock');
  });

  it('works where git is not installed', async () => {
    const { home } = await repository();
    const system = systemOf(home, { PATH: home.at('nothing') });
    const snapshots = openSnapshots(system, await openWorkspace(system, home.at('w')), { exclude, yields: true });
    onTestFinished(() => snapshots.close());
    const { snapshot } = await snapshots.take(task);
    expect(snapshot).toMatchObject({ complete: true, root: await rootByReading(home) });
  });

  it('holds all directories of a repository of sha256, whose ids are as long as our own', async () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`a${i}.ts`, `${i}\n`]));
    const { home, snapshots } = await repository({
      files: { ...many, 'src/deep/b.ts': 'two\n', 'test/c.ts': 'three\n' },
      init: ['--object-format=sha256'],
    });
    const { snapshot } = await snapshots.take(task);
    expect(snapshot).toMatchObject({ complete: false, files: 202 });
    await whole(snapshots);
    expect((await snapshots.list())[0]?.root).toBe(await rootByReading(home));
  });

  it('leaves the repository as it was', async () => {
    const { home, snapshots } = await repository();
    const before = pictureOf(home.at('w/.git'));
    await snapshots.take(task);
    await whole(snapshots);
    expect(pictureOf(home.at('w/.git'))).toEqual(before);
  });
});

describe('what a blob and its file do not share is read', () => {
  const crlf = 'one\r\ntwo\r\n';
  it.each([
    ['text=auto', '* text=auto\n', crlf],
    ['eol=crlf', '*.ts text eol=crlf\n', crlf],
    ['ident', '*.ts ident\n', '$Id$ and more\n'],
    ['another encoding', '*.ts working-tree-encoding=UTF-16LE\n', Buffer.from('ab\u0801cd\u0802', 'utf16le').toString('latin1')],
    ['a filter', '*.ts filter=turn\n', 'abc\n'],
  ])('%s', async (_, attributes, content) => {
    const home = temporaryHome();
    mkdirSync(home.at('w'));
    git(home, 'init', '-q');
    git(home, 'config', 'filter.turn.clean', 'tr a-z n-za-m');
    put(home, '.gitattributes', attributes);
    put(home, 'a.ts', Buffer.from(content, 'latin1'));
    git(home, 'add', '-A');
    git(home, 'commit', '-qm', 'x');
    const system = systemOf(home);
    const snapshots = openSnapshots(system, await openWorkspace(system, home.at('w')), { exclude, yields: true });
    onTestFinished(() => snapshots.close());
    const { snapshot } = await snapshots.take(task);
    expect(await text(snapshots, snapshot.id, 'a.ts')).toBe(content);
    await whole(snapshots);
    expect(await text(snapshots, snapshot.id, 'a.ts')).toBe(content);
    expect((await snapshots.list())[0]?.root).toBe(await rootByReading(home));
  });

  it('files that git was told not to look at', async () => {
    const { home, snapshots } = await repository();
    git(home, 'update-index', '--assume-unchanged', 'a.ts');
    git(home, 'update-index', '--skip-worktree', 'src/b.ts');
    const stamp = statSync(home.at('w/a.ts'));
    put(home, 'a.ts', 'uno\n');
    utimesSync(home.at('w/a.ts'), stamp.atime, stamp.mtime);
    put(home, 'src/b.ts', 'due\n');
    const { snapshot } = await snapshots.take(task);
    expect(await text(snapshots, snapshot.id, 'a.ts')).toBe('uno\n');
    expect(await text(snapshots, snapshot.id, 'src/b.ts')).toBe('due\n');
  });

  it('a file that changed with its index', async () => {
    const { home, snapshots } = await repository();
    writeFileSync(home.at('w/a.ts'), 'uno\n');
    git(home, 'add', 'a.ts');
    const { mtimeMs } = statSync(home.at('w/.git/index'));
    // Of one size and one time: only that the index is no newer tells.
    writeFileSync(home.at('w/a.ts'), 'due\n');
    utimesSync(home.at('w/a.ts'), mtimeMs / 1000, mtimeMs / 1000);
    const { snapshot } = await snapshots.take(task);
    expect(await text(snapshots, snapshot.id, 'a.ts')).toBe('due\n');
  });

  it('secrets that git tracks are sealed, and modes are those of the files', async () => {
    const { home, snapshots } = await repository({ files: { '.env': 'KEY=canary\n', 'run.sh': 'echo\n' } });
    chmodSync(home.at('w/run.sh'), 0o751);
    git(home, 'add', '-A');
    const { snapshot } = await snapshots.take(task);
    expect(await text(snapshots, snapshot.id, '.env')).toBe('KEY=canary\n');
    await whole(snapshots);
    const changes = await snapshots.changes(snapshot.id, 'working');
    expect(changes).toEqual([]);
  });
});

describe('the room that snapshots may take', () => {
  it('is used up by what is borrowed too, since it is copied', async () => {
    const files = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`${i}.txt`, `${i}`.repeat(20_000)]));
    const limits = { workspace: 100_000 };
    const [lent, read] = [await repository({ files }), await repository({ files })];
    const command = await (await read.opened({ limits, yields: false })).take(task);
    expect(command.snapshot.skippedCount).toBeGreaterThan(10);
    const server = await lent.opened({ limits });
    const { snapshot } = await server.take(task);
    expect(snapshot.skipped).toEqual(command.snapshot.skipped);
    await whole(server);
    expect((await server.state()).bytesOnDisk).toBeLessThan(limits.workspace);
  });
});

describe('what was borrowed', () => {
  it('is read from the files when git has lost it', async () => {
    const { home, snapshots } = await repository();
    const { snapshot } = await snapshots.take(task);
    rmSync(home.at('w/.git/objects'), { recursive: true });
    await whole(snapshots);
    expect(await text(snapshots, snapshot.id, 'src/b.ts')).toBe('two\n');
  });

  it('is read from git when the files have changed, and brought back', async () => {
    const { home, snapshots } = await repository();
    const { snapshot } = await snapshots.take(task);
    for (const path of ['a.ts', 'src/b.ts', 'src/c.ts']) put(home, path, 'broken');
    await whole(snapshots);
    expect(await snapshots.restore(snapshot.id)).toMatchObject({ isExact: true });
    expect(readFileSync(home.at('w/src/b.ts'), 'utf8')).toBe('two\n');
  });

  it('is copied first when a restore comes before', async () => {
    const { home, snapshots } = await repository();
    const { snapshot } = await snapshots.take(task);
    rmSync(home.at('w/src'), { recursive: true });
    expect(await snapshots.restore(snapshot.id)).toMatchObject({ isExact: true });
    expect(readFileSync(home.at('w/src/b.ts'), 'utf8')).toBe('two\n');
    expect((await snapshots.list()).every(({ complete }) => complete)).toBe(true);
  });

  it('is named as damaged when nobody has it any more', async () => {
    const { home, snapshots } = await repository();
    const { snapshot } = await snapshots.take(task);
    put(home, 'a.ts', 'changed');
    rmSync(home.at('w/.git/objects'), { recursive: true });
    await snapshots.take(task);
    expect((await snapshots.verify()).damaged).toContainEqual({ snapshot: snapshot.id, path: 'a.ts' });
    expect(await snapshots.find(snapshot.id)).toMatchObject({ complete: false });
    await expect(snapshots.content(snapshot.id, 'a.ts')).rejects.toThrow('The contents of a file are missing');
  });

  it('is kept but for what nobody has any more, whatever becomes of git later', async () => {
    const { home, snapshots } = await repository();
    const { snapshot } = await snapshots.take(task);
    put(home, 'src/b.ts', 'changed');
    put(home, 'src/c.ts', 'changed');
    rmSync(home.at('w/.git/objects'), { recursive: true });
    await snapshots.take(task);
    await snapshots.restore(snapshot.id, { paths: ['a.ts'] });
    put(home, 'a.ts', 'changed');
    expect(await text(snapshots, snapshot.id, 'a.ts')).toBe('one\n');
    expect((await snapshots.verify()).damaged.filter((one) => one.snapshot === snapshot.id).map(({ path }) => path)).toEqual([
      'src/b.ts',
      'src/c.ts',
    ]);
    expect(await snapshots.find(snapshot.id)).toMatchObject({ complete: false });
  });

  it('keeps nothing else from being brought back where a part of it is damaged', async () => {
    const { home, opened, snapshots } = await repository();
    await snapshots.take(task);
    const { directory } = await snapshots.state();
    snapshots.close();
    const pack = join(directory, 'packs', '000001.pk');
    const bytes = readFileSync(pack);
    // In the node of its directory.
    const at = bytes.indexOf('c.ts');
    expect(at).toBeGreaterThan(0);
    bytes[at] = 0x64;
    writeFileSync(pack, bytes);
    put(home, 'src/b.ts', 'later\n');
    const command = await opened({ yields: false });
    const { snapshot } = await command.take(task);
    rmSync(home.at('w/src'), { recursive: true });
    expect(await command.restore(snapshot.id)).toMatchObject({ isExact: true });
    expect(readFileSync(home.at('w/src/b.ts'), 'utf8')).toBe('later\n');
  });

  it('is copied by the next process when the server ended before', async () => {
    const { home, opened, snapshots } = await repository();
    const { snapshot } = await snapshots.take(task);
    snapshots.close();
    const command = await opened({ yields: false });
    expect(await command.find(snapshot.id)).toMatchObject({ complete: false });
    put(home, 'a.ts', 'uno\n');
    await command.take(task);
    expect(await command.find(snapshot.id)).toMatchObject({ complete: true });
    rmSync(home.at('w/.git'), { recursive: true });
    expect(await text(command, snapshot.id, 'a.ts')).toBe('one\n');
  });

  it('is copied or honestly missing, wherever the server is killed', async () => {
    const program = bundledProgram('kill-program');
    onTestFinished(() => program.remove());
    const kill = async (at: number): Promise<number> => {
      const { home, opened } = await repository();
      const env = { HOME: home.path, PATH: process.env['PATH'] ?? '', SNAP_DATA_DIR: home.at('.snap-mcp') };
      const { signal, stdout } = spawnSync(process.execPath, [program.path, 'borrow', home.at('w'), String(at)], { encoding: 'utf8', env });
      if (at === 0) return Number(/"made":(\d+)/.exec(stdout)?.[1]);
      expect(signal, `${at}`).toBe('SIGKILL');
      const before = pictureOf(home.at('w'));
      const command = await opened({ yields: false });
      const left = await command.list();
      const { snapshot } = await command.take(task);
      expect((await command.list()).every(({ complete }) => complete)).toBe(true);
      rmSync(home.at('w/.git'), { recursive: true });
      rmSync(home.at('w/src'), { recursive: true });
      for (const { id } of left) expect(await text(command, id, 'src/b.ts'), `${at}`).toBe('two\n');
      expect(await command.verify()).toMatchObject({ damaged: [], faults: [] });
      expect(await command.restore(snapshot.id)).toMatchObject({ isExact: true });
      expect(pictureOf(home.at('w'))).toEqual(before.filter((line) => !line.includes('.git')));
      return left.length;
    };
    const calls = await kill(0);
    expect(calls).toBeGreaterThan(20);
    let found = 0;
    // A run may make one call less than another.
    for (const at of evenly(rounds(15, 'SNAP_KILLS'), calls - 3)) found += await kill(at);
    // Some were killed after the answer.
    expect(found).toBeGreaterThan(0);
  });

  it('stays with later snapshots that are taken meanwhile', async () => {
    const { home, snapshots } = await repository();
    const first = await snapshots.take(task);
    put(home, 'a.ts', 'uno\n');
    const second = await snapshots.take(task);
    expect(second).toMatchObject({ isNew: true });
    expect((await snapshots.changes(first.snapshot.id, second.snapshot.id)).map(({ path }) => path)).toEqual(['a.ts']);
    await whole(snapshots);
    expect((await snapshots.changes(first.snapshot.id, second.snapshot.id)).map(({ path }) => path)).toEqual(['a.ts']);
    expect((await snapshots.list())[0]?.root).toBe(await rootByReading(home));
  });

  it('comes from repositories of sha256, of second work trees, and around the workspace', async () => {
    const sha256 = await repository({ init: ['--object-format=sha256'] });
    const inside = await repository({ root: 'w/src' });
    const second = await repository();
    git(second.home, 'worktree', 'add', '-q', second.home.at('tree'));
    for (const path of ['a.ts', 'src/b.ts', 'src/c.ts']) utimesSync(second.home.at(`tree/${path}`), old, old);
    execFileSync('git', ['-C', second.home.at('tree'), 'update-index', '--refresh']);
    const system = systemOf(second.home);
    const tree = openSnapshots(system, await openWorkspace(system, second.home.at('tree')), { exclude, yields: true });
    onTestFinished(() => tree.close());
    for (const [snapshots, path] of [
      [sha256.snapshots, 'src/b.ts'],
      [inside.snapshots, 'b.ts'],
      [tree, 'src/b.ts'],
    ] as const) {
      const { snapshot } = await snapshots.take(task);
      expect(snapshot.complete).toBe(false);
      expect(await text(snapshots, snapshot.id, path)).toBe('two\n');
      await whole(snapshots);
      expect(await text(snapshots, snapshot.id, path)).toBe('two\n');
    }
  });
});

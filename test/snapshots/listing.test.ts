import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nodeSnapshotCalls, type SnapshotCalls } from '../../src/snapshots/disk.ts';
import { openSnapshots } from '../../src/snapshots/index.ts';
import { openWorkspace } from '../../src/workspace/index.ts';
import { type Tried, triedCapture } from '../support/capture-in-memory.ts';
import { timePassed } from '../support/processes.ts';
import { temporaryHome } from '../support/temporary-home.ts';

const others = { fileSystem: nodeSnapshotCalls.fileSystem };

/** The directories that a capture lists. */
function listing({ home }: Tried, { fileSystem }: Pick<SnapshotCalls, 'fileSystem'> = others) {
  const listed: string[] = [];
  const calls: SnapshotCalls = {
    ...nodeSnapshotCalls,
    fileSystem,
    rawNames(path) {
      listed.push(String(path).slice(home.at('w').length + 1));
      return nodeSnapshotCalls.rawNames(path);
    },
  };
  return { calls, take: () => listed.splice(0) };
}

/** What changed so lately could change again without another time. */
async function untilOld(...paths: readonly string[]): Promise<void> {
  const newest = Math.max(...paths.map((path) => lstatSync(path).ctimeMs));
  await timePassed(newest + 150 - Date.now());
}

async function grown(): Promise<Tried> {
  const tried = await triedCapture();
  for (const path of ['a', 'd/b', 'd/e/c', 'f/g']) tried.home.put(`w/${path}`, path);
  await untilOld(...['w', 'w/d', 'w/d/e', 'w/f'].map((path) => tried.home.at(path)));
  return tried;
}

describe('a walk', () => {
  it('lists a directory again only when a name came or went', async () => {
    const tried = await grown();
    const { home, lines, take } = tried;
    const { calls, take: listed } = listing(tried);
    await take({ calls });
    expect(listed()).toEqual(['', 'd', 'd/e', 'f']);
    await take({ calls });
    expect(listed()).toEqual([]);
    home.put('w/d/e/new', 'new');
    home.put('w/f/g', 'changed');
    expect(await lines((await take({ calls })).root)).toEqual(expect.arrayContaining(['d/e/new 644 new', 'f/g 644 changed']));
    expect(listed()).toEqual(['d/e']);
  });

  it('looks again for an ignored directory that was left with nothing to keep, by what a watcher told', async () => {
    const tried = await triedCapture();
    const { home, lines, take } = tried;
    const settings = (content: string) => home.put('w/p/.vscode/settings.json', content);
    home.put('w/.gitignore', '.vscode/\n');
    home.put('w/p/file', '');
    settings('{}');
    await untilOld(...['w', 'w/p', 'w/p/.vscode'].map((path) => home.at(path)));
    for (const changed of ['p/.vscode/settings.json', 'p/.vscode']) {
      await take();
      rmSync(home.at('w/p/.vscode/settings.json'));
      const told = await take({ changed: [changed] });
      expect(await lines(told.root)).toEqual(['.gitignore 644 .vscode/\n', '.keep 644 ', 'p/ 755', 'p/file 644 ']);
      settings(`"${changed}"`);
      expect(await lines((await take()).root)).toContainEqual(expect.stringContaining(`"${changed}"`));
    }
  });

  it('lists every directory where the disk does not tell of what others do', async () => {
    const tried = await grown();
    const { calls, take: listed } = listing(tried, { fileSystem: () => 0x6969 });
    await tried.take({ calls });
    await tried.take({ calls });
    expect(listed()).toHaveLength(8);
  });

  it('lists a directory again that changed just before it was listed', async () => {
    const tried = await triedCapture();
    const { calls, take: listed } = listing(tried);
    tried.home.put('w/d/a', 'a');
    await tried.take({ calls });
    await tried.take({ calls });
    expect(listed()).toEqual(['', 'd', '', 'd']);
  });

  it('finds the first file that is meant in a directory that is ignored', async () => {
    const tried = await grown();
    const { home, lines, rules, take } = tried;
    const { calls } = listing(tried);
    home.put('w/d/.vscode/state.bin', 'ignored');
    await untilOld(home.at('w/d'));
    const own = await rules(['.vscode/']);
    for (let i = 0; i < 2; i += 1) await take({ calls, rules: own });
    const before = lstatSync(home.at('w/d')).mtimeMs;
    home.put('w/d/.vscode/settings.json', '{}');
    expect(lstatSync(home.at('w/d')).mtimeMs).toBe(before);
    const found = await lines((await take({ calls, rules: own })).root);
    expect(found.filter((line) => line.includes('vscode'))).toEqual(['d/.vscode/ 755', 'd/.vscode/settings.json sealed 644 {}']);
  });

  it('goes by the rules it is given, after one that went by others and failed', async () => {
    const tried = await grown();
    const { cache, lines, rules, take } = tried;
    const { calls } = listing(tried);
    const own = { ...(await rules([])), key: 'own' };
    const first = await take({ calls, rules: own });
    const stop = new AbortController();
    stop.abort(new Error('withdrawn'));
    for (let i = 0; i < 20; i += 1) tried.home.put(`w/f/z${i}`, '');
    await expect(take({ calls, rules: { ...(await rules(['d/', 'a'])), key: 'other' }, signal: stop.signal })).rejects.toThrow();
    expect(cache.isCurrent).toBe(false);
    for (let i = 0; i < 20; i += 1) rmSync(tried.home.at(`w/f/z${i}`));
    expect(await lines((await take({ calls, rules: own })).root)).toEqual(await lines(first.root));
  });
});

describe('in another process', () => {
  async function opened() {
    const home = temporaryHome();
    mkdirSync(home.at('w'));
    for (let i = 0; i < 100; i += 1) home.put(`w/d${i % 10}/f${i}`, `${i}`);
    await untilOld(home.at('w/d9/f99'));
    const workspace = await openWorkspace(home.run(), home.at('w'));
    const again = (calls: SnapshotCalls = nodeSnapshotCalls) => {
      const one = openSnapshots(home.run(), workspace, { exclude: ['*.log'], yields: false, calls });
      onTestFinished(() => one.close());
      return one;
    };
    return { home, again, stat: `${workspace.privateDirectory}/snapshots/stat.bin` };
  }
  const manual = { kind: 'manual' } as const;

  it('a few changes are read again, many are remembered', async () => {
    const { again, home, stat } = await opened();
    const first = (await again().take(manual)).snapshot;
    const { ino } = statSync(stat);
    home.put('w/d1/f1', 'changed');
    const second = await again().take(manual);
    expect(second.isNew).toBe(true);
    expect(statSync(stat).ino).toBe(ino);
    expect((await again().take(manual)).snapshot).toEqual(second.snapshot);
    expect(await again().changes(first.id, 'working')).toMatchObject([{ path: 'd1/f1', kind: 'modified' }]);
    for (let i = 0; i < 10; i += 1) home.put(`w/d2/new${i}`, `${i}`);
    expect((await again().take(manual)).snapshot.files).toBe(110);
    expect(statSync(stat).ino).not.toBe(ino);
  });

  it('what git tracks is known without reading its index, until it changes', async () => {
    const { again, home } = await opened();
    const git = (...args: readonly string[]) =>
      execFileSync('git', args, { cwd: home.at('w'), env: { PATH: process.env['PATH'], HOME: home.path } });
    git('init', '-q');
    home.put('w/kept.log', 'one');
    git('add', '-f', 'kept.log');
    await untilOld(home.at('w/.git/index'));
    const first = (await again().take(manual)).snapshot;
    expect(first.files).toBe(101);
    home.put('w/kept.log', 'two');
    home.put('w/other.log', 'no');
    const second = (await again().take(manual)).snapshot;
    expect(second.files).toBe(101);
    expect(await again().changes(first.id, second.id)).toMatchObject([{ path: 'kept.log', kind: 'modified' }]);
    git('add', '-f', 'other.log');
    expect((await again().take(manual)).snapshot.files).toBe(102);
  });
});

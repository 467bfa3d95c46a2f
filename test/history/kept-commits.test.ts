import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openHistory } from '../../src/history/index.ts';
import type { CommitMark } from '../../src/history/commits.ts';
import { keptCommitsIn, keptCommitsText } from '../../src/history/kept-commits.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { writableSystem } from '../../src/system/writable.ts';
import { openWorkspace } from '../../src/workspace/index.ts';
import { temporaryHome } from '../support/temporary-home.ts';
import { historyRead } from '../support/history-read.ts';

const path = fc.oneof(fc.constantFrom('a', 'src/b.ts', '__proto__', 'line\nbreak "quoted" \u202e'), fc.string());
const change = fc.record({ letter: fc.constantFrom('A', 'M', 'D', 'T'), path });
const renaming = fc.record({ letter: fc.constant('R'), path, from: path });
const commit = fc.record({
  id: fc.stringMatching(/^[0-9a-f]{40}$/),
  at: fc.nat(),
  subject: fc.string(),
  author: fc.stringMatching(/^[0-9a-f]{8}$/),
  marks: fc.subarray(['merge', 'bot', 'release', 'large'] satisfies CommitMark[]),
  changes: fc.array(fc.oneof(change, renaming), { maxLength: 5 }),
});
const keptCommits = fc.record({
  head: fc.stringMatching(/^[0-9a-f]{40}$/),
  place: fc.constantFrom('', 'packages/a/'),
  isShallow: fc.boolean(),
  logged: fc.array(commit, { maxLength: 8 }),
});

describe('commits that are kept between two runs', () => {
  it('come back as they were', () => {
    fc.assert(
      fc.property(keptCommits, (kept) => {
        expect(keptCommitsIn(keptCommitsText(kept))).toEqual(kept);
      }),
    );
  });

  it('are not taken from a file that was cut or changed', () => {
    const text = keptCommitsText(fc.sample(keptCommits, { seed: 7, numRuns: 20 }).find(({ logged }) => logged.length > 2) ?? fail());
    for (let end = 0; end < text.length; end += 1) expect(keptCommitsIn(text.slice(0, end))).toBeUndefined();
    const value = JSON.parse(text) as { readonly rows: readonly unknown[][] };
    for (const rows of [
      [7],
      [[]],
      [[1, 2, 3]],
      'text',
      [['a', 1, 's', 999, 0, []]],
      [['a', 1, 's', 0, 99, []]],
      [['a', 1, 's', 0, 0, [77, 999, -1]]],
    ])
      expect(keptCommitsIn(JSON.stringify({ ...value, rows }))).toBeUndefined();
    expect(keptCommitsIn(JSON.stringify({ ...value, version: 0 }))).toBeUndefined();
  });
});

function fail(): never {
  throw new Error('no sample');
}

describe('the window of commits', () => {
  it('is extended when commits are added, read anew when they were rewritten, and the same each time', async () => {
    const home = temporaryHome();
    const root = home.at('p');
    const git = (...args: readonly string[]): string =>
      execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=Ada@example.com', '-c', 'commit.gpgsign=false', ...args], {
        cwd: root,
        encoding: 'utf8',
        env: { PATH: process.env['PATH'] ?? '', HOME: home.path, GIT_CONFIG_NOSYSTEM: '1' },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    const commitOf = (subject: string, ...files: readonly string[]): void => {
      for (const file of files) home.put(`p/${file}`, `${subject} ${file}\n`);
      git('add', '-A');
      home.put('message', subject);
      git('commit', '-qF', home.at('message'));
    };
    const env = { PATH: process.env['PATH'] ?? '', HOME: home.path, SNAP_DATA_DIR: home.at('.snap-mcp') };
    const system = writableSystem(nodeSystem({ home: home.path, cwd: home.path, env }));
    const read = async (keep: boolean) => {
      const workspace = await openWorkspace(system, root);
      const asked: string[] = [];
      const spawn: typeof system.spawn = (command, args, options) => {
        if (args.includes('log')) asked.push(args.find((word) => word.includes('..')) ?? 'all');
        return system.spawn(command, args, options);
      };
      const spied: typeof system = Object.assign(Object.create(system), { spawn });
      const history = openHistory(spied, workspace, keep ? { keep: system.ownFiles } : {});
      await history.churn();
      const { commits, deleted, limits } = await historyRead(history);
      return { asked, limits, window: { commits, deleted: [...deleted] } };
    };
    const same = async () => {
      const kept = await read(true);
      expect(kept.window).toEqual((await read(false)).window);
      return kept;
    };

    home.put('p/a.ts', '');
    expect((await read(true)).limits).toEqual(['no git']);
    git('init', '-q', '-b', 'main');
    expect((await read(true)).limits).toEqual(['no commit yet']);
    commitOf('first', 'a.ts', 'line\nbreak.ts', 'quote"\u202e.ts');
    commitOf(`long ${'x'.repeat(1_000_000)}`, 'a.ts');
    const first = await same();
    expect(first.asked).toEqual(['all']);
    expect(first.window.commits.map(({ files, subject }) => [files.length, subject.length])).toEqual([
      [1, 200],
      [3, 5],
    ]);
    expect(JSON.stringify(first.window)).not.toContain('example.com');
    expect((await read(true)).asked).toEqual([]);

    git('mv', 'a.ts', 'b.ts');
    git('commit', '-qm', 'rename');
    git('rm', '-q', 'line\nbreak.ts');
    git('commit', '-qm', 'delete');
    const extended = await same();
    expect(extended.asked).toHaveLength(1);
    expect(extended.asked[0]).toContain('..');
    expect(extended.window.commits.at(-1)?.files).toContain('b.ts');
    expect(extended.window.deleted).toEqual(['line\nbreak.ts']);

    git('commit', '-q', '--amend', '-m', 'deleted');
    expect((await same()).asked).toEqual(['all']);

    const directory = `${(await openWorkspace(system, root)).privateDirectory}/history`;
    expect(readdirSync(directory)).toEqual(['commits.json']);
    const text = readFileSync(`${directory}/commits.json`);
    for (const damaged of [text.subarray(0, 500), Buffer.from('{}'), Buffer.alloc(0)]) {
      writeFileSync(`${directory}/commits.json`, damaged);
      expect((await same()).asked).toEqual(['all']);
    }

    git('checkout', '-q', '--detach', 'HEAD~1');
    expect((await same()).window.commits).toHaveLength(3);

    execFileSync('git', ['clone', '-q', '--depth', '2', `file://${root}`, home.at('shallow')], { stdio: 'ignore' });
    const shallow = await historyRead(openHistory(system, await openWorkspace(system, home.at('shallow'))));
    expect(shallow.limits).toEqual(['a shallow clone']);
    expect(shallow.commits.map(({ marks }) => marks)).toEqual([[], ['large']]);
  });
});

import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { FilesQuestion } from '../../../src/insight/index.ts';
import { openForecast } from '../../../src/insight/open-forecast.ts';
import { openHistory } from '../../../src/history/index.ts';
import { nodeSystem } from '../../../src/system/node.ts';
import { openWorkspace } from '../../../src/workspace/index.ts';
import { temporaryHome } from '../../support/temporary-home.ts';
import { historyRead } from '../../support/history-read.ts';

function project() {
  const home = temporaryHome();
  const git = (at: string, ...args: readonly string[]): void => {
    const settings = ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'commit.gpgsign=false', '-c', 'protocol.file.allow=always'];
    execFileSync('git', [...settings, ...args], {
      cwd: home.at(at),
      stdio: 'ignore',
      env: { PATH: process.env['PATH'] ?? '', HOME: home.path },
    });
  };
  const env = { HOME: home.path, PATH: process.env['PATH'] ?? '', SNAP_DATA_DIR: home.at('.snap-mcp') };
  const system = nodeSystem({ home: home.path, cwd: home.path, env });
  const ask = async (at: string, question: Partial<FilesQuestion>, exclude: readonly string[] = []) => {
    const workspace = await openWorkspace(system, home.at(at));
    const history = openHistory(system, workspace);
    await historyRead(history);
    const forecast = openForecast(system, workspace, { history, exclude });
    const { files, limits } = await forecast.files({ text: '', files: [], max: 5, ...question });
    return { limits, names: files.map(({ file }) => file), said: files.flatMap(({ reasons }) => reasons.map(({ text }) => text)) };
  };
  return { home, git, ask };
}

it('without git files come from their names and contents, by the ignore rules, and the answer says so', async () => {
  const { ask, home } = project();
  home.put('w/.gitignore', 'out/\n');
  home.put('w/src/invoice.ts', 'export function roundCents() {}\n');
  home.put('w/out/invoice.js', 'roundCents()\n');
  home.put('w/Src2/cart.ts', 'roundCents\n');
  expect(await ask('w', { text: 'roundCents of the invoice' })).toEqual({
    limits: ['no git'],
    names: ['src/invoice.ts', 'Src2/cart.ts'],
    said: ['one of 2 files with roundCents', 'its path says invoice', 'one of 2 files with roundCents'],
  });
  expect(await ask('w', {})).toEqual({ limits: ['no git'], names: [], said: [] });
  expect((await ask('w', { text: 'roundCents', max: 0 })).names).toEqual([]);
});

it('with a history files are those that changed together, while they are there', async () => {
  const { ask, git, home } = project();
  home.put('w/other.ts', '');
  git('w', 'init', '-q', '-b', 'main');
  expect((await ask('w', { text: 'other' })).limits).toEqual(['no commit yet']);
  const odd = 'in/line\nbreak "quoted" \u202e.ts';
  const stream = Array.from({ length: 40 }, (_, i) => {
    const isPay = i % 2 === 0;
    const message = isPay ? `fix: rounding of cents ${i}` : `chore: step${i}\u001b[31m`;
    const files = isPay ? ['in/pay.ts', odd, 'in/tax.ts', 'gone.ts'] : [`out/f${i % 7}.ts`, `out/g${i % 7}.ts`];
    const changes = files.map((file) => `M 100644 inline ${JSON.stringify(file)}\ndata ${String(i).length}\n${i}\n`);
    const bytes = Buffer.byteLength(message);
    return `commit refs/heads/main\ncommitter a <a@b.c> ${1_700_000_000 + i} +0000\ndata ${bytes}\n${message}\n${changes.join('')}`;
  });
  home.put('stream', stream.join('\n'));
  execFileSync('sh', ['-c', 'git -C w fast-import --quiet --force < stream && git -C w reset -q --hard'], { cwd: home.path });

  const byFile = await ask('w', { files: ['in/pay.ts'] });
  expect(byFile.limits).toEqual([]);
  // The name with hidden characters would be shown as that of another file.
  expect(byFile.names.toSorted()).toEqual(['gone.ts', 'in/tax.ts']);
  expect(byFile.said).toContain('changed together with in/pay.ts in 20 of 20 commits');
  expect((await ask('w', { text: 'round the cents' })).names).toContain('in/tax.ts');
  expect((await ask('w', { files: ['in/pay.ts'], without: ['in/tax.ts'] })).names).toEqual(['gone.ts']);

  // Deleted and not committed, left out by the settings, and in a conflict of names with a directory.
  rmSync(home.at('w/gone.ts'));
  expect((await ask('w', { files: ['in/pay.ts'] }, ['in/tax.ts'])).names).toEqual([]);

  // A folder of the repository, a second work tree, a submodule, no branch.
  expect((await ask('w/in', { files: ['pay.ts'] })).names).toContain('tax.ts');
  git('w', 'worktree', 'add', '-q', '--detach', home.at('second'));
  expect((await ask('second', { files: ['in/pay.ts'] })).names).toContain('in/tax.ts');
  home.put('top/readme', '');
  git('top', 'init', '-q');
  git('top', 'submodule', 'add', '-q', home.at('w'), 'sub');
  git('top', 'commit', '-qm', 'fix: rounding of cents');
  expect((await ask('top/sub', { files: ['in/pay.ts'] })).names).toContain('in/tax.ts');
  expect((await ask('top', { text: 'rounding of cents' })).names).not.toContain('sub');
});

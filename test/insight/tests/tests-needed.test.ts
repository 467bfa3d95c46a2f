import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openForecast } from '../../../src/insight/open-forecast.ts';
import { nodeSystem } from '../../../src/system/node.ts';
import { openHistory } from '../../../src/history/index.ts';
import { temporaryHome } from '../../support/temporary-home.ts';
import { workspaceAt } from '../../support/workspace-at.ts';
import { historyRead } from '../../support/history-read.ts';

const manifest = '{"scripts":{"test":"vitest"}}';

function projectWith(files: Readonly<Record<string, string>>) {
  const home = temporaryHome();
  for (const [name, text] of Object.entries(files)) home.put(`w/${name}`, text);
  const root = home.at('w');
  const git = (...args: readonly string[]): void => {
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'commit.gpgsign=false', ...args], {
      cwd: root,
      stdio: 'ignore',
    });
  };
  const env = { HOME: home.path, PATH: process.env['PATH'] ?? '', SNAP_DATA_DIR: home.at('.snap-mcp') };
  const system = nodeSystem({ home: home.path, cwd: root, env });
  const workspace = workspaceAt(system, root);
  const history = openHistory(system, workspace);
  const forecast = openForecast(system, workspace, { history, exclude: [] });
  return { home, git, root, forecast, history };
}

it('without git the tests of a change are found by their names, and the command by the manifest', async () => {
  const { forecast } = projectWith({ 'package.json': manifest, 'src/pay.ts': '', 'test/pay.test.ts': '', 'test/cart.test.ts': '' });
  const { tests, command } = await forecast.tests({ text: '', files: ['src/pay.ts'] });
  expect(tests.map(({ file }) => file)).toEqual(['test/pay.test.ts']);
  expect(command).toEqual({
    command: 'npx --no vitest run test/pay.test.ts',
    file: 'package.json',
    why: 'package.json: script "test" runs vitest',
    folder: undefined,
  });
});

it('code about tests is no test where tests have an ending of their own', async () => {
  const files = { 'package.json': manifest, 'src/pay.ts': '', 'test/pay.test.ts': '', 'test/cart.test.ts': '', 'src/test-pay.ts': '' };
  const { forecast } = projectWith(files);
  expect((await forecast.tests({ text: 'pay', files: ['src/pay.ts'] })).tests.map(({ file }) => file)).toEqual(['test/pay.test.ts']);
});

it('a file of Rust with tests in it is its own test', async () => {
  const { forecast } = projectWith({
    'Cargo.toml': '[package]\nname = "x"\n',
    'src/lib.rs': '',
    'src/walk.rs': '#[cfg(test)]\nmod tests {}\n',
  });
  const { command } = await forecast.tests({ text: '', files: ['src/walk.rs'] });
  expect(command?.command).toBe('cargo test --lib walk::');
});

it('with a history, tests are those that changed together, and what was left out is named while it is there', async () => {
  const { forecast, git, history, home, root } = projectWith({ 'package.json': manifest, 'src/a.ts': '0', 'test/flow.test.ts': '0' });
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'Begin');
  for (let i = 1; i <= 12; i += 1) {
    home.put('w/src/a.ts', `${i}`);
    home.put('w/test/flow.test.ts', `${i}`);
    git('commit', '-qam', `Step ${i}`);
  }
  await historyRead(history);
  const { tests } = await forecast.tests({ text: '', files: ['src/a.ts'] });
  expect(tests[0]).toMatchObject({ file: 'test/flow.test.ts', reasons: [{ text: 'changed in 13 of the 13 commits of src/a.ts' }] });
  expect(await forecast.forgotten(['src/a.ts'])).toMatchObject([
    { file: 'test/flow.test.ts', reasons: [{ text: 'changed in 13 of the 13 commits of src/a.ts' }] },
  ]);
  expect(await forecast.forgotten(['src/a.ts', 'test/flow.test.ts'])).toEqual([]);
  rmSync(`${root}/test/flow.test.ts`);
  expect(await forecast.forgotten(['src/a.ts'])).toEqual([]);
  expect((await forecast.tests({ text: '', files: ['src/a.ts'] })).tests).toEqual([]);
});

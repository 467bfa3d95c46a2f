import { execFileSync } from 'node:child_process';
import { chmodSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openHistory } from '../../../src/history/index.ts';
import { openVitals } from '../../../src/insight/index.ts';
import { call, connected, madeHome } from '../../server/started.ts';
import { builtProgram } from '../../support/built-program.ts';
import { gitOnce } from '../../support/git-once.ts';
import { until } from '../../support/processes.ts';
import { exclude, place } from '../../memory/tasks/place.ts';

const hangs = '#!/bin/sh\nexec sleep 60\n';

it.skipIf(process.platform === 'win32')('a pulse does not wait for a git that hangs, says so, and names no action', async () => {
  const here = await place('git', { 'a.txt': 'a\n' });
  here.home.put('bin/git', hangs);
  chmodSync(here.home.at('bin/git'), 0o755);
  const system = { ...here.system, env: { ...here.system.env, PATH: `${here.home.at('bin')}:${process.env['PATH'] ?? ''}` } };
  const history = openHistory(system, here.workspace);
  // A question about risk would be asked of the same git.
  const riskOf = async () => Promise.reject(new Error('asked for a risk'));
  const vitals = openVitals(system, here.workspace, { history, exclude, watch: false, riskOf });
  onTestFinished(() => vitals.close());
  expect(await vitals.pulse('a.txt')).toMatchObject({
    since: 'first look',
    risk: '?',
    action: '',
    problems: ['git did not answer within 1.2 seconds.'],
  });
});

it.skipIf(process.platform === 'win32')('nor where a daemon asks that git for the server', async () => {
  const home = realpathSync(madeHome({ 'shop/a.txt': 'a\n', 'bin/git': hangs }));
  gitOnce(join(home, 'shop'), [['init', '-q']], (...args) => void execFileSync('git', args, { cwd: join(home, 'shop') }));
  chmodSync(join(home, 'bin/git'), 0o755);
  const env = {
    PATH: `${join(home, 'bin')}:${process.env['PATH'] ?? ''}`,
    SNAP_DAEMON: 'on',
    SNAP_DAEMON_IDLE_MS: '60000',
    SNAP_DATA_DIR: join(home, 'd'),
  };
  const snap = (...args: readonly string[]) =>
    execFileSync(process.execPath, [builtProgram(), ...args], { env: { HOME: home, ...env }, cwd: home, encoding: 'utf8' });
  onTestFinished(() => void snap('daemon', 'stop'));
  snap('daemon', 'start');
  const client = await connected({ home, env, args: ['mcp', '--stdio', '--workspace', join(home, 'shop')] });
  await until(async () => /Connected to the daemon/.test((await call(client, { mode: 'health' })).text));
  // Where the daemon has asked before, the question to git is shorter still.
  expect((await call(client, {}, 'pulse')).text).toMatch(
    /\|changes:0\|action:none\n---\ngit did not answer within (?:a second|[\d.]+ seconds)\.$/,
  );
});

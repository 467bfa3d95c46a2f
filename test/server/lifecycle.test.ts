import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { builtProgram } from '../support/built-program.ts';
import { isAlive, isGone } from '../support/processes.ts';
import { fixtureServer } from './fixture-server.ts';
import { initialize, madeHome, RawServer, toolCall } from './started.ts';

const fixture = fixtureServer();

// "Soon" is shown by the end itself: the fixture waits ten minutes for an answer that somebody may want.
describe('the server ends', () => {
  it('soon when its input ends and nothing is open', async () => {
    const server = fixture.start();
    server.write(initialize, toolCall(1, { text: 'a' }, 'echo'));
    await server.answerTo(1);
    server.process.stdin.end();
    expect(await server.exit).toEqual([0, null]);
  });

  it('soon when the client leaves that has waited for a call, and takes its child with it', async () => {
    // Every call is old enough to be given up.
    const server = fixture.start({ env: { FIXTURE_YOUNG: '-1' } });
    server.write(initialize, toolCall(1, { stubborn: true }, 'child'));
    const pid = Number((await server.said(/child (\d+)/))[1]);
    server.process.stdin.end();
    expect(await server.exit).toEqual([0, null]);
    expect(await isGone(pid)).toBe(true);
  });

  it.each(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)('soon on %s, with a call open and a child running', async (signal) => {
    const server = fixture.start();
    server.write(initialize, toolCall(1, { stubborn: true }, 'child'));
    const pid = Number((await server.said(/child (\d+)/))[1]);
    server.process.kill(signal);
    await server.exit;
    expect(await isGone(pid)).toBe(true);
  });

  it('when nobody reads its answers any more', async () => {
    const server = fixture.start();
    server.write(initialize);
    await server.lines(1);
    server.process.stdout.destroy();
    server.write(toolCall(1, { text: 'a' }, 'echo'));
    expect(await server.exit).toEqual([0, null]);
  });

  it('and closes what it had opened', async () => {
    const home = madeHome({ 'shop/package.json': '{}' });
    const { stderr } = await fixture
      .start({ home, cwd: `${home}/shop` })
      .converse(initialize, toolCall(1, {}, 'where'), toolCall(2, {}, 'where'));
    expect(stderr).toBe(`opened ${home}/shop\nclosed ${home}/shop\n`);
  });

  it('answers a pipe that has ended, however many requests it held', async () => {
    const calls = Array.from({ length: 200 }, (_, i) => toolCall(i, { text: `${i}` }, 'echo'));
    const { answers } = await fixture.start().converse(initialize, ...calls);
    expect(answers).toHaveLength(201);
  });
});

// Only Linux tells who started a process that is not ours.
describe.skipIf(process.platform !== 'linux')('the server ends when whoever started it is killed, though its input stays open', () => {
  it.each([
    ['directly', (command: string) => `exec 3<&0; ${command} <&3 & echo $!; wait`],
    ['behind two shells', (command: string) => `exec 3<&0; sh -c "sh -c '${command}; true'; true" <&3 & echo started; wait`],
  ])('%s', async (_, line) => {
    const home = madeHome();
    // The input is this test's own pipe, which nobody closes; the server says its number by a call.
    const command = `"${process.execPath}" "${fixture.path()}"`.replaceAll('"', '');
    const parent = spawn('/bin/bash', ['-c', line(command)], {
      env: { HOME: home, PATH: '/usr/bin:/bin', SNAP_DAEMON: 'off' },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let server = 0;
    onTestFinished(() => {
      parent.kill('SIGKILL');
      if (server > 0 && isAlive(server)) process.kill(server, 'SIGKILL');
    });
    let said = '';
    parent.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    parent.stdin.write(`${JSON.stringify(initialize)}\n${JSON.stringify(toolCall(1, {}, 'pid'))}\n`);
    while (!/pid (\d+)/.test(said)) await once(parent.stderr, 'data');
    server = Number(/pid (\d+)/.exec(said)?.[1]);
    expect(isAlive(server)).toBe(true);
    parent.kill('SIGKILL');
    expect(await isGone(server)).toBe(true);
  });
});

it('ends soon when its client is killed in the middle of sixty examinations, though their answers were asked for a moment ago', async () => {
  const home = madeHome({ 'shop/package.json': '{}' });
  const lines = [
    initialize,
    toolCall('first', { mode: 'context' }, 'snap'),
    ...Array.from({ length: 60 }, (_, id) => toolCall(id, { mode: 'health' })),
  ].map((line) => `${JSON.stringify(line)}\n`);
  const client = spawn(
    process.execPath,
    [
      '-e',
      `const { spawn } = require('node:child_process');
      const server = spawn(process.execPath, ${JSON.stringify([builtProgram(), 'mcp', '--stdio', '--workspace', join(home, 'shop')])}, { stdio: ['pipe', 'pipe', 'ignore'] });
      server.stdin.write(${JSON.stringify(lines.slice(0, 2).join(''))});
      let said = '';
      server.stdout.on('data', (chunk) => {
        said += chunk;
        if (!said.includes('"first"')) return;
        said = '';
        server.stdin.write(${JSON.stringify(lines.slice(2).join(''))});
        console.log(server.pid);
      });`,
    ],
    { env: { HOME: home, PATH: '', SNAP_DATA_DIR: join(home, '.snap-data'), SNAP_DAEMON: 'off' } },
  );
  let server = 0;
  onTestFinished(() => {
    client.kill('SIGKILL');
    if (server > 0 && isAlive(server)) process.kill(server, 'SIGKILL');
  });
  const [pid] = await once(client.stdout, 'data');
  server = Number(String(pid));
  client.kill('SIGKILL');
  expect(await isGone(server)).toBe(true);
});

it('begins, teaches and ends a task in the order in which it was asked, though nobody waited for an answer', async () => {
  const home = madeHome({ 'shop/package.json': '{}' });
  const { answers } = await new RawServer({ home, args: ['mcp', '--stdio', '--workspace', join(home, 'shop')] }).converse(
    initialize,
    toolCall(1, { task: 'tidy the cart' }, 'snap'),
    toolCall(2, { trigger: 'the cart is full', action: 'empty it first' }, 'snap_learn'),
    toolCall(3, { outcome: 'completed' }, 'snap_end'),
    toolCall(4, {}, 'snap_end'),
  );
  const lines = new Map(answers.map(({ id, result }) => [id, JSON.stringify(result)]));
  expect(lines.get(1)).toContain('status:created');
  expect(lines.get(2)).toContain('status:saved');
  expect(lines.get(3)).toContain('status:completed');
  expect(lines.get(4)).toContain('NO_TASK');
});

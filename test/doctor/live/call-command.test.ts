import { chmodSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { callServer, callServers, type LiveAnswer } from '../../../src/doctor/live/index.ts';
import type { CommandTarget } from '../../../src/mcp-client/index.ts';
import { isGone } from '../../support/processes.ts';
import { temporaryHome } from '../../support/temporary-home.ts';
import { scriptedServer, type ServerScript } from './scripted-server.ts';

/** Starts a small program and says what it answered. The box is short where the program is known to need all of it. */
async function call(script: ServerScript, options: { milliseconds?: number; target?: Partial<CommandTarget> } = {}): Promise<LiveAnswer> {
  const home = temporaryHome();
  const file = home.put('server.cjs', scriptedServer(script));
  const { milliseconds = 10_000, target = {} } = options;
  return callServer(
    home.system,
    { kind: 'command', command: process.execPath, args: [file], env: { HOME: home.path }, cwd: home.path, ...target },
    { milliseconds },
  );
}

const tool = { name: 'greet', description: 'Says hello.', inputSchema: { type: 'object' } };

describe('a server that works', () => {
  it('is described', async () => {
    const answer = await call({ tools: [tool, { ...tool, name: 'leave' }] });
    expect(answer).toEqual({
      kind: 'answered',
      transport: 'stdio',
      milliseconds: expect.any(Number),
      protocolVersion: '2025-11-25',
      serverName: 'scripted',
      serverVersion: '1.2.3',
      tools: ['greet', 'leave'],
      tokens: Math.round(JSON.stringify([tool, { ...tool, name: 'leave' }]).length / 4),
      stderr: '',
    });
  });

  it('may have many pages of tools', async () => {
    expect(await call({ tools: [tool], pages: 3 })).toMatchObject({ kind: 'answered', tools: ['greet', 'greet', 'greet'] });
  });

  it('may have pages, but not without end', async () => {
    const endless = { kind: 'broken', message: expect.stringContaining('tools/list with a list that never ends') };
    expect(await call({ tools: [tool], pages: 1_000_000 })).toMatchObject(endless);
    expect(await call({ onList: `reply({ result: { tools: [], nextCursor: 'more' } })` })).toMatchObject(endless);
  });

  it('need not have tools', async () => {
    expect(await call({ capabilities: {} })).toMatchObject({ kind: 'answered', tools: [], tokens: 1 });
  });

  it('may have a schema of results that no validator takes', async () => {
    const outputSchema = { type: 'object', properties: { a: { type: 'nonsense', pattern: '(' } } };
    expect(await call({ tools: [{ ...tool, outputSchema }] })).toMatchObject({ kind: 'answered', tools: ['greet'] });
  });

  it.each([
    ['a banner', 'Server started on stdio!\n', 'Server started on stdio!'],
    ['colours and controls', '\u001B[1;32mok\u001B[0m \u0007\u202Edone\n', 'ok done'],
    ['JSON that is no message', '{"level":"info","msg":"ready"}\n', '{"level":"info","msg":"ready"}'],
    ['another framing', 'Content-Length: 7\r\n\r\n', 'Content-Length: 7'],
    ['empty lines', '\n\r\n', undefined],
    ['escape codes alone', '\u001B[?25l\u001B[2J\n', '\\u001b[?25l\\u001b[2J'],
    ['a byte order mark alone', '\uFEFF\n', '\\ufeff'],
    ['an escape code before a message', '\u001B[?25l{"jsonrpc":"2.0"}\n', '\\u001b[?25l{"jsonrpc":"2.0"}'],
    ['a byte order mark before a message', '\uFEFF{"jsonrpc":"2.0"}\n', '\\ufeff{"jsonrpc":"2.0"}'],
    ['an unseen space in a message', '{"jsonrpc":\u200B"2.0"}\n', '{"jsonrpc":\\u200b"2.0"}'],
  ])('may print %s before it answers', async (_, banner, noise) => {
    const answer = await call({ tools: [tool], before: `process.stdout.write(${JSON.stringify(banner)});` });
    expect(answer).toMatchObject({ kind: 'answered', tools: ['greet'] });
    expect('noise' in answer ? answer.noise : undefined).toBe(noise);
  });

  it('may print bytes that are no text', async () => {
    const answer = await call({ tools: [tool], before: `process.stdout.write(Buffer.from([0xff, 0xfe, 0x80, 0x0a]));` });
    expect(answer).toMatchObject({ kind: 'answered', noise: '\\ufffd\\ufffd\\ufffd' });
  });

  it('may print a line of 30 MB, of which the beginning is kept', async () => {
    const answer = await call({ tools: [tool], before: `process.stdout.write('x'.repeat(30_000_000) + '\\n');` });
    expect(answer).toMatchObject({ kind: 'answered', noise: expect.stringMatching(/^x{299}…$/) });
  });

  it('is heard when its messages come in pieces', async () => {
    expect(await call({ tools: [{ ...tool, name: 'grüße' }], bytewise: true })).toMatchObject({ kind: 'answered', tools: ['grüße'] });
  });

  it('may say things beside the answers', async () => {
    const answer = await call({ tools: [tool], before: `console.error('one\\ntwo\\u001B[0m'); console.error('three');` });
    expect(answer).toMatchObject({ kind: 'answered', stderr: 'one\ntwo\nthree' });
  });

  it('may stay although its input has ended, and is ended then', async () => {
    const answer = await call({
      tools: [tool],
      before: `console.error(process.pid); setInterval(() => {}, 1000); process.on('SIGTERM', () => {});`,
    });
    expect(answer).toMatchObject({ kind: 'answered' });
    expect(await isGone(Number('stderr' in answer ? answer.stderr : 0))).toBe(true);
  });
});

describe('a server that does not start', () => {
  it.each([
    ['not-found', { command: '/nowhere/at/all' }, 'no file /nowhere/at/all'],
    ['not-found', { command: 'no-such-program', env: { PATH: '/usr/bin' } }, 'no program no-such-program on the PATH'],
    ['no-directory', { cwd: '/nowhere/at/all' }, '/nowhere/at/all'],
    ['not-executable', { command: '/etc' }, 'may not be started'],
    ['other', { command: '/zero\0byte' }, 'could not be started'],
  ] as const)('%s: %j', async (reason, target, words) => {
    expect(await call({}, { target })).toEqual({ kind: 'not-started', reason, message: expect.stringContaining(words) });
  });

  it('is told from one whose interpreter is not there', async () => {
    const home = temporaryHome();
    chmodSync(home.put('server', '#!/nowhere/interpreter\n'), 0o755);
    const answer = await call({}, { target: { command: './server', cwd: home.path } });
    expect(answer).toMatchObject({ kind: 'not-started', reason: 'not-executable', message: expect.stringContaining('first line') });
  });
});

describe('a machine that can start nothing more', () => {
  it.each(['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM'])('is not taken for a fault of the server: %s', async (failure) => {
    const home = temporaryHome();
    const spawn: typeof home.system.spawn = async () => ({
      write: () => undefined,
      stayFor: () => undefined,
      endInput: () => undefined,
      exit: () => undefined,
      exited: Promise.resolve(),
      ended: Promise.resolve({ failure }),
      kill: async () => undefined,
    });
    const target = { kind: 'command', command: '/bin/sh', args: [], env: {}, cwd: '/nowhere' } as const;
    expect(await callServer({ ...home.system, spawn }, target)).toEqual({
      kind: 'not-started',
      reason: 'limit',
      message: expect.stringMatching(/^snap could not try it: this .*The server is not the cause\.$/),
    });
  });
});

describe('a server that ends', () => {
  it('shows its code and its last words', async () => {
    const answer = await call({ instead: `console.error('Error: Cannot find module x'); process.exit(1)` });
    expect(answer).toEqual({ kind: 'exited', code: 1, milliseconds: expect.any(Number), stderr: 'Error: Cannot find module x' });
  });

  it('shows the signal', async () => {
    expect(await call({ instead: `process.kill(process.pid, 'SIGKILL')` })).toMatchObject({
      kind: 'exited',
      code: undefined,
      signal: 'SIGKILL',
    });
  });

  it('shows what it printed instead of a message, with or without a line break', async () => {
    expect(await call({ instead: `console.log('usage: server [options]'); process.exit(2)` })).toMatchObject({
      kind: 'exited',
      code: 2,
      noise: 'usage: server [options]',
    });
    expect(await call({ instead: `process.stdout.write('usage')` })).toMatchObject({ kind: 'exited', code: 0, noise: 'usage' });
  });

  it('may end between the answers', async () => {
    expect(await call({ onList: 'process.exit(9)' })).toMatchObject({ kind: 'exited', code: 9 });
  });

  it('shows the end of a long stderr', async () => {
    const answer = await call({ instead: `for (let i = 0; i < 50_000; i++) console.error('line ' + i); process.exitCode = 1` });
    expect(answer).toMatchObject({ kind: 'exited', stderr: expect.stringMatching(/^line 49980\n[^]*line 49999$/) });
  });

  it('may have ended although a child of it holds its streams', async () => {
    const instead = `const { pid } = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' }); console.error(pid); process.exit(5)`;
    const answer = await call({ instead }, { milliseconds: 2_000 });
    expect(answer).toMatchObject({ kind: 'exited', code: 5 });
    expect(await isGone(Number('stderr' in answer ? answer.stderr : 0))).toBe(true);
  });
});

describe('a server that does not answer', () => {
  const silent = `console.error(process.pid); setInterval(() => {}, 1000);`;

  it('keeps to the time box and is ended', async () => {
    const answer = await call({ instead: silent }, { milliseconds: 1_500 });
    expect(answer).toMatchObject({ kind: 'silent', milliseconds: expect.any(Number) });
    expect(await isGone(Number('stderr' in answer ? answer.stderr : 0))).toBe(true);
  });

  it('is ended with all that it started', async () => {
    const grandchild = `const { pid } = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(silent)}]); console.error(pid); setInterval(() => {}, 1000)`;
    const answer = await call({ instead: grandchild }, { milliseconds: 1_500 });
    expect(await isGone(Number('stderr' in answer ? answer.stderr : 0))).toBe(true);
  });

  it('shows what it printed instead', async () => {
    const answer = await call({ instead: `console.log('Need to install the following packages: x'); ${silent}` }, { milliseconds: 1_500 });
    expect(answer).toMatchObject({ kind: 'silent', noise: 'Need to install the following packages: x' });
    const prompt = await call({ instead: `process.stdout.write('Ok to proceed? (y) '); ${silent}` }, { milliseconds: 1_500 });
    expect(prompt).toMatchObject({ kind: 'silent', noise: 'Ok to proceed? (y)' });
  });

  it('may only send notifications without end, of which one is cut', async () => {
    const instead = `const line = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x'.repeat(5000) } });
      process.stdout.write(line + '\\n' + line.slice(0, 3000)); setInterval(() => {}, 1000)`;
    const answer = await call({ instead }, { milliseconds: 1_500 });
    expect(answer).toMatchObject({ kind: 'silent' });
    expect('noise' in answer ? answer.noise : undefined).toBeUndefined();
  });

  it('may forget the line break of its answer', async () => {
    const instead = `process.stdin.once('data', () => process.stdout.write('{"jsonrpc":"2.0","id":0,"result":{}}')); setInterval(() => {}, 1000)`;
    expect(await call({ instead }, { milliseconds: 1_500 })).toMatchObject({
      kind: 'silent',
      noise: '{"jsonrpc":"2.0","id":0,"result":{}}',
    });
  });

  it.runIf(process.platform === 'linux')('is ended with what it started in a group of its own', async () => {
    const instead = `const child = require('node:child_process').spawn('sleep', ['97599'], { detached: true, stdio: 'ignore' }); child.unref(); console.error(child.pid); setInterval(() => {}, 1000)`;
    const answer = await call({ instead }, { milliseconds: 1_500, target: { env: { PATH: process.env['PATH'] ?? '' } } });
    expect(await isGone(Number('stderr' in answer ? answer.stderr : 0))).toBe(true);
  });

  it('may answer initialize only', async () => {
    expect(await call({ onList: '' }, { milliseconds: 2_000 })).toMatchObject({
      kind: 'broken',
      message: expect.stringContaining('tools/list in time'),
    });
  });

  it('is left when the caller says so', async () => {
    const home = temporaryHome();
    const controller = new AbortController();
    const target = { kind: 'command', command: process.execPath, args: ['-e', silent], env: {}, cwd: home.path } as const;
    const calling = callServers(home.system, [target, target, target], { atOnce: 2, signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(calling).rejects.toThrow('enough');
  });
});

describe('a server that answers wrongly', () => {
  it.each([
    ['an error', `reply({ error: { code: -32603, message: 'no database' } })`, 'initialize with the error -32603: no database'],
    ['an empty result', `reply({ result: {} })`, 'Its answer to initialize does not match the protocol: protocolVersion'],
    [
      'another version',
      `reply({ result: { protocolVersion: '1999-01-01', capabilities: {}, serverInfo: { name: 'old', version: '0' } } })`,
      '1999-01-01',
    ],
  ])('initialize: %s', async (_, onInitialize, words) => {
    expect(await call({ onInitialize })).toMatchObject({ kind: 'broken', message: expect.stringContaining(words) });
  });

  it.each([
    ['an error', `reply({ error: { code: -32601, message: 'Method not found' } })`, 'tools/list with the error -32601'],
    ['no list', `reply({ result: { tools: 'none' } })`, 'tools/list does not match the protocol: tools'],
    ['a tool without a name', `reply({ result: { tools: [{ inputSchema: { type: 'object' } }] } })`, 'tools.0.name'],
  ])('tools/list: %s', async (_, onList, words) => {
    expect(await call({ onList })).toMatchObject({ kind: 'broken', message: expect.stringContaining(words) });
  });
});

describe('secrets', () => {
  const secret = 'correct-horse-battery';

  it('are masked wherever the server says them', async () => {
    const echo = `const all = [process.env.MY_SETTING, process.argv[3]].join(' '); console.log('got ' + all); console.error('failed with ' + all);`;
    const onInitialize = `reply({ result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: process.env.MY_SETTING, version: process.argv[3] } } })`;
    const onList = `reply({ result: { tools: [{ name: 'tool-' + process.env.MY_SETTING, inputSchema: { type: 'object' } }] } })`;
    const home = temporaryHome();
    const file = home.put('server.cjs', scriptedServer({ before: echo, onInitialize, onList }));
    const answer = await callServer(home.system, {
      kind: 'command',
      command: process.execPath,
      args: [file, '--api-key', 'staple-of-words'],
      env: { MY_SETTING: secret },
      cwd: home.path,
    });
    expect(answer).toMatchObject({
      kind: 'answered',
      noise: 'got *** ***',
      stderr: 'failed with *** ***',
      serverName: '***',
      tools: ['tool-***'],
    });
    expect(JSON.stringify(answer)).not.toMatch(/correct-horse|staple-of/);
  });

  it('are masked in an error, in pieces and when they look like one', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const message = `'wrong: ' + process.env.MY_SETTING + ' and ${token}'`;
    const answer = await call(
      { onInitialize: `reply({ error: { code: 1, message: ${message} } })` },
      { target: { env: { MY_SETTING: secret } } },
    );
    expect(answer).toMatchObject({ kind: 'broken', message: expect.stringContaining('wrong: *** and ***') });
  });

  it.each([0, 1, 5, 9, 14])('do not show where stderr was cut inside one (%i)', async (shift) => {
    const instead = `process.stderr.write(process.env.MY_SETTING.repeat(3000) + 'x'.repeat(${shift}), () => process.exit(1))`;
    const answer = await call({ instead }, { target: { env: { MY_SETTING: secret } } });
    expect(JSON.stringify(answer)).not.toMatch(/horse|batter|correct/);
  });

  it('of several lines are masked, and the home is shown as ~', async () => {
    const key = '-----BEGIN KEY-----\nMIIEpAIBAAKCAQEA1\nabcdefghijklmnopq\n-----END KEY-----';
    const instead = `console.error(process.env.PEM); console.error(process.cwd() + '/file.js:3'); process.exit(1)`;
    const answer = await call({ instead }, { target: { env: { PEM: key } } });
    expect(answer).toMatchObject({ kind: 'exited', stderr: '***\n~/file.js:3' });
  });
});

describe('what is no secret', () => {
  it('stays, so that the last words can be understood', async () => {
    const instead = `console.error("env: 'node': not in /usr/local/bin:/usr/bin, see /opt/tools/lib in production"); process.exit(127)`;
    const env = { PATH: '/usr/local/bin:/usr/bin', TOOLS_HOME: '/opt/tools', NODE_ENV: 'production', MODE: 'production' };
    expect(await call({ instead }, { target: { env } })).toMatchObject({
      stderr: "env: 'node': not in /usr/local/bin:/usr/bin, see /opt/tools/lib in production",
    });
  });
});

describe('callServers', () => {
  it('answers in order, some at once', async () => {
    const home = temporaryHome();
    const targets = [1, 2, 3, 4, 5, 6].map((code) => ({
      kind: 'command' as const,
      command: process.execPath,
      args: ['-e', `process.exit(${code})`],
      env: {},
      cwd: home.path,
    }));
    const answers = await callServers(home.system, targets, { atOnce: 3 });
    expect(answers.map((answer) => (answer.kind === 'exited' ? answer.code : answer))).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await callServers(home.system, [])).toEqual([]);
  });
});

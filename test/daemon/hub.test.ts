import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { daemonPlace, errorCodes, newEvent, type OpenWorkspace } from '../../src/daemon/index.ts';
import { runDaemon } from '../../src/daemon/hub/index.ts';
import { daemonHere, echoWorkspace, type RawClient } from '../support/daemon-here.ts';
import { until } from '../support/processes.ts';
import { temporaryHome } from '../support/temporary-home.ts';

const request = (id: number | string, method: string, params: object = {}) => ({ jsonrpc: '2.0', id, method, params });
const codeOf = (message: Record<string, unknown> | undefined) => (message?.['error'] as { code?: number } | undefined)?.code;
async function ask(client: RawClient, method: string, params: object = {}): Promise<Record<string, unknown> | undefined> {
  client.send(request('ask', method, params));
  for (let i = 0; i < 100; i += 1) {
    const message = await client.next();
    if (message === undefined || message['id'] === 'ask') return message;
  }
  return undefined;
}

describe('the hub', () => {
  it('makes a private socket and its state, and removes what is not needed any more', async () => {
    const daemon = await daemonHere();
    const { socket, tokenFile, stateFile, logFile, directory } = daemon.place;
    const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
    expect([mode(directory), mode(socket), mode(logFile), mode(stateFile)]).toEqual(['700', '600', '600', '600']);
    expect(existsSync(tokenFile)).toBe(false);
    expect(await daemon.stop()).toEqual({ kind: 'ended', reason: 'signal' });
    expect([existsSync(socket), existsSync(stateFile), existsSync(logFile)]).toEqual([false, false, true]);
  });

  it('is one for each home: a second one does nothing', async () => {
    const daemon = await daemonHere();
    const inode = statSync(daemon.place.socket).ino;
    const second = await runDaemon({
      system: daemon.home.system,
      place: daemon.place,
      build: '9.0.0',
      idleMs: 1_000,
      openWorkspace: echoWorkspace,
      onStart: () => undefined,
      signal: AbortSignal.abort(),
      patienceMs: 0,
    });
    expect(second).toEqual({ kind: 'taken' });
    expect(statSync(daemon.place.socket).ino).toBe(inode);
    expect(await ask(await daemon.greeted(), 'ping')).toMatchObject({ result: {} });
  });

  it('takes nothing before hello, and names both protocols of one that does not fit', async () => {
    const daemon = await daemonHere();
    const eager = await daemon.connect();
    eager.send(request(1, 'status'));
    expect(codeOf(await eager.next())).toBe(errorCodes.hello);
    expect(await eager.next()).toBeUndefined();
    const other = await daemon.connect();
    other.send(request(1, 'hello', daemon.hello({ protocol: 2 })));
    expect(await other.next()).toMatchObject({
      id: 1,
      error: { code: errorCodes.hello, message: expect.stringMatching(/1.*2/), data: { protocol: 1 } },
    });
    expect(await other.next()).toBeUndefined();
  });

  it('hangs up on garbage, on a hello that is too long, and on silence', async () => {
    const daemon = await daemonHere({ limits: { maxHelloBytes: 1_000 } });
    for (const garbage of ['GET / HTTP/1.1\r\n\r', '\u0000\u0001', 'x'.repeat(5_000)]) {
      const client = await daemon.connect();
      client.socket.write(garbage === 'x'.repeat(5_000) ? garbage : `${garbage}\n`);
      if (garbage.length < 1_000) expect(codeOf(await client.next())).toBe(errorCodes.hello);
      expect(await client.next()).toBeUndefined();
    }
    expect(await ask(await daemon.greeted(), 'ping')).toMatchObject({ result: {} });
    const hasty = await daemonHere({ limits: { helloMs: 50 } });
    expect(await (await hasty.connect()).next()).toBeUndefined();
  });

  it('answers every wrong frame of a client, and goes on', async () => {
    const client = await (await daemonHere()).greeted();
    for (const [line, code] of [
      ['{', errorCodes.parse],
      ['[]', errorCodes.invalidRequest],
      [JSON.stringify(request(1, 'unheard.of')), errorCodes.unknownMethod],
      [JSON.stringify(request(2, '__proto__')), errorCodes.unknownMethod],
      [JSON.stringify(request(3, 'stop', { when: 'soon' })), errorCodes.invalidParams],
      [JSON.stringify(request(4, 'workspace.open', { root: 'relative' })), errorCodes.invalidParams],
      [JSON.stringify(request(5, 'workspace.call', { root: '/a', call: 'b', args: {} })), errorCodes.invalidParams],
      [JSON.stringify(request(6, 'events.publish', { event: { type: 'unheard.of' } })), errorCodes.invalidParams],
    ] as const) {
      client.send(line);
      expect(codeOf(await client.next()), line).toBe(code);
    }
    expect(await ask(client, 'ping')).toMatchObject({ result: {} });
  });

  it('skips a line of 20 MiB, answers it with its id, and goes on', async () => {
    const client = await (await daemonHere()).greeted();
    client.send(`{"jsonrpc":"2.0","id":77,"method":"workspace.call","params":{"args":["${'x'.repeat(20 * 1024 * 1024)}"]}}`);
    expect(await client.next()).toMatchObject({ id: 77, error: { code: errorCodes.invalidRequest } });
    expect(await ask(client, 'ping')).toMatchObject({ result: {} });
  });

  it('hands calls to the workspace: results, expected failures, bugs, cancel', async () => {
    const daemon = await daemonHere();
    const client = await daemon.greeted();
    const call = (name: string) => ({ root: '/work/shop', call: name, args: [1] });
    expect(await ask(client, 'workspace.call', call('add'))).toMatchObject({ result: { root: '/work/shop', call: 'add', args: [1] } });
    expect(await ask(client, 'workspace.call', call('refuse'))).toMatchObject({
      error: { code: errorCodes.refused, data: { code: 'refused', hints: { model: 'call it' } } },
    });
    expect(await ask(client, 'workspace.call', call('break'))).toMatchObject({ error: { code: errorCodes.internal } });
    expect(readFileSync(daemon.place.logFile, 'utf8')).toContain('bug in workspace.call: TypeError: a bug');
    client.send(request(9, 'workspace.call', call('wait')));
    client.send(request(9, 'workspace.call', call('wait')));
    expect(codeOf(await client.next())).toBe(errorCodes.invalidRequest);
    client.send({ jsonrpc: '2.0', method: '$/cancel', params: { id: 9 } });
    expect(codeOf(await client.next())).toBe(errorCodes.cancelled);
  });

  it('takes so many clients, calls and bytes, and no more', async () => {
    const daemon = await daemonHere({ limits: { maxClients: 3, maxCalls: 2, maxAllCalls: 3, maxHeldBytes: 100_000 } });
    const [one, two] = [await daemon.greeted(), await daemon.greeted()];
    const wait = { root: '/a', call: 'wait', args: [] };
    for (const id of [1, 2, 3]) one.send(request(id, 'workspace.call', wait));
    expect([codeOf(await one.next())]).toEqual([errorCodes.busy]);
    for (const id of [1, 2]) two.send(request(id, 'workspace.call', wait));
    expect(codeOf(await two.next())).toBe(errorCodes.busy);
    const third = await daemon.greeted();
    expect(codeOf(await (await daemon.connect()).next())).toBe(errorCodes.busy);
    // An endless line.
    third.socket.write('x'.repeat(300_000));
    expect(await third.next()).toBeUndefined();
  });

  it('reads no more of a client that does not read, and keeps its memory', async () => {
    const daemon = await daemonHere();
    const [silent, other] = [await daemon.greeted(), await daemon.greeted()];
    silent.socket.pause();
    const big = 'x'.repeat(100_000);
    let written = 0;
    // Until the daemon reads no more, or for 200 MB.
    while (written < 2_000 && silent.socket.writableLength < 8_000_000) {
      silent.send(request(written, 'workspace.call', { root: '/a', call: 'echo', args: [big] }));
      written += 1;
      await new Promise((resume) => setImmediate(resume));
    }
    expect(written).toBeLessThan(2_000);
    expect(await ask(other, 'ping')).toMatchObject({ result: {} });
    // All that the daemon has of it: what it took, and as much in answers.
    expect(written * big.length - silent.socket.writableLength).toBeLessThan(20_000_000);
  });

  it('tells who is connected, where, since when', async () => {
    const daemon = await daemonHere();
    await daemon.greeted({ client: 'claude-code', root: '/work/shop' });
    const asking = await daemon.greeted({ kind: 'command' });
    const answer = await ask(asking, 'status');
    expect(answer?.['result']).toMatchObject({
      pid: process.pid,
      protocol: 1,
      http: { state: 'off' },
      clients: [{ kind: 'server', client: 'claude-code', workspace: '/work/shop', calls: 0 }],
      // There is no such directory, so nothing is prepared.
      workspaces: [{ root: '/work/shop', state: 'known', clients: 1 }],
    });
  });

  it('prepares so many workspaces at once: it ends one that nobody uses, or says that it is busy', async () => {
    const closed: string[] = [];
    const openWorkspace: OpenWorkspace = (root, publish) => ({
      ...echoWorkspace(root, publish),
      close: () => Promise.resolve(void closed.push(root)),
    });
    const client = await (await daemonHere({ openWorkspace, limits: { maxPrepared: 2 } })).greeted();
    for (const root of ['/a', '/b', '/c']) await ask(client, 'workspace.call', { root, call: 'add', args: [] });
    expect(closed).toEqual(['/a']);
    for (const [id, root] of ['/b', '/c'].entries()) client.send(request(id, 'workspace.call', { root, call: 'wait', args: [] }));
    expect(codeOf(await ask(client, 'workspace.call', { root: '/d', call: 'add', args: [] }))).toBe(errorCodes.busy);
  });
});

describe('events', () => {
  it('reach those who subscribed to them, and are remembered', async () => {
    const daemon = await daemonHere();
    const [publisher, all, some] = [await daemon.greeted(), await daemon.greeted(), await daemon.greeted()];
    const event = (root: string) => newEvent(new Date(0), 'learning.matched', { learnings: ['learn_1'], source: 'advise' }, root);
    await ask(publisher, 'events.publish', { event: event('/a') });
    const { result } = (await ask(all, 'events.subscribe')) as { result: { recent: { type: string }[] } };
    expect(result.recent.map(({ type }) => type)).toContain('learning.matched');
    await ask(some, 'events.subscribe', { types: ['learning.matched', 'unheard.of'], root: '/b' });
    await ask(publisher, 'events.publish', { event: event('/a') });
    await ask(publisher, 'events.publish', { event: event('/b') });
    expect(await all.next()).toMatchObject({ method: 'event', params: { event: event('/a') } });
    expect(await some.next()).toMatchObject({ method: 'event', params: { event: event('/b') } });
  });
});

describe('the end of the daemon', () => {
  it('comes when nobody has needed it for a while, and not before', async () => {
    let now = 0;
    let looks = 0;
    const daemon = await daemonHere({ idleMs: 100, clock: () => ((looks += 1), now) });
    const client = await daemon.greeted();
    now += 1_000;
    expect(await ask(client, 'ping')).toMatchObject({ result: {} });
    client.socket.destroy();
    const before = looks;
    expect(await until(() => looks > before + 3)).toBe(true);
    expect(existsSync(daemon.place.socket)).toBe(true);
    now += 100;
    expect(await daemon.ended).toEqual({ kind: 'ended', reason: 'idle' });
  });

  it('comes when its socket is no longer the one that clients find', async () => {
    const daemon = await daemonHere({ idleMs: 400, clock: () => 0 });
    const client = await daemon.greeted();
    rmSync(daemon.place.socket);
    expect(await client.next()).toMatchObject({ method: 'ending', params: { reason: 'displaced' } });
    expect(await daemon.ended).toEqual({ kind: 'ended', reason: 'displaced' });
  });

  it('gives up what is under way, says why, and answers nothing new', async () => {
    const daemon = await daemonHere();
    const [client, asking] = [await daemon.greeted(), await daemon.greeted()];
    client.send(request(1, 'workspace.call', { root: '/a', call: 'wait', args: [] }));
    expect(await ask(asking, 'stop', { when: 'idle' })).toMatchObject({ result: { stops: false } });
    expect(await ask(asking, 'stop', { when: 'now' })).toMatchObject({ result: { stops: true } });
    expect(await client.next()).toMatchObject({ method: 'ending', params: { reason: 'asked' } });
    expect(codeOf(await client.next())).toBe(errorCodes.ending);
    expect(await client.next()).toBeUndefined();
    expect(await daemon.ended).toEqual({ kind: 'ended', reason: 'asked' });
  });

  it('leaves the socket of another one alone', async () => {
    const daemon = await daemonHere({ idleMs: 60_000 });
    rmSync(daemon.place.socket);
    const other = createServer();
    await new Promise<void>((settle) => void other.listen(daemon.place.socket, settle));
    onTestFinished(() => void other.close());
    await daemon.stop();
    expect(existsSync(daemon.place.socket)).toBe(true);
  });
});

describe('a place that is not safe', () => {
  it.each([
    ['a file in the place of the socket', (path: string) => writeFileSync(path, 'mine')],
    ['a directory in its place', (path: string) => mkdirSync(path)],
    ['a link in its place', (path: string) => symlinkSync('/dev/null', path)],
    ['a dangling link in its place', (path: string) => symlinkSync('/nowhere/at/all', path)],
  ])('%s: it stays, and no daemon runs', async (_, put) => {
    const home = temporaryHome();
    const { socket, directory } = daemonPlace(home.system, process.getuid?.());
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    put(socket);
    const before = lstatSync(socket).ino;
    await expect(daemonHere({ home })).rejects.toThrow(/there is something else in the place of the daemon's socket/);
    expect(lstatSync(socket).ino).toBe(before);
    expect(readdirSync(directory)).toEqual(['d1.sock']);
  });

  it('a directory of ours that others may enter is closed to them', async () => {
    const home = temporaryHome();
    const { directory } = daemonPlace(home.system, process.getuid?.());
    mkdirSync(directory, { recursive: true });
    chmodSync(directory, 0o777);
    chmodSync(dirname(directory), 0o775);
    await daemonHere({ home });
    expect([statSync(directory).mode & 0o777, statSync(dirname(directory)).mode & 0o777]).toEqual([0o700, 0o755]);
  });

  it('a link in the place of the directory is refused', async () => {
    const home = temporaryHome();
    const { directory } = daemonPlace(home.system, process.getuid?.());
    mkdirSync(dirname(directory), { recursive: true });
    mkdirSync(home.at('elsewhere'), { mode: 0o700 });
    symlinkSync(home.at('elsewhere'), directory);
    await expect(daemonHere({ home })).rejects.toThrow(/is a symbolic link/);
    expect(readdirSync(home.at('elsewhere'))).toEqual([]);
  });

  // Only root can give a directory away.
  it.runIf(process.getuid?.() === 0)('a directory of another user is refused', async () => {
    const home = temporaryHome();
    const { directory } = daemonPlace(home.system, process.getuid?.());
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    chownSync(directory, 65_534, 65_534);
    await expect(daemonHere({ home })).rejects.toThrow(/belongs to another user \(65534\)/);
  });
});

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectDaemon, DaemonUnavailable, meetDaemon, type ClientState, type DaemonClient } from '../../src/daemon/client/index.ts';
import { newEvent, type SnapEvent } from '../../src/daemon/index.ts';
import { SnapError } from '../../src/system/index.ts';
import { daemonHere, type DaemonHere } from '../support/daemon-here.ts';
import { until } from '../support/processes.ts';
import { temporaryHome } from '../support/temporary-home.ts';

function clientOf(daemon: DaemonHere, more: Partial<Parameters<typeof connectDaemon>[0]> = {}): DaemonClient {
  const client = connectDaemon({ socket: daemon.place.socket, hello: daemon.hello(), helloMs: ample, ...more });
  onTestFinished(() => client.close());
  return client;
}

/** A listener that does what it is told with each connection. */
async function listener(take: (socket: Socket) => void): Promise<string> {
  const path = temporaryHome().at('s');
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    take(socket);
  });
  await new Promise<void>((settle) => void server.listen(path, settle));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return path;
}

/** For an answer that must come in time, however slow the machine is. */
const ample = 30_000;

const run = { pid: 1, start: '1', boot: '', space: '' };
const hello = { build: '1.0.0', run, kind: 'server' } as const;
const welcome = (id: number) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, result: { protocol: 1, build: '1.0.0', run, startedAt: '2026-11-22T00:00:00.000Z' } })}\n`;

describe('what is met at a socket', () => {
  it.each([
    ['nothing', () => undefined, { kind: 'absent' }],
    ['a file', (path: string) => writeFileSync(path, ''), { kind: 'unsafe', reason: 'is not a socket' }],
    ['a directory', (path: string) => mkdirSync(path), { kind: 'unsafe', reason: 'is a directory' }],
    ['a link', (path: string) => symlinkSync('/dev/null', path), { kind: 'unsafe', reason: 'is a symbolic link' }],
  ])('%s', async (_, put, met) => {
    const socket = temporaryHome().at('s');
    put(socket);
    expect(await meetDaemon({ socket, hello, maxMs: 1_000 })).toEqual(met);
  });

  it.each([
    ['one that is silent', () => undefined],
    ['garbage', (socket: Socket) => socket.write('HTTP/1.1 400\r\n\r\n{"a":1}\n')],
  ])('%s', async (_, take) => {
    expect(await meetDaemon({ socket: await listener(take), hello, maxMs: 150 })).toEqual({ kind: 'silent' });
  });

  it.each([
    ['an answer that is no welcome', (socket: Socket) => socket.write('{"jsonrpc":"2.0","id":1,"result":{}}\n'), { kind: 'failed' }],
    [
      'another protocol',
      (socket: Socket) => socket.write('{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"x","data":{"protocol":4}}}\n'),
      { kind: 'other-protocol', theirs: 4 },
    ],
    [
      'no room',
      (socket: Socket) => socket.write('{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"x"}}\n'),
      { kind: 'refused', isEnding: false },
    ],
  ])('%s', async (_, take, met) => {
    expect(await meetDaemon({ socket: await listener(take), hello, maxMs: ample })).toMatchObject(met);
  });

  // More than the first read takes, so that the rest is unread when the listener closes the connection: then the system resets it.
  const long = { ...hello, build: 'x'.repeat(200_000) };
  it.each([
    ['that closes the connection at once', hello, (socket: Socket) => socket.destroy()],
    ['that ends its half at once', hello, (socket: Socket) => socket.end()],
    ['that ends its half when it is greeted', hello, (socket: Socket) => socket.once('data', () => socket.end())],
    ['that resets the connection', long, (socket: Socket) => socket.once('data', () => socket.destroy())],
    ['that ends in the middle of its answer', hello, (socket: Socket) => socket.once('data', () => socket.end(welcome(1).slice(0, 40)))],
  ])('one %s is lost', async (_, greeting, take) => {
    expect(await meetDaemon({ socket: await listener(take), hello: greeting, maxMs: ample })).toEqual({ kind: 'absent', isLost: true });
  });

  it('one that ends before it has accepted the connection is absent', async () => {
    const socket = temporaryHome().at('s');
    const server = createServer();
    await new Promise<void>((settle) => void server.listen(socket, settle));
    // Connects before it returns, so the connection waits in the listener's queue; what waits there is reset.
    const met = meetDaemon({ socket, hello, maxMs: ample });
    server.close();
    expect(await met).toMatchObject({ kind: 'absent' });
  });

  it('an answer that came while this process was busy is read before it counts as late', async () => {
    const socket = await listener((one) => {
      one.write(welcome(1));
      // Longer than the other end waits, which is in this process and has been connected in this turn.
      setImmediate(() => {
        for (const end = performance.now() + 40; performance.now() < end;);
      });
    });
    const met = await meetDaemon({ socket, hello, maxMs: 20 });
    expect(met.kind).toBe('ready');
    if (met.kind === 'ready') met.link.close();
  });
});

describe('a call', () => {
  it('that gives a silent daemon up leaves it to a call that waits for longer', async () => {
    let later: Socket | undefined;
    const socket = await listener((one) => {
      one.write(welcome(1));
      later = one;
    });
    const met = await meetDaemon({ socket, hello, maxMs: ample });
    if (met.kind !== 'ready') throw new Error(met.kind);
    const { link } = met;
    const long = link.call('ping', {}, { aliveMs: ample });
    await expect(link.call('ping', {}, { aliveMs: 20 })).rejects.toMatchObject({ kind: 'late' });
    later?.write('{"jsonrpc":"2.0","id":2,"result":{}}\n');
    expect(await long).toEqual({});
    // Nobody waits any more.
    await expect(link.call('ping', {}, { aliveMs: 20 })).rejects.toMatchObject({ kind: 'lost' });
  });

  it('is answered, or fails as the daemon says', async () => {
    const client = clientOf(await daemonHere());
    expect((await client.tried).kind).toBe('connected');
    const call = (name: string) => client.call('workspace.call', { root: '/a', call: name, args: [1] });
    expect(await call('add')).toEqual({ root: '/a', call: 'add', args: [1] });
    const refused = await call('refuse').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(SnapError);
    expect((refused as SnapError).hintFor('model')).toBe('call it');
    expect(await call('break').catch((error: unknown) => error)).toMatchObject({ name: 'DaemonUnavailable', kind: 'refused' });
  });

  it('ends with its signal at once, and the daemon stops too', async () => {
    const daemon = await daemonHere();
    const client = clientOf(daemon);
    await client.tried;
    const stop = new AbortController();
    const call = client.call('workspace.call', { root: '/a', call: 'wait', args: [] }, { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    const { clients } = await client.call('status', {});
    expect(clients).toEqual([]);
    await expect(client.call('ping', {}, { signal: AbortSignal.abort(new Error('never')) })).rejects.toThrow('never');
  });

  it('is given up when its time is over', async () => {
    const client = clientOf(await daemonHere());
    await client.tried;
    const call = client.call('workspace.call', { root: '/a', call: 'wait', args: [] }, { maxMs: 120, aliveMs: 50 });
    expect(await call.catch((error: unknown) => error)).toMatchObject({ name: 'DaemonUnavailable', kind: 'late' });
    expect(client.state.kind).toBe('connected');
  });

  it('drops a daemon that says nothing at all', async () => {
    let said = 0;
    const socket = await listener((one) => one.once('data', () => void one.write(welcome((said += 1)))));
    const client = connectDaemon({ socket, hello, helloMs: ample });
    onTestFinished(() => client.close());
    await client.tried;
    const both = [client.call('ping', {}, { aliveMs: 40 }), client.call('status', {})];
    for (const call of both) expect(await call.catch((error: unknown) => error)).toMatchObject({ name: 'DaemonUnavailable', kind: 'lost' });
  });

  it('fails at once where there is no daemon, and when it is lost', async () => {
    const daemon = await daemonHere();
    const client = clientOf(daemon);
    await expect(client.call('ping', {})).rejects.toThrow(DaemonUnavailable);
    await client.tried;
    const call = client.call('workspace.call', { root: '/a', call: 'wait', args: [] });
    void daemon.stop();
    expect(await call.catch((error: unknown) => error)).toMatchObject({ name: 'DaemonUnavailable' });
  });
});

describe('a client', () => {
  it('connects again, and says again where it works and what it wants to hear', async () => {
    const home = temporaryHome();
    const first = await daemonHere({ home });
    const states: ClientState['kind'][] = [];
    const client = clientOf(first, { onState: ({ kind }) => void states.push(kind) });
    const heard: SnapEvent[] = [];
    client.openWorkspace('/work/shop');
    client.subscribe({ types: ['config.changed'] }, (event) => void heard.push(event));
    await client.tried;
    await first.stop();
    const second = await daemonHere({ home });
    const other = clientOf(second, { hello: second.hello({ kind: 'command' }) });
    await other.tried;
    const isBack = async () => (await other.call('status', {})).clients.some(({ workspace }) => workspace === '/work/shop');
    expect(await until(isBack)).toBe(true);
    const event = newEvent(new Date(0), 'config.changed', { action: 'write', clients: [], servers: [], files: [] });
    await other.call('events.publish', { event });
    await client.call('ping', {});
    expect(heard).toEqual([event]);
    expect(states).toEqual(['connected', 'alone', 'connected']);
  });

  it('says why it is alone', async () => {
    const home = temporaryHome();
    const client = connectDaemon({ socket: home.at('s'), hello });
    onTestFinished(() => client.close());
    expect(await client.tried).toEqual({ kind: 'alone', reason: 'no daemon is running' });
  });

  it('starts a daemon where none is and it may, but not after a person has ended it', async () => {
    const home = temporaryHome();
    let daemon: DaemonHere | undefined;
    let starts = 0;
    const start = async () => {
      starts += 1;
      daemon = await daemonHere({ home });
      return undefined;
    };
    const socket = (await daemonHere({ home: temporaryHome() })).place.socket.replace(/.*(?=\/\.snap-mcp)/, home.path);
    const states: ClientState[] = [];
    const client = connectDaemon({ socket, hello, helloMs: ample, start, onState: (state) => void states.push(state) });
    onTestFinished(() => client.close());
    expect((await client.tried).kind).toBe('connected');
    await client.call('stop', { when: 'now' });
    await daemon?.ended;
    await until(() => client.state.kind !== 'connected');
    expect([starts, states.at(-1)]).toEqual([1, { kind: 'alone', reason: 'the daemon was stopped' }]);
  });

  it('says why a daemon could not be started', async () => {
    const client = connectDaemon({ socket: temporaryHome().at('s'), hello, start: () => Promise.resolve('the disk is full') });
    onTestFinished(() => client.close());
    expect(await client.tried).toEqual({ kind: 'alone', reason: 'the disk is full' });
  });
});

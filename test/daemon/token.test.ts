import { once } from 'node:events';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { createServer, type Server } from 'node:net';
import { dirname } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { daemonPlace, type DaemonPlace } from '../../src/daemon/index.ts';
import { httpFront, runDaemon } from '../../src/daemon/hub/index.ts';
import { provenToken } from '../../src/daemon/start/index.ts';
import { daemonHere, echoWorkspace, type DaemonHere, type DaemonHereOptions } from '../support/daemon-here.ts';
import { until } from '../support/processes.ts';
import { temporaryHome } from '../support/temporary-home.ts';

const startHttp = httpFront({ about: { version: '1.0.0', node: '', program: { version: '1.0.0', file: '', node: '' } } });
const tokenForm = /^snap_local_[0-9a-f]{64}$/;

interface Http {
  readonly state: string;
  readonly port?: number;
  readonly reason?: string;
}

async function withHttp(options: DaemonHereOptions = {}) {
  const daemon = await daemonHere({ ...options, startHttp: options.startHttp ?? startHttp });
  const command = await daemon.greeted({ kind: 'command' });
  const start = async (port: number | string): Promise<Http> => {
    command.send({ jsonrpc: '2.0', id: 1, method: 'http.start', params: { port: String(port) } });
    return (await command.next())?.['result'] as Http;
  };
  return { daemon, start, look: { place: daemon.place, hello: daemon.hello({ kind: 'command' }) } };
}

/** A stranger on a port, who notes what is sent there. */
async function stranger(): Promise<{ server: Server; port: number }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return { server, port: typeof address === 'object' && address !== null ? address.port : 0 };
}

async function freePort(): Promise<number> {
  const { server, port } = await stranger();
  server.close();
  await once(server, 'close');
  return port;
}

/** Names of the files that tell the token or the port. */
function told({ tokenFile, httpPortFile }: DaemonPlace): readonly string[] {
  const names = [tokenFile, httpPortFile].flatMap((file) => (existsSync(dirname(file)) ? readdirSync(dirname(file)) : []));
  return names.filter((name) => /token|http-port/.test(name)).toSorted();
}

/** Over a connection of its own: one that was kept could be of a listener of before. */
async function statusWith(port: number, token: string): Promise<number> {
  const asked = get({ host: '127.0.0.1', port, path: '/nothing', agent: false, headers: { Authorization: `Bearer ${token}` } });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode ?? 0;
}

function tokenOf({ place }: DaemonHere): string {
  return readFileSync(place.tokenFile, 'utf8');
}

describe('the local token', () => {
  it('is there while the listener is, for its port, and is another one each time', async () => {
    const { daemon, start, look } = await withHttp();
    expect(told(daemon.place)).toEqual([]);
    expect(await provenToken(daemon.home.system, look)).toMatchObject({ kind: 'none', reason: expect.stringContaining('does not listen') });
    const port = await freePort();
    expect(await start(port)).toMatchObject({ state: 'listening', port });
    expect(told(daemon.place)).toEqual(['http-port', 'token', `token-${port}`]);
    const token = tokenOf(daemon);
    expect(token).toMatch(tokenForm);
    expect(readFileSync(daemon.place.portTokenFile(port), 'utf8')).toBe(token);
    expect(statSync(daemon.place.tokenFile).mode & 0o777).toBe(0o600);
    expect(await provenToken(daemon.home.system, look)).toEqual({ kind: 'valid', token, port });
    expect([await statusWith(port, token), await statusWith(port, `${token}x`)]).toEqual([404, 401]);
    await daemon.stop();
    expect(told(daemon.place)).toEqual([]);
    expect(await provenToken(daemon.home.system, look)).toMatchObject({ kind: 'none', reason: expect.stringContaining('No daemon runs') });
    const next = await withHttp({ home: daemon.home });
    await next.start(port);
    expect(tokenOf(next.daemon)).not.toBe(token);
    expect(await statusWith(port, token)).toBe(401);
    expect(readFileSync(daemon.place.logFile, 'utf8')).not.toContain(token);
  });

  it('is not there while another process has the port, and comes when the port is free', async () => {
    const { daemon, start, look } = await withHttp();
    const { server, port } = await stranger();
    expect(await start(port)).toMatchObject({ state: 'refused', reason: expect.stringContaining(`port ${port} is taken`) });
    expect(told(daemon.place)).toEqual([]);
    expect(await provenToken(daemon.home.system, look)).toMatchObject({
      kind: 'none',
      reason: expect.stringContaining(`port ${port} is taken`),
    });
    server.close();
    await once(server, 'close');
    expect(await start(port)).toMatchObject({ state: 'listening' });
    expect(await statusWith(port, tokenOf(daemon))).toBe(404);
  });

  it('ends with a listener that fails while the daemon runs, and is another one when it listens again', async () => {
    const { daemon, start, look } = await withHttp();
    const port = await freePort();
    await start(port);
    const token = tokenOf(daemon);
    const fail = (message: unknown): void => {
      const { server } = message as { server: Server };
      server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }));
      if (isOver) server.emit('error', Object.assign(new Error('accept EINVAL'), { code: 'EINVAL' }));
    };
    let isOver = false;
    subscribe('http.server.request.start', fail);
    onTestFinished(() => void unsubscribe('http.server.request.start', fail));
    // A failure of one connection is none of the listener.
    expect(await statusWith(port, token)).toBe(404);
    expect(tokenOf(daemon)).toBe(token);
    isOver = true;
    await statusWith(port, token).catch(() => undefined);
    await until(() => told(daemon.place).length === 0);
    expect(await provenToken(daemon.home.system, look)).toMatchObject({
      kind: 'none',
      reason: expect.stringContaining(`no longer listens at port ${port}`),
    });
    unsubscribe('http.server.request.start', fail);
    expect(await start(port)).toMatchObject({ state: 'listening', port });
    expect([await statusWith(port, token), await statusWith(port, tokenOf(daemon))]).toEqual([401, 404]);
  });

  it('of a daemon that was killed is gone when the next one starts, whether that one listens or not', async () => {
    const home = temporaryHome();
    const place = daemonPlace(home.system, process.getuid?.());
    for (const file of [place.tokenFile, place.portTokenFile(8765), place.portTokenFile(9000), place.httpPortFile]) {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(file, file === place.httpPortFile ? '8765' : `snap_local_${'a'.repeat(64)}`, { mode: 0o600 });
    }
    const { daemon, look } = await withHttp({ home });
    expect(told(place)).toEqual([]);
    expect(await provenToken(home.system, look)).toMatchObject({ kind: 'none' });
    await daemon.stop();
    // What it left proves nothing while none runs.
    writeFileSync(place.tokenFile, `snap_local_${'a'.repeat(64)}`, { mode: 0o600 });
    expect(await provenToken(home.system, look)).toMatchObject({ kind: 'none', reason: expect.stringContaining('No daemon runs') });
  });

  it('stays where a second daemon wants to start, and where another one has written its own', async () => {
    const { daemon, start } = await withHttp();
    await start(await freePort());
    const token = tokenOf(daemon);
    const { system } = daemon.home;
    const second = { system, place: daemon.place, build: '9', idleMs: 1_000, openWorkspace: echoWorkspace, onStart: () => undefined };
    expect(await runDaemon({ ...second, startHttp, signal: AbortSignal.abort(), patienceMs: 0 })).toEqual({ kind: 'taken' });
    expect(tokenOf(daemon)).toBe(token);
    writeFileSync(daemon.place.tokenFile, 'of another daemon');
    await daemon.stop();
    expect(told(daemon.place)).toEqual(['token']);
  });

  it('that cannot be written leaves no listener', async () => {
    const { daemon, start } = await withHttp();
    mkdirSync(daemon.place.tokenFile, { recursive: true });
    const port = await freePort();
    expect(await start(port)).toMatchObject({ state: 'refused', reason: expect.stringContaining('could not be written') });
    await expect(statusWith(port, 'x')).rejects.toThrow();
    expect(told(daemon.place)).toEqual(['token']);
  });
});

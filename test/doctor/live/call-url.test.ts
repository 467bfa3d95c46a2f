import { execFileSync, spawnSync } from 'node:child_process';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callServer, type LiveAnswer } from '../../../src/doctor/live/index.ts';
import type { UrlTarget } from '../../../src/mcp-client/index.ts';
import { memorySystem } from '../../support/memory-system.ts';
import { until } from '../../support/processes.ts';
import { temporaryHome } from '../../support/temporary-home.ts';
import { always, listen, listening, sse, streamable } from './http-servers.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
// A loud word, since a test that is not run proves nothing.
if (!hasIpv6) console.warn('This machine has no ::1: what is told about the two loopback addresses is NOT tested here.');

if (!hasOpenssl) console.warn('This machine has no openssl: certificates that are not trusted are NOT tested here.');

async function call(
  url: string,
  {
    transport = 'http',
    headers = {},
    milliseconds = 10_000,
  }: { transport?: UrlTarget['transport']; headers?: Record<string, string>; milliseconds?: number } = {},
): Promise<LiveAnswer> {
  return callServer(memorySystem(), { kind: 'url', transport, url, headers: new Map(Object.entries(headers)) }, { milliseconds });
}

/** A port on which nobody listens: it was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

const described = {
  kind: 'answered',
  milliseconds: expect.any(Number),
  protocolVersion: '2025-11-25',
  serverName: 'remote',
  serverVersion: '2.0.0',
  tools: ['far'],
  tokens: expect.any(Number),
  stderr: '',
};

describe('a server that works', () => {
  it('over Streamable HTTP is described, and its session is ended', async () => {
    const server = await listen(streamable());
    expect(await call(`http://127.0.0.1:${server.port}/mcp`, { headers: { authorization: 'Bearer abc' } })).toEqual({
      ...described,
      transport: 'http',
    });
    expect(server.requests.at(-1)).toBe('DELETE /mcp');
    expect(server.headers.every(({ authorization }) => authorization === 'Bearer abc')).toBe(true);
    expect(await until(() => server.open() === 0)).toBe(true);
  });

  it('over SSE is described, and the stream is closed', async () => {
    const server = await listen(sse());
    expect(await call(`http://127.0.0.1:${server.port}/sse`, { transport: 'sse' })).toEqual({ ...described, transport: 'sse' });
    expect(await until(() => server.open() === 0)).toBe(true);
  });

  it.each([
    ['http', streamable, '/mcp'],
    ['sse', sse, '/sse'],
  ] as const)('over %s is found by a client that tries both', async (transport, server, path) => {
    const { port } = await listen(server());
    expect(await call(`http://127.0.0.1:${port}${path}`, { transport: 'either' })).toEqual({ ...described, transport });
  });

  it('is found by its name', async () => {
    const { port } = await listen(streamable());
    expect(await call(`http://localhost:${port}/mcp`)).toEqual({ ...described, transport: 'http' });
  });

  it('may be elsewhere on the same host', async () => {
    const there = streamable();
    const server = await listen((request, response) =>
      request.url === '/mcp' ? void response.writeHead(307, { location: '/mcp/' }).end() : there(request, response),
    );
    expect(await call(`http://127.0.0.1:${server.port}/mcp`)).toEqual({ ...described, transport: 'http' });
  });
});

describe('a server that is called with the wrong transport', () => {
  it('SSE for Streamable HTTP', async () => {
    const { port } = await listen(streamable());
    const url = `http://127.0.0.1:${port}/mcp`;
    expect(await call(url, { transport: 'sse' })).toEqual({
      kind: 'http',
      status: 405,
      isHtml: false,
      attempts: [
        { transport: 'sse', url, status: 405 },
        { transport: 'http', url, status: 200 },
      ],
      works: { transport: 'http', url },
    });
  });

  it.each([404, 405, 400, 500])('Streamable HTTP for SSE, which answers %i', async (status) => {
    const { port } = await listen(sse((response) => void response.writeHead(status).end()));
    const url = `http://127.0.0.1:${port}/sse`;
    expect(await call(url)).toMatchObject({ kind: 'http', status, works: { transport: 'sse', url } });
  });

  it('Streamable HTTP for SSE, which does not answer', async () => {
    const server = await listen(sse(() => undefined));
    const url = `http://127.0.0.1:${server.port}/sse`;
    const answer = await call(url, { milliseconds: 3_000 });
    expect(answer).toMatchObject({ kind: 'unreachable', reason: 'timeout', works: { transport: 'sse', url } });
    expect(await until(() => server.open() === 0)).toBe(true);
  });

  it('SSE for a server whose stream never names an endpoint', async () => {
    const there = streamable();
    const server = await listen((request, response) => {
      if (request.method !== 'GET' || 'mcp-session-id' in request.headers) there(request, response);
      else response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n');
    });
    const url = `http://127.0.0.1:${server.port}/mcp`;
    expect(await call(url, { transport: 'sse', milliseconds: 5_000 })).toMatchObject({ kind: 'silent', works: { transport: 'http', url } });
    expect(await until(() => server.open() === 0)).toBe(true);
  });
});

describe('a server that answers something else', () => {
  it('404', async () => {
    const { port } = await listen(always(404, { 'content-type': 'text/plain' }, 'nothing here'));
    const url = `http://127.0.0.1:${port}/shim`;
    expect(await call(url)).toMatchObject({
      kind: 'http',
      status: 404,
      contentType: 'text/plain',
      isHtml: false,
      attempts: expect.arrayContaining([
        { transport: 'http', url, status: 404 },
        { transport: 'sse', url, status: 404 },
      ]),
    });
  });

  it('401, with what it asks for, and is not asked again', async () => {
    const authenticate = 'Bearer realm="private-realm", error="invalid_token", resource_metadata="http://x/y"';
    const server = await listen(always(401, { 'www-authenticate': authenticate }));
    const answer = await call(`http://127.0.0.1:${server.port}/mcp`, { headers: { authorization: 'Bearer expired-token' } });
    expect(answer).toMatchObject({ kind: 'http', status: 401, authenticate: 'Bearer invalid_token', isHtml: false });
    expect(server.requests).toEqual(['POST /mcp']);
    expect(JSON.stringify(answer)).not.toMatch(/expired|private/);
  });

  describe('401 without a key', () => {
    const metadata = JSON.stringify({ resource: 'http://x', authorization_servers: ['http://x'] });
    it.each([
      ['a header that names metadata', { 'www-authenticate': 'Bearer resource_metadata="http://x/y"' }, undefined, true],
      ['metadata of the address', {}, '/.well-known/oauth-protected-resource/mcp', true],
      ['metadata of an older server', {}, '/.well-known/oauth-authorization-server', true],
      ['none of them', { 'www-authenticate': 'Bearer' }, undefined, false],
      ['a page in its place', {}, '/.well-known/nothing', false],
    ])('offers a sign-in by %s', async (_, headers, place, offersSignIn) => {
      const server = await listen((request, response) => {
        const isPlace = request.url === place;
        return always(
          isPlace ? 200 : 401,
          isPlace ? { 'content-type': 'application/json' } : headers,
          isPlace ? metadata : '',
        )(request, response);
      });
      expect(await call(`http://127.0.0.1:${server.port}/mcp`)).toMatchObject({ kind: 'http', status: 401, offersSignIn });
    });
  });

  it('401 only when it is asked for its tools', async () => {
    const there = streamable();
    const server = await listen((request, response) =>
      'mcp-session-id' in request.headers && request.method === 'POST' ? always(401)(request, response) : there(request, response),
    );
    expect(await call(`http://127.0.0.1:${server.port}/mcp`)).toMatchObject({ kind: 'http', status: 401 });
  });

  it('403', async () => {
    const { port } = await listen(always(403));
    expect(await call(`http://127.0.0.1:${port}/mcp`, { transport: 'either' })).toMatchObject({ kind: 'http', status: 403 });
  });

  it('405 to both', async () => {
    const { port } = await listen(always(405));
    expect(await call(`http://127.0.0.1:${port}/mcp`, { transport: 'either' })).toMatchObject({ kind: 'http', status: 405 });
  });

  it.each(['http', 'sse', 'either'] as const)('a page of HTML (%s)', async (transport) => {
    const { port } = await listen(always(200, { 'content-type': 'text/html; charset=utf-8' }, '<!doctype html>'));
    expect(await call(`http://127.0.0.1:${port}/`, { transport })).toMatchObject({
      kind: 'http',
      status: 200,
      contentType: 'text/html',
      isHtml: true,
    });
  });

  it('JSON that is no message', async () => {
    const { port } = await listen(always(200, { 'content-type': 'application/json' }, '{"status":"ok"}'));
    expect(await call(`http://127.0.0.1:${port}/`)).toMatchObject({ kind: 'broken', message: expect.stringContaining('initialize') });
  });

  it('no JSON at all', async () => {
    const { port } = await listen(always(200, { 'content-type': 'application/json' }, 'ok'));
    expect(await call(`http://127.0.0.1:${port}/`)).toMatchObject({
      kind: 'broken',
      message: expect.stringContaining('not an MCP message'),
    });
  });

  it('an error of the protocol', async () => {
    const error = { jsonrpc: '2.0', id: 0, error: { code: -32000, message: 'no more sessions' } };
    const { port } = await listen(always(200, { 'content-type': 'application/json' }, JSON.stringify(error)));
    expect(await call(`http://127.0.0.1:${port}/`)).toMatchObject({ kind: 'broken', message: expect.stringContaining('no more sessions') });
  });

  it('a body without end', async () => {
    const server = await listen((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = (): void => {
        while (!response.destroyed && response.write('['.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    });
    expect(await call(`http://127.0.0.1:${server.port}/`)).toMatchObject({ kind: 'broken' });
    expect(await until(() => server.open() === 0)).toBe(true);
  });

  it('a way to another host, which is not gone with the headers', async () => {
    const other = await listen(streamable());
    const server = await listen(always(307, { location: `http://127.0.0.1:${other.port}/mcp` }));
    const answer = await call(`http://127.0.0.1:${server.port}/mcp`, { headers: { authorization: 'Bearer secret-token' } });
    expect(answer).toMatchObject({ kind: 'http', status: 307, redirectsTo: `http://127.0.0.1:${other.port}` });
    expect(other.requests).toEqual([]);
  });

  it('nothing, in the time box', async () => {
    const server = await listen(() => undefined);
    const answer = await call(`http://127.0.0.1:${server.port}/mcp`, { milliseconds: 800 });
    expect(answer).toMatchObject({ kind: 'unreachable', reason: 'timeout' });
    expect((answer as { milliseconds: number }).milliseconds).toBeGreaterThanOrEqual(790);
    expect(await until(() => server.open() === 0)).toBe(true);
  });

  it('nothing, until the caller has enough', async () => {
    const server = await listen(() => undefined);
    const controller = new AbortController();
    const target = { kind: 'url', transport: 'http', url: `http://127.0.0.1:${server.port}/mcp`, headers: new Map() } as const;
    const calling = callServer(memorySystem(), target, { signal: controller.signal });
    expect(await until(() => server.open() > 0)).toBe(true);
    controller.abort(new Error('enough'));
    await expect(calling).rejects.toThrow('enough');
    expect(await until(() => server.open() === 0)).toBe(true);
    await expect(callServer(memorySystem(), target, { signal: controller.signal })).rejects.toThrow('enough');
  });

  it('202 and then nothing', async () => {
    const { port } = await listen(always(202));
    expect(await call(`http://127.0.0.1:${port}/mcp`, { milliseconds: 800 })).toMatchObject({ kind: 'silent' });
  });
});

describe('nobody', () => {
  it('refuses', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/mcp`;
    expect(await call(url)).toMatchObject({
      kind: 'unreachable',
      reason: 'refused',
      message: `Nothing listens at 127.0.0.1:${port}.`,
      attempts: expect.arrayContaining([{ transport: 'http', url, failure: expect.stringContaining('Nothing listens') }]),
    });
    expect(await call(`http://localhost:${port}/sse`, { transport: 'sse' })).toMatchObject({ kind: 'unreachable', reason: 'refused' });
  });

  it('has that name', async () => {
    expect(await call('http://nobody.invalid/mcp')).toMatchObject({ kind: 'unreachable', reason: 'name' });
  });

  it.runIf(hasOpenssl)('has a certificate that is trusted', async () => {
    const home = temporaryHome();
    const [key, cert] = [home.at('key.pem'), home.at('cert.pem')];
    const how = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=127.0.0.1'];
    execFileSync('openssl', [...how, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    const server = createTlsServer({ key: home.text('key.pem'), cert: home.text('cert.pem') }, always(200));
    const port = await listening(server, '127.0.0.1');
    expect(await call(`https://127.0.0.1:${port}/mcp`)).toMatchObject({
      kind: 'unreachable',
      reason: 'tls',
      message: expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT'),
    });
  });

  it('speaks without TLS there', async () => {
    const { port } = await listen(streamable());
    expect(await call(`https://127.0.0.1:${port}/mcp`)).toMatchObject({
      kind: 'unreachable',
      reason: 'tls',
      message: expect.stringContaining('does not use https'),
    });
  });

  it('stays on the line', async () => {
    const server = createTcpServer((socket) => socket.once('data', () => socket.destroy())).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    expect(await call(`http://127.0.0.1:${port}/mcp`)).toMatchObject({ kind: 'unreachable', reason: 'reset' });
  });
});

describe.runIf(hasIpv6)('the two loopback addresses', () => {
  it.each([
    ['127.0.0.1', '::1', '[::1]'],
    ['[::1]', '127.0.0.1', '127.0.0.1'],
  ])('%s does not answer, %s does', async (named, listens, works) => {
    const server = await listen(streamable(), listens);
    const answer = await call(`http://${named}:${server.port}/mcp`, { headers: { authorization: 'Bearer for-the-other-only' } });
    expect(answer).toMatchObject({
      kind: 'unreachable',
      reason: 'refused',
      works: { transport: 'http', url: `http://${works}:${server.port}/mcp` },
    });
    // Another user's program may listen there.
    expect(server.headers.some((headers) => 'authorization' in headers)).toBe(false);
  });

  it('another program listens at the one that was named', async () => {
    const server = await listen(streamable(), '::1');
    const other = createTcpServer();
    other.listen(server.port, '127.0.0.1');
    await once(other, 'listening');
    other.on('connection', (socket) => socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'));
    onTestFinished(() => void other.close());
    expect(await call(`http://127.0.0.1:${server.port}/mcp`)).toMatchObject({
      works: { transport: 'http', url: `http://[::1]:${server.port}/mcp` },
    });
  });
});

describe('what cannot be called', () => {
  it.each([
    ['no address', 'not a url', 'not a URL'],
    ['another scheme', 'ws://127.0.0.1/mcp', 'http:// or https://'],
    ['a password in it', 'http://user:pass-word-12@127.0.0.1/mcp', 'use a header'],
  ])('%s', async (_, url, words) => {
    const answer = await call(url);
    expect(answer).toMatchObject({ kind: 'unreachable', reason: 'other', message: expect.stringContaining(words), attempts: [] });
    expect(JSON.stringify(answer)).not.toContain('pass-word');
  });

  it('a header that cannot be sent', async () => {
    const answer = await call('http://127.0.0.1:9/mcp', { headers: { 'x-key': 'line\nbreak-secret' } });
    expect(answer).toMatchObject({ kind: 'unreachable', reason: 'other', message: expect.stringContaining('x-key') });
    expect(JSON.stringify(answer)).not.toContain('secret');
  });
});

describe('secrets', () => {
  it('of the address and the headers are never shown', async () => {
    const error = {
      jsonrpc: '2.0',
      id: 0,
      error: { code: -32000, message: 'bad key hunter2hunter and horse-battery of staple-user in /mcp?key=tr0ub4dor' },
    };
    const { port } = await listen(always(200, { 'content-type': 'application/json' }, JSON.stringify(error)));
    const answer = await call(`http://127.0.0.1:${port}/mcp?key=tr0ub4dor`, {
      headers: { 'x-plain': 'hunter2hunter', authorization: `Basic ${Buffer.from('staple-user:horse-battery').toString('base64')}` },
    });
    expect(answer).toMatchObject({ kind: 'broken', message: expect.stringContaining('bad key *** and ***') });
    expect(JSON.stringify(answer)).not.toMatch(/hunter2|tr0ub|horse/);
  });
});

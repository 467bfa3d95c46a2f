import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { httpClient, HttpFailure, type HttpRequest, readBody } from '../../../src/system/http/index.ts';
import { refusingAddress, serveHttp, serveHttps, serveTcp } from '../../support/loopback.ts';

function openClient() {
  const client = httpClient();
  onTestFinished(() => client.close());
  return client;
}

async function failureOf(request: HttpRequest): Promise<HttpFailure> {
  const error: unknown = await openClient()
    .send(request)
    .then(async ({ body }) => readBody(body, 1e6))
    .then(
      () => undefined,
      (reason: unknown) => reason,
    );
  if (!(error instanceof HttpFailure)) throw new Error(`expected a failure, got ${String(error)}`);
  return error;
}

describe('a request', () => {
  it('sends method, headers and a body in pieces, and answers with status, headers and body', async () => {
    const url = await serveHttp(async (request, response) => {
      const body = (await readBody(request, 1e6)).toString();
      response
        .writeHead(201, { 'x-told': `${request.method} ${String(request.headers['x-a'])} ${request.headers['content-length']}` })
        .end(`<${body}>`);
    });
    const answer = await openClient().send({
      url,
      method: 'POST',
      headers: { 'x-a': 'b' },
      body: [Buffer.from('ab'), Buffer.from('cd')],
    });
    expect([answer.status, answer.headers['x-told']]).toEqual([201, 'POST b 4']);
    expect((await readBody(answer.body, 100)).toString()).toBe('<abcd>');
  });

  it('uses a connection again', async () => {
    const ports = new Set<number | undefined>();
    const url = await serveHttp((request, response) => {
      ports.add(request.socket.remotePort);
      response.end('x');
    });
    const client = openClient();
    for (let i = 0; i < 5; i++) await readBody((await client.send({ url, headersMs: 5_000 })).body, 10);
    expect(ports.size).toBe(1);
  });

  it('follows no redirect', async () => {
    const url = await serveHttp((_, response) => response.writeHead(307, { location: 'http://example.invalid/' }).end());
    expect((await openClient().send({ url })).status).toBe(307);
  });

  it('reads no more of a body than its reader takes', async () => {
    let sent = 0;
    const piece = Buffer.alloc(1 << 20);
    const url = await serveHttp(async (_, response) => {
      // Bounded by the sockets' buffers: the 64th piece is never taken.
      for (; sent < 64 && !response.destroyed; sent++)
        if (!response.write(piece)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
    });
    const { body } = await openClient().send({ url });
    await once(body, 'readable');
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent).toBeLessThan(32);
    body.destroy();
  });

  it('refuses a body that is too large', async () => {
    const url = await serveHttp((_, response) => response.end(Buffer.alloc(1000)));
    const { body } = await openClient().send({ url });
    await expect(readBody(body, 999)).rejects.toThrow('more than 999 bytes');
  });
});

describe('a failure says what it is, and whether the request may have arrived', () => {
  it('refused', async () => {
    expect(await failureOf({ url: await refusingAddress() })).toMatchObject({ kind: 'refused', wasSent: false });
  });

  it('unknown-host', async () => {
    expect(await failureOf({ url: new URL('http://nothing.invalid/') })).toMatchObject({ kind: 'unknown-host', wasSent: false });
  });

  it('tls, of a certificate that nobody trusts', async () => {
    const url = await serveHttps((_, response) => response.end());
    expect(await failureOf({ url })).toMatchObject({ kind: 'tls', wasSent: false });
  });

  it('tls, of a server that has none', async () => {
    const url = await serveHttp((_, response) => response.end());
    expect(await failureOf({ url: new URL(`https://127.0.0.1:${url.port}`) })).toMatchObject({ kind: 'tls', wasSent: false });
  });

  it('timeout, of headers that do not come', async () => {
    const url = await serveTcp(() => undefined);
    expect(await failureOf({ url, headersMs: 30 })).toMatchObject({ kind: 'timeout', wasSent: true });
  });

  it('reset, before and within the answer', async () => {
    const before = await serveTcp((socket) => socket.once('data', () => socket.destroy()));
    expect(await failureOf({ url: before, method: 'POST', body: 'x' })).toMatchObject({ kind: 'reset', wasSent: true });
    const within = await serveTcp((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf', () => socket.destroy())),
    );
    expect(await failureOf({ url: within })).toMatchObject({ kind: 'reset', wasSent: true });
  });

  it('not-http', async () => {
    const url = await serveTcp((socket) => socket.end('SSH-2.0-x\r\n'));
    expect(await failureOf({ url })).toMatchObject({ kind: 'not-http' });
  });

  it('not-http, an answer 101 that was not asked for', async () => {
    const headers = 'upgrade: websocket\r\nconnection: upgrade\r\n';
    const url = await serveTcp((socket) => socket.once('data', () => socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headers}\r\n`)));
    expect(await failureOf({ url, method: 'POST', body: 'x' })).toMatchObject({ kind: 'not-http', wasSent: true });
  });

  it.each(['before', 'in the headers', 'in the body'])('aborted, %s', async (when) => {
    const stop = new AbortController();
    const url = await serveHttp((_, response) => {
      if (when === 'in the body') response.write('some');
      setImmediate(() => stop.abort());
    });
    if (when === 'before') stop.abort();
    expect(await failureOf({ url, signal: stop.signal })).toMatchObject({ kind: 'aborted' });
  });
});

import { networkInterfaces } from 'node:os';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { attackedFront, lines, ping, post, raw, type Attacked } from './attacked-front.ts';

// Who may ask: a page of any site can make the browser of this machine send to this port.
// CVE-2025-49596, CVE-2025-66414, CVE-2026-11624, GHSA-w48q-cv73-mx4w

describe('a name that is not this server’s', () => {
  it.each([
    ['another site', () => 'evil.example'],
    ['another site with the port', (port: number) => `evil.example:${port}`],
    ['no port', () => '127.0.0.1'],
    ['another port', (port: number) => `127.0.0.1:${port + 1}`],
    ['a dot at the end', (port: number) => `localhost.:${port}`],
    ['a name in front', (port: number) => `user@127.0.0.1:${port}`],
    ['a name behind', (port: number) => `127.0.0.1:${port}@evil.example`],
    ['a short spelling', (port: number) => `127.1:${port}`],
    ['a number', (port: number) => `2130706433:${port}`],
    ['every address', (port: number) => `0.0.0.0:${port}`],
    ['IPv4 within IPv6', (port: number) => `[::ffff:127.0.0.1]:${port}`],
    ['a site that begins as we do', (port: number) => `localhost.evil.example:${port}`],
    ['nothing', () => ''],
  ])('is refused: %s', async (_, host) => {
    const front = await attackedFront();
    const { status } = await raw(front.port, post(front, { headers: { Host: host(front.port) } }));
    expect(status).toBe(403);
    expect(front.reached).toEqual([]);
  });

  it.each([
    ['Host twice', (own: string) => [`Host: ${own}`, `Host: ${own}`]],
    ['Host twice, the second one foreign', (own: string) => [`Host: ${own}`, 'Host: evil.example']],
    ['Host twice, the first one foreign', (own: string) => ['Host: evil.example', `Host: ${own}`]],
    ['no Host', () => []],
  ])('is refused: %s', async (_, hosts) => {
    const front = await attackedFront();
    const head = ['POST /mcp HTTP/1.1', ...hosts(`127.0.0.1:${front.port}`), `Authorization: Bearer ${front.token}`];
    const { status } = await raw(front.port, lines(...head, 'Content-Type: application/json', `Content-Length: ${ping.length}`) + ping);
    expect([400, 403]).toContain(status);
    expect(front.reached).toEqual([]);
  });

  it('is refused in HTTP/1.0, which knows none', async () => {
    const front = await attackedFront();
    expect((await raw(front.port, lines('GET /events HTTP/1.0', `Authorization: Bearer ${front.token}`))).status).toBe(403);
  });

  it('is refused as the target of a request', async () => {
    const front = await attackedFront();
    for (const target of ['http://evil.example/mcp', `http://127.0.0.1:${front.port}/mcp`, '//evil.example/mcp', '*']) {
      const head = [`POST ${target} HTTP/1.1`, `Host: 127.0.0.1:${front.port}`, `Authorization: Bearer ${front.token}`];
      const { status } = await raw(front.port, lines(...head, 'Content-Type: application/json', `Content-Length: ${ping.length}`) + ping);
      expect([400, 403], target).toContain(status);
    }
    expect((await raw(front.port, lines(`CONNECT evil.example:80 HTTP/1.1`, `Host: 127.0.0.1:${front.port}`))).status).toBe(405);
    expect(front.reached).toEqual([]);
  });
});

describe('a page of another origin', () => {
  const origins: readonly (readonly [string, (port: number) => string])[] = [
    ['another site', () => 'https://evil.example'],
    ['a sandboxed page', () => 'null'],
    ['another port of this machine', (port) => `http://localhost:${port + 1}`],
    ['another scheme', (port) => `https://127.0.0.1:${port}`],
    ['a site that begins as we do', (port) => `http://localhost:${port}.evil.example`],
    ['nothing', () => ''],
    ['two', (port) => `http://127.0.0.1:${port}, https://evil.example`],
    ['an extension of a browser', () => 'chrome-extension://abcdef'],
  ];
  it.each(origins)('is refused before its token is looked at: %s', async (_, origin) => {
    const front = await attackedFront();
    for (const Authorization of [`Bearer ${front.token}`, undefined]) {
      const { status, text } = await raw(front.port, post(front, { headers: { Origin: origin(front.port), Authorization } }));
      expect(status).toBe(403);
      expect(text).not.toMatch(/access-control-/i);
    }
    expect(front.reached).toEqual([]);
  });

  it('gets no leave from a question before', async () => {
    const front = await attackedFront();
    const ask = (origin: string): string =>
      lines('OPTIONS /mcp HTTP/1.1', `Host: 127.0.0.1:${front.port}`, `Origin: ${origin}`, 'Access-Control-Request-Method: POST');
    const answers = [await raw(front.port, ask('https://evil.example')), await raw(front.port, ask(`http://127.0.0.1:${front.port}`))];
    expect(answers.map(({ status }) => status)).toEqual([403, 401]);
    for (const { text } of answers) expect(text).not.toMatch(/access-control-/i);
  });
});

describe('a token', () => {
  const wrong: readonly (readonly [string, (front: Attacked) => Readonly<Record<string, string | undefined>>, string])[] = [
    ['that is missing', () => ({ Authorization: undefined }), ''],
    ['that is wrong', () => ({ Authorization: 'Bearer wrong' }), ''],
    ['that is a part of the right one', ({ token }) => ({ Authorization: `Bearer ${token.slice(0, -1)}` }), ''],
    ['that is longer than the right one', ({ token }) => ({ Authorization: `Bearer ${token}0` }), ''],
    ['of another scheme', ({ token }) => ({ Authorization: `Basic ${Buffer.from(`:${token}`).toString('base64')}` }), ''],
    ['without a scheme', ({ token }) => ({ Authorization: token }), ''],
    ['in a cookie', ({ token }) => ({ Authorization: undefined, Cookie: `token=${token}` }), ''],
    ['in the address', () => ({ Authorization: undefined }), '?token='],
    ['in the address by its OAuth name', () => ({ Authorization: undefined }), '?access_token='],
    ['that is empty', () => ({ Authorization: 'Bearer ' }), ''],
    ['of 20,000 characters', () => ({ Authorization: `Bearer ${'a'.repeat(10_000)}` }), ''],
  ];
  it.each(wrong)('%s is refused', async (_, headers, query) => {
    const front = await attackedFront();
    const path = query === '' ? '/mcp' : `/mcp${query}${front.token}`;
    const { status, text } = await raw(front.port, post(front, { path, headers: headers(front) }));
    expect(status).toBe(401);
    expect(text).not.toContain(front.token);
    expect(front.reached).toEqual([]);
  });

  it('that comes twice is refused', async () => {
    const front = await attackedFront();
    const bytes = post(front).toString('latin1').replace('\r\nAccept:', `\r\nAuthorization: Bearer ${front.token}\r\nAccept:`);
    expect((await raw(front.port, bytes)).status).toBe(401);
  });

  it('is asked for on every path with the same words, so that a stranger learns nothing', async () => {
    const front = await attackedFront();
    const bodies = new Set<string>();
    const paths = [
      '/events',
      '/mcp',
      '/messages?sessionId=x',
      '/notices',
      '/',
      '/no-such',
      '/.well-known/oauth-protected-resource',
      '/status',
    ];
    for (const path of paths)
      for (const method of ['GET', 'POST', 'DELETE', 'HEAD', 'PUT']) {
        const { status, text } = await raw(
          front.port,
          lines(`${method} ${path} HTTP/1.1`, `Host: localhost:${front.port}`, 'Content-Length: 0'),
        );
        expect(status, `${method} ${path}`).toBe(401);
        if (method !== 'HEAD') bodies.add(text.slice(text.indexOf('\r\n\r\n')));
      }
    expect(bodies.size).toBe(1);
  });
});

it('only programs of this machine can connect', async () => {
  const { port } = await attackedFront();
  const outside = Object.values(networkInterfaces()).flatMap((all = []) =>
    all.filter(({ internal, family }) => !internal && family === 'IPv4'),
  );
  for (const { address } of outside) {
    const outcome = await new Promise((settle) => {
      const socket = connect(port, address)
        .once('connect', () => settle('connected'))
        .once('error', () => settle('refused'));
      socket.once('close', () => socket.destroy());
    });
    expect(outcome, address).toBe('refused');
  }
});

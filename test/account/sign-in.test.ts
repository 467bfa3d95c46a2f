import { connect } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { apiKeys, type ApiKeyTimes, backendOf, loginInBrowser, loginOnDevice, readMetadata, type Tokens } from '../../src/account/index.ts';
import { SnapError } from '../../src/system/index.ts';
import { httpClient } from '../../src/system/http/index.ts';
import { type AuthorizationServer, authorizationServer, type Misbehaviour } from '../support/servers/authorization-server.ts';
import { refusingAddress, serveHttp } from '../support/loopback.ts';

const now = (): number => 1_000_000;

function openClient() {
  const client = httpClient();
  onTestFinished(() => client.close());
  return client;
}

async function inBrowser(
  server: AuthorizationServer,
  browse = server.browse,
): Promise<{ tokens: Tokens; pages: string[]; address: string }> {
  const client = openClient();
  const metadata = await readMetadata(client, server.endpoint);
  const pages: string[] = [];
  let page = '';
  const open = async (address: string): Promise<void> => {
    page = address;
    void browse(address).then(
      ({ text }) => pages.push(text),
      () => undefined,
    );
  };
  const tokens = await loginInBrowser({ client, metadata, now, signal: new AbortController().signal, open });
  return { tokens, pages, address: page };
}

async function refusal(work: Promise<unknown>): Promise<SnapError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof SnapError) return error;
  throw new Error(`expected a SnapError, got ${String(error)}`);
}

describe('in the browser', () => {
  it('signs in with a code and PKCE, and the page says that it may be closed', async () => {
    const server = await authorizationServer();
    const { tokens, address } = await inBrowser(server);
    expect(tokens).toEqual({ access: 'access-2', refresh: 'refresh-2', expiresAt: now() + 3_600_000 });
    const page = new URL(address);
    expect(page.searchParams.get('code_challenge_method')).toBe('S256');
    expect(page.searchParams.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    // The verifier is in no address.
    expect(address).not.toContain(server.forms[0]?.form.get('code_verifier'));
  });

  const hostile: readonly (readonly [string, Misbehaviour, RegExp])[] = [
    ['a refusal', { redirect: { error: 'access_denied' } }, /refused: "access_denied"/],
    ['another issuer', { redirect: { iss: 'https://evil.example' } }, /another server/],
    ['no issuer, which was announced', { redirect: { iss: undefined } }, /another server/],
    ['no code', { redirect: { code: undefined } }, /no code/],
    [
      'an error with hidden characters',
      { redirect: { error: 'access_denied', error_description: 'no\u202E\u001B[31m way' } },
      /refused: "no.*way"/,
    ],
    ['a wrong code', { redirect: { code: 'code-0' } }, /wrong verifier/],
    ['a token of another kind', { tokens: { token_type: 'mac' } }, /without a token/],
    ['a token with a line break', { tokens: { access_token: 'a\r\nx: y' } }, /without a token/],
    ['no token', { tokens: { access_token: undefined } }, /without a token/],
  ];
  it.each(hostile)('refuses %s', async (_, misbehaviour, words) => {
    const error = await refusal(inBrowser(await authorizationServer(misbehaviour)));
    expect(error.message).toMatch(words);
    // eslint-disable-next-line no-control-regex
    expect(error.message).not.toMatch(/[\u001B\u202E]/);
  });

  type Odd = readonly [target: string, method?: string, host?: string];
  const odd: readonly Odd[] = [
    ['/other'],
    ['//'],
    ['//evil.example/callback'],
    ['*', 'OPTIONS'],
    ['http://evil.example/callback'],
    ['/callback%'],
    ['/callback/'],
    ['/%63allback?state=STATE'],
    ['/callback'],
    ['/callback?state=%'],
    ['/callback?state=wrong&code=x'],
    ['/callback?state=wrong&error=access_denied'],
    ['/callback?state=STATE&state=wrong'],
    ['/callback#?state=STATE'],
    ['/callback?state=STATE', 'POST'],
    ['/callback?state=STATE', 'HEAD'],
    ['/callback?state=STATE', 'GET', 'evil.example'],
    ['/callback?state=STATE', 'GET', 'localhost.evil.example:PORT'],
    ['/callback?state=STATE', 'GET', '127.0.0.1:PORT\r\nHost: evil.example'],
  ];

  it('answers every other request with 404 or less, and goes on waiting for the right one', async () => {
    const server = await authorizationServer();
    const statuses: string[] = [];
    const { tokens } = await inBrowser(server, async (address) => {
      const { searchParams } = new URL(address);
      const { port } = new URL(searchParams.get('redirect_uri') ?? '');
      const filled = (text: string): string => text.replace('STATE', searchParams.get('state') ?? '').replace('PORT', port);
      for (const [target, method = 'GET', host = '127.0.0.1:PORT'] of odd) {
        const raw = `${method} ${filled(target)} HTTP/1.1\r\nHost: ${filled(host)}\r\nConnection: close\r\n\r\n`;
        statuses.push(`${target} ${(await rawAnswer(Number(port), raw)).slice(9, 12)}`);
      }
      statuses.push(
        `headers ${(await rawAnswer(Number(port), `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`)).slice(9, 12)}`,
      );
      return server.browse(address);
    });
    // The last Host is there twice, which Node refuses or we do; too large headers have an answer of their own.
    expect(statuses.filter((each) => !each.endsWith(' 404'))).toEqual(['headers 431']);
    expect(tokens.access).toBe('access-2');
  });

  it('survives whatever bytes are sent to its port', async () => {
    const server = await authorizationServer();
    const { tokens } = await inBrowser(server, async (address) => {
      const { port } = new URL(new URL(address).searchParams.get('redirect_uri') ?? '');
      const piece = fc.oneof(
        fc.constantFrom('/', '//', '/callback', '?state=', '%', '%zz', '\r\n', 'Host: ', 'GET ', ' HTTP/1.1\r\n', ':'),
        fc.string(),
      );
      const line = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(''));
      const asked = fc.tuple(line, line).map(([target, rest]) => `GET /${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${rest}\r\n\r\n`);
      await fc.assert(
        fc.asyncProperty(fc.oneof(asked, line), async (bytes) => {
          expect(await rawAnswer(Number(port), bytes)).not.toMatch(/^HTTP\/1\.1 (?:200|500)/);
        }),
        { numRuns: 150, seed: 26 },
      );
      return server.browse(address);
    });
    expect(tokens.access).toBe('access-2');
  });

  it('ends also when the browser leaves before it has the page', async () => {
    const server = await authorizationServer();
    const { tokens } = await inBrowser(server, async (address) => {
      const back = (await fetch(address, { redirect: 'manual' })).headers.get('location') ?? '';
      const { port, pathname, search } = new URL(back);
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`, () => socket.resetAndDestroy());
      return { status: 0, text: '' };
    });
    expect(tokens.access).toBe('access-2');
  });
});

/** All that is answered on a connection of its own. */
async function rawAnswer(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let said = '';
  socket.on('data', (chunk: Buffer) => (said += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  socket.end(bytes);
  await new Promise((settle) => socket.once('close', settle));
  return said;
}

describe('what a server says of itself', () => {
  const bad: readonly (readonly [string, Misbehaviour, RegExp])[] = [
    ['another issuer', { metadata: { issuer: 'https://evil.example' } }, /another issuer/],
    ['no issuer', { metadata: { issuer: undefined } }, /another issuer/],
    ['a token endpoint over http on the network', { metadata: { token_endpoint: 'http://example.com/token' } }, /no https address/],
    ['an authorization endpoint that is a script', { metadata: { authorization_endpoint: 'javascript:alert(1)' } }, /no https address/],
    ['no token endpoint', { metadata: { token_endpoint: undefined } }, /names no "token_endpoint"/],
    [
      'a token endpoint on another server',
      { metadata: { token_endpoint: 'http://127.0.0.1:1/token' } },
      /"token_endpoint" is at http:\/\/127\.0\.0\.1:1,/,
    ],
    [
      'a revocation endpoint on another server',
      { metadata: { revocation_endpoint: 'https://a.example/r' } },
      /is at https:\/\/a\.example,/,
    ],
    ['no PKCE', { metadata: { code_challenge_methods_supported: ['plain'] } }, /PKCE/],
    ['a body that is too large', { padding: 70_000 }, /more than 65536 bytes/],
  ];
  it.each(bad)('is refused: %s', async (_, misbehaviour, words) => {
    const server = await authorizationServer(misbehaviour);
    expect((await refusal(readMetadata(openClient(), server.endpoint))).message).toMatch(words);
  });

  it.each([
    [404, 'refused', /offers no sign-in\./, /Correct the address/],
    [302, 'refused', /is at another address/, /that it redirects to/],
    [500, 'io', /cannot answer now\./, /again later/],
    [429, 'io', /cannot answer now\./, /again later/],
  ])('is told with what %i means', async (status, code, message, hint) => {
    const { origin } = await serveHttp((_, response) => response.writeHead(status, { location: '/x' }).end());
    const error = await refusal(readMetadata(openClient(), origin));
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(error.hintFor('person')).toMatch(hint);
  });

  it('is not asked over http on the network, nor where none is configured', () => {
    expect(backendOf({}, { env: {} })).toBeUndefined();
    expect(backendOf({ endpoint: 'https://a.example', enabled: false }, { env: {} })).toBeUndefined();
    expect(backendOf({ endpoint: 'https://a.example/v2/' }, { env: {} })?.endpoint).toBe('https://a.example/v2');
    expect(backendOf({ apiKey: '${KEY}' }, { env: { KEY: 'k', SVC_API_URL: 'http://127.0.0.1:1' } })).toEqual({
      endpoint: 'http://127.0.0.1:1',
      apiKey: 'k',
    });
    for (const endpoint of ['http://a.example', 'ftp://a.example', 'nothing', 'https://u:p@a.example', 'https://a.example/?q=1'])
      expect(() => backendOf({ endpoint }, { env: {} })).toThrow(SnapError);
  });
});

describe('on another device', () => {
  async function onDevice(
    device: readonly Readonly<Record<string, unknown>>[],
  ): Promise<{ tokens: Tokens; waits: number[]; shown: string[] }> {
    const server = await authorizationServer({ device });
    const client = openClient();
    const waits: number[] = [];
    const shown: string[] = [];
    let time = 0;
    const tokens = await loginOnDevice({
      client,
      metadata: await readMetadata(client, server.endpoint),
      now: () => time,
      signal: new AbortController().signal,
      show: (page, code) => shown.push(new URL(page).pathname, code),
      wait: async (ms) => {
        waits.push(ms);
        time += ms;
      },
    });
    return { tokens, waits, shown };
  }

  it('waits as long as the server wants', async () => {
    const { tokens, waits, shown } = await onDevice([
      { error: 'authorization_pending' },
      { error: 'slow_down' },
      { error: 'authorization_pending' },
    ]);
    expect(waits).toEqual([5000, 5000, 10_000, 10_000]);
    expect(shown).toEqual(['/activate', 'ABCD-EFGH']);
    expect(tokens.access).toBe('access-1');
  });

  it.each([
    ['access_denied', /refused/],
    ['expired_token', /expired/],
    ['invalid_client', /did not sign in/],
  ])('ends on %s', async (error, words) => {
    expect((await refusal(onDevice([{ error }]))).message).toMatch(words);
  });

  it('ends when the code expires', async () => {
    expect((await refusal(onDevice(Array.from({ length: 1000 }, () => ({ error: 'authorization_pending' }))))).code).toBe('timeout');
  });
});

describe('the scopes', () => {
  const wanted = 'openid offline_access';
  it.each([
    ['no list', {}, wanted],
    ['a list with both', { scopes_supported: ['profile', 'offline_access', 'openid'] }, wanted],
    ['a list with one', { scopes_supported: ['openid', 'email'] }, 'openid'],
    ['a list with the other', { scopes_supported: ['offline_access'] }, 'offline_access'],
    ['a list with neither', { scopes_supported: ['snapshots:read'] }, null],
    ['an empty list', { scopes_supported: [] }, null],
    ['what is no list', { scopes_supported: 'openid' }, wanted],
  ])('%s', async (_, metadata, scope) => {
    const server = await authorizationServer({ metadata, needsScope: scope?.includes('openid') === true });
    await inBrowser(server);
    const client = openClient();
    const device = {
      client,
      metadata: await readMetadata(client, server.endpoint),
      now,
      show: () => undefined,
      wait: async () => undefined,
    };
    await loginOnDevice({ ...device, signal: new AbortController().signal });
    expect(server.scopes).toEqual([scope, scope]);
  });
});

describe('API keys', () => {
  const key = 'sk_live_0123456789abcdef';
  it('are asked about once a minute, and known while the backend is away', async () => {
    const server = await authorizationServer();
    server.valid.add(key);
    let time = 0;
    const keys = apiKeys(openClient(), server.endpoint, { now: () => time });
    const [first, second] = await Promise.all([keys.check(key), keys.check(key)]);
    expect(first).toMatchObject({ tier: 'team', permissions: ['snapshots:read'], requestsPerHour: 500 });
    expect(first?.id).not.toContain(key);
    expect(second).toEqual(first);
    await keys.check(key);
    expect(server.bearers).toHaveLength(1);
    time = 61_000;
    server.change({ whoamiStatus: 503 });
    expect(await keys.check(key)).toEqual(first);
    expect(await keys.check('sk_test_never_seen_before')).toBeUndefined();
    time = 4_000_000;
    expect(await keys.check(key)).toBeUndefined();
  });

  it('are refused, or known from before, when the backend hangs, and it is left alone for a while', async () => {
    const server = await authorizationServer();
    server.valid.add(key);
    let time = 0;
    const times: ApiKeyTimes = { now: () => time, maxMs: 60_000 };
    const keys = apiKeys(openClient(), server.endpoint, times);
    const first = await keys.check(key);
    server.change({ hangs: true });
    times.maxMs = 20;
    time = 61_000;
    expect([await keys.check('sk_test_never_seen_before'), await keys.check(key)]).toEqual([undefined, first]);
    expect(server.bearers).toHaveLength(2);
    server.change({});
    times.maxMs = 60_000;
    time = 72_000;
    expect(await keys.check(key)).toEqual(first);
    expect(server.bearers).toHaveLength(3);
  });

  it('that are unknown, misspelt or revoked are refused; without a backend all are', async () => {
    const server = await authorizationServer();
    const keys = apiKeys(openClient(), server.endpoint);
    expect(await keys.check(key)).toBeUndefined();
    expect(await keys.check('Bearer something')).toBeUndefined();
    expect(server.bearers).toHaveLength(1);
    expect(await apiKeys(openClient(), undefined).check(key)).toBeUndefined();
    expect(await apiKeys(openClient(), (await refusingAddress()).origin).check(key)).toBeUndefined();
  });
});

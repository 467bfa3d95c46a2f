import { describe, expect, it, onTestFinished } from 'vitest';
import { apiKeys, backendOf, loginInBrowser, loginOnDevice, readMetadata, type Tokens } from '../../src/account/index.ts';
import { SnapError } from '../../src/system/index.ts';
import { httpClient } from '../../src/system/http/index.ts';
import { type AuthorizationServer, authorizationServer, type Misbehaviour } from '../support/servers/authorization-server.ts';
import { refusingAddress } from '../support/loopback.ts';

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
    ['another state', { redirect: { state: 'other' } }, /another sign-in/],
    ['no state', { redirect: { state: undefined } }, /another sign-in/],
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

  it('takes one request, and none that was meant for another name or path', async () => {
    const server = await authorizationServer();
    const statuses: number[] = [];
    await inBrowser(server, async (address) => {
      const back = new URL(new URL(address).searchParams.get('redirect_uri') ?? '');
      for (const [path, host] of [
        ['/other', back.host],
        ['/callback?state=x', 'evil.example'],
      ] as const) {
        const { status, body } = await openClient().send({ url: new URL(path, back), headers: { host } });
        body.resume();
        statuses.push(status);
      }
      return server.browse(address);
    });
    expect(statuses).toEqual([404, 404]);
  });
});

describe('what a server says of itself', () => {
  const bad: readonly (readonly [string, Misbehaviour, RegExp])[] = [
    ['another issuer', { metadata: { issuer: 'https://evil.example' } }, /another issuer/],
    ['no issuer', { metadata: { issuer: undefined } }, /another issuer/],
    ['a token endpoint over http on the network', { metadata: { token_endpoint: 'http://example.com/token' } }, /no https address/],
    ['an authorization endpoint that is a script', { metadata: { authorization_endpoint: 'javascript:alert(1)' } }, /no https address/],
    ['no token endpoint', { metadata: { token_endpoint: undefined } }, /names no "token_endpoint"/],
    ['no PKCE', { metadata: { code_challenge_methods_supported: ['plain'] } }, /PKCE/],
    ['a body that is too large', { padding: 70_000 }, /more than 65536 bytes/],
  ];
  it.each(bad)('is refused: %s', async (_, misbehaviour, words) => {
    const server = await authorizationServer(misbehaviour);
    expect((await refusal(readMetadata(openClient(), server.endpoint))).message).toMatch(words);
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

describe('API keys', () => {
  const key = 'sk_live_0123456789abcdef';
  it('are asked about once a minute, and known while the backend is away', async () => {
    const server = await authorizationServer();
    server.valid.add(key);
    let time = 0;
    const keys = apiKeys(openClient(), server.endpoint, () => time);
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

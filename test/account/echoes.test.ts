import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loginInBrowser, loginOnDevice, readMetadata } from '../../src/account/index.ts';
import { withoutSecrets } from '../../src/account/echoes.ts';
import { askWhoami } from '../../src/account/whoami.ts';
import { httpClient } from '../../src/system/http/index.ts';
import { authorizationServer, type Misbehaviour } from '../support/servers/authorization-server.ts';

const secret = 'tok_Se+cret/access~0123.456789-abcdefXYZ==';
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const ways: readonly (readonly [string, (text: string) => string])[] = [
  ['as it is', (text) => text],
  ['behind a scheme', (text) => `Bearer ${text}`],
  ['in capital letters', (text) => text.toUpperCase()],
  ['in small letters', (text) => text.toLowerCase()],
  ['percent-encoded', encodeURIComponent],
  ['percent-encoded twice', (text) => encodeURIComponent(encodeURIComponent(text))],
  ['percent-encoded in every letter', (text) => Buffer.from(text).toString('hex').replaceAll(/../g, '%$&')],
  ['as a form', (text) => new URLSearchParams({ refresh_token: text }).toString()],
  ['as JSON', (text) => JSON.stringify(text).replaceAll('/', '\\/')],
  ['in hexadecimal', (text) => Buffer.from(text).toString('hex')],
  ['in base64', base64],
  ['in base64url', (text) => Buffer.from(text).toString('base64url')],
  ['in base64, with one byte before', (text) => base64(`x${text}`)],
  ['in base64, as user and password', (text) => base64(`me:${text}`)],
  ['in base64, as a header', (text) => base64(`Bearer ${text}`)],
  ['its beginning', (text) => text.slice(0, 16)],
  ['its end', (text) => text.slice(-16)],
  ['in two parts', (text) => `${text.slice(0, 20)} and ${text.slice(20)}`],
  ['with spaces', (text) => Array.from(text).join(' ')],
];

describe('a secret that is sent back', () => {
  it.each(ways)('is not shown: %s', (_, write) => {
    const written = write(secret);
    const shown = withoutSecrets(`It says: ${written}, no.`, [secret]);
    expect(shown).toMatch(/^It says: .*\*\*\*.*, no\.$/);
    const own = written.replace('refresh_token=', '');
    for (let at = 0; at + 12 <= own.length; at++) expect(shown).not.toContain(own.slice(at, at + 12));
  });

  it('leaves every other text as it is, whatever is around it', () => {
    const said = 'The code has expired: sign in again, Ada (ada@example.com).';
    expect(withoutSecrets(said, [secret, '', 'a', 'abc'])).toBe(said);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), fc.stringMatching(/^[\w-]{12,40}$/), (before, after, token) => {
        expect(withoutSecrets(before + token + after, [token])).not.toContain(token);
      }),
    );
  });
});

const echoed = 'device-secret';

async function client(wrong: Misbehaviour) {
  const server = await authorizationServer(wrong);
  const http = httpClient();
  onTestFinished(() => http.close());
  return { server, http, metadata: await readMetadata(http, server.endpoint), now: () => 0, signal: new AbortController().signal };
}

async function said(work: Promise<unknown>): Promise<string> {
  return work.then(JSON.stringify, (error: unknown) => (error instanceof Error ? error.message : ''));
}

describe('what a backend answers', () => {
  const refuse = (body: string) => ({ error: 'invalid_request', error_description: `Bad request: ${body} ${decodeURIComponent(body)}` });

  it('names no device code', async () => {
    const { http, ...rest } = await client({ refuse });
    const words = await said(loginOnDevice({ ...rest, client: http, show: () => undefined, wait: async () => undefined }));
    expect(words).toMatch(/did not sign in \(400\): "Bad request: .*\*\*\*/);
    expect(words).not.toContain(echoed);
  });

  it('names neither the code of a sign-in nor its verifier', async () => {
    const { http, server, ...rest } = await client({ refuse });
    const words = await said(loginInBrowser({ ...rest, client: http, open: async (page) => void server.browse(page) }));
    const form = server.forms.at(-1)?.form;
    expect(words).toContain('did not sign in (400): "Bad request: ');
    for (const name of ['code', 'code_verifier']) expect(words).not.toContain(form?.get(name));
  });

  it('names no token as a property of the person', async () => {
    const header = `Bearer ${secret}`;
    const { http, server } = await client({
      whoami: { id: header, name: secret.slice(0, 30), tier: header, permissions: [header, base64(header), 'read'] },
    });
    server.valid.add(secret);
    const identity = await askWhoami(http, server.endpoint, secret, {});
    expect(JSON.stringify(identity)).not.toMatch(/tok_Se|cret.access|0123|abcdef|QmVhcmVyIHRva/);
    expect(identity).toMatchObject({ email: 'ada@example.com', permissions: [expect.anything(), expect.anything(), 'read'] });
  });
});

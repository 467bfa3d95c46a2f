import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { authorizationServer } from '../support/servers/authorization-server.ts';
import { refusingAddress } from '../support/loopback.ts';
import { type Home, makeHome } from '../support/program-home.ts';

let home: Home;
beforeEach(() => (home = makeHome()));
afterEach(() => home.remove());

const kept = (): string => join(home.path, '.snap-data/data/account.json');

/** Holds what a command printed with --json against its schema. */
function fits(name: string, document: string): void {
  const schema: unknown = JSON.parse(readFileSync(join(import.meta.dirname, `../../docs/schemas/${name}.json`), 'utf8'));
  if (typeof schema !== 'object' || schema === null) throw new Error(`${name} is no schema`);
  const validate = new Ajv2020().compile(schema);
  validate(JSON.parse(document));
  expect(validate.errors ?? []).toEqual([]);
}

/** As a browser: it follows the page to this machine. */
const browser = `
const [address] = process.argv.slice(2);
fetch(address, { redirect: 'manual' }).then((page) => fetch(page.headers.get('location')));
`;

describe('without a backend', () => {
  it.each([[['login']], [['login', '--device']], [['api', 'whoami']]])('%j is refused with 3 and says what to set', async (args) => {
    const { code, err } = await home.run(args);
    expect(code).toBe(3);
    expect(err).toMatch(/No backend is configured.*\n.*mcp\.backend\.endpoint.*SVC_API_URL/);
  });

  it('logout has nothing to do', async () => {
    expect(await home.run(['logout'])).toEqual({ code: 0, out: 'Nobody was signed in.\n', err: '' });
    fits('logout', (await home.run(['logout', '--json'])).out);
  });

  it('a project cannot name one', async () => {
    home.write('project/.snap/settings.json', '{ "mcp": { "backend": { "endpoint": "https://evil.example" } } }');
    expect((await home.run(['api', 'whoami'])).err).toContain('No backend is configured');
  });
});

it('signs in with the browser, says who it is, renews what the backend has ended, and signs out', async () => {
  const server = await authorizationServer();
  const script = home.write('browser.cjs', browser);
  home.write('.snap-data/config/settings.json', JSON.stringify({ mcp: { backend: { endpoint: server.endpoint } } }));
  const env = { BROWSER: `${process.execPath} ${script}` };
  const login = await home.start(['login'], { env });
  expect(login).toMatchObject({
    code: 0,
    out: expect.stringMatching(/Signed in to .* as Ada \(ada@example\.com\), tier team\..*account\.json/s),
  });
  expect(statSync(kept()).mode & 0o777).toBe(0o600);

  const first = await home.run(['api', 'whoami', '--json']);
  expect(JSON.parse(first.out)).toMatchObject({
    schemaVersion: 1,
    endpoint: server.endpoint,
    credential: 'login',
    identity: { tier: 'team' },
  });
  fits('whoami', first.out);
  const before = server.bearers.at(-1);
  server.valid.clear();
  expect((await home.run(['api', 'whoami'])).code).toBe(0);
  expect(server.bearers.at(-1)).not.toBe(before);

  const out = await home.run(['logout', '--json']);
  fits('logout', out.out);
  expect(JSON.parse(out.out)).toMatchObject({ wasSignedIn: true, revoked: true });
  expect(server.forms.at(-1)?.path).toBe('/revoke');
  expect(existsSync(kept())).toBe(false);
  expect((await home.run(['api', 'whoami'])).err).toContain('not signed in');
  // No token was ever printed.
  const printed = [login, first, out].map((ran) => ran.out + ran.err).join('');
  expect(printed).not.toMatch(/access-\d|refresh-\d|code-\d/);
});

it('takes a token from standard input, after the backend has accepted it', async () => {
  const server = await authorizationServer();
  server.valid.add('token-from-a-file');
  const login = async (text: string) => {
    const { execFile } = await import('node:child_process');
    const { builtProgram } = await import('../support/built-program.ts');
    const env = { HOME: home.path, PATH: '', SNAP_DATA_DIR: join(home.path, '.snap-data'), SVC_API_URL: server.endpoint };
    return new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
      execFile(process.execPath, [builtProgram(), 'login', '--with-token', '--json'], { env }, (error, out, err) =>
        resolve({ code: error?.code ?? 0, out, err }),
      ).stdin?.end(text);
    });
  };
  expect(await login('unknown-token\n')).toMatchObject({ code: 3 });
  expect(existsSync(kept())).toBe(false);
  expect((await login('two words\n')).code).toBe(2);
  const done = await login('token-from-a-file\n');
  expect(done.code).toBe(0);
  fits('login', done.out);
  expect(done.out + done.err).not.toContain('token-from-a-file');
});

it('gives its tokens to no program of the PATH', async () => {
  const server = await authorizationServer();
  home.write('browser.cjs', browser);
  const shelf = join(home.path, 'shelf');
  for (const name of ['secret-tool', 'security', 'xdg-open', 'open']) {
    for (const at of ['bin', 'project/node_modules/.bin'])
      chmodSync(home.write(`${at}/${name}`, `#!/bin/sh\ncat >> ${shelf}\necho "$@" >> ${shelf}\n`), 0o755);
  }
  const env = {
    BROWSER: `${process.execPath} ${join(home.path, 'browser.cjs')}`,
    SVC_API_URL: server.endpoint,
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere',
    PATH: `${home.project}/node_modules/.bin:${join(home.path, 'bin')}:/usr/bin:/bin`,
  };
  expect((await home.start(['login'], { env })).out).toContain('account.json');
  expect((await home.run(['api', 'whoami'], { env })).code).toBe(0);
  await home.run(['logout'], { env });
  expect(existsSync(shelf)).toBe(false);
});

it('says that a backend does not answer, and forgets the sign-in all the same', async () => {
  const server = await authorizationServer();
  server.valid.add('sk_test_key_of_this_test');
  const key = { SVC_API_URL: server.endpoint, SVC_API_KEY: 'sk_test_key_of_this_test' };
  expect((await home.run(['api', 'whoami'], { env: key })).out).toContain('with an API key');
  expect((await home.run(['api', 'whoami'], { env: { ...key, SVC_API_KEY: 'sk_test_another' } })).code).toBe(3);
  const away = (await refusingAddress()).origin;
  const down = await home.run(['api', 'whoami'], { env: { ...key, SVC_API_URL: away } });
  expect([down.code, down.err]).toEqual([4, expect.stringContaining('refused')]);
  expect(down.err).not.toContain('sk_test_key');
  home.write('.snap-data/data/account.json', JSON.stringify({ schemaVersion: 1, endpoint: away, keptIn: 'file', tokens: { access: 'a' } }));
  chmodSync(kept(), 0o600);
  expect((await home.run(['logout'])).out).toContain('deleted here');
  expect(existsSync(kept())).toBe(false);
});

it('does not use tokens that others may read', async () => {
  home.write(
    '.snap-data/data/account.json',
    JSON.stringify({ schemaVersion: 1, endpoint: 'https://a.example', keptIn: 'file', tokens: { access: 'a' } }),
  );
  chmodSync(kept(), 0o644);
  const { code, err } = await home.run(['api', 'whoami'], { env: { SVC_API_URL: 'https://a.example' } });
  expect([code, err]).toEqual([3, expect.stringMatching(/other users may read it.*"snap logout", which deletes it, then "snap login"/s)]);
});

describe('signs out where the file of the tokens is not as snap leaves it', () => {
  const note = (endpoint: string): string =>
    JSON.stringify({
      schemaVersion: 1,
      endpoint,
      keptIn: 'file',
      tokens: { access: 'access-of-this-test', refresh: 'refresh-of-this-test' },
    });

  it('others may read it: it is deleted, and the backend ends the tokens', async () => {
    const server = await authorizationServer();
    home.write('.snap-data/data/account.json', note(server.endpoint));
    chmodSync(kept(), 0o644);
    expect(await home.run(['logout'])).toMatchObject({ code: 0, out: expect.stringContaining(`Signed out of ${server.endpoint}.`) });
    expect(existsSync(kept())).toBe(false);
    expect(server.forms.map(({ path, form }) => [path, form.get('token')])).toEqual([['/revoke', 'refresh-of-this-test']]);
  });

  it('others may write it, it is damaged, or it is a link: it is deleted, and nothing in it is used', async () => {
    const server = await authorizationServer();
    const target = home.write('elsewhere.json', note(server.endpoint));
    const ways = [
      () => chmodSync(home.write('.snap-data/data/account.json', note(server.endpoint)), 0o666),
      () => chmodSync(home.write('.snap-data/data/account.json', '{ "endpoint": "no address"'), 0o600),
      () => symlinkSync(target, kept()),
      () => symlinkSync(join(home.path, 'nothing'), kept()),
    ];
    for (const make of ways) {
      make();
      expect(await home.run(['logout'])).toMatchObject({ code: 0, out: expect.stringContaining('The file of the sign-in is deleted.') });
      expect(existsSync(kept())).toBe(false);
    }
    expect(readFileSync(target, 'utf8')).toBe(note(server.endpoint));
    expect(server.forms).toEqual([]);
    symlinkSync(target, kept());
    fits('logout', (await home.run(['logout', '--json'])).out);
  });

  it('a directory stays, and is named', async () => {
    mkdirSync(kept(), { recursive: true });
    expect(await home.run(['logout'])).toMatchObject({
      code: 3,
      err: expect.stringMatching(/account\.json: it is a directory.*move it away/s),
    });
    expect(existsSync(kept())).toBe(true);
  });

  it.skipIf(process.geteuid?.() !== 0)('the file of another user stays, and is named', async () => {
    home.write('.snap-data/data/account.json', note('https://a.example'));
    chownSync(kept(), 65_534, 65_534);
    expect(await home.run(['logout'])).toMatchObject({ code: 3, err: expect.stringContaining('it belongs to another user') });
    expect(existsSync(kept())).toBe(true);
  });
});

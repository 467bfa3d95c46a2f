import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { keyringOf } from '../../src/account/keep/keyring.ts';
import { forgetLogin, keepLogin, readLogin } from '../../src/account/keep/kept-login.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { writableSystem } from '../../src/system/writable.ts';
import { temporaryHome } from '../support/temporary-home.ts';

it.runIf(process.platform === 'linux')('keeps a sign-in in the keyring where one answers, and in the file where none does', async () => {
  const home = temporaryHome();
  const shelf = home.at('shelf');
  const tool = home.put(
    'secret-tool',
    `#!/bin/sh
case "$1" in
  store) cat > ${shelf};;
  lookup) [ -f ${shelf} ] && cat ${shelf} || exit 1;;
  clear) rm -f ${shelf};;
esac
`,
  );
  chmodSync(tool, 0o755);
  const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere', PATH: '/usr/bin:/bin' };
  const system = writableSystem(nodeSystem({ home: home.path, cwd: home.path, env }));
  const keyring = keyringOf(system, [home.at('nowhere'), tool]);
  const tokens = { access: 'access-1', refresh: 'refresh-1', expiresAt: undefined };
  const endpoint = 'http://127.0.0.1:1';
  expect(await keepLogin(system, endpoint, tokens, keyring)).toContain('Secret Service');
  expect(readFileSync(shelf, 'utf8')).toContain('access-1');
  expect(home.ownTree().join()).toContain('account.json');
  expect(await readLogin(system, endpoint, keyring)).toMatchObject({ endpoint, tokens });
  await forgetLogin(system, endpoint, keyring);
  expect(existsSync(shelf)).toBe(false);

  chmodSync(tool, 0o644);
  expect(await keepLogin(system, endpoint, tokens, keyring)).toContain('account.json');
  expect(await readLogin(system, endpoint, keyring)).toMatchObject({ tokens });
  expect(keyringOf(nodeSystem({ home: home.path, env: {} }))).toBeUndefined();
});

it('a session bus that a project could name, on another machine or by a program of its own, gets no token', () => {
  const home = temporaryHome();
  home.put('shop/package.json', '{}');
  home.put('user/.keep', '');
  const asked = (address: string): boolean =>
    keyringOf({
      ...nodeSystem({ home: home.at('user'), cwd: home.at('shop'), env: { DBUS_SESSION_BUS_ADDRESS: address } }),
      platform: 'linux',
    }) !== undefined;
  for (const address of [
    'unix:path=/run/user/1000/bus',
    'unix:abstract=/tmp/dbus-x,guid=1',
    'unix:guid=1,path=/tmp/dbus-x',
    'unix:runtime=yes',
  ])
    expect([address, asked(address)]).toEqual([address, true]);
  for (const address of [
    '',
    ';',
    'tcp:host=example.com,port=1',
    'nonce-tcp:host=example.com',
    'unixexec:path=/bin/sh,argv1=x',
    'autolaunch:',
    'unix:path=/run/user/1000/bus;tcp:host=example.com',
    `unix:path=${home.at('shop/bus')}`,
    `unix:guid=1,path=${home.at('shop/bus')}`,
    `unix:path=${home.at('shop/bus').replace('shop', '%73hop')}`,
    'unix:path=bus',
    `unix:tmpdir=${home.at('shop')}`,
  ])
    expect([address, asked(address)]).toEqual([address, false]);
});

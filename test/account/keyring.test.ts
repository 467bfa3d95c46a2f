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

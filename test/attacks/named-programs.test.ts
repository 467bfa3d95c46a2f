import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mayRunProject, programNamed } from '../../src/system/index.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { openPage } from '../../src/cli/open-page.ts';
import { showPaged } from '../../src/cli/terminal/pager.ts';
import { terminal } from '../../src/system/index.ts';
import { temporaryHome, type TemporaryHome } from '../support/temporary-home.ts';

function project(): { readonly home: TemporaryHome; readonly evil: string } {
  const home = temporaryHome();
  home.put('user/.keep', '');
  home.put('shop/package.json', '{}');
  const evil = home.put('shop/bin/evil', `#!/bin/sh\ntouch '${home.at('ran')}'\n`);
  chmodSync(evil, 0o755);
  return { home, evil };
}

describe.skipIf(process.platform === 'win32')('a program of the project that a variable names', () => {
  it.each([
    (evil: string) => evil,
    (evil: string) => `sh ${evil}`,
    (evil: string) => `sh "${evil}"`,
    (evil: string) => `FOO=${evil} sh -c ". $FOO"`,
    () => './bin/evil',
    () => 'bin/evil %s',
    () => 'sh bin/evil',
    () => 'cd bin && sh evil',
    () => 'sh -c "$PWD/bin/evil"',
    () => 'sh ~+/bin/evil',
    () => 'sh `pwd`/bin/evil',
    (evil: string) => evil.replace('evil', 'ev*'),
    (evil: string) => evil.replace('evil', 'e\\vil'),
    (evil: string) => `true; ${evil}`,
  ])('is started neither as the pager nor as the browser: %s', async (line) => {
    const { home, evil } = project();
    const system = nodeSystem({
      home: home.at('user'),
      cwd: home.at('shop'),
      env: { HOME: home.at('user'), PATH: '/usr/bin:/bin', TERM: 'dumb' },
    });
    const env = { ...system.env, PAGER: line(evil), BROWSER: line(evil) };
    expect(await mayRunProject(system, line(evil), { workspace: undefined })).toBe(true);
    expect(await showPaged({ ...system, env }, terminal, 'x')).toBe(false);
    expect(await openPage({ ...system, env }, 'http://127.0.0.1:1/')).toBe(false);
    expect(existsSync(home.at('ran'))).toBe(false);
  });

  it.each([
    'less',
    'less -R',
    'bat --paging=always',
    '/usr/bin/less -FRX',
    "sh -c 'less || true'",
    'firefox %s',
    '~/bin/pager',
    'delta | less',
  ])('is not what a person names: %s', async (line) => {
    const { home } = project();
    home.put('shop/less', '');
    const system = nodeSystem({ home: home.at('user'), cwd: home.at('shop'), env: { HOME: home.at('user'), PATH: '' } });
    if (!/[|']/.test(line)) expect(await mayRunProject(system, line, { workspace: undefined })).toBe(false);
  });

  it('is not found on the PATH either where the project says that the home is in it', async () => {
    const { home } = project();
    mkdirSync(home.at('shop/.home'));
    const found = async (HOME: string) =>
      programNamed(nodeSystem({ home: HOME, cwd: home.at('shop'), env: { HOME, PATH: home.at('shop/bin') } }), 'evil', {
        workspace: home.at('shop'),
      });
    expect(await found(home.at('user'))).toBeUndefined();
    expect(await found(home.at('shop/.home'))).toBeUndefined();
  });
});

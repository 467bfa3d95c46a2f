import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { nodeSystem } from '../../../../src/system/node.ts';
import { temporaryHome } from '../../../../test/support/temporary-home.ts';
import installCli from '../../src/commands/install-cli.ts';
import type { Desk } from '../../src/desk.ts';
import { findCli } from '../../src/observe/find-cli.ts';
import { keptLoginPath, loginPath } from '../../src/observe/login-path.ts';
import { registerTriggers } from '../../src/observe/triggers.ts';
import { registerStatusBar } from '../../src/status-bar.ts';
import { gateOf } from '../../src/gates/gate-of.ts';
import { allMet } from '../gates/every.ts';
import { begin, changeSettings, person, pressStatus } from '../support/vscode.ts';

describe.skipIf(process.platform === 'win32')('the PATH of the login shell', () => {
  /** A shell that takes note of each start, and a program that only its PATH leads to. */
  function machine(answers = true) {
    const home = temporaryHome();
    const shell = home.put('shell/sh', `#!/bin/sh\necho . >> '${home.at('starts')}'\n${answers ? `exec /bin/sh -c "$2"` : 'exit 1'}\n`);
    chmodSync(shell, 0o755);
    const env = { HOME: home.path, PATH: home.at('far'), SHELL: shell };
    const kept = keptLoginPath(() => loginPath(nodeSystem({ home: home.path, cwd: home.path, env })));
    // The editor was started from the desktop: its own PATH is short.
    const system = nodeSystem({ home: home.path, cwd: home.path, env: { ...env, PATH: '' } });
    const program = (path: string): void => chmodSync(home.put(path, '#!/bin/sh\n'), 0o755);
    return {
      install() {
        program('far/node');
        program('far/node_modules/snap-mcp/dist/main.js');
        program('far/snap');
        home.put('far/node_modules/snap-mcp/package.json', JSON.stringify({ name: 'snap-mcp', version: '0.1.0' }));
      },
      forget: () => kept.forget(),
      look: async () => (await findCli(system, { setting: '', loginPath: () => kept.read() })).kind,
      starts: () => (existsSync(home.at('starts')) ? readFileSync(home.at('starts'), 'utf8').trim().split('\n').length : 0),
    };
  }

  it('is asked for once, and again after what may have changed it', async () => {
    const { forget, install, look, starts } = machine();
    expect(await Promise.all([look(), look()])).toEqual(['missing', 'missing']);
    expect(starts()).toBe(1);
    // What is installed in a directory that is known is found without the shell.
    install();
    expect([await look(), await look(), starts()]).toEqual(['found', 'found', 1]);
    forget();
    expect([await look(), await look(), starts()]).toEqual(['found', 'found', 2]);
  });

  it('is asked for once where the shell does not answer', async () => {
    const { look, starts } = machine(false);
    expect([await look(), await look(), starts()]).toEqual(['missing', 'missing', 1]);
  });

  it('is asked for again after a shell that could not be started', async () => {
    let asked = 0;
    const kept = keptLoginPath(async () => {
      asked += 1;
      if (asked === 1) throw new Error('No memory.');
      return '/far';
    });
    await expect(kept.read()).rejects.toThrow('No memory.');
    expect([await kept.read(), await kept.read(), asked]).toEqual(['/far', '/far', 2]);
  });
});

describe('what makes the shell be asked again', () => {
  beforeEach(() => begin());

  /** As much of the desk as is needed; what happened to it, in order. */
  function watchedDesk() {
    const happened: string[] = [];
    const current = gateOf({ ...allMet, workspace: { kind: 'new', name: 'shop', isOnly: true, server: undefined } });
    const quiet = { dispose: () => undefined };
    const made = {
      log: { info: () => undefined, error: () => undefined },
      forgetLoginPath: () => happened.push('forgotten'),
      program: async () => (happened.push('searched'), { path: '/usr/local/bin/snap', version: '0.1.0' }),
      system: async () => nodeSystem({ home: '/home/ana', cwd: '/', env: {} }),
      folder: () => undefined,
      workspace: async () => undefined,
      folders: { onDidChange: () => quiet },
      gates: { current, facts: allMet, onDidChange: () => quiet, look: async () => (happened.push('looked'), current) },
      daemon: { fact: allMet.daemon, onEvent: () => quiet, onDidChange: () => quiet },
    };
    // Only what these parts use is there.
    return { desk: made as unknown as Desk, happened };
  }

  it('a changed setting', () => {
    const { desk, happened } = watchedDesk();
    const triggers = registerTriggers(desk);
    expect(happened).toEqual(['looked']);
    changeSettings({ 'snap.cliPath': '/opt/snap' });
    expect(happened).toEqual(['looked', 'forgotten', 'looked']);
    changeSettings({ ...person.settings, 'editor.fontSize': 12 });
    triggers.dispose();
  });

  it('a click', async () => {
    const { desk, happened } = watchedDesk();
    const bar = registerStatusBar(desk);
    await pressStatus();
    expect(happened).toEqual(['forgotten', 'looked']);
    bar.dispose();
  });

  it('Install CLI', async () => {
    const { desk, happened } = watchedDesk();
    await installCli(desk);
    expect(happened).toEqual(['forgotten', 'searched']);
    expect(person.messages).toEqual([expect.stringContaining('The Snap CLI is installed')]);
  });
});

import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backend } from '../library/backend.mjs';
import { tryCommands, tryMeanwhile } from '../library/commands.mjs';
import { addCli } from '../library/editor.mjs';
import { press } from '../library/press.mjs';
import { shownGate } from '../library/shown-gate.mjs';
import { isWatching, pausableNode } from '../library/states.mjs';
import { repository } from '../library/tools.mjs';
import { until } from '../library/until.mjs';

const settings = '.config/snap-mcp/settings.json';
const question = { box: '.monaco-dialog-box', text: 'Do you want', target: '.dialog-buttons .monaco-button' };

export default {
  name: 'gates',
  says: 'every gate from an empty machine to watching, each of the ten commands while it is shown, and the click that leads on',
  isLong: true,
  editor: { cli: false, workspace: { 'readme.md': '# A project\n' } },
  steps: [
    [
      'CLI not found',
      async (kit, state) => {
        state.node = pausableNode(kit.editor);
        state.window = await kit.editor.open();
        const { background } = await shownGate(kit, state.window, 'CLI not found', 'Snap: install');
        if (background !== 'error') throw new Error(`its background is ${background}`);
        await tryCommands(kit, state.window, 'CLI not found', { fromPalette: true });
      },
    ],
    [
      'the click on it asks for the clone, and runs npm in a terminal that is seen',
      async (kit, { window }) => {
        const { editor } = kit;
        // What npm does on a machine with a registry.
        const npm = join(editor.at.bin, 'npm');
        writeFileSync(npm, `#!/bin/sh\necho "npm $*"\nln -s ${repository}/dist/main.js ${editor.at.bin}/snap\n`);
        chmodSync(npm, 0o755);
        await window.clickStatus();
        await (await window.dialog('Install the Snap CLI?')).press('Choose the Clone…');
        await window.chooseFolder(repository, 'packages');
        const asked = await window.dialog('Install the Snap CLI from its clone?');
        kit.note('CLI not found', 'the clone is chosen', asked.text);
        await asked.press('Run in Terminal');
        const terminal = await window.statusIs(({ text }) => text !== 'Snap: install', 20_000).catch(() => undefined);
        kit.note(
          'CLI not found',
          'click',
          terminal ? 'the program is there' : 'this editor opened no terminal; the program was put there by hand',
        );
        if (terminal === undefined) addCli(editor);
        await shownGate(kit, window, 'daemon stopped', 'Snap: start');
      },
    ],
    [
      'daemon not started',
      async (kit, { window }) => {
        // It asks by itself, once.
        const asked = await window.notification('Start the Snap daemon');
        kit.note('daemon stopped', 'question', `${asked.text} [${asked.buttons.join(', ')}]`);
        await window.tidy();
        await tryCommands(kit, window, 'daemon stopped');
      },
    ],
    [
      'daemon starting',
      async (kit, state) => {
        const { window, node } = state;
        state.backend = await backend();
        kit.editor.put('home', { [settings]: JSON.stringify({ mcp: { backend: { endpoint: state.backend.url } } }) });
        node.pause();
        await window.clickStatus();
        await (await window.dialog('Start the Snap daemon')).press('Start Always');
        await shownGate(kit, window, 'daemon starting', ({ spins }) => spins);
        await tryMeanwhile(kit, window, 'daemon starting', async () => {
          await window.run('snap.startDaemon');
          await window.statusIs(({ spins }) => spins);
        });
        node.goOn();
      },
    ],
    [
      'not signed in',
      async (kit, { window }) => {
        await shownGate(kit, window, 'not signed in', 'Snap: sign in');
        await window.tidy();
        await tryCommands(kit, window, 'not signed in');
      },
    ],
    [
      'the click on it opens the page, and the sign-in is kept',
      async ({ editor, note }, { window, backend: server }) => {
        await window.clickStatus();
        const asked = await window.dialog('Sign in to');
        await asked.press('Open the Page');
        const page = await until('the page is opened', async () => {
          const opened = window.context.pages().find((each) => each !== window.page);
          // The editor may ask before it opens an address.
          if (opened === undefined) await window.page.evaluate(press, { ...question, name: 'Open' });
          return opened;
        });
        await until('the page says that it is done', async () => (await page.locator('body').innerText()).length > 0);
        await window.statusIs('Snap: set up folder');
        note('not signed in', 'click', `asked of the backend: ${server.asked.join(', ')}`);
        if (!(editor.read('home/.local/share/snap-mcp/account.json') ?? '').includes(server.url))
          throw new Error('the sign-in was not stored');
        await page.close();
        await server.end();
        rmSync(editor.file('home', settings));
      },
    ],
    [
      'workspace not initialized',
      async (kit, { window }) => {
        await shownGate(kit, window, 'not initialized', 'Snap: set up folder');
        await tryCommands(kit, window, 'not initialized');
        await window.choose(() => window.clickStatus(), 'On this machine');
      },
    ],
    [
      'MCP not configured',
      async (kit, { window }) => {
        await shownGate(kit, window, 'MCP not configured', 'Snap: connect');
        await tryCommands(kit, window, 'MCP not configured');
        const { title, rows } = await window.choose(() => window.clickStatus(), 'This editor');
        kit.note('MCP not configured', 'click', `${title}: ${rows.join(' / ')}`);
      },
    ],
    [
      'connected and watching',
      async (kit, { window }) => {
        await shownGate(kit, window, 'watching', isWatching);
        await window.tidy();
        await tryCommands(kit, window, 'watching');
      },
    ],
  ],
};

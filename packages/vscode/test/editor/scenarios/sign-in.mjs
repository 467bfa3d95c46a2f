import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backend } from '../library/backend.mjs';
import { repository } from '../library/tools.mjs';
import { until } from '../library/until.mjs';

export default {
  name: 'sign-in',
  says: 'the program is installed in a terminal, and a backend that is configured while the window is open asks for a sign-in, which happens',
  editor: { cli: false, workspace: { 'package.json': '{ "name": "shop" }\n' } },
  steps: [
    [
      'Install CLI runs npm in a terminal that is seen',
      async ({ editor, note, picture }, state) => {
        // What npm does on a machine with a registry.
        writeFileSync(join(editor.at.bin, 'npm'), `#!/bin/sh\necho "npm $*"\nln -s ${repository}/dist/main.js ${editor.at.bin}/snap\n`);
        chmodSync(join(editor.at.bin, 'npm'), 0o755);
        state.window = await editor.open();
        await state.window.statusIs('Snap: install');
        await state.window.clickStatus();
        const asked = await state.window.dialog('Install the program of Snap?');
        await asked.press('Run in Terminal');
        const { text, ms } = await state.window.statusIs(({ text }) => text !== 'Snap: install', 15_000).catch(() => ({}));
        await picture(state.window, 'terminal');
        if (text === undefined) {
          // Without its native module the editor has no terminals.
          note('CLI not found', 'Install CLI', 'this editor opened no terminal; the program was put there by hand');
          symlinkSync(join(repository, 'dist/main.js'), join(editor.at.bin, 'snap'));
        } else note('CLI not found', 'Install CLI', `"${text}" ${ms} ms after the answer`);
        const message = await state.window.notification('Start the background process');
        await message.press('Start Once');
        await state.window.statusIs('Snap: set up folder');
      },
    ],
    [
      'settings that name a backend are seen at once',
      async ({ editor, note }, state) => {
        state.backend = await backend();
        editor.put('home', { '.config/snap-mcp/settings.json': JSON.stringify({ mcp: { backend: { endpoint: state.backend.url } } }) });
        const { text, background, ms } = await state.window.statusIs('Snap: sign in');
        note('not authenticated', 'status bar', `${text} (${background}), ${ms} ms after the settings were written`);
      },
    ],
    [
      'Sign In opens the page, and the gate is gone',
      async ({ editor, note, picture }, { window, backend: server }) => {
        await window.clickStatus();
        const asked = await window.dialog('Sign in to');
        note('not authenticated', 'Sign In', asked.text);
        await picture(window, 'asked');
        const opened = window.context.waitForEvent('page');
        await asked.press('Open the Page');
        const trust = window.dialog('Do you want', 5_000).then(
          (box) => box.press('Open'),
          () => undefined,
        );
        const page = await opened;
        await trust;
        await until('the page says that it is done', async () => (await page.locator('body').innerText()).length > 0);
        const { text, ms } = await window.statusIs('Snap: set up folder');
        note('not authenticated', 'status bar', `${text}, ${ms} ms later; asked of the backend: ${server.asked.join(', ')}`);
        const kept = editor.read('home/.local/share/snap-mcp/account.json') ?? '';
        if (!kept.includes(server.url)) throw new Error('the sign-in was not stored');
        await server.end();
      },
    ],
  ],
};

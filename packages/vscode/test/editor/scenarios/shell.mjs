import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { addCli } from '../library/editor.mjs';
import { until } from '../library/until.mjs';

export default {
  name: 'shell',
  says: 'from nothing to a connected window: each gate is shown as soon as its cause is there, and a click leads on',
  editor: { cli: false, workspace: { 'package.json': '{ "name": "shop" }\n' } },
  steps: [
    [
      'without the program: install',
      async ({ editor, note, picture }, state) => {
        state.window = await editor.open();
        const { text, label, icon, background } = await state.window.statusIs('Snap: install');
        note('CLI not found', 'status bar', `${icon} ${text} (${background}): ${label}`);
        if (background !== 'error') throw new Error(`its background is ${background}`);
        await picture(state.window, 'install');
        await state.window.clickStatus();
        const asked = await state.window
          .dialog('Install the program of Snap?')
          .catch(async () => state.window.notification('npm was not found'));
        note('CLI not found', 'Install CLI', asked.text);
        await picture(state.window, 'install-asked');
        await state.window.page.keyboard.press('Escape');
      },
    ],
    [
      'the program appears: it asks whether to start',
      async ({ editor, note, picture }, { window }) => {
        addCli(editor);
        const { text, ms, icon } = await window.statusIs('Snap: start');
        note('daemon stopped', 'status bar', `${icon} ${text}, ${ms} ms after the program appeared`);
        const message = await window.notification('Start the background process');
        note('daemon stopped', 'question', `${message.text} [${message.buttons.join(', ')}]`);
        await picture(window, 'start-asked');
        await message.press('Start Always');
      },
    ],
    [
      'it is connected, and the folder is to be set up',
      async ({ note, picture }, { window }) => {
        const { text, ms, background } = await window.statusIs('Snap: set up folder');
        note('not initialized', 'status bar', `${text} (${background}), ${ms} ms after the answer`);
        await window.clickStatus();
        const { title, rows } = await window.picks('On this machine');
        note('not initialized', 'Initialize Workspace', `${title}: ${rows.join(' / ')}`);
        await picture(window, 'initialize');
        await window.pick('On this machine');
        const next = await window.statusIs('Snap: connect');
        note('MCP not configured', 'status bar', `${next.text} (${next.background}), ${next.ms} ms after the answer`);
      },
    ],
    [
      'MCP Status is one page',
      async ({ note, picture }, { window }) => {
        await window.command('Snap: MCP Status');
        const { rows } = await window.picks('Background process');
        note('MCP not configured', 'MCP Status', rows.join(' / '));
        await picture(window, 'status');
        await window.dismiss();
      },
    ],
    [
      'nothing needs signing in',
      async ({ note }, { window }) => {
        await window.command('Snap: Sign In');
        note('MCP not configured', 'Sign In', (await window.notification('There is nothing to sign in to')).text);
      },
    ],
    [
      'the daemon is killed: a spinner within a second, connected again within three',
      async ({ editor, note }, { window }) => {
        const daemon = () => editor.processes().find(({ command }) => command.includes('--foreground'));
        const before = daemon();
        process.kill(before.pid, 'SIGKILL');
        const at = Date.now();
        const spun = await window.statusIs(({ spins }) => spins);
        const back = await window.statusIs(({ spins }) => !spins);
        note('daemon killed', 'status bar', `spinner after ${spun.ms} ms, "${back.text}" again ${Date.now() - at} ms after the kill`);
        await until('another daemon', () => daemon() !== undefined && daemon().pid !== before.pid);
      },
    ],
    [
      'stopped by the person: not started again',
      async ({ editor, note }, { window }) => {
        execFileSync(process.execPath, [join(editor.at.bin, 'snap'), 'daemon', 'stop'], { env: editor.env });
        const { text, label, ms } = await window.statusIs('was stopped');
        note('daemon stopped', 'status bar', `${text}: ${label}, ${ms} ms after "snap daemon stop"`);
        execFileSync(process.execPath, [join(editor.at.bin, 'snap'), 'daemon', 'start'], { env: editor.env });
        const next = await window.statusIs('Snap: connect');
        note('daemon started elsewhere', 'status bar', `${next.text}, ${next.ms} ms after "snap daemon start"`);
        const message = rmSync(join(editor.at.bin, 'snap'));
        const gone = await window.statusIs('Snap: install');
        note('CLI not found', 'status bar', `${gone.text}, ${gone.ms} ms after the program was removed ${message ?? ''}`);
      },
    ],
  ],
};

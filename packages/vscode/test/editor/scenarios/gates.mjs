import { rmSync } from 'node:fs';
import { tryCommands, tryMeanwhile } from '../library/commands.mjs';
import { addCli } from '../library/editor.mjs';
import { daemons, isWatching, pausableNode } from '../library/states.mjs';

const settings = '.config/snap-mcp/settings.json';
const backend = JSON.stringify({ mcp: { backend: { endpoint: 'http://127.0.0.1:9' } } });

/** Waits for a gate, and notes how it is shown. */
const shown = async ({ note, picture }, window, gate, wanted) => {
  const { text, label, icon, background, ms } = await window.statusIs(wanted);
  note(gate, 'status bar', `${icon} "${text}" (${background}): ${label}; ${ms} ms after its cause`);
  await picture(window, gate.replaceAll(' ', '-'));
};

export default {
  name: 'gates',
  says: 'every gate from an empty machine to watching, and each of the ten commands while it is shown',
  editor: { cli: false, workspace: { 'readme.md': '# A project\n' } },
  steps: [
    [
      'CLI not found',
      async (kit, state) => {
        state.node = pausableNode(kit.editor);
        state.window = await kit.editor.open();
        await shown(kit, state.window, 'CLI not found', 'Snap: install');
        await tryCommands(kit, state.window, 'CLI not found');
      },
    ],
    [
      'daemon not started',
      async (kit, { window }) => {
        addCli(kit.editor);
        await shown(kit, window, 'daemon stopped', 'Snap: start');
        // It asks by itself, once.
        const asked = await window.notification('Start the background process');
        kit.note('daemon stopped', 'question', `${asked.text} [${asked.buttons.join(', ')}]`);
        await window.tidy();
        await tryCommands(kit, window, 'daemon stopped');
      },
    ],
    [
      'daemon starting, then not signed in',
      async (kit, { window, node }) => {
        kit.editor.put('home', { [settings]: backend });
        node.pause();
        await window.command('Snap: Start Daemon');
        await (await window.dialog('Start the background process')).press('Start Always');
        await shown(kit, window, 'daemon starting', ({ spins }) => spins);
        await tryMeanwhile(kit, window, 'daemon starting', async () => {
          await window.command('Snap: Start Daemon');
          await window.statusIs(({ spins }) => spins);
        });
        node.goOn();
        await shown(kit, window, 'not signed in', 'Snap: sign in');
        await window.tidy();
        await tryCommands(kit, window, 'not signed in');
        rmSync(kit.editor.file('home', settings));
      },
    ],
    [
      'workspace not initialized',
      async (kit, { window }) => {
        await shown(kit, window, 'not initialized', 'Snap: set up folder');
        await tryCommands(kit, window, 'not initialized');
        await window.clickStatus();
        await window.picks('On this machine');
        await window.pick('On this machine');
      },
    ],
    [
      'MCP not configured',
      async (kit, { window }) => {
        await shown(kit, window, 'MCP not configured', 'Snap: connect');
        await tryCommands(kit, window, 'MCP not configured');
        await window.clickStatus();
        const { title, rows } = await window.picks('This editor');
        kit.note('MCP not configured', 'click', `${title}: ${rows.join(' / ')}`);
        await window.accept();
      },
    ],
    [
      'connected and watching',
      async (kit, { window }) => {
        await shown(kit, window, 'watching', isWatching);
        await window.tidy();
        await tryCommands(kit, window, 'watching');
      },
    ],
    [
      'a daemon that hangs',
      async (kit, { window }) => {
        const [{ pid }] = daemons(kit.editor);
        process.kill(pid, 'SIGSTOP');
        await window.clickStatus();
        await shown(kit, window, 'daemon hangs', 'Snap: restart');
        await window.tidy();
        await window.command('Snap: Start Daemon');
        const asked = await window.dialog('does not answer');
        kit.note('daemon hangs', 'Snap: Start Daemon', `${asked.text} [${asked.buttons.join(', ')}]`);
        await asked.press('End and Restart');
        await shown(kit, window, 'watching again', isWatching);
      },
    ],
  ],
};

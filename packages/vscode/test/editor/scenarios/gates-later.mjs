import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { tryCommands } from '../library/commands.mjs';
import { shownGate } from '../library/shown-gate.mjs';
import { daemons, isWatching, snap, watching } from '../library/states.mjs';

const program = (editor) => join(editor.at.bin, 'snap');

export default {
  name: 'gates-later',
  says: 'what can happen after everything was set up: the daemon hangs, the person stops it, the program is removed; each of the ten commands while it is shown',
  isLong: true,
  editor: watching.editor,
  steps: [
    [
      'connected, with an assistant that starts snap by itself',
      async (kit, state) => {
        const { editor } = kit;
        const entry = { command: program(editor), args: ['mcp', '--stdio'] };
        editor.put('home', { '.cursor/mcp.json': `${JSON.stringify({ mcpServers: { snap: entry } }, undefined, 2)}\n` });
        await watching.reach(kit, state);
      },
    ],
    [
      'a daemon that hangs',
      async (kit, { window }) => {
        const [{ pid }] = daemons(kit.editor);
        process.kill(pid, 'SIGSTOP');
        await window.clickStatus();
        await shownGate(kit, window, 'daemon hangs', 'Snap: restart');
        await window.tidy();
        await tryCommands(kit, window, 'daemon hangs');
        await window.clickStatus();
        const asked = await window.dialog('does not answer');
        kit.note('daemon hangs', 'click', `${asked.text} [${asked.buttons.join(', ')}]`);
        await asked.press('End and Restart');
        await shownGate(kit, window, 'watching again', isWatching);
      },
    ],
    [
      'stopped by the person it is not started again, until they ask for it',
      async (kit, { window }) => {
        const stop = () => snap(kit.editor, 'daemon', 'stop');
        await stop();
        await shownGate(kit, window, 'daemon stopped by the person', ({ label }) => label.includes('was stopped'));
        // The person said once that it may be started, so one of the commands starts it.
        await tryCommands(kit, window, 'daemon stopped by the person', { back: stop });
        await snap(kit.editor, 'daemon', 'start');
        await shownGate(kit, window, 'daemon started elsewhere', isWatching);
      },
    ],
    [
      'without the program it is the first gate again',
      async (kit, { window }) => {
        rmSync(program(kit.editor));
        await shownGate(kit, window, 'program removed', 'Snap: install');
        await tryCommands(kit, window, 'program removed');
      },
    ],
  ],
};

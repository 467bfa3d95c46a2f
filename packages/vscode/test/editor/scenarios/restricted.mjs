import { tryCommands } from '../library/commands.mjs';
import { snap } from '../library/states.mjs';
import { differences, same, traces } from '../library/traces.mjs';
import { until } from '../library/until.mjs';

const cursor = `{\n  "mcpServers": {\n    "snap": { "command": "npx", "args": ["-y", "snap-mcp", "mcp", "shim"] }\n  }\n}\n`;

export default {
  name: 'restricted',
  says: 'in a workspace that is not trusted snapshots are listed and compared; nothing is written and nothing is started',
  editor: { trusted: false, workspace: { '.cursor/mcp.json': cursor, 'pay.txt': 'the price is 1\n' } },
  steps: [
    [
      'the status item says so',
      async ({ editor, picture }, state) => {
        await snap(editor, 'snapshot', 'create', '-m', 'before the upgrade');
        editor.put('workspace', { 'pay.txt': 'the price is 2\n' });
        state.before = { home: traces(editor.at.home), workspace: traces(editor.at.workspace) };
        state.window = await editor.open();
        await state.window.statusIs('Snap: restricted');
        await picture(state.window, 'restricted');
      },
    ],
    ['each command', async (kit, { window }) => tryCommands(kit, window, 'restricted', { fromPalette: true })],
    [
      'the view of snapshots lists, and says what is off',
      async ({ note, picture }, { window }) => {
        await window.run('snap.snapshots.focus');
        const { pane, rows } = await window.view('Snapshots', '1 changed');
        // The editor shows the message of a view a moment after its rows.
        const said = await until('the message of the view', async () => {
          const text = await pane.innerText();
          return text.includes('Restricted Mode') && text;
        });
        note('restricted', 'view Snapshots', `${rows.join(' | ')}; ${said.split('\n').find((line) => line.includes('Restricted'))}`);
        await picture(window, 'view');
      },
    ],
    [
      'a file is compared',
      async (_, { window }) => {
        await window.choose(() => window.command('Snap: Compare File with Snapshot'), 'before the upgrade', 'pay.txt');
        await until('a comparison is shown', async () => (await window.editors()).compares);
      },
    ],
    [
      'what would write says why it does not',
      async ({ note }, { window }) => {
        for (const title of ['Take Snapshot', 'Restore All Files from Snapshot', 'Undo Last Restore', 'Archive Old Learnings']) {
          await window.command(`Snap: ${title}`);
          const { text } = await window.notification('not trusted');
          note('restricted', title, text);
          await window.tidy();
        }
      },
    ],
    [
      'nothing was written and nothing was started',
      async ({ editor, note }, { before }) => {
        same('the workspace', before.workspace, traces(editor.at.workspace));
        const written = differences(before.home, traces(editor.at.home));
        if (written.length > 0) throw new Error(`in the home of the person: ${written.join(', ')}`);
        const started = editor.processes().filter(({ command }) => command.some((word) => word.includes('dist/main.js')));
        if (started.length > 0) throw new Error(`started: ${started.map(({ command }) => command.join(' ')).join(', ')}`);
        note('restricted', 'all ten', 'no file written in home or workspace, no process of snap started');
      },
    ],
  ],
};

import { tryCommands } from '../library/commands.mjs';
import { differences, same, traces } from '../library/traces.mjs';

const cursor = `{\n  "mcpServers": {\n    "snap": { "command": "npx", "args": ["-y", "snap-mcp", "mcp", "shim"] }\n  }\n}\n`;

export default {
  name: 'restricted',
  says: 'in a workspace that is not trusted nothing is written and nothing is started',
  editor: { trusted: false, workspace: { '.cursor/mcp.json': cursor, 'readme.md': '# A project\n' } },
  steps: [
    [
      'the status item says so',
      async ({ editor, picture }, state) => {
        state.before = { home: traces(editor.at.home), workspace: traces(editor.at.workspace) };
        state.window = await editor.open();
        await state.window.statusIs('Snap: restricted');
        await picture(state.window, 'restricted');
      },
    ],
    ['each command', async (kit, { window }) => tryCommands(kit, window, 'restricted')],
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

import { until } from '../library/until.mjs';

const broken = '{\n  "mcpServers": {\n    "files": {\n      "command": "node"\n      "args": ["/srv/files.js"]\n    }\n  }\n}\n';
const path = ['home', '.cursor/mcp.json'];

export default {
  name: 'problems',
  says: 'a config file that cannot be read is a problem at its place; its fix is shown, written and taken back',
  editor: { home: { '.cursor/mcp.json': broken } },
  steps: [
    [
      'MCP Validate shows the problem at its place',
      async ({ editor, picture, note }, state) => {
        state.window = await editor.open();
        await state.window.command('Snap: MCP Validate');
        const rows = await state.window.problems('unparsable');
        note(
          'any',
          'MCP Validate',
          rows.find((row) => row.includes('unparsable')),
        );
        await picture(state.window, 'problems');
      },
    ],
    [
      'the fix is shown as a comparison, and nothing is written before the answer',
      async ({ editor, picture, note }, { window }) => {
        await window.quickFix('unparsable', 'shows the change first');
        const asked = await window.notification('can be undone');
        if (!(await window.editors()).compares) throw new Error('no comparison is shown');
        if (editor.read(...path) !== broken) throw new Error('it was written before the answer');
        note('any', 'quick fix', asked.text);
        await picture(window, 'fix');
        await asked.press('Apply');
      },
    ],
    [
      'the file is fixed, the problem is gone, and undo gives back every byte',
      async ({ editor, picture }, { window }) => {
        const done = await window.notification('Fixed in');
        const fixed = broken.replace('"node"\n', '"node",\n');
        if (editor.read(...path) !== fixed) throw new Error(`the file is now: ${editor.read(...path)}`);
        await until('the problem is gone', async () => !(await window.problems()).some((row) => row.includes('unparsable')));
        await picture(window, 'fixed');
        await done.press('Undo');
        await window.notification('It is undone');
        if (editor.read(...path) !== broken) throw new Error('undo did not give back every byte');
      },
    ],
    [
      'a change from outside is judged anew within seconds',
      async ({ editor }, { window }) => {
        await until('the problem is back', async () => (await window.problems()).some((row) => row.includes('unparsable')));
        editor.put('home', { '.cursor/mcp.json': '{}\n' });
        await until('the problem is gone', async () => !(await window.problems()).some((row) => row.includes('unparsable')));
      },
    ],
  ],
};

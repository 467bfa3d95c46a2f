import { daemons, isWatching, snap, watching } from '../library/states.mjs';
import { until } from '../library/until.mjs';

export default {
  name: 'server',
  says: "the editor's own MCP client starts the server of the extension and calls a tool, also after the daemon was started again",
  editor: watching.editor,
  steps: [
    ['connected and watching', watching.reach],
    [
      'one server is listed, and started by hand',
      async ({ picture }, { window }) => {
        await startServer(window, (rows) => {
          const own = rows.filter((row) => row.toLowerCase().startsWith('snap'));
          if (own.length !== 1) throw new Error(`servers of snap: ${rows.join(' | ')}`);
        });
        // The editor shows its log of the server by itself.
        await window.page.locator('.output-view .view-lines', { hasText: /Discovered\s\d+\stools/ }).waitFor();
        await picture(window, 'output');
      },
    ],
    [
      'another daemon has another token: the server works again after MCP Reconnect',
      async ({ editor, note }, { window }) => {
        const [old] = daemons(editor);
        await snap(editor, 'daemon', 'restart');
        await until('another daemon', () => daemons(editor).length === 1 && daemons(editor)[0].pid !== old.pid);
        await window.statusIs(isWatching);
        await window.command('Snap: MCP Reconnect');
        const { text } = await window.notification('Connected to the background process');
        note('watching', 'MCP Reconnect', text);
        await startServer(window);
        const log = window.page.locator('.output-view .view-lines');
        await until('the tools are discovered again', async () => (await log.innerText()).match(/Discovered\s\d+\stools/g)?.length === 2);
        const answered = await editor.helper(window, 'Call Tool', { tool: 'pulse', input: {} });
        // The editor asks before a tool that is not read-only runs.
        await (await window.dialog('Run pulse')).press('Yes');
        const answer = await answered();
        if (!answer.text?.includes('snap|P')) throw new Error(JSON.stringify(answer));
        note('watching', 'tools/call pulse after a new daemon', answer.text);
      },
    ],
  ],
};

async function startServer(window, check = () => undefined) {
  await window.command('MCP: List Servers');
  const { rows } = await window.picks('snap');
  check(rows);
  await window.pick('snap');
  const actions = await window.picks('Server');
  if (actions.rows.some((row) => row.includes('Start Server'))) await window.pick('Start Server');
  else await window.pick('Restart Server');
}

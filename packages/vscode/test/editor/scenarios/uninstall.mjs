import { daemons, isWatching, snap, watching } from '../library/states.mjs';
import { differences, traces } from '../library/traces.mjs';
import { until } from '../library/until.mjs';

const configs = {
  '.cursor/mcp.json': '{\n\t"mcpServers": {\n\t\t// mine\n\t\t"files": { "command": "node", "args": ["/srv/files.js"] },\n\t}\n}\n',
  '.config/zed/settings.json': '{\n  "theme": "One Dark"\n}\n',
  '.claude.json': '{ "numStartups": 3 }\n',
};
const id = 'snap-mcp.snap-mcp';
/** What snap keeps for the person: in its own directories, and nowhere else. */
const ofSnap = /^[+~] (?:\.(?:local|config|cache)\/|\.local\/(?:share|state)\/)(?:snap-mcp\/.*)?$/;

export default {
  name: 'uninstall',
  says: 'installed, connected and uninstalled: every config file is as it was to the byte',
  editor: { ...watching.editor, user: { 'snap.daemon.autoStart': true }, home: configs },
  steps: [
    [
      'connected: this editor gets the server',
      async ({ editor, note }, state) => {
        state.before = {
          home: traces(editor.at.home),
          workspace: traces(editor.at.workspace),
          user: editor.read('user-data', 'User/settings.json'),
        };
        state.window = await editor.open();
        await state.window.statusIs('Snap: set up folder');
        await state.window.clickStatus();
        await state.window.picks('On this machine');
        await state.window.pick('On this machine');
        await state.window.statusIs('Snap: connect');
        await state.window.clickStatus();
        await state.window.picks('This editor');
        await state.window.accept();
        const { ms } = await state.window.statusIs(isWatching);
        note('MCP not configured', 'Snap: Configure MCP', `watching ${ms} ms after the answer`);
      },
    ],
    [
      'uninstalled: nothing is left but what snap keeps for the person',
      async ({ editor, note }, { before, window }) => {
        const { code, output } = await editor.extension('--uninstall-extension', id);
        if (code !== 0) throw new Error(`the extension could not be uninstalled: ${output}`);
        await window.reload();
        await until('the item is gone', async () => (await window.status()) === undefined);
        await window.command('MCP: List Servers');
        const { rows } = await window.picks('Add Server');
        if (rows.some((row) => /^snap/i.test(row))) throw new Error(`still listed: ${rows.join(' / ')}`);
        await window.dismiss();
        await snap(editor, 'daemon', 'stop');
        if (daemons(editor).length > 0) throw new Error('the daemon still runs');
        const left = [
          ...differences(before.home, traces(editor.at.home)).filter((line) => !ofSnap.test(line)),
          ...differences(before.workspace, traces(editor.at.workspace)).map((line) => `${line} of the workspace`),
          ...(editor.read('user-data', 'User/settings.json') === before.user ? [] : ['~ settings of the editor']),
          ...(editor.read('user-data', 'User/mcp.json') === undefined ? [] : ['+ mcp.json of the editor']),
        ];
        if (left.length > 0) throw new Error(`left: ${left.join(', ')}`);
        note(
          'watching',
          'uninstall',
          `${Object.keys(configs).length} config files, settings and workspace are as before; the editor lists no server`,
        );
      },
    ],
  ],
};

import { addCli } from '../library/editor.mjs';
import { daemons, isWatching, servers, snap } from '../library/states.mjs';
import { differences, traces } from '../library/traces.mjs';
import { until } from '../library/until.mjs';

const steps = '.gettingStartedContainer .step-list-container .getting-started-step';
const configs = {
  '.cursor/mcp.json': '{\n\t"mcpServers": {\n\t\t// mine\n\t\t"files": { "command": "node", "args": ["/srv/files.js"] },\n\t}\n}\n',
  '.config/zed/settings.json': '{\n  "theme": "One Dark"\n}\n',
  '.claude.json': '{ "numStartups": 3 }\n',
};
const id = 'snap-mcp.snap-mcp';
/** What snap keeps for the person: in its own directories, and nowhere else. */
const ofSnap = /^[+~] (?:\.(?:local|config|cache)\/|\.local\/(?:share|state)\/)(?:snap-mcp\/.*)?$/;
const settings = ['User/settings.json', 'Machine/settings.json'];

export default {
  name: 'newcomer',
  says: 'the steps of the walkthrough check themselves off until the editor is connected; after the uninstall every file is as it was to the byte',
  editor: { cli: false, home: configs, workspace: { 'package.json': '{ "name": "shop" }\n' } },
  steps: [
    [
      'the walkthrough opens, with nothing done',
      async ({ editor, note, picture }, state) => {
        state.before = look(editor);
        state.window = await editor.open();
        await state.window.statusIs('Snap: install');
        const { page } = state.window;
        await state.window.choose(() => state.window.run('welcome.showAllWalkthroughs'), 'Get started with Snap');
        await page.locator(steps).first().waitFor();
        state.done = () => page.locator(`${steps} .codicon-getting-started-step-checked`).count();
        note('CLI not found', 'walkthrough', `${await page.locator(steps).count()} steps, ${await state.done()} done`);
        await picture(state.window, 'open');
        if ((await state.done()) !== 0) throw new Error('a step is done already');
      },
    ],
    [
      'each step is done when what it is about is done',
      async ({ editor, note, picture }, { window, done }) => {
        addCli(editor);
        await until('the first step', async () => (await done()) === 1);
        await window.statusIs('Snap: start');
        // The walkthrough asks for it: no question is shown over it.
        const { message } = await window.shown();
        if (message !== '') throw new Error(`shown over the walkthrough: ${message}`);
        await window.clickStatus();
        await (await window.dialog('Start the Snap daemon')).press('Start Always');
        await window.statusIs('Snap: set up folder');
        await window.choose(() => window.clickStatus(), 'On this machine');
        await window.statusIs('Snap: connect');
        await until('the second step', async () => (await done()) === 2);
        // Without the daemon, which then tells of nothing.
        await snap({ ...editor, env: { ...editor.env, SNAP_DAEMON: 'off' } }, 'snapshot', 'create');
        await until('the step of the snapshot', async () => (await done()) === 3);
        await window.choose(() => window.clickStatus(), 'This editor');
        const { ms } = await window.statusIs(isWatching);
        await until('the step of the connection', async () => (await done()) === 4);
        note('MCP not configured', 'walkthrough', `${await done()} steps done without a click on them; watching ${ms} ms after the answer`);
        await picture(window, 'done');
      },
    ],
    [
      'the editor says how long activation took',
      async ({ note, picture }, { window }) => {
        await window.run('workbench.action.showRuntimeExtensions');
        const row = window.page
          .locator('.runtime-extensions-editor .extension, .editor-instance .extension')
          .filter({ hasText: 'Snap' })
          .first();
        const ms = await until('the time that activation took', async () => {
          const text = (await row.innerText()).replaceAll('\n', ' ');
          return /Activation: (\d+)\s*ms/.exec(text)?.[1];
        });
        await picture(window, 'running');
        note('any', 'activation', `${ms} ms as the editor measures it, loading included`);
      },
    ],
    [
      'uninstalled: nothing is left but what snap keeps for the person',
      async ({ editor, note }, { before, window }) => {
        const { code, output } = await editor.extension('--uninstall-extension', id);
        if (code !== 0) throw new Error(`the extension could not be uninstalled: ${output}`);
        await window.reload();
        // The extensions have started: the one that helps the tests is there.
        await until('the helper is there', () => window.counts());
        if ((await window.status()) !== undefined) throw new Error('its item is still in the status bar');
        const left = await servers(window);
        if (left.length > 0) throw new Error(`still listed: ${left.join(' / ')}`);
        await snap(editor, 'daemon', 'stop');
        await until('the daemon ends', () => daemons(editor).length === 0);
        const now = look(editor);
        const changed = [
          ...differences(before.home, now.home).filter((line) => !ofSnap.test(line)),
          ...differences(before.workspace, now.workspace).map((line) => `${line} of the workspace`),
          ...differences(before.settings, now.settings).map((line) => `${line} of the editor`),
          ...(editor.read('user-data', 'User/mcp.json') === undefined ? [] : ['+ mcp.json of the editor']),
        ];
        if (changed.length > 0) throw new Error(`left: ${changed.join(', ')}`);
        note(
          'watching',
          'uninstall',
          `${Object.keys(configs).length} config files, settings and workspace are as before; the editor lists no server`,
        );
      },
    ],
  ],
};

function look(editor) {
  return {
    home: traces(editor.at.home),
    workspace: traces(editor.at.workspace),
    settings: Object.fromEntries(settings.map((name) => [name, editor.read('user-data', name)])),
  };
}

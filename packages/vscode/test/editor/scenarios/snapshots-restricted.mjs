import { snap } from '../library/states.mjs';
import { differences, same, traces } from '../library/traces.mjs';
import { until } from '../library/until.mjs';

export default {
  name: 'snapshots-restricted',
  says: 'in a workspace that is not trusted snapshots are listed and compared; nothing is taken, restored, written or started',
  editor: { trusted: false, workspace: { 'package.json': '{ "name": "shop" }\n', 'pay.txt': 'the price is 1\n' } },
  steps: [
    [
      'the view lists, and says what is off',
      async ({ editor, note, picture }, state) => {
        await snap(editor, 'snapshot', 'create', '-m', 'before the upgrade');
        editor.put('workspace', { 'pay.txt': 'the price is 2\n' });
        state.before = { home: traces(editor.at.home), workspace: traces(editor.at.workspace) };
        state.window = await editor.open();
        await state.window.command('Focus on Snapshots View');
        const { pane, rows } = await state.window.view('Snapshots', '1 file changed since');
        const said = await pane.innerText();
        if (!said.includes('Restricted Mode')) throw new Error(said);
        note('restricted', 'view Snapshots', `${rows.join(' | ')}; ${said.split('\n').find((line) => line.includes('Restricted'))}`);
        await picture(state.window, 'view');
      },
    ],
    [
      'a file is compared',
      async (_, { window }) => {
        await window.command('Snap: Compare File with Snapshot');
        await window.picks('before the upgrade');
        await window.pick('before the upgrade');
        await window.picks('pay.txt');
        await window.pick('pay.txt');
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
      async ({ editor }, { before }) => {
        same('the workspace', before.workspace, traces(editor.at.workspace));
        const written = differences(before.home, traces(editor.at.home));
        if (written.length > 0) throw new Error(`in the home of the person: ${written.join(', ')}`);
        const started = editor.processes().filter(({ command }) => command.some((word) => word.includes('dist/main.js')));
        if (started.length > 0) throw new Error(`started: ${started.map(({ command }) => command.join(' ')).join(', ')}`);
      },
    ],
  ],
};

import { until } from '../library/until.mjs';

const place = '~/.local/share/snap-mcp';
const files = { '.local/share/snap-mcp': 'not a directory\n', '.local/state/snap-mcp': 'not a directory\n' };

export default {
  name: 'unusable',
  says: 'where snap can keep nothing, each view and command names the path that is there, and nothing says that there is nothing',
  editor: { home: files, workspace: { 'readme.md': '# A project\n' } },
  steps: [
    [
      'the views name the path, and do not say that they are empty',
      async ({ editor, note, picture }, state) => {
        const window = (state.window = await editor.open());
        await window.statusIs('Snap: start');
        for (const [view, command, empty] of [
          ['Snapshots', 'snap.snapshots.focus', 'There are no snapshots'],
          ['Learnings', 'snap.learnings.focus', 'There are no learnings'],
        ]) {
          await window.run(command);
          const said = await until(`${view} says why`, async () => {
            const text = await (await window.view(view)).pane.innerText();
            return text.includes(place) && text;
          });
          note('cannot keep anything', `view ${view}`, said);
          if (said.includes(empty)) throw new Error(`${view} says: ${said}`);
          await picture(window, view.toLowerCase());
        }
      },
    ],
    [
      'Start Daemon names the path',
      async ({ note }, { window }) => {
        await window.tidy();
        await window.run('snap.startDaemon');
        await (await window.dialog('Start the Snap daemon')).press('Start Once');
        const { text } = await window.notification('~/.local/state/snap-mcp');
        note('cannot keep anything', 'Start Daemon', text);
      },
    ],
    [
      'what is in the way is as it was',
      async ({ editor }) => {
        for (const [path, text] of Object.entries(files))
          if (editor.read('home', path) !== text) throw new Error(`${path} is now: ${editor.read('home', path)}`);
      },
    ],
  ],
};

import { isWatching, servers, snap, watching } from '../library/states.mjs';
import { until } from '../library/until.mjs';

const snapshots = (window) => window.page.locator('.pane-header').filter({ hasText: 'Snapshots' });

/** The view of snapshots says of which folder it is. */
async function viewIsOf(window, name) {
  return until(`the view is of ${name}`, async () => {
    const text = await snapshots(window).first().innerText();
    return text.includes(name) && text.replaceAll('\n', ' ');
  });
}

export default {
  name: 'folders',
  says: 'a window with two folders shows the one of the file that is edited, and the server of the editor stays',
  editor: {
    ...watching.editor,
    workspace: { 'readme.md': '# A project\n' },
    home: { 'second/notes.md': '# Another one\n' },
  },
  steps: [
    [
      'the first folder is watched',
      async ({ editor, note }, state) => {
        await snap(editor, 'init');
        editor.put('home', { 'two.code-workspace': JSON.stringify({ folders: [{ path: '../workspace' }, { path: 'second' }] }) });
        state.window = await editor.open(editor.file('home', 'two.code-workspace'));
        await state.window.statusIs(isWatching);
        await state.window.run('snap.snapshots.focus');
        note('watching', 'two folders', await viewIsOf(state.window, 'workspace'));
      },
    ],
    [
      'a file of the second one is edited: its gate and its snapshots, and the server is still listed',
      async ({ note, picture }, { window }) => {
        await window.openFile('notes.md');
        const { text, ms } = await window.statusIs('Snap: set up folder');
        note('workspace', 'a file of the second folder is opened', `${text} after ${ms} ms; view: ${await viewIsOf(window, 'second')}`);
        await picture(window, 'second');
        if ((await servers(window)).length !== 1) throw new Error('its server is not listed once');
      },
    ],
    [
      'back to the first one',
      async ({ note }, { window }) => {
        await window.openFile('readme.md');
        const { ms } = await window.statusIs(isWatching);
        await viewIsOf(window, 'workspace');
        note('watching', 'a file of the first folder is opened', `watching after ${ms} ms`);
      },
    ],
  ],
};

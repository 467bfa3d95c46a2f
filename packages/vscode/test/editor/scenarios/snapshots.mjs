import { snap } from '../library/states.mjs';
import { until } from '../library/until.mjs';

const files = { 'package.json': '{ "name": "shop" }\n', 'src/pay.txt': 'the price is 1\n', 'src/cart.txt': 'one thing\n' };
const changed = { 'src/pay.txt': 'the price is 2\n', 'src/new.txt': 'made later\n' };
const pane = (window, name) => window.page.locator('.pane').filter({ has: window.page.locator('.pane-header', { hasText: name }) });
const row = (window, name, text) => pane(window, name).locator('.monaco-list-row').filter({ hasText: text }).first();

/** Opens the menu of a row and takes what it offers. */
async function menu(window, name, text, action) {
  await row(window, name, text).click({ button: 'right' });
  const item = window.page.locator('.monaco-menu .action-label', { hasText: action }).first();
  await item.waitFor();
  // A click that comes too soon after the menu is taken for the end of the one that opened it.
  await until(`the menu takes "${action}"`, async () => {
    if (!(await item.isVisible())) return true;
    await item.click({ timeout: 2_000 }).catch(() => undefined);
    return !(await item.isVisible());
  });
}

/** By the palette: rows of the view move while it follows the files. */
async function restoreAll(window) {
  await window.choose(() => window.command('Snap: Restore All Files from Snapshot'), 'before the upgrade');
}

function is(editor, path, wanted) {
  const now = editor.read('workspace', path);
  if (now !== wanted) throw new Error(`${path} is ${JSON.stringify(now)}, not ${JSON.stringify(wanted)}`);
}

export default {
  name: 'snapshots',
  says: 'a snapshot is taken, compared and restored, one file and all, and taken back; unsaved edits stay; learnings are shown',
  editor: { workspace: files, user: { 'files.autoSave': 'off', 'snap.daemon.autoStart': false, 'snap.mcp.enabled': false } },
  steps: [
    [
      'the empty views say what they are for',
      async ({ editor, note, picture }, state) => {
        state.window = await editor.open();
        await state.window.command('Focus on Snapshots View');
        const welcome = pane(state.window, 'Snapshots').locator('.welcome-view-content');
        await welcome.filter({ hasText: 'There are no snapshots' }).waitFor();
        note('any', 'view Snapshots, empty', await welcome.innerText());
        await picture(state.window, 'empty');
      },
    ],
    [
      'Take Snapshot asks for a name and takes one',
      async ({ note }, { window }) => {
        await window.command('Snap: Take Snapshot');
        await window.page.locator('.quick-input-widget:visible input.input').fill('before the upgrade');
        await window.accept();
        const { text } = await window.notification('was taken');
        note('any', 'Take Snapshot', text);
        await row(window, 'Snapshots', 'before the upgrade').waitFor();
      },
    ],
    [
      'what changed since is counted and listed, without being asked',
      async ({ editor, note, picture }, { window }) => {
        editor.put('workspace', changed);
        const { rows } = await window.view('Snapshots', '2 changed');
        note('any', 'view Snapshots', rows.join(' | '));
        await row(window, 'Snapshots', 'before the upgrade').click();
        await row(window, 'Snapshots', 'pay.txt').waitFor();
        await picture(window, 'changes');
      },
    ],
    [
      'a file opens as a comparison',
      async ({ note, picture }, { window }) => {
        await row(window, 'Snapshots', 'pay.txt').click();
        await window.page.locator('.tabs-container .tab', { hasText: 'snap_1' }).waitFor();
        await until('a comparison is shown', async () => (await window.editors()).compares);
        const compared = window.page.locator('.monaco-diff-editor');
        await until('both sides are there', async () =>
          /price is 1[^]*price is 2/.test((await compared.innerText()).replaceAll('\u00a0', ' ')),
        );
        note('any', 'Compare File with Snapshot', (await window.editors()).titles.join(', '));
        await picture(window, 'comparison');
      },
    ],
    [
      'one file is restored after a question that says what happens, and undone',
      async ({ editor, note, picture }, { window }) => {
        await menu(window, 'Snapshots', 'pay.txt', 'Restore File from Snapshot');
        const asked = await window.dialog('Restore src/pay.txt');
        note('any', 'Restore File from Snapshot', asked.text);
        if (!/1 file will be written/.test(asked.text) || asked.text.includes('new.txt')) throw new Error(asked.text);
        is(editor, 'src/pay.txt', changed['src/pay.txt']);
        await picture(window, 'restore-asked');
        await asked.press('Restore');
        const done = await window.notification('1 file restored');
        is(editor, 'src/pay.txt', files['src/pay.txt']);
        is(editor, 'src/new.txt', changed['src/new.txt']);
        await done.press('Undo');
        const undo = await window.dialog('Undo the last restore');
        note('any', 'Undo Last Restore', undo.text);
        await undo.press('Undo');
        await until('it is undone', () => editor.read('workspace', 'src/pay.txt') === changed['src/pay.txt']);
      },
    ],
    [
      'Escape restores nothing',
      async ({ editor }, { window }) => {
        await window.tidy();
        // The row that the undo brought, below the person's own: a menu that is open while rows come knows its row no longer.
        await window.view('Snapshots', 'Before restores');
        await menu(window, 'Snapshots', 'before the upgrade', 'Restore All Files from Snapshot');
        const asked = await window.dialog('Restore all files');
        for (const line of ['src/pay.txt', 'src/new.txt', '1 file will be written', '1 deleted'])
          if (!asked.text.includes(line)) throw new Error(`"${line}" is not in: ${asked.text}`);
        await window.page.keyboard.press('Escape');
        is(editor, 'src/pay.txt', changed['src/pay.txt']);
        is(editor, 'src/new.txt', changed['src/new.txt']);
      },
    ],
    [
      'a file with unsaved edits is named and left',
      async ({ editor, note, picture }, { window }) => {
        await window.openFile('pay.txt');
        await window.page.locator('.monaco-editor.focused').first().waitFor();
        await window.page.keyboard.type('unsaved ');
        await window.page.locator('.tab.dirty').first().waitFor();
        await restoreAll(window);
        const unsaved = await window.dialog('unsaved edits');
        note('any', 'Restore All Files, unsaved edits', `${unsaved.text} [${unsaved.buttons.join(', ')}]`);
        await picture(window, 'unsaved');
        await unsaved.press('Leave These Files');
        const asked = await window.dialog('Restore all files');
        note('any', 'Restore All Files from Snapshot', asked.text);
        await asked.press('Restore');
        await window.notification('1 deleted');
        is(editor, 'src/pay.txt', changed['src/pay.txt']);
        is(editor, 'src/new.txt', undefined);
        if ((await window.page.locator('.tab.dirty').count()) !== 1) throw new Error('the edits are gone');
      },
    ],
    [
      'saved first, they are in the snapshot that is taken before, and undo brings them back',
      async ({ editor }, { window }) => {
        await restoreAll(window);
        await (await window.dialog('unsaved edits')).press('Save Them First');
        await (await window.dialog('Restore all files')).press('Restore');
        await window.notification('1 file restored');
        is(editor, 'src/pay.txt', files['src/pay.txt']);
        await window.tidy();
        await window.command('Snap: Undo Last Restore');
        await (await window.dialog('Undo the last restore')).press('Undo');
        await until('the saved edits are back', () => editor.read('workspace', 'src/pay.txt') === `unsaved ${changed['src/pay.txt']}`);
      },
    ],
    [
      'a file that is not text, and one that holds secrets, are said and not opened',
      async ({ editor, note }, { window }) => {
        await window.tidy();
        editor.put('workspace', { 'logo.bin': '\0\0\u0001one', '.env': 'KEY=not-to-be-shown-1\n' });
        await snap(editor, 'snapshot', 'create', '-m', 'with other files');
        editor.put('workspace', { 'logo.bin': '\0\0\u0001two', '.env': 'KEY=not-to-be-shown-2\n' });
        for (const [name, says] of [
          ['logo.bin', 'is not text'],
          ['.env', 'holds secrets'],
        ]) {
          await window.choose(() => window.command('Snap: Compare File with Snapshot'), 'with other files', name);
          note('any', `Compare File with Snapshot, ${name}`, (await window.notification(says)).text);
        }
        if ((await window.editors()).compares) throw new Error('a comparison was opened');
      },
    ],
    [
      'two snapshots are compared, and an id is copied, from the palette',
      async ({ note, picture }, { window }) => {
        await window.tidy();
        await window.choose(() => window.command('Snap: Compare Two Snapshots'), 'before the upgrade', 'with other files');
        const { title, rows } = await window.picks('pay.txt');
        note('any', 'Compare Two Snapshots', `${title}: ${rows.join(' / ')}`);
        await window.pick('pay.txt');
        await until('a comparison is shown', async () => (await window.editors()).compares);
        await picture(window, 'two');
        await window.choose(() => window.command('Snap: Copy Snapshot Id'), 'before the upgrade');
        await window.page.locator('.statusbar', { hasText: 'Copied snap_1_' }).waitFor();
      },
    ],
    [
      'learnings and the open task are shown as plain text, and judged',
      async ({ editor, note, picture }, { window }) => {
        await window.tidy();
        // The view is open before anything is saved, by a program of its own: it follows.
        await window.command('Focus on Learnings View');
        await snap(editor, 'learn', 'changing [prices](command:snap.signIn)', 'run the tests of src/pay.txt', '--type', 'pitfall');
        await snap(editor, 'task', 'start', 'raise the price');
        const { rows } = await window.view('Learnings', 'raise the price');
        note('any', 'view Learnings', rows.join(' | '));
        await picture(window, 'learnings');
        await menu(window, 'Learnings', 'changing', 'Show Learning');
        const text = window.page.locator('.monaco-editor .view-lines', { hasText: 'run' }).first();
        await until('the whole text is shown', async () =>
          (await text.innerText()).replaceAll('\u00a0', ' ').includes('run the tests of src/pay.txt'),
        );
        if ((await window.page.locator('.monaco-list-row a[href^="command:"]').count()) > 0) throw new Error('a text became a command');
        await menu(window, 'Learnings', 'changing', 'Learning Is Wrong');
        const { text: noted } = await window.notification('is wrong');
        if (!noted.includes('[prices] (command:snap.signIn)')) throw new Error(`its text became a link: ${noted}`);
        note('any', 'Learning Is Wrong', noted);
        const shown = await snap(editor, 'learnings', 'list', '--json');
        if (JSON.parse(shown).learnings[0].uses.wrong !== 1) throw new Error(shown);
      },
    ],
  ],
};

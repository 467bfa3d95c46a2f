import { again, until } from '../library/until.mjs';

const secret = 'ghp_4tR7vQ2mK9xW1zB6nL8cJ3hD5fG0sA7pY2eU';
const broken = `{\n  "mcpServers": {\n    "files": {\n      "command": "node"\n      "args": ["/srv/files.js"],\n      "env": { "FILES_TOKEN": "${secret}" }\n    }\n  }\n}\n`;
const path = ['home', '.cursor/mcp.json'];

export default {
  name: 'problems',
  says: 'a config file that cannot be read is a problem at its place; its fix is shown, written and taken back',
  editor: { home: { '.cursor/mcp.json': broken }, user: { 'files.autoSave': 'off' } },
  steps: [
    [
      'MCP Validate shows the problem at its place',
      async ({ editor, picture, note }, state) => {
        state.window = await editor.open();
        await state.window.run('snap.mcpValidate');
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
        const asked = await window.quickFix('unparsable', 'shows the change first', 'You can undo it');
        if (!(await window.editors()).compares) throw new Error('no comparison is shown');
        if (editor.read(...path) !== broken) throw new Error('it was written before the answer');
        note('any', 'quick fix', asked.text);
        // The side before the fix is no second file that is wrong.
        const judged = (await window.problems()).filter((row) => /Expected comma/.test(row));
        if (judged.length > 1) throw new Error(`counted twice: ${judged.join(' | ')}`);
        await picture(window, 'fix');
        const compared = await window.page.locator('.monaco-diff-editor').innerText();
        if (compared.includes(secret) || !compared.includes('FILES_TOKEN')) throw new Error(`the comparison shows: ${compared}`);
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
      'a file with unsaved changes is not written',
      async ({ editor, note }, { window }) => {
        await window.repeat(
          'the file has unsaved changes',
          async () => {
            await window.openProblem('unparsable');
            await window.page.keyboard.press('End');
            await window.page.keyboard.type(' ');
          },
          () => window.page.locator('.tab.dirty').first().isVisible(),
        );
        const { text } = await window.quickFix('unparsable', 'shows the change first', 'are not saved');
        note('any', 'quick fix of an unsaved file', text);
        if (editor.read(...path) !== broken) throw new Error('it was written');
        await window.repeat(
          'the changes are discarded',
          () => window.run('workbench.action.files.revert'),
          async () => (await window.page.locator('.tab.dirty').count()) === 0,
        );
      },
    ],
    [
      'a file that changed during the question is left',
      async ({ editor, note }, { window }) => {
        const asked = await window.quickFix('unparsable', 'shows the change first', 'You can undo it');
        const other = broken.replace('files.js', 'other.js');
        editor.put('home', { '.cursor/mcp.json': other });
        await asked.press('Apply');
        const { text } = await window.notification('changed while you were deciding');
        note('any', 'quick fix of a file that changed', text);
        if (editor.read(...path) !== other) throw new Error('it was written');
      },
    ],
    [
      'the view has it by assistant, with its page',
      async ({ note, picture }, { window }) => {
        await window.tidy();
        await window.run('snap.findings.focus');
        const { rows } = await window.view('Findings', 'does not parse');
        note('any', 'view Findings', rows.join(' | '));
        await picture(window, 'view');
        const row = window.page.locator('.pane .monaco-list-row').filter({ hasText: 'does not parse' }).first();
        const item = window.page.locator('.monaco-menu .action-label', { hasText: 'Show Explanation' }).first();
        const page = window.page.locator('.tabs-container .tab', { hasText: 'unparsable.md' });
        // The editor takes no click on a menu that it has just opened, and closes one whose row is drawn again.
        await again('the page is open', async (limit) => {
          if (await page.isVisible()) return true;
          if (!(await item.isVisible())) await row.click({ button: 'right', timeout: limit });
          await item.click({ timeout: 2_000 });
          return until('the page', () => page.isVisible(), { limit });
        });
        await picture(window, 'page');
      },
    ],
    [
      'a change from outside is judged again within seconds',
      async ({ editor }, { window }) => {
        await until('the problem is back', async () => (await window.problems()).some((row) => row.includes('unparsable')));
        editor.put('home', { '.cursor/mcp.json': '{}\n' });
        await until('the problem is gone', async () => !(await window.problems()).some((row) => row.includes('unparsable')));
      },
    ],
  ],
};

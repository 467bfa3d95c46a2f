import { addCli } from '../library/editor.mjs';
import { snap } from '../library/states.mjs';
import { until } from '../library/until.mjs';

const steps = '.gettingStartedContainer .step-list-container .getting-started-step';

export default {
  name: 'walkthrough',
  says: 'the steps of the walkthrough check themselves off, and the editor says how long activation took',
  editor: { cli: false, workspace: { 'package.json': '{ "name": "shop" }\n' } },
  steps: [
    [
      'it opens, with nothing done',
      async ({ editor, note, picture }, state) => {
        state.window = await editor.open();
        await state.window.statusIs('Snap: install');
        await state.window.command('Welcome: Open Walkthrough');
        await state.window.pick('Get started with Snap');
        const { page } = state.window;
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
        const message = await window.notification('Start the background process');
        await message.press('Start Always');
        await window.statusIs('Snap: set up folder');
        await snap(editor, 'init');
        await window.statusIs('Snap: connect');
        await until('the second step', async () => (await done()) === 2);
        await snap(editor, 'snapshot', 'create');
        await until('the step of the snapshot', async () => (await done()) === 3);
        note('MCP not configured', 'walkthrough', `${await done()} steps done without a click on them`);
        await picture(window, 'three-done');
      },
    ],
    [
      'the editor says how long activation took',
      async ({ note, picture }, { window }) => {
        await window.command('Developer: Show Running Extensions');
        const row = window.page
          .locator('.runtime-extensions-editor .extension, .editor-instance .extension')
          .filter({ hasText: 'Snap' })
          .first();
        await row.waitFor();
        const text = (await row.innerText()).replaceAll('\n', ' ');
        await picture(window, 'running');
        const ms = Number(/Activation: (\d+)\s*ms/.exec(text)?.[1]);
        note('any', 'activation', `${ms} ms as the editor measures it, loading included`);
        if (Number.isNaN(ms)) throw new Error(`the editor does not say how long it took: ${text}`);
      },
    ],
  ],
};

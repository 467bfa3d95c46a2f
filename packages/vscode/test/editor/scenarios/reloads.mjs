import { isWatching, watching } from '../library/states.mjs';
import { until } from '../library/until.mjs';

const rounds = 10;

export default {
  name: 'reloads',
  says: `after ${rounds} reloads of the window the editor lists the server once, and no file was written`,
  isLong: true,
  editor: watching.editor,
  steps: [
    ['connected and watching', watching.reach],
    [
      `${rounds} reloads: one entry`,
      async ({ editor, note, picture }, { window }) => {
        const before = editor.read('user-data', 'User/settings.json');
        for (let round = 0; round < rounds; round++) {
          await window.reload();
          await window.statusIs(isWatching);
        }
        const rows = await until('the server is listed', () => listed(window));
        await picture(window, 'list');
        if (rows.length !== 1) throw new Error(`listed ${rows.length} times: ${rows.join(' / ')}`);
        if (editor.read('user-data', 'User/settings.json') !== before) throw new Error('the settings of the person have changed');
        if (editor.read('user-data', 'User/mcp.json') !== undefined) throw new Error('there is a mcp.json of the person now');
        note('watching', `${rounds} reloads`, 'one entry in the list, no mcp.json, settings unchanged');
      },
    ],
  ],
};

/** The servers that the editor lists under our name; `undefined` where there is none yet. */
async function listed(window) {
  await window.command('MCP: List Servers');
  const { rows } = await window.picks('Add Server');
  const own = rows.filter((row) => /^snap/i.test(row));
  if (own.length === 0) await window.dismiss();
  return own.length === 0 ? undefined : own;
}

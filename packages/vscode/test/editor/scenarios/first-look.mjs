import { until } from '../library/until.mjs';

export default {
  name: 'first-look',
  says: 'the extension is active and its commands are in the palette',
  editor: {},
  steps: [
    [
      'the palette offers the commands',
      async ({ editor, picture, note }) => {
        const window = await editor.open();
        const found = await until('commands', () => window.offers('Snap: MCP Status'));
        note('any', 'palette', `commands offered: ${found}`);
        await picture(window, 'start');
      },
    ],
  ],
};

import { freemem } from 'node:os';
import { daemons, isWatching, snap, watching } from '../library/states.mjs';

/** A window with its extension host takes about 400 MB. */
const count = Math.max(3, Math.min(10, Math.floor(freemem() / 400_000_000) - 2));
/** So many at once, of which each would start a daemon. */
const wave = 3;
const slow = 240_000;

export default {
  name: 'windows',
  says: `${count} windows share one daemon`,
  isLong: true,
  editor: watching.editor,
  steps: [
    [
      'every window is connected, and there is one daemon',
      async ({ editor, note }) => {
        await snap(editor, 'init');
        const seen = [];
        for (let opened = 0; opened < count; opened += wave) {
          const windows = Array.from({ length: Math.min(wave, count - opened) }, async () => {
            const window = await editor.open();
            // Past the gates of the program, the daemon and the folder.
            return window.statusIs((item) => isWatching(item) || item.text === 'Snap: connect', slow);
          });
          seen.push(...(await Promise.all(windows)));
          if (daemons(editor).length !== 1) throw new Error(`${daemons(editor).length} daemons for ${seen.length} windows`);
        }
        const { clients } = JSON.parse(await snap(editor, 'daemon', 'status', '--json'));
        note('watching', `${count} windows, ${wave} at once`, `one daemon with ${clients.length ?? clients} clients`);
      },
    ],
  ],
};

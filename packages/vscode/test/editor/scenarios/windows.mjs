import { freemem } from 'node:os';
import { startMs } from '../library/processes.mjs';
import { daemons, isWatching, snap, watching } from '../library/states.mjs';
import { until } from '../library/until.mjs';

/** A window with its extension host takes about 400 MB. A machine that is busy with other things gets fewer of them. */
async function affordable() {
  const inMemory = Math.floor(freemem() / 400_000_000) - 2;
  const inTime = Math.floor(1_000 / (await startMs()));
  return Math.max(3, Math.min(10, inMemory, inTime));
}

/** They are opened at the same moment, each would start a daemon, and CI has two cores for all of them. */
const slow = 240_000;

export default {
  name: 'windows',
  says: 'ten windows that are opened at the same moment share one daemon; three at least, where the machine cannot bear more',
  isAlone: true,
  editor: watching.editor,
  steps: [
    [
      'every window is connected, and there is one daemon',
      async ({ editor, note }) => {
        const count = await affordable();
        await snap(editor, 'init');
        const connected = async () => {
          const window = await editor.open(editor.at.workspace, slow);
          // Past the gates of the program, the daemon and the folder.
          return window.statusIs((item) => isWatching(item) || item.text === 'Snap: connect', slow, 1_000);
        };
        await Promise.all(Array.from({ length: count }, connected));
        // One that came second ends as soon as it knows of the first.
        await until(`one daemon for ${count} windows`, () => daemons(editor).length === 1);
        const { clients } = JSON.parse(await snap(editor, 'daemon', 'status', '--json'));
        note('watching', `${count} windows at once`, `one daemon with ${clients.length ?? clients} clients`);
      },
    ],
  ],
};

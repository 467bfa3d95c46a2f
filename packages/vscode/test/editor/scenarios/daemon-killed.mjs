import { watching, daemons } from '../library/states.mjs';
import { until } from '../library/until.mjs';

export default {
  name: 'daemon-killed',
  says: 'the daemon is killed under the editor: a spinner, a new daemon, connected again',
  editor: watching.editor,
  steps: [
    ['connected and watching', watching.reach],
    [
      'killed: the spinner, then connected again',
      async ({ editor, note }, { window }) => {
        const [old] = daemons(editor);
        await window.recordStatus();
        const at = Date.now();
        process.kill(old.pid, 'SIGKILL');
        const history = await until('a spinner and then connected again', async () => {
          const seen = (await window.statusHistory()).filter((change) => change.at >= at);
          const spun = seen.findIndex(({ spins }) => spins);
          return spun !== -1 && seen.slice(spun + 1).some(({ text }) => text === watching.text) && seen;
        });
        const spinner = history.find(({ spins }) => spins).at - at;
        const again = history.find(({ text, spins }) => text === watching.text && !spins).at - at;
        note(
          'watching',
          'kill -9 of the daemon',
          `spinner after ${spinner} ms, connected again after ${again} ms; shown: ${history.map(({ text }) => text).join(' → ')}`,
        );
        const now = daemons(editor);
        if (now.length !== 1 || now[0].pid === old.pid) throw new Error(`daemons after the kill: ${JSON.stringify(now)}`);
      },
    ],
  ],
};

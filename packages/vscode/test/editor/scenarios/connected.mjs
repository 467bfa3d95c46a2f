import { press } from '../library/press.mjs';
import { daemons, isWatching, servers, snap, watching } from '../library/states.mjs';
import { again, until } from '../library/until.mjs';

const rounds = 10;

export default {
  name: 'connected',
  says: `${rounds} reloads leave one entry; the editor's own MCP client calls a tool, also of another daemon; a killed daemon is replaced`,
  isLong: true,
  editor: watching.editor,
  steps: [
    ['connected and watching', watching.reach],
    [
      `${rounds} reloads: one entry`,
      async ({ editor, note }, { window }) => {
        const before = editor.read('user-data', 'User/settings.json');
        for (let round = 0; round < rounds; round++) {
          await window.reload();
          await window.statusIs(isWatching);
        }
        const rows = await until('the server is listed', async () => {
          const listed = await servers(window);
          return listed.length > 0 && listed;
        });
        if (rows.length !== 1) throw new Error(`listed ${rows.length} times: ${rows.join(' / ')}`);
        if (editor.read('user-data', 'User/settings.json') !== before) throw new Error('the settings of the person have changed');
        if (editor.read('user-data', 'User/mcp.json') !== undefined) throw new Error('there is a mcp.json of the person now');
        note('watching', `${rounds} reloads`, 'one entry in the list, no mcp.json, settings unchanged');
      },
    ],
    [
      'the server is started by hand, and its tools are discovered',
      async ({ picture }, { window }) => {
        const isDiscovered = async () => (await (await window.tell('tools'))()).names.some((name) => name.endsWith('pulse'));
        await window.repeat('the tools are discovered', () => startServer(window), isDiscovered);
        await picture(window, 'output');
      },
    ],
    [
      'another daemon has another token: a tool is called after MCP Reconnect',
      async ({ editor, note }, { window }) => {
        const [old] = daemons(editor);
        await snap(editor, 'daemon', 'restart');
        await until('another daemon', () => daemons(editor).length === 1 && daemons(editor)[0].pid !== old.pid);
        await window.statusIs(isWatching);
        // Run at the moment in which the window loses the old daemon, it says that.
        const { text } = await again('connected again', async (limit) => {
          await window.run('snap.mcpReconnect');
          return window.notification('Connected to the Snap daemon', limit);
        });
        note('watching', 'MCP Reconnect', text);
        // While the server is started again, the editor takes no call.
        const answer = await window.repeat(
          'a tool answers',
          () => startServer(window),
          () => callTool(window, 'pulse'),
        );
        if (!answer.includes('snap|P')) throw new Error(answer);
        note('watching', 'tools/call pulse after a new daemon', answer);
      },
    ],
    [
      'the daemon is killed: a spinner is shown, and the window is connected again, with the times that it took',
      async ({ editor, note }, { window }) => {
        // The times are the machine's as well as the extension's, so they are noted and not judged: one and three seconds are what is promised.
        const { spinner, again, shown } = await kill(editor, window);
        note('watching', 'kill -9 of the daemon', `spinner after ${spinner} ms, connected again after ${again} ms; shown: ${shown}`);
      },
    ],
    [
      'the daemon hangs: it is named without a click, and goes on when it answers again',
      async ({ editor, note }, { window }) => {
        const [daemon] = daemons(editor);
        const begun = Date.now();
        process.kill(daemon.pid, 'SIGSTOP');
        const { text } = await window.statusIs('Snap: restart');
        note('watching', 'kill -STOP of the daemon', `${text} after ${Date.now() - begun} ms, without a click`);
        process.kill(daemon.pid, 'SIGCONT');
        await window.statusIs(isWatching);
      },
    ],
  ],
};

/** Kills the daemon, and says when what was shown. */
async function kill(editor, window) {
  const [old] = daemons(editor);
  await window.recordStatus();
  const at = Date.now();
  process.kill(old.pid, 'SIGKILL');
  const history = await until('a spinner and then connected again', async () => {
    const seen = (await window.statusHistory()).filter((change) => change.at >= at);
    return againAfterSpinner(seen) !== undefined && seen;
  });
  await until('one other daemon', () => daemons(editor).length === 1 && daemons(editor)[0].pid !== old.pid);
  return {
    spinner: history.find(({ spins }) => spins).at - at,
    again: againAfterSpinner(history).at - at,
    shown: history.map(({ text }) => text).join(' → '),
  };
}

/** The first change to "connected" behind the spinner: what was shown before it is also in the list. */
function againAfterSpinner(history) {
  const spun = history.findIndex(({ spins }) => spins);
  return spun === -1 ? undefined : history.slice(spun + 1).find(({ text, spins }) => text === watching.text && !spins);
}

/** Starts the server in the list of the editor; one that runs is started again. */
async function startServer(window) {
  await window.choose(() => window.run('workbench.mcp.listServer'), 'snap');
  const { rows } = await window.picks('Show Output');
  await window.pick(rows.some((row) => row.includes('Start Server')) ? 'Start Server' : 'Restart Server');
}

/** Calls a tool as an assistant in the editor does, and says yes where the editor asks. */
async function callTool(window, tool) {
  const answered = await window.tell('call', { tool, input: {} });
  const { error, text } = await until(`${tool} answers`, async () => {
    await window.page.evaluate(press, {
      box: '.monaco-dialog-box',
      text: `Run ${tool}`,
      target: '.dialog-buttons .monaco-button',
      name: 'Yes',
    });
    return answered(500);
  });
  if (text === undefined) throw new Error(error);
  return text;
}

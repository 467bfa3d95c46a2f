// States of the machine that scenarios begin in, reached without the editor's help.
import { finished } from './processes.mjs';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { again } from './until.mjs';

/** The person said yes to everything before: the window comes up connected and watching. */
export const watching = {
  text: 'Snap',
  editor: { user: { 'snap.daemon.autoStart': true, 'snap.mcp.enabled': true }, workspace: { 'readme.md': '# A project\n' } },
  async reach({ editor }, state) {
    await snap(editor, 'init');
    state.window = await editor.open();
    await state.window.statusIs(isWatching);
  },
};

export const isWatching = ({ text, spins }) => text === watching.text && !spins;

/** Runs the program of snap in the workspace of the run. */
export async function snap(editor, ...args) {
  const { code, output } = await finished(join(editor.at.bin, 'snap'), args, { cwd: editor.at.workspace, env: editor.env });
  if (code !== 0) throw new Error(`snap ${args.join(' ')} ended with ${code}: ${output}`);
  return output;
}

/** The daemons of this run. */
export function daemons(editor) {
  return editor.processes().filter(({ command }) => command.includes('daemon') && command.includes('--foreground'));
}

/** The servers that the editor lists under the name of snap. */
export async function servers(window) {
  return again('the list of servers', async (limit) => {
    await window.run('workbench.mcp.listServer');
    const { rows } = await window.picks('Add Server', limit);
    await window.dismiss();
    return rows.filter((row) => /^snap/i.test(row));
  });
}

/** A Node.js for programs of snap that waits before it starts one, between `pause` and `goOn`: what is shown meanwhile can be looked at. */
export function pausableNode(editor) {
  const hold = editor.file('hold');
  const node = join(editor.at.bin, 'node');
  writeFileSync(node, `#!/bin/sh\nwhile [ -e '${hold}' ]; do sleep 0.1; done\nexec '${process.execPath}' "$@"\n`);
  chmodSync(node, 0o755);
  return { pause: () => writeFileSync(hold, ''), goOn: () => rmSync(hold) };
}

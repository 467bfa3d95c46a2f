import { listChanges } from '../../../changes/index.ts';
import type { Command } from '../../command.ts';
import { exit } from '../../exit.ts';
import { plain } from '../../terminal/style.ts';
import { displayPaths } from '../../words.ts';

export default {
  name: 'mcp history',
  summary: 'List the changes that snap made to config files, newest last.',
  usage: '[--json]',
  details: 'The last 200 changes are kept (at most 64 MiB). The content they replaced is stored encrypted; no values are shown here.',
  options: {},
  examples: [['snap mcp history', 'then "snap mcp undo <number>" undoes one']],
  async run({ values, system, ui }) {
    const changes = await listChanges(system);
    if (values.flag('json')) {
      ui.json({ schemaVersion: 1, changes });
      return exit.fine;
    }
    if (changes.length === 0) ui.print('snap has made no changes yet.');
    for (const change of changes) {
      const state = change.state === 'done' ? '' : ui.style.yellow(` (${change.state})`);
      const undoes = change.undoes === undefined ? '' : ` undoes ${change.undoes}`;
      ui.print(`${ui.style.bold(String(change.number).padStart(3))}  ${change.time}  snap ${plain(change.command)}${undoes}${state}`);
      for (const file of change.files) {
        ui.print(
          `       ${file.action} ${plain(file.servers.join(', '))}  ${plain(displayPaths(file.path, system.home))} ${ui.style.dim(`(${file.client}, ${file.scope})`)}`,
        );
      }
    }
    return exit.fine;
  },
} satisfies Command;

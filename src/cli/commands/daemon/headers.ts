import { daemonAddress } from '../../../daemon/local/index.ts';
import { SnapError, terminal } from '../../../system/index.ts';
import type { Command } from '../../command.ts';
import { exit } from '../../exit.ts';

/** What an entry names that asks a command for its headers, so that no config file holds the token. */
export default {
  name: 'daemon headers',
  summary: 'Print the header with the token of the daemon, for an assistant that asks a command for its headers.',
  usage: '',
  details:
    'Entries written with "snap tools configure --transport http" name this command where the assistant can run one. The token is a new one after each start of the daemon, and it is not printed on a terminal.',
  options: {},
  examples: [['snap daemon headers', 'as an assistant calls it']],
  async run({ system, ui }) {
    if (ui.isTerminal)
      throw new SnapError('refused', 'This would print the token of the daemon on the screen.', {
        hint: 'An assistant calls this command by itself. The file with the token is named by "snap daemon status".',
      });
    const { token } = await daemonAddress(system, 'http');
    if (token === undefined) throw new SnapError('refused', 'The daemon has no token yet.', { hint: 'Start it: "snap daemon start".' });
    // Not by `ui`, which masks every token that it prints.
    terminal.write(1, `${JSON.stringify({ Authorization: `Bearer ${token}` })}\n`);
    return exit.fine;
  },
} satisfies Command;

import { daemonDesk, wantedPort } from '../../../daemon/local/index.ts';
import { httpPort } from '../../../daemon/index.ts';
import { provenToken } from '../../../daemon/start/index.ts';
import { daemonPort, SnapError, terminal } from '../../../system/index.ts';
import type { Command } from '../../command.ts';
import { exit } from '../../exit.ts';

/** What an entry names that asks a command for its headers, so that no config file holds the token. */
export default {
  name: 'daemon headers',
  summary: 'Print the header with the token of the daemon, for an assistant that asks a command for its headers.',
  usage: '[--port <number>]',
  details:
    'Entries written with "snap tools configure --transport http" name this command where the assistant can run one. It answers only while the daemon listens at the port that the entry calls, as the daemon itself says: another program that has the port gets no token. The token is a new one each time the daemon begins to listen, and it is not printed on a terminal.',
  options: {
    port: { type: 'string', value: 'number', help: 'The port that the entry calls (default: the one of the entries snap wrote last)' },
  },
  examples: [['snap daemon headers --port 8765', 'as an assistant calls it']],
  async run(invocation) {
    const { system, ui, values } = invocation;
    if (ui.isTerminal)
      throw new SnapError('refused', 'This would print the token of the daemon on the screen.', {
        hint: 'An assistant calls this command by itself. The file with the token is named by "snap daemon status".',
      });
    const named = values.text('port');
    const port = named === undefined ? ((await wantedPort(system)) ?? daemonPort) : httpPort(named);
    if (port === undefined) throw new SnapError('usage', '--port: this is no port.', { hint: 'Name a number from 1 to 65535.' });
    const proven = await provenToken(system, await daemonDesk(invocation));
    if (proven.kind === 'none') throw new SnapError('refused', proven.reason, { hint: 'Start it: "snap daemon start".' });
    if (proven.port !== port)
      throw new SnapError(
        'refused',
        `The daemon listens at port ${proven.port}, and the entry calls port ${port}, which may be another program's.`,
        { hint: 'Write the entry again with "snap tools configure", or start the daemon at the port of the entry.' },
      );
    // Not by `ui`, which masks every token that it prints.
    terminal.write(1, `${JSON.stringify({ Authorization: `Bearer ${proven.token}` })}\n`);
    return exit.fine;
  },
} satisfies Command;

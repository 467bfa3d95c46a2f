import { endDaemon } from '../../../daemon/start/index.ts';
import type { Command } from '../../command.ts';
import { daemonDesk } from '../../../daemon/local/index.ts';
import { endedText } from '../../daemon/report-started.ts';
import { exit } from '../../exit.ts';

export default {
  name: 'daemon stop',
  summary: 'End the daemon. Assistants go on without it.',
  usage: '[--json]',
  details:
    'Servers that run do not start it again; one that is started later does, unless "daemon.autoStart" is false in your settings. A daemon that does not answer is ended by its process number, after its start time has been compared.',
  options: {},
  examples: [['snap daemon stop', 'nothing happens if none runs']],
  async run(invocation) {
    const { system, ui, values } = invocation;
    const ended = await endDaemon({ system, ...(await daemonDesk(invocation)) });
    if (values.flag('json')) ui.json({ schemaVersion: 1, ended: ended ?? null });
    else ui.print(ended === undefined ? 'No daemon runs.' : endedText(ended));
    return exit.fine;
  },
} satisfies Command;

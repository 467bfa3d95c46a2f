import { endDaemon, startDaemon } from '../../../daemon/start/index.ts';
import type { Command } from '../../command.ts';
import { daemonDesk } from '../../../daemon/local/index.ts';
import { reportStarted } from '../../daemon/report-started.ts';

export default {
  name: 'daemon restart',
  summary: 'End the daemon, also one that does not answer, and start a new one.',
  usage: '[--json]',
  details:
    'The token for HTTP clients changes with each start. Servers of assistants connect to the new daemon by themselves, and work alone meanwhile.',
  options: {},
  examples: [['snap daemon restart', 'after "does not answer"']],
  async run(invocation) {
    const options = { system: invocation.system, ...(await daemonDesk(invocation)) };
    const ended = await endDaemon(options);
    return reportStarted(invocation, await startDaemon(options), ended);
  },
} satisfies Command;

import { startDaemon } from '../../../daemon/start/index.ts';
import type { Command } from '../../command.ts';
import { daemonDesk } from '../../../daemon/local/index.ts';
import { reportStarted } from '../../daemon/report-started.ts';

export default {
  name: 'daemon start',
  summary: 'Start the daemon: one process that all assistants share.',
  usage: '[--foreground] [--json]',
  details:
    'Servers of snap start it by themselves; this command also makes it listen for HTTP at 127.0.0.1 and ::1, port 8765 or SVC_SSE_PORT. It ends when nobody has used it for 30 minutes. Without a daemon everything works; some answers take longer.',
  options: { foreground: { type: 'boolean', help: 'Be the daemon in this terminal, until Ctrl-C' } },
  examples: [
    ['snap daemon start', 'in the background; nothing happens if it runs already'],
    ['snap daemon start --foreground', 'for a service manager'],
  ],
  async run(invocation) {
    const desk = await daemonDesk(invocation);
    if (invocation.values.flag('foreground')) return (await import('../../daemon/foreground.ts')).runInForeground(invocation, desk);
    return reportStarted(invocation, await startDaemon({ system: invocation.system, ...desk }));
  },
} satisfies Command;

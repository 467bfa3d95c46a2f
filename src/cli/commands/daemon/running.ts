import { endDaemon, lookAtDaemon, startDaemon } from '../../../daemon/start/index.ts';
import { daemonDesk } from '../../../daemon/local/index.ts';
import type { Command } from '../../command.ts';
import { endedText, reportStarted } from '../../daemon/report-started.ts';
import { statusDocument, statusText } from '../../daemon/status-text.ts';
import { answer } from '../../print-answer.ts';

export const daemonStart = {
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

export const daemonStop = {
  name: 'daemon stop',
  summary: 'End the daemon. Assistants go on without it.',
  usage: '[--json]',
  details:
    'Servers that run do not start it again; one that is started later does, unless "daemon.autoStart" is false in your settings. A daemon that does not answer is ended by its process number, after its start time has been compared.',
  options: {},
  examples: [['snap daemon stop', 'nothing happens if none runs']],
  async run(invocation) {
    const ended = await endDaemon({ system: invocation.system, ...(await daemonDesk(invocation)) });
    return answer(invocation, { ended: ended ?? null }, () => (ended === undefined ? 'No daemon runs.' : endedText(ended)));
  },
} satisfies Command;

export const daemonRestart = {
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

export const daemonStatus = {
  name: 'daemon status',
  summary: 'Show the daemon: who is connected, which projects, where HTTP clients connect.',
  usage: '[--json]',
  details: 'Only looks: it starts nothing and changes nothing.',
  options: {},
  examples: [
    ['snap daemon status', 'one page'],
    ['snap daemon status --json', 'for a script (docs/schemas/daemon-status.json)'],
  ],
  async run(invocation) {
    const { system, ui } = invocation;
    const desk = await daemonDesk(invocation);
    const seen = await lookAtDaemon(system, desk);
    return answer(invocation, statusDocument(seen, desk.place), () => statusText(seen, desk, system, ui.style));
  },
} satisfies Command;

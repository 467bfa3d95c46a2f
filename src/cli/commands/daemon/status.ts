import { daemonDesk } from '../../../daemon/local/index.ts';
import { lookAtDaemon } from '../../../daemon/start/index.ts';
import type { Command } from '../../command.ts';
import { statusDocument, statusText } from '../../daemon/status-text.ts';
import { exit } from '../../exit.ts';

export default {
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
    const { system, ui, values } = invocation;
    const desk = await daemonDesk(invocation);
    const seen = await lookAtDaemon(system, desk);
    if (values.flag('json')) ui.json(statusDocument(seen, desk.place));
    else ui.print(statusText(seen, desk, system, ui.style));
    return exit.fine;
  },
} satisfies Command;

import { daemonPlace } from '../../../daemon/index.ts';
import type { Command } from '../../command.ts';
import { followLog, lastLines } from '../../daemon/log-lines.ts';
import { exit } from '../../exit.ts';
import { plain } from '../../terminal/style.ts';
import { displayPaths } from '../../words.ts';

export default {
  name: 'daemon logs',
  summary: 'Show the newest lines of the log of the daemon.',
  usage: '[--follow] [--json]',
  details:
    'At most 200 lines. The log has no contents of files and no tokens; the last 5 MB are kept, in daemon.log and daemon.log.1 to daemon.log.4.',
  options: { follow: { type: 'boolean', short: 'f', help: 'Go on with new lines until Ctrl-C' } },
  examples: [
    ['snap daemon logs', 'why it ended, who was connected'],
    ['snap daemon logs -f', 'while it happens'],
  ],
  async run({ system, ui, values }) {
    const { logFile } = daemonPlace(system, process.getuid?.());
    const { lines, end } = await lastLines(system, logFile);
    const follows = values.flag('follow');
    if (values.flag('json') && !follows) {
      ui.json({ schemaVersion: 1, file: logFile, lines });
      return exit.fine;
    }
    const print = (line: string): void => {
      if (values.flag('json')) process.stdout.write(`${JSON.stringify({ schemaVersion: 1, line: plain(line) })}\n`);
      else ui.print(displayPaths(plain(line), system.home));
    };
    for (const line of lines) print(line);
    if (lines.length === 0 && !values.flag('json')) ui.warn('There is no log: no daemon has run yet.');
    if (follows) await followLog(system, logFile, end, print);
    return exit.fine;
  },
} satisfies Command;

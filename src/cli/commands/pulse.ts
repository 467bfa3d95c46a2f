import { setTimeout } from 'node:timers/promises';
import type { Pulse, Vitals } from '../../vitals/index.ts';
import { cleanData, SnapError } from '../../system/index.ts';
import { forPeople, printAnswer } from '../answer.ts';
import type { Command, Invocation } from '../command.ts';
import { atDesk, workspaceOption } from '../desk.ts';
import { exit, type ExitCode } from '../exit.ts';
import { plain, screenText, type Style } from '../ui.ts';
import { count } from '../words.ts';

/** How often the watch looks: figures fall with time too, not only with changes. */
const everyMs = 1000;

export default {
  name: 'pulse',
  summary: 'Show how fast the project changes, and how much of that is unprotected.',
  usage: '[--watch] [--record <file>] [--json]',
  details:
    'resting, elevated (15 changes a minute and more), racing (30), critical (50). With --watch the line is drawn again whenever it changes,\nuntil Ctrl-C; without a terminal each change is a line, with --json a JSON document on one line.',
  options: {
    watch: { type: 'boolean', help: 'Go on looking until Ctrl-C' },
    record: { type: 'string', value: 'file', help: 'Count this file as changed now' },
    ...workspaceOption,
  },
  examples: [
    ['snap pulse', 'now'],
    ['snap pulse --watch', 'as it goes'],
  ],
  async run(invocation) {
    const { values } = invocation;
    const watch = values.flag('watch');
    const record = values.text('record');
    if (watch && record !== undefined) throw new SnapError('usage', '--watch and --record exclude each other.');
    return atDesk(
      invocation,
      async ({ bench, call, path }) => {
        if (watch) return follow(invocation, bench.vitals);
        return printAnswer(invocation, await call('pulse', { record_change: record === undefined ? undefined : await path(record) }));
      },
      { watch },
    );
  },
} satisfies Command;

/** Until Ctrl-C ends the process, or whoever reads the lines has gone. */
async function follow({ ui, values }: Invocation, vitals: Vitals): Promise<ExitCode> {
  const isJson = values.flag('json');
  const redraws = ui.isTerminal && !isJson;
  process.prependOnceListener('SIGINT', () => {
    if (redraws) ui.print('');
  });
  const reader = { isGone: false };
  // The usual way to write takes a pipe without a reader for a good one, and this would go on for ever.
  process.stdout.once('error', () => {
    reader.isGone = true;
  });
  let last = '';
  while (!reader.isGone) {
    const pulse = await vitals.pulse();
    const line = isJson
      ? JSON.stringify(cleanData({ schemaVersion: 1, ...pulse }))
      : pulseLine(pulse, ui.style, redraws ? ui.width : undefined);
    if (line !== last) {
      last = line;
      if (redraws) ui.redraw(line);
      else process.stdout.write(`${screenText(line, ui.style)}\n`);
    }
    await setTimeout(everyMs);
  }
  return exit.fine;
}

/** @param width of the line it is drawn on: a longer one could not be drawn over again. */
function pulseLine({ state, changesPerMinute, pressure, risk, changes, action }: Pulse, style: Style, width: number | undefined): string {
  const paint = { resting: style.green, elevated: style.yellow, racing: style.red, critical: style.red }[state];
  const rest = `  ${changesPerMinute}/min  pressure ${pressure}  risk ${risk}  ${count(changes, 'change')}  ${plain(forPeople(action))}`;
  return `${paint(state)}${width === undefined ? rest : rest.slice(0, Math.max(0, width - state.length - 1))}`;
}

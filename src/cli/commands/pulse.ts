import { setTimeout } from 'node:timers/promises';
import type { Pulse, Vitals } from '../../insight/index.ts';
import { cleanData, sayTo } from '../../system/index.ts';
import { printAnswer } from '../print-answer.ts';
import { outputReader } from '../process-life.ts';
import type { Command, Invocation } from '../command.ts';
import { atDesk, workspaceOption } from '../desk.ts';
import { exit, type ExitCode } from '../exit.ts';
import { plain, screenText, type Style } from '../terminal/style.ts';
import { count } from '../words.ts';

/** How often --watch updates: the figures also fall with time, without any change. */
const everyMs = 1000;

export default {
  name: 'pulse',
  summary: 'Show how fast the project is changing, and how many changes are in no snapshot.',
  usage: '[--watch] [--json]',
  details:
    'States: resting, elevated (from 15 changes per minute), racing (from 30), critical (from 50). With --watch the line is updated until you press Ctrl-C; without a terminal each update is a new line, with --json a JSON document on one line.',
  options: {
    watch: { type: 'boolean', help: 'Keep updating until Ctrl-C' },
    ...workspaceOption,
  },
  examples: [
    ['snap pulse', 'now'],
    ['snap pulse --watch', 'continuously'],
  ],
  run(invocation) {
    const watch = invocation.values.flag('watch');
    return atDesk(
      invocation,
      async ({ bench, call }) => (watch ? follow(invocation, bench.vitals) : printAnswer(invocation, await call('pulse', {}))),
      { watch, asksDaemon: !watch },
    );
  },
} satisfies Command;

/** Until Ctrl-C ends the process, or the reader of the output closes it. */
async function follow({ ui, values }: Invocation, vitals: Vitals): Promise<ExitCode> {
  const isJson = values.flag('json');
  const redraws = ui.isTerminal && !isJson;
  process.prependOnceListener('SIGINT', () => {
    if (redraws) ui.print('');
  });
  const reader = outputReader();
  let last = '';
  while (!reader.isGone) {
    const { why: _, ...pulse } = await vitals.pulse();
    const line = isJson
      ? JSON.stringify(cleanData({ schemaVersion: 1, ...pulse, action: sayTo('person', pulse.action) }))
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

/** @param width of the terminal line: a longer text could not be redrawn. */
function pulseLine(
  { state, changesPerMinute, pressure, risk, changes, action }: Omit<Pulse, 'why'>,
  style: Style,
  width: number | undefined,
): string {
  const paint = { resting: style.green, elevated: style.yellow, racing: style.red, critical: style.red }[state];
  const rest =
    `  ${changesPerMinute}/min  pressure ${pressure}  risk ${risk}  ${count(changes, 'change')}  ${plain(sayTo('person', action))}`.trimEnd();
  return `${paint(state)}${width === undefined ? rest : rest.slice(0, Math.max(0, width - state.length - 1))}`;
}

import { connectDaemon, meetDaemon, reasonOf } from '../../../daemon/client/index.ts';
import { daemonPlace, eventTypes, isEventType, type EventType, type SnapEvent } from '../../../daemon/index.ts';
import { daemonDesk } from '../../../daemon/local/index.ts';
import { cleanData, didYouMean, nearest, SnapError } from '../../../system/index.ts';
import type { Command, Invocation } from '../../command.ts';
import { followLog, lastLines } from '../../daemon/log-lines.ts';
import { exit, type ExitCode } from '../../exit.ts';
import { answer, shown } from '../../print-answer.ts';
import { localDate } from '../../reports/times.ts';
import { plain, type Style } from '../../terminal/style.ts';
import { displayPaths } from '../../words.ts';

export default {
  name: 'daemon logs',
  summary: 'Show the newest lines of the log of the daemon, or what happened in your projects.',
  usage: '[--events [--type <type>…]] [--follow] [--json]',
  details: `At most 200 lines. The log has no contents of files and no tokens; the last 5 MB are kept, in daemon.log and daemon.log.1 to daemon.log.4.\nWith --events: snapshots, tasks, failed checks, changed config files. The daemon remembers the newest 500, of all projects, until it ends. Types: ${eventTypes.join(', ')}. With --follow and --json each new line or event is a JSON document on one line.`,
  options: {
    events: { type: 'boolean', help: 'Show events in place of the log' },
    follow: { type: 'boolean', short: 'f', help: 'Go on with new ones until Ctrl-C' },
    type: { type: 'string', multiple: true, value: 'type', help: 'With --events: only this type (may be repeated)', completes: 'events' },
  },
  examples: [
    ['snap daemon logs', 'why it ended, who was connected'],
    ['snap daemon logs -f', 'while it happens'],
    ['snap daemon logs --events', 'the newest events'],
    ['snap daemon logs --events -f --type snapshot.created --json', 'for a script (docs/events.md)'],
  ],
  async run(invocation) {
    const { values } = invocation;
    const types = values.texts('type').map(eventType);
    if (types.length > 0 && !values.flag('events')) throw new SnapError('usage', '--type needs --events.');
    if (!values.flag('events')) return showLog(invocation);
    const filter = types.length === 0 ? {} : { types };
    return values.flag('follow') ? follow(invocation, filter) : recent(invocation, filter);
  },
} satisfies Command;

async function showLog({ system, ui, values }: Invocation): Promise<ExitCode> {
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
}

interface Filter {
  readonly types?: readonly EventType[];
}

async function recent(invocation: Invocation, filter: Filter): Promise<ExitCode> {
  const { place, hello } = await daemonDesk(invocation);
  const met = await meetDaemon({ socket: place.socket, hello, maxMs: 3_000 });
  if (met.kind !== 'ready') throw notThere(reasonOf(met));
  const { recent: events } = await met.link.call('events.subscribe', filter, { maxMs: 3_000 }).finally(() => met.link.close());
  return answer(invocation, { events }, () =>
    events.length === 0 ? 'No events yet.' : events.map((event) => eventText(event, invocation.system.home, invocation.ui.style)),
  );
}

/** Until Ctrl-C ends the process, or the reader of the output closes it. When the daemon ends, the next one is waited for. */
async function follow(invocation: Invocation, filter: Filter): Promise<ExitCode> {
  const { ui, values, system } = invocation;
  const { place, hello } = await daemonDesk(invocation);
  const print = (event: SnapEvent): void =>
    values.flag('json')
      ? void process.stdout.write(`${JSON.stringify(cleanData(event))}\n`)
      : ui.print(eventText(event, system.home, ui.style));
  let wasConnected = false;
  const client = connectDaemon({
    socket: place.socket,
    hello,
    onState(state) {
      // The events themselves say that a daemon ends; that there is none is said once.
      if (state.kind === 'alone' && wasConnected) ui.warn(`${state.reason}; waiting for the next daemon.`);
      wasConnected = state.kind === 'connected';
    },
  });
  const stay = setInterval(() => undefined, 60_000);
  try {
    const state = await client.tried;
    if (state.kind === 'alone') throw notThere(state.reason);
    client.subscribe(filter, print);
    await new Promise<void>((settle) => void process.stdout.once('error', () => settle()));
    return exit.fine;
  } finally {
    clearInterval(stay);
    client.close();
  }
}

function eventType(name: string): EventType {
  if (isEventType(name)) return name;
  const meant = didYouMean(nearest(name, eventTypes, 1));
  throw new SnapError('usage', `"${plain(name).slice(0, 40)}" is no type of event.${meant === '' ? '' : ` ${meant}`}`, {
    hint: `Types: ${eventTypes.join(', ')}.`,
  });
}

function notThere(reason: string): SnapError {
  return new SnapError('refused', `There are no events: ${reason}.`, {
    // "start" does not help where there is one that cannot be asked.
    hint:
      reason === 'no daemon is running'
        ? 'The daemon collects them; "snap daemon start" starts it.'
        : 'The daemon collects them: see "snap daemon status".',
  });
}

/** An event in a line: when, what, where, and what its data says. */
export function eventText({ at, type, workspace, data }: SnapEvent, home: string, style: Style): string {
  const time = new Date(at);
  const when = Number.isNaN(time.getTime()) ? at : `${localDate(at)} ${time.toTimeString().slice(0, 8)}`;
  const known = Object.entries(data).filter(([, value]) => value !== undefined);
  const fields = known.filter(([name]) => name !== 'state').map(([name, value]) => fieldText(name, value));
  // What happened comes first, without its name.
  const first = known.filter(([name]) => name === 'state').map(([, value]) => String(value).replaceAll('-', ' '));
  const where = workspace === undefined ? [] : [workspace];
  return shown([`${style.dim(when)}  ${style.bold(type.padEnd(typeWidth))}`, [...first, ...fields].join(', '), ...where].join('  '), home);
}

/** As wide as the longest type, so that what follows is a column. */
const typeWidth = Math.max(...eventTypes.map(({ length }) => length));

/** What a name of the data is in words; the others are words already. */
const names: Readonly<Record<string, string>> = { pid: 'process', linesAdded: 'lines added', linesRemoved: 'lines removed', url: 'at' };

/** `3 files`, `process 812`, `not complete`. */
function fieldText(name: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? name : `not ${name}`;
  if (typeof value === 'number' && name !== 'pid' && name !== 'score') return `${value} ${names[name] ?? name}`;
  if (Array.isArray(value)) return value.length === 0 ? `no ${name}` : `${name} ${value.map(String).join(' ')}`;
  return `${names[name] ?? name} ${typeof value === 'string' ? value : JSON.stringify(value)}`;
}

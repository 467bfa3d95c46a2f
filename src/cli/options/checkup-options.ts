import { checkUp, type Checkup, type CheckupCalls, type CheckupOptions, type ProjectProgram } from '../../doctor/index.ts';
import { SnapError } from '../../system/index.ts';
import { findWorkspace } from '../../workspace/index.ts';
import { clientFlags, clientOptions, selectedClients } from './clients-option.ts';
import type { Invocation, Options, Values } from '../command.ts';
import { plain } from '../terminal/style.ts';
import { count, displayPaths } from '../words.ts';

/** The options of the commands that diagnose: what is examined, and which servers may be started. */
export const checkupOptions = {
  ...clientOptions,
  ...clientFlags,
  workspace: {
    type: 'string',
    part: 'where',
    value: 'dir',
    help: 'Also judge the config files of this project (default: the project you are in)',
  },
  probe: { type: 'boolean', help: 'Start and call every configured server: this runs their code, also that of servers in project files' },
  'probe-project': {
    type: 'boolean',
    help: 'With --probe: start programs that lie in this project too, without asking (a project may bring its own "npx")',
  },
  'no-probe': { type: 'boolean', help: 'Start nothing (default: only entries that run this installation of snap are started)' },
  as: {
    type: 'string',
    value: 'client,shell',
    help: 'With --probe: in the environment of the assistant, of your shell, or both (default: client)',
  },
  timeout: { type: 'string', value: 'seconds', help: 'How long a server may take to answer (default: 10)' },
} satisfies Options;

/** For the commands that show by default only what is wrong. */
export const verboseOption = {
  verbose: {
    type: 'boolean',
    short: 'v',
    help: 'Show everything: notes, servers without a problem, and every place that was looked at',
  },
} as const satisfies Options;

/** How many other places of one problem are named without `--verbose`. */
export const maxPlaces = 8;

/**
 * Examines the machine as the options of the command say. Writes nothing.
 * @param bridges those to another machine that the person allowed to call.
 */
export async function checkUpAsAsked(invocation: Invocation, bridges?: ReadonlySet<string>): Promise<Checkup> {
  const asked = await checkupOptionsOf(invocation);
  const calls = { ...asked.calls, bridges };
  return callsWithProgress(invocation, { ...asked, calls }, (options) => checkUp(invocation.system, options));
}

/** Runs the work with a line that shows how many servers have answered: with --probe, in a terminal. */
export async function callsWithProgress<T>(
  { ui, values }: Pick<Invocation, 'ui' | 'values'>,
  options: CheckupOptions,
  work: (options: CheckupOptions) => Promise<T>,
): Promise<T> {
  if (options.calls.which !== 'all' || !ui.isTerminal || values.flag('json')) return work(options);
  let [done, total] = [0, 0];
  const draw = (): void => ui.redraw(`Calling ${count(total, 'server')}: ${done} done`.slice(0, (ui.width ?? 80) - 1));
  const onStart = (servers: number): void => {
    total = servers;
    draw();
  };
  const onAnswer = (): void => {
    done += 1;
    draw();
  };
  try {
    return await work({ ...options, calls: { ...options.calls, onStart, onAnswer } });
  } finally {
    ui.redraw('');
  }
}

/**
 * The options as values.
 * @throws SnapError `usage` for options that exclude each other or have no such value.
 */
export async function checkupOptionsOf(invocation: Invocation): Promise<CheckupOptions> {
  const { program, system, values } = invocation;
  const calls = {
    which: callsOf(values),
    as: environmentsOf(values),
    milliseconds: timeoutOf(values),
    mayStart: (programs: readonly ProjectProgram[]) => mayStart(invocation, programs),
  };
  const clients = selectedClients(values);
  return {
    workspace: await findWorkspace(system, values.text('workspace')),
    clients: clients.length === 0 ? undefined : clients,
    program,
    calls,
  };
}

function callsOf(values: Values): CheckupCalls['which'] {
  if (values.flag('probe') && values.flag('no-probe')) throw new SnapError('usage', '--probe and --no-probe exclude each other.');
  if (values.flag('probe-project') && !values.flag('probe')) throw new SnapError('usage', '--probe-project needs --probe.');
  return values.flag('probe') ? 'all' : values.flag('no-probe') ? 'none' : 'own';
}

function environmentsOf(values: Values): CheckupCalls['as'] {
  const text = values.text('as');
  if (text === undefined) return ['client'];
  if (!values.flag('probe')) throw new SnapError('usage', '--as needs --probe.');
  return [...new Set(text.split(','))].map((word) => {
    if (word === 'client' || word === 'shell') return word;
    throw new SnapError('usage', `--as ${word}: there is no such environment.`, {
      hint: 'Environments: client, shell, or both: --as shell,client.',
    });
  });
}

const maxTimeoutSeconds = 600;

function timeoutOf(values: Values): number | undefined {
  const text = values.text('timeout');
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= maxTimeoutSeconds)) {
    throw new SnapError('usage', `--timeout ${text}: a number of seconds up to ${maxTimeoutSeconds} is expected.`);
  }
  return seconds * 1000;
}

/** The answers of one command, which may look at the machine more than once. */
const answered = new WeakMap<object, Map<string, boolean>>();

/**
 * Asks whether programs that lie in the project may be started: the author of the project may have put them there, under any name.
 * @returns the files that may be; none where nobody can answer, which is said on standard error.
 */
async function mayStart(
  { system, ui, values }: Pick<Invocation, 'system' | 'ui' | 'values'>,
  programs: readonly ProjectProgram[],
): Promise<ReadonlySet<string>> {
  const answers = answered.get(values) ?? new Map<string, boolean>();
  answered.set(values, answers);
  const fresh = programs.filter(({ file }) => !answers.has(file));
  if (fresh.length > 0) {
    const lines = fresh.map(({ file, entries }) => {
      const servers = entries.map(({ client, entry }) => `"${entry.name}" of ${client.name}`);
      return `  ${plain(displayPaths(file, system.home))}  for ${plain([...new Set(servers)].join(', '))}`;
    });
    const isAsked = ui.interactive && !values.flag('json') && !values.flag('probe-project');
    if (isAsked) ui.print(`These programs are in the project, so its authors may have put them there:\n${lines.join('\n')}`);
    const isYes = values.flag('probe-project') || (isAsked && (await ui.confirm('Start them?', false)) === true);
    if (!isYes) {
      const step = isAsked ? 'They were not started.' : `Look at them, then add --probe-project to start them:\n${lines.join('\n')}`;
      ui.warn(isAsked ? step : `Programs that lie in the project were not started. ${step}`);
    }
    for (const { file } of fresh) answers.set(file, isYes);
  }
  return new Set(programs.flatMap(({ file }) => (answers.get(file) === true ? [file] : [])));
}

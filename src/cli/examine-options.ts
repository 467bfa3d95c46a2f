import type { Client } from '../clients/index.ts';
import {
  callEntries,
  diagnose,
  diagnostics,
  examine,
  withAnswers,
  type ConfigFinding,
  type Examination,
  type Setup,
} from '../doctor/index.ts';
import { type Workspace } from '../machine/index.ts';
import { findWorkspace } from '../workspace/index.ts';
import { SnapError, type System } from '../system/index.ts';
import { clientFlags, clientOptions, selectedClients } from './clients-option.ts';
import type { Invocation, Options, Values } from './command.ts';
import { count } from './words.ts';

/** By which the commands that judge are told where to look and what may be started. */
export const examineOptions = {
  ...clientOptions,
  ...clientFlags,
  workspace: { type: 'string', value: 'dir', help: 'The project whose files are judged too (default: the one you are in)' },
  probe: { type: 'boolean', help: 'Start and call every server that is configured: this runs their code, also what a project file names' },
  'no-probe': { type: 'boolean', help: 'Start nothing (without it, only entries that run this very snap are started)' },
  as: {
    type: 'string',
    value: 'client,shell',
    help: 'With --probe: in the environment the assistant gives, in yours, or in both (default: client)',
  },
  timeout: { type: 'string', value: 'seconds', help: 'How long a server may take to answer (default: 10)' },
} satisfies Options;

/** What a machine looks like and what is wrong with it. */
export interface Examined {
  readonly workspace: Workspace;
  readonly setup: Setup;
  readonly findings: readonly ConfigFinding[];
  /** Looks and judges again, of this system or another state of it, with the answers that still hold. */
  readonly look: (system: System) => Promise<Examination>;
  /** The same for every assistant there is, not only for those the person named. */
  readonly lookAtAll: (system: System) => Promise<Examination>;
}

/** Looks at the machine as the options say, calls what may be called, and judges. Writes nothing. */
export async function examineMachine(invocation: Invocation): Promise<Examined> {
  const { values, system, ui } = invocation;
  const which = callsOf(values);
  const calls = { which, as: environmentsOf(values), milliseconds: timeoutOf(values) };
  const clients = selectedClients(values);
  const workspace = await findWorkspace(system, values.text('workspace'));
  const onStart = (servers: number): void => ui.warn(ui.style.dim(`Calling ${count(servers, 'server')} …`));
  return judge(invocation, { workspace, clients }, { ...calls, ...(which === 'all' && ui.interactive ? { onStart } : {}) });
}

/** Our entries in these clients (all of the registry when there are none), in the environment their client gives them. */
export async function examineClients(invocation: Invocation, workspace: Workspace, clients: readonly Client[]): Promise<Examined> {
  return judge(invocation, { workspace, clients }, { which: 'ours', as: ['client'], milliseconds: defaultTimeout });
}

type Calls = Omit<Parameters<typeof callEntries>[2], 'which'> & { readonly which: 'none' | 'ours' | 'all' };

async function judge(
  { system, program }: Invocation,
  { workspace, clients }: { readonly workspace: Workspace; readonly clients: readonly Client[] },
  { which, ...calls }: Calls,
): Promise<Examined> {
  const options = { workspace, diagnostics, program, ...(clients.length === 0 ? {} : { clients }) };
  const seen = await examine(system, options);
  const answers = which === 'none' ? new Map() : await callEntries(system, seen.setup, { ...calls, which });
  const setup = withAnswers(seen.setup, answers);
  return {
    workspace,
    setup,
    findings: answers.size === 0 ? seen.findings : diagnose(setup, diagnostics),
    ...looks({ ...options, answers }),
  };
}

function looks(options: Parameters<typeof examine>[1]): Pick<Examined, 'look' | 'lookAtAll'> {
  const { clients, ...all } = options;
  const look = (now: System): Promise<Examination> => examine(now, options);
  return { look, lookAtAll: clients === undefined ? look : (now) => examine(now, all) };
}

function callsOf(values: Values): 'none' | 'ours' | 'all' {
  if (values.flag('probe') && values.flag('no-probe')) throw new SnapError('usage', '--probe and --no-probe exclude each other.');
  return values.flag('probe') ? 'all' : values.flag('no-probe') ? 'none' : 'ours';
}

function environmentsOf(values: Values): readonly ('client' | 'shell')[] {
  const text = values.text('as');
  if (text === undefined) return ['client'];
  if (!values.flag('probe')) throw new SnapError('usage', '--as belongs to --probe.');
  return [...new Set(text.split(','))].map((word) => {
    if (word === 'client' || word === 'shell') return word;
    throw new SnapError('usage', `--as ${word}: there is no such environment.`, {
      hint: 'Environments: client, shell, or both: --as shell,client.',
    });
  });
}

const defaultTimeout = 10_000;
const longestTimeout = 600;

function timeoutOf(values: Values): number {
  const text = values.text('timeout');
  if (text === undefined) return defaultTimeout;
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= longestTimeout)) {
    throw new SnapError('usage', `--timeout ${text}: a number of seconds up to ${longestTimeout} is expected.`);
  }
  return seconds * 1000;
}

/** The clients that have a say in these findings, in the order of the registry. */
export function clientsOf(findings: readonly ConfigFinding[]): readonly Client[] {
  return [...new Set(findings.flatMap(({ client, alsoClients }) => (client === undefined ? [] : [client, ...alsoClients])))];
}

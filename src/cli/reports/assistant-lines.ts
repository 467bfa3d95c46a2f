import { clients as registry, type Client } from '../../clients/index.ts';
import type { ConfigFinding, Setup } from '../../doctor/index.ts';
import { plain, type Sign, type Style } from '../terminal/style.ts';
import { padded } from '../terminal/display-width.ts';
import { count } from '../words.ts';
import { callResult } from './calls-text.ts';
import { stopOf } from './server-list.ts';

/** How one assistant is: what the first lines of `validate` and `doctor` say of it. */
export interface AssistantState {
  /** `undefined`: the machine itself. */
  readonly client: Client | undefined;
  /** Names of servers in the files that it reads. */
  readonly servers: number;
  readonly off: number;
  readonly notApproved: number;
  readonly notTrusted: number;
  /** Files whose servers are not known. */
  readonly unreadable: number;
  /** The names that were called, by what came of it. */
  readonly called: Readonly<Record<ReturnType<typeof callResult>, readonly string[]>>;
  readonly errors: number;
  readonly warnings: number;
  readonly notes: number;
  /** Of the errors and warnings, those with a fix. */
  readonly repairable: number;
}

/** Every assistant that was judged, and the machine where something is wrong with it: the worst first, else in the order of the registry. */
export function assistantStates(setup: Setup, findings: readonly ConfigFinding[]): readonly AssistantState[] {
  const clients = new Set(setup.files.filter((file) => file.installed || file.state !== 'absent').map((file) => file.client));
  for (const { client, alsoClients } of findings) for (const one of [client ?? [], alsoClients].flat()) clients.add(one);
  const states = [...clients].map((client) => stateOf(client, setup, findings));
  const machine = { ...nothing, ...countsOf(findings.filter(({ client }) => client === undefined)), client: undefined };
  return [...states, ...(machine.errors + machine.warnings + machine.notes === 0 ? [] : [machine])].toSorted(
    (a, b) => rank(gradeOf(a)) - rank(gradeOf(b)) || clientOrder(a.client) - clientOrder(b.client),
  );
}

const nothing = {
  servers: 0,
  off: 0,
  notApproved: 0,
  notTrusted: 0,
  unreadable: 0,
  called: { answered: [], 'sign-in': [], failed: [] },
};

function stateOf(client: Client, setup: Setup, findings: readonly ConfigFinding[]): AssistantState {
  // Where several files have a name, the assistant uses one of them.
  const used = setup.entries.filter((entry) => entry.client === client && entry.isEffective);
  const waiting = used.filter(({ isOn }) => isOn).map((entry) => stopOf(entry, setup)?.kind);
  const results = used.flatMap((entry) =>
    entry.live.slice(0, 1).map((live) => ({ name: entry.entry.name, result: callResult(entry, live) })),
  );
  const named = (wanted: ReturnType<typeof callResult>): readonly string[] =>
    results.filter(({ result }) => result === wanted).map(({ name }) => name);
  return {
    client,
    servers: used.length,
    off: used.filter(({ isOn }) => !isOn).length,
    notApproved: waiting.filter((kind) => kind === 'not-approved').length,
    notTrusted: waiting.filter((kind) => kind === 'folder-not-trusted').length,
    unreadable: setup.files.filter((file) => file.client === client && unread.has(file.state)).length,
    called: { answered: named('answered'), 'sign-in': named('sign-in'), failed: named('failed') },
    ...countsOf(findings.filter((finding) => finding.client === client || finding.alsoClients.includes(client))),
  };
}

const unread: ReadonlySet<string> = new Set(['unparsable', 'unreadable', 'not-a-file']);

function countsOf(findings: readonly ConfigFinding[]): Pick<AssistantState, 'errors' | 'warnings' | 'notes' | 'repairable'> {
  const of = (severity: ConfigFinding['severity']): number => findings.filter((finding) => finding.severity === severity).length;
  const repairable = findings.filter(({ fix, severity }) => fix !== undefined && severity !== 'info').length;
  return { errors: of('error'), warnings: of('warning'), notes: of('info'), repairable };
}

function gradeOf({ errors, servers, unreadable, warnings }: AssistantState): Sign {
  return errors > 0 ? 'bad' : warnings > 0 ? 'warn' : servers + unreadable > 0 ? 'good' : 'none';
}

const all: readonly Client[] = registry;

/** For sorting in the order of the registry; the machine, which is no assistant, is behind all of them. */
export function clientOrder(client: Client | undefined): number {
  return client === undefined ? all.length : all.indexOf(client);
}

function rank(grade: Sign): number {
  return ['bad', 'warn', 'good', 'none'].indexOf(grade);
}

/** How the lines are shown. */
export interface AssistantView {
  readonly style: Style;
  /** A line for each assistant, and the notes counted. */
  readonly verbose: boolean;
}

/** More lines without a problem are folded into one. */
const maxGood = 12;

/** One line for each assistant; those without a server, and many without a problem, share a line that names them. */
export function assistantLines(states: readonly AssistantState[], { style, verbose }: AssistantView): readonly string[] {
  const of = (grade: Sign): readonly AssistantState[] => states.filter((state) => gradeOf(state) === grade);
  const [good, none] = [of('good'), of('none')];
  const foldsGood = !verbose && good.length > maxGood;
  const shown = [...of('bad'), ...of('warn'), ...(foldsGood ? [] : good), ...(verbose ? none : [])];
  const rows: Row[] = shown.map((state) => ({ grade: gradeOf(state), head: nameOf(state), words: wordsOf(state, verbose) }));
  if (foldsGood) rows.push({ grade: 'good', head: 'No problems', words: good.map(nameOf) });
  if (!verbose && none.length > 0) rows.push({ grade: 'none', head: 'No servers', words: none.map(nameOf) });
  const column = Math.max(0, ...rows.map(({ head }) => head.length));
  return rows.map(({ grade, head, words }) => `${style.sign[grade]} ${padded(head, column)}  ${words.join(', ')}`.trimEnd());
}

interface Row {
  readonly grade: Sign;
  readonly head: string;
  readonly words: readonly string[];
}

function nameOf({ client }: AssistantState): string {
  return client?.name ?? 'This machine';
}

/** `4 servers (1 off)`, `snap answers`, `1 error, 2 warnings (1 repairable)`. */
function wordsOf(state: AssistantState, verbose: boolean): readonly string[] {
  const { client, errors, notes, repairable, unreadable, warnings } = state;
  const fixes = repairable === 0 ? '' : ` (${repairable} repairable)`;
  const counts = [
    ...(errors === 0 ? [] : [count(errors, 'error')]),
    ...(warnings === 0 ? [] : [count(warnings, 'warning')]),
    ...(verbose && notes > 0 ? [count(notes, 'note')] : []),
  ];
  return [
    ...(client === undefined ? [] : [serversText(state)]),
    ...(unreadable === 0 ? [] : [`${count(unreadable, 'file')} cannot be read`]),
    ...answersText(state),
    ...(counts.length === 0 ? [] : [`${counts.join(', ')}${fixes}`]),
  ];
}

function serversText({ notApproved, notTrusted, off, servers }: AssistantState): string {
  const remarks = [
    ...(off === 0 ? [] : [`${off} off`]),
    ...(notApproved === 0 ? [] : [`${notApproved} not approved`]),
    ...(notTrusted === 0 ? [] : ['folder not trusted']),
  ];
  return `${servers === 0 ? 'no servers' : count(servers, 'server')}${remarks.length === 0 ? '' : ` (${remarks.join(', ')})`}`;
}

/** A single one is named: without `--probe` that is snap's own. */
function answersText({ called, servers }: AssistantState): readonly string[] {
  const { answered, failed, 'sign-in': signIn } = called;
  const asked = answered.length + failed.length + signIn.length;
  if (asked === 0) return [];
  const [only] = [...answered, ...failed];
  const wants = signIn.length === 0 ? [] : [`${signIn.length} ${signIn.length === 1 ? 'asks' : 'ask'} you to sign in`];
  if (asked - signIn.length === 0) return wants;
  if (asked === 1 && servers > 1) return [`${plain(only ?? '')} ${failed.length === 0 ? 'answers' : 'does not answer'}`];
  const answers =
    asked === 1
      ? failed.length === 0
        ? 'answers'
        : 'does not answer'
      : answered.length === servers
        ? 'all answer'
        : `${answered.length} of ${asked} answer`;
  return [answers, ...wants];
}

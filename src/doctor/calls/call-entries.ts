import { type System, isInProject as isInProjectFolder } from '../../system/index.ts';
import { entryKey } from '../examine.ts';
import { incompleteEntries } from '../judging/entries/near-fields.ts';
import { startLimit } from '../judging/answers/called-entries.ts';
import { callServers } from '../live/index.ts';
import { isInProject, liveTarget, type LiveTarget, programOf, type CommandTarget } from '../../mcp-client/index.ts';
import type { EntryFacts, LiveFacts, Setup } from '../setup.ts';

/** Which entries are called, and how. */
export interface CallEntriesOptions {
  /**
   * `own`: only entries that start this installation of snap, are not in a project file, and do not call another machine. `all`: every entry that is switched on;
   * **that runs the code of others**, so the caller has asked the person.
   */
  readonly which: 'own' | 'all';
  /** With `own`: bridges to another machine ({@link uncalledBridges}) that the person allowed to call, by {@link entryKey}. */
  readonly bridges?: ReadonlySet<string> | undefined;
  /** The environments to call them in: the one the client gives, the person's shell. */
  readonly as: readonly LiveFacts['as'][];
  /** The time limit of one call; default 10,000, and with `all` 30,000 or as long as its clients were seen to wait, up to a minute. */
  readonly milliseconds?: number | undefined;
  readonly atOnce?: number | undefined;
  /**
   * Asked once about programs that lie in the project, whatever file names them; only those it returns are started. Without it none is.
   */
  readonly mayStart?: ((programs: readonly ProjectProgram[]) => Promise<ReadonlySet<string>>) | undefined;
  /** Called with the number of servers before the first one is called. */
  readonly onStart?: ((count: number) => void) | undefined;
  /** Called after each answer. */
  readonly onAnswer?: (() => void) | undefined;
  /** Ends it early: it cleans up, then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Starts or calls the servers of a setup and returns their answers by {@link entryKey}. Entries that would start the same process are
 * called once. Every started process has ended on return. Only throws the reason of `signal`.
 */
export async function callEntries(
  system: System,
  setup: Setup,
  { which, as, bridges, mayStart, onStart, ...options }: CallEntriesOptions,
): Promise<ReadonlyMap<string, readonly LiveFacts[]>> {
  const calls: Call[][] = [];
  for (const environment of as) {
    const round: Call[] = [];
    for (const entry of setup.entries) {
      // An address is called the same way in every environment.
      if (entry.entry.server.kind === 'url' && environment !== as[0]) continue;
      const target = mayBeCalled(entry, which, environment, bridges)
        ? await liveTarget(system, setup.facts.workspace.path, entry, environment)
        : undefined;
      if (target !== undefined) round.push({ entry, as: environment, target, key: targetKey(target) });
    }
    calls.push(round);
  }
  await leaveOut(system, setup, calls, mayStart);
  onStart?.(new Set(calls.flat().map(({ key }) => key)).size);

  const answers = new Map<string, LiveFacts['answer']>();
  const facts = new Map<string, LiveFacts[]>(which === 'all' ? incomplete(setup, as) : []);
  // One environment after the other: two instances of one server at the same time may conflict over a port or a lock.
  for (const round of calls) {
    const targets = new Map(round.filter(({ key }) => !answers.has(key)).map(({ key, target }) => [key, target]));
    const patience = (i: number): number => {
      const key = [...targets.keys()][i];
      return Math.max(patientMs, ...round.filter((call) => call.key === key).map(({ entry }) => patienceFor(entry, setup)));
    };
    const answered = await callServers(system, [...targets.values()], {
      ...options,
      milliseconds: options.milliseconds ?? (which === 'all' ? patience : usualMs),
    });
    for (const [i, key] of [...targets.keys()].entries()) {
      const answer = answered[i];
      if (answer !== undefined) answers.set(key, answer);
    }
    for (const { entry, as: environment, key } of round) {
      const answer = answers.get(key);
      if (answer === undefined) continue;
      facts.set(entryKey(entry), [...(facts.get(entryKey(entry)) ?? []), { as: environment, answer }]);
    }
  }
  return facts;
}

/** Takes the calls out that would start a program in the project, unless it may be started. snap's own program is running already. */
async function leaveOut(system: System, setup: Setup, rounds: Call[][], mayStart: CallEntriesOptions['mayStart']): Promise<void> {
  const files = new Map<Call, string>();
  for (const call of rounds.flat()) {
    if (call.target.kind !== 'command' || call.entry.command?.isThisProgram === true) continue;
    const file = await fileInProject(system, setup.facts.workspace.path, call.target);
    if (file !== undefined) files.set(call, file);
  }
  if (files.size === 0) return;
  const programs = [...new Set(files.values())].map((file) => {
    return { file, entries: [...new Set([...files].filter(([, other]) => other === file).map(([{ entry }]) => entry))] };
  });
  const allowed = (await mayStart?.(programs)) ?? new Set();
  for (const [i, round] of rounds.entries())
    rounds[i] = round.filter((call) => {
      const file = files.get(call);
      return file === undefined || allowed.has(file);
    });
}

const usualMs = 10_000;
/** With `all`, where nobody has seen how long the client waits: servers of 15 seconds are ordinary, and are started by all that were run. */
const patientMs = 30_000;
/** Nobody waits longer for a server that is silent. */
const longestMs = 60_000;

/** As long as its client waits, and a little more: what comes later comes too late. */
function patienceFor(entry: EntryFacts, setup: Setup): number {
  const limit = startLimit(entry, setup);
  const line = entry.client.commandLine?.start;
  const seen = [
    ...(limit?.isProved === true ? [limit.milliseconds] : []),
    ...(line?.proved === undefined ? [] : [line.seconds * 1000]),
  ].filter((milliseconds) => milliseconds <= longestMs);
  return seen.length === 0 ? 0 : Math.max(...seen) + 1000;
}

/** Entries that start nothing are listed with those that were tried. */
function incomplete(setup: Setup, as: CallEntriesOptions['as']): readonly (readonly [string, LiveFacts[]])[] {
  const [first] = as;
  if (first === undefined) return [];
  return [...incompleteEntries(setup)].filter(isTried).map((entry) => {
    const answer = { kind: 'not-started', reason: 'incomplete', message: 'the entry has neither a command nor an address.' } as const;
    return [entryKey(entry), [{ as: first, answer }]];
  });
}

function isTried({ file, isOn }: EntryFacts): boolean {
  return isOn && !file.ignored && file.place.elsewhere !== true;
}

interface Call {
  readonly entry: EntryFacts;
  readonly as: LiveFacts['as'];
  readonly target: LiveTarget;
  /** Equal for entries that would start the same process or send the same request. */
  readonly key: string;
}

/** snap's own entries that pass requests on to another machine and were not called: what they would start, and the address. */
export function uncalledBridges({ entries }: Setup): readonly { readonly key: string; readonly entry: EntryFacts }[] {
  return entries.flatMap((entry) => {
    const key = entryKey(entry);
    const isCallable = entry.command?.callsOut === true && mayBeCalled(entry, 'own', 'client', new Set([key]));
    return isCallable && entry.live.length === 0 ? [{ key, entry }] : [];
  });
}

function mayBeCalled(
  facts: EntryFacts,
  which: CallEntriesOptions['which'],
  as: LiveFacts['as'],
  bridges: CallEntriesOptions['bridges'],
): boolean {
  const { command, entry, file, isOn } = facts;
  // An entry for a container only starts inside it.
  if (!isOn || file.ignored || file.place.elsewhere === true || entry.server.kind === 'other') return false;
  if (which === 'all') return true;
  if (command?.isThisProgram !== true || isInProject(file.scope, file.place)) return false;
  if (command.callsOut && bridges?.has(entryKey(facts)) !== true) return false;
  // `isThisProgram` searched the client's PATH; the shell may find another program of that name.
  return as === 'client' || command.inShell?.target === command.inClient?.target;
}

function targetKey(target: LiveTarget): string {
  const pairs = target.kind === 'command' ? Object.entries(target.env) : [...target.headers];
  return JSON.stringify({ ...target, env: undefined, headers: undefined, pairs: pairs.toSorted(([a], [b]) => (a < b ? -1 : 1)) });
}

/** A program that lies in the project, so that others may have written it, and the entries that would start it. */
export interface ProjectProgram {
  readonly file: string;
  readonly entries: readonly EntryFacts[];
}

/**
 * Which of the files that starting this target runs lies in the project: the program as its assistant finds it, or the interpreter that its first
 * line names (`#!/usr/bin/env node` is searched on the PATH again). `undefined` when none does.
 */
export async function fileInProject(system: System, workspace: string, target: CommandTarget): Promise<string | undefined> {
  for (const command of [target.command, ...behindShell(target)]) {
    const program = await programOf(system, { ...target, command });
    if (program === undefined) continue;
    for (const file of [program.file, await interpreterOf(system, program.file, target)])
      if (file !== undefined && (await isInProjectFolder(system, file, { workspace }))) return file;
  }
  return undefined;
}

/** Windows starts scripts of npm by `cmd.exe /d /s /c <name>`. */
function behindShell({ command, args }: CommandTarget): readonly string[] {
  return /(?:^|[\\/])cmd(?:\.exe)?$/i.test(command) ? args.slice(args.findIndex((arg) => arg.toLowerCase() === '/c') + 1).slice(0, 1) : [];
}

async function interpreterOf(system: System, file: string, target: CommandTarget): Promise<string | undefined> {
  const head = Buffer.from((await system.readStart(file, 256)) ?? []).toString('latin1');
  const [, program, named] = /^#!\s*(\S+)(?:[ \t]+(?:-S[ \t]*)?([^\s=-]\S*))?/.exec(head) ?? [];
  if (program === undefined) return undefined;
  const command = program.endsWith('/env') && named !== undefined ? named : program;
  return (await programOf(system, { ...target, command }))?.file;
}

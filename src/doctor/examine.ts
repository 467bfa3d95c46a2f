import type { Client } from '../clients/index.ts';
import type { System } from '../system/index.ts';
import { diagnose } from './diagnose.ts';
import type { ConfigFinding, Diagnostic } from './diagnostic.ts';
import type { Workspace } from '../machine/index.ts';
import { oneView, probe } from '../machine/index.ts';
import type { EntryFacts, LiveFacts, Setup } from './setup.ts';
import { survey } from './survey/survey.ts';

/** What is examined, and against which diagnostics. */
export interface ExamineOptions {
  readonly workspace: Workspace;
  /** Only these clients; `undefined`: every client of the registry. */
  readonly clients?: readonly Client[] | undefined;
  readonly program: Setup['program'];
  readonly diagnostics: readonly Diagnostic[];
  /** What servers answered, by {@link entryKey}; an entry that was changed since has no answer. */
  readonly answers?: ReadonlyMap<string, readonly LiveFacts[]> | undefined;
}

/** What was found on the machine, and what is wrong with it. */
export interface Examination {
  readonly setup: Setup;
  readonly findings: readonly ConfigFinding[];
}

/** Reads the machine and judges it: `probe`, `survey`, `diagnose` in one line. Writes and starts nothing. */
export async function examine(system: System, options: ExamineOptions): Promise<Examination> {
  const setup = withAnswers(await readSetup(system, options), options.answers ?? new Map());
  return { setup, findings: diagnose(setup, options.diagnostics) };
}

/** Reads the config files and what their entries refer to. Nothing is judged yet. */
export async function readSetup(
  system: System,
  { workspace, clients, program, diagnostics }: Omit<ExamineOptions, 'answers'>,
): Promise<Setup> {
  const view = oneView(system);
  const facts = await probe(view, { workspace, clients });
  return survey(view, facts, { program, diagnostics, named: clients !== undefined });
}

/** The setup with what the servers of its entries answered. */
export function withAnswers(setup: Setup, answers: ReadonlyMap<string, readonly LiveFacts[]>): Setup {
  if (answers.size === 0) return setup;
  return { ...setup, entries: setup.entries.map((entry) => ({ ...entry, live: answers.get(entryKey(entry)) ?? [] })) };
}

/** Identifies what an entry starts or calls: the same key as long as that does not change. */
export function entryKey({ client, file, entry }: EntryFacts): string {
  const { server } = entry;
  const maps = server.kind === 'command' ? [...server.env] : server.kind === 'url' ? [...server.headers] : [];
  return JSON.stringify([client.id, file.path, entry.name, server, maps]);
}

import type { Client } from '../clients/index.ts';
import type { System } from '../system/index.ts';
import { diagnose } from './diagnose.ts';
import type { ConfigFinding, Diagnostic } from './diagnostic.ts';
import type { Workspace } from '../machine/index.ts';
import { probe } from '../machine/index.ts';
import type { EntryFacts, LiveFacts, Setup } from './setup.ts';
import { survey } from './survey/survey.ts';

/** What is looked at, and what it is held against. */
export interface ExamineOptions {
  readonly workspace: Workspace;
  /** Only these; all of the registry without it. */
  readonly clients?: readonly Client[];
  readonly program: Setup['program'];
  readonly diagnostics: readonly Diagnostic[];
  /** What servers answered, by {@link entryKey}; an entry that was changed since has no answer. */
  readonly answers?: ReadonlyMap<string, readonly LiveFacts[]>;
}

/** What was seen, and what is wrong with it. */
export interface Examination {
  readonly setup: Setup;
  readonly findings: readonly ConfigFinding[];
}

/** Looks at the machine and judges it: `probe`, `survey`, `diagnose` in one line. Reads only. */
export async function examine(system: System, options: ExamineOptions): Promise<Examination> {
  const { workspace, clients, program, diagnostics } = options;
  const facts = await probe(system, { workspace, ...(clients === undefined ? {} : { clients }) });
  const seen = await survey(system, facts, { program, diagnostics, named: clients !== undefined });
  const setup = withAnswers(seen, options.answers ?? new Map());
  return { setup, findings: diagnose(setup, diagnostics) };
}

/** The setup with what the servers of its entries answered. */
export function withAnswers(setup: Setup, answers: ReadonlyMap<string, readonly LiveFacts[]>): Setup {
  if (answers.size === 0) return setup;
  return { ...setup, entries: setup.entries.map((entry) => ({ ...entry, live: answers.get(entryKey(entry)) ?? [] })) };
}

/** The same as long as the entry would start, or call, the very same thing. */
export function entryKey({ client, file, entry }: EntryFacts): string {
  const { server } = entry;
  const maps = server.kind === 'command' ? [...server.env] : server.kind === 'url' ? [...server.headers] : [];
  return JSON.stringify([client.id, file.path, entry.name, server, maps]);
}

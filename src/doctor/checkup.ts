import type { Client } from '../clients/index.ts';
import type { Workspace } from '../machine/index.ts';
import type { System } from '../system/index.ts';
import { callEntries, type CallEntriesOptions } from './calls/call-entries.ts';
import { diagnose } from './diagnose.ts';
import { diagnostics } from './diagnostics/index.ts';
import { readSetup, withAnswers, type Examination, type ExamineOptions } from './examine.ts';
import type { EntryFacts, LiveFacts, Setup } from './setup.ts';

/** What is examined, and which servers may be started or called for that. */
export interface CheckupOptions {
  readonly workspace: Workspace;
  /** Only these clients; `undefined`: every client of the registry. */
  readonly clients?: readonly Client[] | undefined;
  /** The running snap. */
  readonly program: Setup['program'];
  readonly calls: CheckupCalls;
}

/** `none`: no server is started or called. The other words are explained at {@link CallEntriesOptions}. */
export type CheckupCalls = Omit<CallEntriesOptions, 'which'> & { readonly which: 'none' | CallEntriesOptions['which'] };

/** An examination, and what is needed to examine the same machine again after a change. */
export interface Checkup extends Examination {
  /** With the answers of the servers, so that none has to be called again. */
  readonly options: ExamineOptions;
}

/**
 * Reads the machine, calls the servers that may be called, and judges. Writes nothing.
 * Throws the reason of `calls.signal` when that is aborted.
 */
export async function checkUp(system: System, { calls, clients, program, workspace }: CheckupOptions): Promise<Checkup> {
  const options = { workspace, clients, program, diagnostics };
  const seen = await readSetup(system, options);
  const answers = await answersTo(calls, system, seen);
  const setup = withAnswers(seen, answers);
  return { setup, findings: diagnose(setup, diagnostics), options: { ...options, answers } };
}

/**
 * Reads the machine and calls the servers that may be called, and judges nothing. Writes nothing.
 * @param isWanted entries that are left out are neither called nor returned.
 */
export async function askServers(
  system: System,
  { calls, clients, program, workspace }: CheckupOptions,
  isWanted: (entry: EntryFacts) => boolean,
): Promise<Setup> {
  const seen = await readSetup(system, { workspace, clients, program, diagnostics: [] });
  const wanted = { ...seen, entries: seen.entries.filter(isWanted) };
  return withAnswers(wanted, await answersTo(calls, system, wanted));
}

async function answersTo(
  { which, ...options }: CheckupCalls,
  system: System,
  setup: Setup,
): Promise<ReadonlyMap<string, readonly LiveFacts[]>> {
  return which === 'none' ? new Map() : callEntries(system, setup, { ...options, which });
}

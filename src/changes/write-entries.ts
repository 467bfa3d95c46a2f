import type { Client, Scope } from '../clients/index.ts';
import type { Facts } from '../machine/index.ts';
import { displayPath, type System, type WritableSystem } from '../system/index.ts';
import type { FileChange } from './change.ts';
import type { RecoveredChange } from './recover-interrupted.ts';
import type { PlannedStep } from './plan.ts';
import { previewChanges, type PreviewedFile } from './preview.ts';
import { isWritten, previewedResult, writtenResults, type StepResult } from './step-result.ts';

/** What is to be written, and the facts it was planned on. */
export interface EntryPlan {
  readonly facts: Facts;
  readonly steps: readonly PlannedStep[];
}

/** What a plan would come to. */
export interface EntryPreview {
  readonly files: readonly PreviewedFile[];
  /** One for each step, in their order. */
  readonly results: readonly StepResult[];
}

export interface WriteOptions {
  /**
   * Called once with what would be written, and only if anything would be. True: write it. False: no. Undefined: the person left the
   * question.
   */
  readonly ask: (preview: EntryPreview) => Promise<boolean | undefined>;
  /** Loads what writing needs; not called before the answer. */
  readonly writable: () => Promise<WritableSystem>;
  /** The command's words without values, for the journal. */
  readonly command: string;
  /** Not a change that a person made: undo and the history do not have it. */
  readonly temporary?: boolean | undefined;
  /** Write nothing when one step is refused. */
  readonly strictAll: boolean;
}

/** How it ended, with one result for each step. Unless it is `written`, they say what would have been written. */
export type WriteOutcome =
  | { readonly kind: 'declined'; readonly results: readonly StepResult[] }
  | { readonly kind: 'cancelled'; readonly results: readonly StepResult[] }
  /** `strictAll`, and a step is refused. */
  | { readonly kind: 'refused'; readonly results: readonly StepResult[] }
  | {
      readonly kind: 'written';
      readonly results: readonly StepResult[];
      /** Its number for `undo`; undefined when there was nothing to write. */
      readonly change: number | undefined;
      /** Interrupted changes of earlier runs that were finished or undone first. */
      readonly recovered: readonly RecoveredChange[];
      /** Where a removed name is still configured; undefined when nothing was to be removed. */
      readonly remaining: readonly RemainingEntry[] | undefined;
    };

export interface RemainingEntry {
  readonly client: Client;
  readonly scope: Scope;
  readonly path: string;
}

/** What `plan` would come to. Writes nothing. */
export async function previewEntries(system: System, { facts, steps }: EntryPlan): Promise<EntryPreview> {
  const files = await previewChanges(
    system,
    steps.flatMap((step) => (step.kind === 'change' ? [step.change] : [])),
    facts.contents,
  );
  const computed = new Map(files.flatMap(({ results }) => results.map((result) => [result.change, result.computed] as const)));
  return { files, results: steps.map((step) => previewedResult(step, computed)) };
}

/**
 * Previews a plan, asks, and writes it: every file that is not refused, or none.
 * @throws SnapError as `apply`; the files are then as they were.
 */
export async function writeEntries(system: System, plan: EntryPlan, options: WriteOptions): Promise<WriteOutcome> {
  const preview = await previewEntries(system, plan);
  const { results } = preview;
  if (results.some(isWritten)) {
    const answer = await options.ask(preview);
    if (answer !== true) return { kind: answer === undefined ? 'cancelled' : 'declined', results };
  }
  if (options.strictAll && results.some(({ action }) => action === 'refused')) return { kind: 'refused', results };
  // Not loaded by commands that only look.
  const { apply } = await import('./apply.ts');
  const { command, strictAll, temporary } = options;
  const shown = new Set(preview.files.flatMap(({ before, results: of }) => (before === undefined ? [] : of.map(({ change: one }) => one))));
  const changes = plan.steps.flatMap((step) =>
    step.kind !== 'change' ? [] : shown.has(step.change) ? [unlessRemoved(system, step.change)] : [step.change],
  );
  const { outcomes, change, recovered } = await apply(await options.writable(), changes, { command, strictAll, temporary });
  const written = writtenResults(plan.steps, results, outcomes);
  return { kind: 'written', results: written, change, recovered, remaining: remainingEntries(plan, written) };
}

/** A file that was there when it was shown, and is not any more, is not made anew: it would hold the entry alone. */
function unlessRemoved(system: System, change: FileChange): FileChange {
  return {
    ...change,
    compute(bytes) {
      const computed = change.compute(bytes);
      if (bytes !== undefined || computed.kind !== 'write') return computed;
      return {
        kind: 'refused',
        message: `Left ${displayPath(change.path, system)} alone: another program removed it meanwhile.`,
        hint: 'Run the command again.',
      };
    },
  };
}

/** In the files of the selected assistants. */
function remainingEntries({ facts, steps }: EntryPlan, results: readonly StepResult[]): readonly RemainingEntry[] | undefined {
  const name = steps.find((step) => step.kind === 'change' && step.action === 'remove')?.name;
  if (name === undefined) return undefined;
  const removed = new Set(results.flatMap(({ action, path }) => (action === 'removed' && path !== undefined ? [path] : [])));
  return facts.clients.flatMap(({ client, files }) =>
    files
      .filter((file) => !removed.has(file.path) && file.servers.some((server) => server.name === name))
      .map(({ scope, path }) => ({ client, scope, path })),
  );
}

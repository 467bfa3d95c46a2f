import {
  interruptedChanges,
  listChanges,
  previewChanges,
  type ListedChange,
  type FileOutcome,
  type PreviewedFile,
  type RecoveredChange,
} from '../../../changes/index.ts';
import type { Undone, UndonePart, UndoPlan } from '../../../changes/undo.ts';
import { isEntryUndoData, nextStep, type EntryAction } from '../../../clients/index.ts';
import { probe, type Facts } from '../../../machine/index.ts';
import { SnapError, type WritableSystem } from '../../../system/index.ts';
import { findWorkspace } from '../../../workspace/index.ts';
import type { Command, Invocation } from '../../command.ts';
import type { Ui } from '../../terminal/ui.ts';
import { exit, type ExitCode } from '../../exit.ts';
import { answer, confirmed } from '../../print-answer.ts';
import { clientOf, fileText, madeText } from '../../reports/change-text.ts';
import { printRecovered, recoveredDocument } from '../../reports/write-report.ts';
import { printDiff, writePatchFile } from '../../reports/print-diff.ts';
import { plain } from '../../terminal/style.ts';
import { displayPaths } from '../../words.ts';
import { requirePatchFileOfDryRun } from '../../write-entries.ts';
import { writeOptions } from '../../options/selection.ts';

export default {
  name: 'mcp undo',
  summary: 'Undo a change made by snap to config files: the newest, or the one with this number.',
  usage: '[<number>] [--dry-run] [--yes] [--json]   or  --list',
  details:
    'Shows what it would restore, asks, and restores the files byte for byte. If another program changed a file in the meantime, only the change by snap is undone and the other changes are kept. If that is not possible, nothing is undone and the reason is printed. All files of a change are restored, or none.\nIn a terminal that is not interactive it prints the plan and exits with 1, or with --yes undoes the change.\n--list lists the changes, newest first. The last 200 are kept (at most 64 MiB); the content they replaced is stored encrypted, and no values are shown. With --json it has the exact times, and the oldest change first.',
  options: {
    list: { type: 'boolean', help: 'List the changes, with their numbers' },
    'dry-run': { type: 'boolean', help: 'Only show what would be restored, as a diff' },
    'patch-file': writeOptions['patch-file'],
    yes: { type: 'boolean', short: 'y', help: 'Do not ask' },
  },
  needsOwnPlace: true,
  examples: [
    ['snap mcp undo', 'the newest change: shows it and asks'],
    ['snap mcp undo --list', 'what snap has changed, when and by which command'],
    ['snap mcp undo 1 --yes', 'change 1, without asking'],
    ['snap mcp undo --dry-run', 'see what it would restore'],
  ],
  words: { max: 1 },
  completes: 'changes',
  async run(invocation) {
    const { values, positionals, writable, words } = invocation;
    if (values.flag('list')) return listHistory(invocation);
    const number = numberOf(positionals[0]);
    requirePatchFileOfDryRun(values);
    const { planUndo, undo, undoOptions } = await import('../../../changes/undo.ts');
    const options = await undoOptions(words);
    const system = await writable();
    const recovered = await recoverFirst(invocation, system);
    const plan = await planUndo(system, number, options);
    const decision = await decide(invocation, plan, recovered);
    if (decision !== 'yes') return decision;
    const done = await undo(system, plan.undone.number, options);
    const outcome = { ...done, recovered: [...recovered, ...done.recovered] };
    const isRefused = done.outcomes.some(({ kind }) => kind === 'refused');
    if (values.flag('json')) invocation.ui.json(undoneDocument(outcome, isRefused));
    else printUndone(invocation, outcome, isRefused);
    return isRefused ? exit.refused : exit.fine;
  },
} satisfies Command;

/** The changes that snap made to config files: newest first for a person. */
async function listHistory(invocation: Invocation): Promise<ExitCode> {
  const { system, ui } = invocation;
  const { style } = ui;
  const changes = await listChanges(system);
  return answer(invocation, { changes }, () =>
    changes.length === 0
      ? 'snap has made no changes yet.'
      : changes
          .toReversed()
          .flatMap((change) => [
            `${style.bold(String(change.number).padStart(3))}  ${madeText(change, system.now())}${style.yellow(stateText(change, changes))}`,
            ...change.files.map((file) => `     ${fileText(file, system.home)}`),
            ...(change.state === 'done' ? [`     ${style.dim(`undo: snap mcp undo ${change.number}`)}`] : []),
          ]),
  );
}

/** What has become of it, if it is not simply done. */
function stateText({ number, state, undoes }: ListedChange, changes: readonly ListedChange[]): string {
  switch (state) {
    case 'done':
      return undoes === undefined ? '' : ` (undoes change ${undoes})`;
    case 'undone': {
      const by = changes.findLast((other) => other.undoes === number && other.state === 'done');
      return by === undefined ? ' (undone)' : ` (undone by change ${by.number})`;
    }
    case 'begun':
      return ' (not finished)';
    case 'rolled-back':
      return ' (failed; nothing was changed)';
    default:
      return state satisfies never;
  }
}

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text)) {
    throw new SnapError('usage', `"${plain(text)}" is not the number of a change.`, { hint: 'See "snap mcp undo --list".' });
  }
  return Number(text);
}

/** An interrupted earlier run is completed or reverted first, unless nothing is going to be written. */
async function recoverFirst({ values, ui }: Invocation, system: WritableSystem): Promise<readonly RecoveredChange[]> {
  const writes = !values.flag('dry-run') && (values.flag('yes') || (ui.interactive && !values.flag('json')));
  if (!writes || (await interruptedChanges(system)).length === 0) return [];
  const { recoverInterrupted } = await import('../../../changes/apply.ts');
  return recoverInterrupted(system);
}

/** `yes`, or the exit code with which the command ends without writing. */
async function decide(invocation: Invocation, plan: UndoPlan, recovered: readonly RecoveredChange[]): Promise<'yes' | ExitCode> {
  const { values, ui, system } = invocation;
  const isDryRun = values.flag('dry-run');
  if (values.flag('yes') && !isDryRun) return 'yes';
  const preview = await previewChanges(system, plan.changes, new Map());
  const kinds = preview.flatMap(({ results }) => results.map(({ computed }) => computed.kind));
  // It is refused as a whole, and the undo says why; or every file is as before already, and only the journal does not know it yet.
  if (!isDryRun && (kinds.includes('refused') || !kinds.includes('write'))) return 'yes';
  const facts = await probe(system, { workspace: await findWorkspace(system, undefined) });
  const file = values.text('patch-file');
  if (file !== undefined) await writePatchFile(invocation, file, preview, facts);
  if (values.flag('json')) {
    ui.json({ schemaVersion: 1, undone: null, planned: plan.undone.number, files: preview.flatMap(plannedFiles) });
  } else await showPlan(invocation, { plan, preview, facts, recovered });
  return isDryRun ? exit.fine : confirmed(invocation, `Undo change ${plan.undone.number}?`, { done: 'undone' });
}

interface ShownPlan {
  readonly plan: UndoPlan;
  readonly preview: readonly PreviewedFile[];
  readonly facts: Facts;
  readonly recovered: readonly RecoveredChange[];
}

async function showPlan(invocation: Invocation, { plan: { undone }, preview, facts, recovered }: ShownPlan): Promise<void> {
  const { ui, system } = invocation;
  const { print, warn, style } = ui;
  printRecovered(ui, recovered);
  print(`${style.bold(`Change ${undone.number}`)}, ${madeText(undone, system.now())}:`);
  for (const file of undone.files) for (const part of file.parts) print(`  ${fileText({ ...part, path: file.path }, system.home)}`);
  print('Undoing it would change this:');
  await printDiff(invocation, preview, facts);
  for (const { path, computed } of preview.flatMap(namedResults)) {
    const shown = plain(displayPaths(path, system.home));
    if (computed.kind === 'unchanged') print(`${style.sign.none} ${shown}: is already as before`);
    if (computed.kind === 'refused') warn(refusalText(ui, shown, { ...computed, message: displayPaths(computed.message, system.home) }));
  }
}

function namedResults({ results }: PreviewedFile) {
  return results.map(({ change, computed }) => ({ path: change.path, computed }));
}

function plannedFiles(file: PreviewedFile) {
  return namedResults(file).map(({ path, computed }) => ({
    path,
    kind: computed.kind === 'write' ? 'written' : computed.kind,
    message: computed.kind === 'refused' ? computed.message : undefined,
  }));
}

/** docs/schemas/undo.json */
function undoneDocument({ undone, outcomes, change, recovered }: Undone, isRefused: boolean) {
  return {
    schemaVersion: 1,
    undone: isRefused ? null : undone.number,
    change,
    ...recoveredDocument(recovered),
    files: outcomes.map((outcome) => ({
      path: outcome.path,
      kind: outcome.kind,
      message: outcome.kind === 'refused' ? outcome.message : undefined,
    })),
  };
}

function printUndone(invocation: Invocation, done: Undone, isRefused: boolean): void {
  const { ui, system } = invocation;
  const { undone, outcomes, recovered } = done;
  const { print, warn, style } = ui;
  printRecovered(ui, recovered);
  const earlier = new Map(undone.files.flatMap((file) => file.parts.map((part) => [part.path, file.before] as const)));
  for (const outcome of outcomes) {
    const path = plain(displayPaths(outcome.path, system.home));
    if (outcome.kind === 'refused') warn(refusalText(ui, path, { ...outcome, message: displayPaths(outcome.message, system.home) }));
    else print(`${style.sign.good} ${path}: ${wordFor(outcome, earlier.get(outcome.path), partName(undone, outcome.path))}`);
  }
  if (!isRefused) printNextSteps(ui, done);
  print(isRefused ? `Change ${undone.number} was not undone.` : `Change ${undone.number} is undone.`);
}

/** Where, what, what next. */
function refusalText(
  { style }: Invocation['ui'],
  path: string,
  { message, hint }: { readonly message: string; readonly hint?: string | undefined },
): string {
  return `${style.sign.bad} ${path}: ${plain(message)}${hint === undefined ? '' : `\n    ${plain(hint)}`}`;
}

function partName({ files }: Undone['undone'], path: string): string {
  const parts = files.flatMap((file) => file.parts).filter((part) => part.path === path);
  return parts.some(({ action }) => action === 'repair') ? 'the repair' : 'the entry';
}

/** Claims no more than was seen: whether the whole file is as it was before, or only the part that snap changed. */
function wordFor(outcome: FileOutcome & { readonly kind: 'unchanged' | 'written' }, earlier: string | undefined, undone: string): string {
  if (outcome.kind === 'unchanged') return 'was already as before';
  if (outcome.after !== earlier) return `${undone} is undone; later changes by others are kept`;
  return outcome.after === 'absent' ? 'removed, because that change had created it' : 'restored';
}

/** What to do in each assistant whose file an undo has written: an entry that came back needs another step than one that is gone. */
function printNextSteps(ui: Ui, { parts, outcomes }: Pick<Undone, 'parts' | 'outcomes'>): void {
  const { print, style } = ui;
  const written = new Set(outcomes.flatMap(({ kind, path }) => (kind === 'written' ? [path] : [])));
  const steps = parts.flatMap((part) => {
    const client = written.has(part.path) ? clientOf(part.client) : undefined;
    return client === undefined ? [] : [`${client.name}: ${nextStep(client, undoneAction(part))}`];
  });
  for (const step of new Set(steps)) print(`    ${style.mark.arrow} ${step}`);
}

/** What undoing a part does to its entry. Pure. */
export function undoneAction({ action, undoData }: Pick<UndonePart, 'action' | 'undoData'>): EntryAction {
  if (isEntryUndoData(undoData)) return undoData.after === undefined ? 'created' : undoData.existed ? 'updated' : 'removed';
  return action === 'remove' ? 'created' : 'updated';
}

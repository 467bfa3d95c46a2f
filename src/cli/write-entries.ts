import {
  isWritten,
  previewEntries,
  writeEntries,
  type EntryPlan,
  type EntryPreview,
  type EntryRequest,
  type Targets,
  type WriteOutcome,
} from '../changes/index.ts';
import { judgedPlan, planFor } from '../configuring/index.ts';
import { SnapError } from '../system/index.ts';
import type { Invocation, Values } from './command.ts';
import { exit, type ExitCode } from './exit.ts';
import { needsQuestion, selectionOf } from './options/selection.ts';
import { whichClaude } from './options/which-claude.ts';
import { printDiff, writePatchFile } from './reports/print-diff.ts';
import { naming, printDoubts, printResults, refusal, type ReportOptions } from './reports/write-report.ts';
import { plain } from './terminal/style.ts';
import { displayPaths, notAsked } from './words.ts';

/** What the command wants of each assistant, once the targets are known. */
export type RequestFor = (targets: Targets) => Promise<EntryRequest>;

/** How a plan is reported, written or not. */
export type PlanReport = Pick<ReportOptions, 'document' | 'nothing' | 'naming' | 'areDoubtsTold'>;

/** Runs a command that sets or removes one entry at the selected assistants. */
export async function writeRequest(invocation: Invocation, requestFor: RequestFor, report: PlanReport = {}): Promise<ExitCode> {
  const { values, ui } = invocation;
  requirePatchFileOfDryRun(values);
  const meant = await whichClaude(invocation, selectionOf(values));
  if (meant === undefined) return exit.interrupted;
  const { selection, isUnsure } = meant;
  let plan = await planFor(invocation.system, selection, requestFor, values.text('workspace'));
  const untold = plan.steps.flatMap((step) => (step.kind === 'refused' && step.needs === 'workspace' ? [step.client.name] : []));
  if (ui.interactive && untold.length > 0) {
    const names = new Intl.ListFormat('en').format(untold);
    const does = untold.length === 1 ? 'does' : 'do';
    const question = `${names} ${does} not tell a server which project is open. In which project should snap work there, whichever is open?`;
    const answer = await ui.ask(question, 'a directory');
    if (answer === undefined || answer === '') {
      ui.print('Nothing was written.');
      return answer === undefined ? exit.interrupted : exit.refused;
    }
    plan = await planFor(invocation.system, selection, requestFor, answer);
  }
  return writePlan(invocation, plan, { ...report, mustAsk: isUnsure || needsQuestion(selection, values) });
}

/** Previews or writes a plan, as the options say. */
export async function writePlan(
  invocation: Invocation,
  wanted: EntryPlan,
  { mustAsk, ...report }: PlanReport & { readonly mustAsk: boolean },
): Promise<ExitCode> {
  const { system, values, ui, words, writable } = invocation;
  const plan = await judgedPlan(invocation, wanted);
  if (values.flag('dry-run')) return dryRun(invocation, plan, report);
  if (values.flag('check')) return check(invocation, plan, report);

  const canAsk = ui.interactive && !values.flag('json');
  let areDoubtsTold = false;
  const outcome = await writeEntries(system, plan, {
    command: words,
    strictAll: values.flag('strict-all'),
    writable,
    ask: async (preview) => {
      const isDoubtful = preview.results.some(({ doubts }) => doubts !== undefined) && canAsk && !values.flag('yes');
      if (!mustAsk && !isDoubtful) return true;
      if (!canAsk) return false;
      await printDiff(invocation, preview.files, plan.facts);
      for (const result of preview.results) printDoubts(invocation, result, report.naming);
      areDoubtsTold = true;
      return ui.confirm(writeQuestion(preview));
    },
  });
  if (outcome.kind === 'cancelled') {
    ui.print('Nothing was written.');
    return exit.interrupted;
  }
  if (outcome.kind !== 'declined') return printOutcome(invocation, outcome, { ...report, areDoubtsTold });
  if (canAsk) {
    ui.print('Nothing was written.');
    return exit.refused;
  }
  printResults(invocation, outcome.results, { ...report, tense: 'would' });
  ui.warn(notAsked(values.flag('json'), 'written', 'Name the assistants, or add --yes.'));
  return hasRefusal(outcome) ? exit.refused : exit.findings;
}

/** The question before a preview is written. */
export function writeQuestion({ results }: EntryPreview): string {
  const changes = results.filter(isWritten).length;
  return `Write ${changes === 1 ? 'this change' : `these ${changes} changes`}?`;
}

/** Prints what was written, or with --strict-all what would have been. */
export function printOutcome(
  invocation: Invocation,
  outcome: WriteOutcome & { readonly kind: 'written' | 'refused' },
  report: PlanReport,
): ExitCode {
  if (outcome.kind === 'refused') printResults(invocation, outcome.results, { ...report, tense: 'would' });
  else printResults(invocation, outcome.results, { ...report, ...outcome, tense: 'did' });
  return hasRefusal(outcome) ? exit.refused : exit.fine;
}

/** @throws SnapError `usage`: without --dry-run no patch file would be written, and the person would not notice. */
export function requirePatchFileOfDryRun(values: Values): void {
  if (values.text('patch-file') !== undefined && !values.flag('dry-run')) throw new SnapError('usage', '--patch-file needs --dry-run.');
}

async function check(invocation: Invocation, plan: EntryPlan, report: PlanReport): Promise<ExitCode> {
  const preview = await previewEntries(invocation.system, plan);
  printResults(invocation, preview.results, { ...report, tense: 'would' });
  return hasRefusal(preview) ? exit.refused : preview.results.some(isWritten) ? exit.findings : exit.fine;
}

async function dryRun(invocation: Invocation, plan: EntryPlan, report: PlanReport): Promise<ExitCode> {
  const { system, ui, values } = invocation;
  const { files, results } = await previewEntries(system, plan);
  if (values.flag('json')) printResults(invocation, results, { ...report, tense: 'would' });
  else await printDiff(invocation, files, plan.facts);
  const patchFile = values.text('patch-file');
  if (patchFile !== undefined) await writePatchFile(invocation, patchFile, files, plan.facts);
  // Standard output contains only the diff; everything else is printed to standard error.
  for (const result of results) {
    if (result.action === 'refused') ui.warn(refusal(result, ui, system, report.naming));
    else printDoubts(invocation, result, report.naming);
    if (result.action !== 'refused' && result.message !== undefined && !values.flag('json'))
      ui.warn(
        `${ui.style.yellow(ui.style.mark.warn)} ${result.client.name}: ${naming(result, report.naming)}${plain(displayPaths(result.message, system.home))}`,
      );
  }
  return exit.fine;
}

function hasRefusal({ results }: Pick<WriteOutcome, 'results'>): boolean {
  return results.some(({ action }) => action === 'refused');
}

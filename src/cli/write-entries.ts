import {
  findTargets,
  isWritten,
  planEntries,
  previewEntries,
  writeEntries,
  type EntryPlan,
  type EntryPreview,
  type EntryRequest,
  type Selection,
  type Targets,
  type WriteOutcome,
} from '../changes/index.ts';
import { judgedPlan } from '../doctor/judged-plan.ts';
import { listed, SnapError } from '../system/index.ts';
import { asked, canAsk, type Asked } from './asking.ts';
import type { Invocation, Values } from './command.ts';
import { exit, type ExitCode } from './exit.ts';
import { needsQuestion, selectionOf } from './options/selection.ts';
import { whichClaude } from './options/which-claude.ts';
import { printDiff, writePatchFile } from './reports/print-diff.ts';
import { naming, printDoubts, printResults, refusal, type ReportOptions } from './reports/write-report.ts';
import { assistantChoices } from './setup/questions.ts';
import { plain } from './terminal/style.ts';
import { displayPaths, notAsked } from './words.ts';

/** The assistants that a command writes to, as they are on this machine: looked at once. */
export interface ChosenTargets {
  readonly selection: Selection;
  readonly targets: Targets;
  /** The person named them. */
  readonly isNamed: boolean;
  /** Nothing is written without a yes. */
  readonly mustAsk: boolean;
}

/** How a plan is reported, written or not. */
export type PlanReport = Pick<ReportOptions, 'document' | 'nothing' | 'naming' | 'areDoubtsTold'>;

/**
 * The assistants that the options name. Where they name none and somebody can be asked, the person ticks them in a list.
 * @param question without it nothing is asked here.
 */
export async function chooseTargets(invocation: Invocation, question?: string): Promise<Asked<ChosenTargets>> {
  const { system, ui, values } = invocation;
  requirePatchFileOfDryRun(values);
  const meant = await whichClaude(invocation, selectionOf(values));
  if (meant === undefined) return { kind: 'left', how: 'interrupted' };
  const { selection, isUnsure } = meant;
  const mustAsk = isUnsure || needsQuestion(selection, values);
  const isOpen = question !== undefined && mustAsk && !selection.named && !values.flag('detected') && canAsk(invocation);
  const looked = isOpen ? { ...selection, onlyDetected: false } : selection;
  const targets = await findTargets(system, looked, values.text('workspace'));
  if (!isOpen) return { kind: 'answer', value: { selection, targets, isNamed: selection.named, mustAsk } };
  const { clients } = targets.facts;
  const found = clients.filter(({ client, installed }) => installed && client.setup === 'automatic').map(({ client }) => client.id);
  const reply = asked(await (await ui.prompts()).multiselect(question, assistantChoices(targets.facts), found));
  if (reply.kind === 'left') return reply;
  const facts = { ...targets.facts, clients: clients.filter(({ client }) => reply.value.includes(client.id)) };
  return { kind: 'answer', value: { selection, targets: { ...targets, facts }, isNamed: true, mustAsk } };
}

/** Runs a command that sets or removes one entry at the selected assistants. */
export async function writeRequest(
  invocation: Invocation,
  requestFor: (targets: Targets) => Promise<EntryRequest>,
  report: PlanReport = {},
): Promise<ExitCode> {
  const { system, ui } = invocation;
  const chosen = await chooseTargets(invocation);
  if (chosen.kind === 'left') return exit.interrupted;
  const { isNamed, mustAsk, selection, targets } = chosen.value;
  const planAt = async (at: Targets): Promise<EntryPlan> => planOf(at, [await requestFor(at)], isNamed);
  let plan = await planAt(targets);
  const isUntold = (step: EntryPlan['steps'][number]): boolean => step.kind === 'refused' && step.needs === 'workspace';
  const untold = plan.steps.filter(isUntold).map(({ client }) => client.name);
  if (ui.interactive && untold.length > 0) {
    const names = listed(untold);
    const does = untold.length === 1 ? 'does' : 'do';
    const question = `${names} ${does} not tell a server which project is open. In which project should snap work there, whichever is open?`;
    const answer = await ui.ask(question, 'a directory; leave empty to skip');
    if (answer === undefined) {
      ui.print('Nothing was written.');
      return exit.interrupted;
    }
    if (answer !== '') plan = await planAt(await findTargets(system, selection, answer));
    else {
      plan = { ...plan, steps: plan.steps.filter((step) => !isUntold(step)) };
      ui.print(`${ui.style.mark.none} ${names}: skipped.`);
      if (plan.steps.length === 0) return exit.refused;
    }
  }
  return writePlan(invocation, plan, { ...report, mustAsk });
}

/** Every entry at every target. */
export async function planOf({ facts, where }: Targets, requests: readonly EntryRequest[], named: boolean): Promise<EntryPlan> {
  const steps: EntryPlan['steps'][number][] = [];
  for (const request of requests) steps.push(...(await planEntries(facts, request, { named, where })));
  return { facts, steps };
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

  const mayAsk = ui.interactive && !values.flag('json');
  let areDoubtsTold = false;
  const outcome = await writeEntries(system, plan, {
    command: words,
    strictAll: values.flag('strict-all'),
    writable,
    ask: async (preview) => {
      const isDoubtful = preview.results.some(({ doubts }) => doubts !== undefined) && mayAsk && !values.flag('yes');
      if (!mustAsk && !isDoubtful) return true;
      if (!mayAsk) return false;
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
  if (mayAsk) {
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
        `${ui.style.sign.warn} ${result.client.name}: ${naming(result, report.naming)}${plain(displayPaths(result.message, system.home))}`,
      );
  }
  return exit.fine;
}

function hasRefusal({ results }: Pick<WriteOutcome, 'results'>): boolean {
  return results.some(({ action }) => action === 'refused');
}

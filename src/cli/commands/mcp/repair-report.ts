import { nextStep, type Client } from '../../../clients/index.ts';
import {
  findingDocument,
  summaryOf,
  type Checkup,
  type ConfigFinding,
  type Examination,
  type RepairedFile,
  type RepairPlan,
} from '../../../doctor/index.ts';
import type { FileOutcome, PreviewedFile, RecoveredChange } from '../../../changes/index.ts';
import type { Invocation } from '../../command.ts';
import { callsText } from '../../reports/calls-text.ts';
import { findingsText, summaryText } from '../../reports/findings-text.ts';
import { printRecovered, recoveredDocument } from '../../reports/write-report.ts';
import { plain } from '../../terminal/style.ts';
import { count, displayPaths } from '../../words.ts';

/** A plan, the checkup it was made from, and the files as they would be afterwards. */
export interface PlannedRepair {
  readonly plan: RepairPlan;
  readonly found: Checkup;
  readonly preview: readonly PreviewedFile[];
  /** Bridges to another machine that the person allowed to call. */
  readonly bridges: ReadonlySet<string>;
}

/** The result of a plan that was applied. */
export interface RepairReport {
  /** The machine afterwards, with the findings that are left. */
  readonly after: Examination;
  /** The number of the change; `undefined` when nothing was written. */
  readonly change: number | undefined;
  readonly recovered: readonly RecoveredChange[];
  readonly outcomes: readonly FileOutcome[];
}

/** Prints each file with its fixes; a tick only where they were written. */
export function printFixes({ ui, system }: Invocation, files: readonly RepairedFile[], state: 'planned' | 'written'): void {
  const { style } = ui;
  const mark = state === 'written' ? style.sign.good : style.sign.none;
  for (const { path, cured } of files) {
    ui.print(`${mark} ${plain(displayPaths(path, system.home))}  ${style.dim(count(cured.length, 'fix', 'fixes'))}`);
    for (const { id, server, fix } of cured) {
      ui.print(`    ${style.mark.arrow} ${id}${server === undefined ? '' : ` ${plain(server)}`}: ${plain(fix?.says ?? '')}`);
    }
  }
}

/** Says in a dry run which fixes are not in it: "No changes." alone would contradict what validate counts. */
export function printUnasked({ ui, values }: Invocation, { plan }: PlannedRepair): void {
  const isHarmful = (finding: ConfigFinding): boolean => plan.harmful.some((one) => one.finding.fingerprint === finding.fingerprint);
  const only = values.texts('only');
  const unasked = plan.left
    .filter(({ fix, id }) => fix !== undefined && (only.length === 0 || only.includes(id)))
    .filter((one) => !isHarmful(one));
  if (unasked.length === 0) return;
  const isOne = unasked.length === 1;
  const shows =
    unasked.every(({ fix }) => fix?.loosens === true) || values.flag('unsafe') ? '' : `; --unsafe shows ${isOne ? 'it' : 'them'} here`;
  ui.warn(
    `${count(unasked.length, 'fix', 'fixes')} ${isOne ? 'is' : 'are'} not above, because snap asks before ${isOne ? 'it' : 'each'}: "snap mcp repair" asks${shows}.`,
  );
}

/** Prints the fixes that were not made because another assistant reads the same file and would be broken by them. */
export function printSideEffects({ ui, system }: Invocation, { harmful }: RepairPlan): void {
  for (const { finding, sideEffect } of harmful) {
    const server = finding.server === undefined ? '' : ` ${plain(finding.server)}`;
    ui.print(
      `${ui.style.sign.warn} ${finding.id}${server} (${finding.client?.name ?? ''}) was not fixed, because ${sideEffect.client} reads the same file and would then have this problem: ${plain(displayPaths(sideEffect.message, system.home))}`,
    );
    ui.print(`    ${ui.style.mark.arrow} Use a separate file for each of the two assistants, or write the entry so that both can read it.`);
  }
}

/** Prints what was written, what was not and why, and what is left. */
export function printRepaired(invocation: Invocation, { plan }: PlannedRepair, { after, change, outcomes, recovered }: RepairReport): void {
  const { ui, system, values } = invocation;
  const view = { style: ui.style, width: ui.width, home: system.home };
  const refused = outcomes.filter((outcome) => outcome.kind === 'refused');
  const written = plan.files.filter(({ path }) => !refused.some((outcome) => outcome.path === path));
  const left = after.findings;
  printRecovered(ui, recovered);
  printFixes(invocation, written, 'written');
  for (const outcome of refused) ui.warn(refusalText(invocation, outcome));
  printSideEffects(invocation, plan);
  for (const { client, does } of nextOf(written)) ui.print(`  ${ui.style.mark.arrow} ${client.name}: ${does}`);
  if (left.length > 0) ui.print(`\n${ui.style.bold('What is left')}\n${findingsText(left, view)}\n`);
  const calls = callsText(after.setup, view, 'shared');
  if (calls.length > 0) ui.print(calls.join('\n'));
  const only = values.texts('only');
  ui.print(
    only.length > 0 && left.length === 0
      ? `No finding of ${only.join(', ')} is left.`
      : summaryText(summaryOf(left, after.setup), ui.style),
  );
  if (change !== undefined) ui.print(ui.style.dim(`Change ${change}. Undo it with: snap mcp undo`));
}

function refusalText({ ui, system }: Invocation, { message, hint }: FileOutcome & { readonly kind: 'refused' }): string {
  const next = hint === undefined ? '' : `\n    ${plain(displayPaths(hint, system.home))}`;
  return `${ui.style.sign.bad} ${plain(displayPaths(message, system.home))}${next}`;
}

/** What to do in each assistant whose findings are fixed in these files, in the order of the registry. Where entries only go, nothing new is to be loaded. */
function nextOf(files: readonly RepairedFile[]): readonly { readonly client: Client; readonly does: string }[] {
  const removesOnly = new Map<Client, boolean>();
  for (const { alsoClients, client, fix } of files.flatMap(({ cured }): readonly ConfigFinding[] => cured)) {
    for (const one of client === undefined ? [] : [client, ...alsoClients])
      removesOnly.set(one, (removesOnly.get(one) ?? true) && fix?.removesEntry === true);
  }
  return [...removesOnly].map(([client, isGone]) => ({ client, does: nextStep(client, isGone ? 'removed' : 'updated') }));
}

/** The plan for a script, and what became of it when there is a report. */
export function repairDocument({ found, plan }: PlannedRepair, report?: RepairReport) {
  const left = report?.after.findings ?? plan.left;
  return {
    schemaVersion: 1,
    written: report !== undefined && plan.files.length > 0,
    change: report?.change,
    ...recoveredDocument(report?.recovered),
    files: plan.files.map(({ path, cured }) => ({
      path,
      cured: cured.map((finding) => ({ ...findingDocument(finding), does: finding.fix?.says ?? '' })),
      ...refusedDocument(report?.outcomes, path),
    })),
    harmful: plan.harmful.map(({ finding, sideEffect }) => ({
      ...findingDocument(finding),
      breaks: sideEffect.client,
      because: sideEffect.message,
    })),
    next: nextOf(plan.files).map(({ client, does }) => ({ client: client.id, does })),
    findings: left.map(findingDocument),
    summary: summaryOf(left, (report?.after ?? found).setup),
  };
}

function refusedDocument(outcomes: readonly FileOutcome[] | undefined, path: string) {
  const outcome = outcomes?.find((one) => one.path === path);
  return outcome?.kind === 'refused' ? { refused: outcome.message } : {};
}

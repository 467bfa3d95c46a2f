import { changesOf, diagnostics, planRepair, type ConfigFinding, type RepairedFile, type RepairPlan } from '../../../doctor/index.ts';
import { interruptedChanges, previewChanges, type FileOutcome, type PreviewedFile, type SettledChange } from '../../../changes/index.ts';
import { SnapError } from '../../../system/index.ts';
import type { Command, Invocation } from '../../command.ts';
import { clientsOf, examineMachine, examineOptions, type Examined } from '../../examine-options.ts';
import { exit, type ExitCode } from '../../exit.ts';
import { findingDocument, summaryOf } from '../../findings-document.ts';
import { callsText, findingsText, findingText, summaryText } from '../../findings-text.ts';
import { printDiff, writePatchFile } from '../../print-diff.ts';
import { writeOptions } from '../../selection.ts';
import { printSettled, settledDocument } from '../../settled.ts';
import { plain } from '../../ui.ts';
import { fitting } from '../../wrap.ts';
import { count, tilde } from '../../words.ts';

const { check: _, ...ownWriteOptions } = writeOptions;

export default {
  name: 'mcp repair',
  summary: 'Mend what "snap mcp validate" found: show the changes, ask, write them, and look again.',
  usage: '[--client <id>…] [--only <id>…] [--dry-run] [--yes [--unsafe]]',
  details:
    'Every fix is either safe (nobody could want it otherwise) or asks first. All files are written, or none; "snap mcp undo" gives\nback every byte. With --yes the safe fixes are made without a question and the others are listed; --unsafe makes those too, except\nwhat would allow more than before.',
  options: {
    ...examineOptions,
    only: { type: 'string', multiple: true, value: 'id', help: 'Only findings of this id; may be repeated' },
    unsafe: { type: 'boolean', help: 'With --yes: also the fixes that ask first' },
    ...ownWriteOptions,
  },
  examples: [
    ['snap mcp repair', 'see what can be mended, and decide'],
    ['snap mcp repair --dry-run', 'see it as a diff'],
    ['snap mcp repair --yes --client claude-desktop', 'only what is certain, in one assistant'],
    ['snap mcp repair --only shim-instead-of-stdio', 'only this'],
  ],
  async run(shell) {
    // Diffs keep their lines; everything else fits the terminal.
    const invocation = { ...shell, ui: fitting(shell.ui) };
    const { values, ui, system } = invocation;
    requireSense(invocation);
    requireKnown(values.texts('only'));
    const settled = await settleFirst(invocation);
    const examined = await examineMachine(invocation);
    const plan = await planRepair(system, {
      look: examined.look,
      lookAtAll: examined.lookAtAll,
      isChosen: ({ id }) => isChosen(id, values.texts('only')),
      wants: (finding, change) => wants(invocation, finding, (one) => printDiff(shell.ui, one, examined.setup.facts), change),
    });
    if (plan === undefined) return exit.interrupted;
    const preview = await previewChanges(system, changesOf(plan), examined.setup.facts.contents);
    if (values.flag('dry-run')) {
      if (values.flag('json')) printPlan(invocation, plan, examined, { written: false });
      else await printDiff(shell.ui, preview, examined.setup.facts);
      const file = values.text('patch-file');
      if (file !== undefined) await writePatchFile(await invocation.writable(), file, preview, examined.setup.facts);
      return exit.fine;
    }
    const isPending = plan.files.length > 0;
    if (isPending && !values.flag('yes')) {
      if (!ui.interactive || values.flag('json')) {
        if (!values.flag('json')) await printDiff(shell.ui, preview, examined.setup.facts);
        printPlan(invocation, plan, examined, { written: false });
        if (!values.flag('json')) ui.warn('Nobody could be asked, so nothing was written. Add --yes.');
        return exit.findings;
      }
      await printDiff(shell.ui, preview, examined.setup.facts);
      printCured(invocation, plan.files);
      printHarmful(invocation, plan);
      const answer = await ui.confirm(
        plan.files.length === 1 ? 'Write this change?' : `Write these changes in ${plan.files.length} files?`,
      );
      if (answer === undefined) return exit.interrupted;
      if (!answer) {
        ui.print('Nothing was written.');
        return exit.refused;
      }
    }
    return write(invocation, plan, settled);
  },
} satisfies Command;

function requireSense({ values }: Invocation): void {
  if (values.text('patch-file') !== undefined && !values.flag('dry-run'))
    throw new SnapError('usage', '--patch-file belongs to --dry-run.');
  if (values.flag('unsafe') && !values.flag('yes') && !values.flag('dry-run')) {
    throw new SnapError('usage', '--unsafe belongs to --yes or --dry-run.', { hint: 'Without them each of these fixes is asked for.' });
  }
}

/** A misspelt id would repair nothing and say that all is well. */
function requireKnown(only: readonly string[]): void {
  for (const id of only) {
    if (diagnostics.some((diagnostic) => diagnostic.id === id)) continue;
    throw new SnapError('usage', `--only ${plain(id)}: there is no such finding.`, { hint: '"snap mcp validate" shows the ids.' });
  }
}

function isChosen(id: string, only: readonly string[]): boolean {
  return only.length === 0 || only.includes(id);
}

type Change = Parameters<Parameters<typeof planRepair>[1]['wants']>[1];

/** Safe fixes are shown together later; the others are asked for one by one, or decided by flags. */
async function wants(
  invocation: Invocation,
  finding: ConfigFinding,
  showDiff: (preview: readonly PreviewedFile[]) => Promise<void>,
  change: Change,
): Promise<boolean | undefined> {
  const { values, ui, system } = invocation;
  if (finding.fix === undefined) return false;
  if (finding.fix.kind === 'safe' && finding.fix.loosens !== true) return true;
  if (values.flag('yes') || values.flag('dry-run') || values.flag('json')) return values.flag('unsafe') && finding.fix.loosens !== true;
  if (!ui.interactive) return false;
  ui.print('');
  ui.print(findingText(finding, { style: ui.style, width: ui.width, home: system.home }));
  const one = { kind: 'write', bytes: change.after } as const;
  const asked = {
    path: finding.fix.edit.path,
    about: { client: '', scope: '', servers: [], action: 'repair' },
    compute: () => one,
  } as const;
  await showDiff([{ ...change, results: [{ change: asked, computed: one }] }]);
  const warning = finding.fix.loosens === true ? ' This allows more than before.' : '';
  return ui.confirm(`${sentence(finding.fix.says)}?${warning}`);
}

function sentence(text: string): string {
  return plain(text.charAt(0).toUpperCase() + text.slice(1));
}

async function write(invocation: Invocation, plan: RepairPlan, settledFirst: readonly SettledChange[]): Promise<ExitCode> {
  const { values, ui, system } = invocation;
  const applied = plan.files.length === 0 ? undefined : await applyPlan(invocation, plan);
  const settled = [...settledFirst, ...(applied?.settled ?? [])];
  const refused = applied?.outcomes.filter((outcome) => outcome.kind === 'refused') ?? [];
  // Asked again rather than assumed: another program may have the same files open.
  const after = await examineMachine(invocation);
  const left = after.findings.filter(({ id }) => isChosen(id, values.texts('only'))).map((finding) => withoutHarmfulFix(finding, plan));
  if (values.flag('json')) printPlan(invocation, plan, { ...after, findings: left }, { written: true, ...applied, settled });
  else {
    printSettled(ui, settled);
    printCured(
      invocation,
      plan.files.filter(({ path }) => !refused.some((outcome) => outcome.path === path)),
    );
    for (const outcome of refused) ui.warn(refusalText(invocation, outcome));
    printHarmful(invocation, plan);
    printNext(
      invocation,
      refused.length === 0 ? plan : { ...plan, files: plan.files.filter(({ path }) => !refused.some((outcome) => outcome.path === path)) },
    );
    if (left.length > 0)
      ui.print(`\n${ui.style.bold('What is left')}\n${findingsText(left, { style: ui.style, width: ui.width, home: system.home })}\n`);
    const calls = callsText(after.setup, { style: ui.style, width: ui.width, home: system.home });
    if (calls.length > 0) ui.print(calls.join('\n'));
    const isNarrow = values.texts('only').length > 0 && left.length === 0;
    ui.print(isNarrow ? `Nothing of ${values.texts('only').join(', ')} is left.` : summaryText(summaryOf(left, after.setup), ui.style));
    if (applied?.change !== undefined) ui.print(ui.style.dim(`Change ${applied.change}. Take it back with: snap mcp undo`));
  }
  if (refused.length > 0) return exit.refused;
  return left.some(({ severity }) => severity === 'error') ? exit.findings : exit.fine;
}

/** What an earlier run could not finish is ended before anything is judged: else the plan would build on a half-made state. */
async function settleFirst({ values, ui, system, writable }: Invocation): Promise<readonly SettledChange[]> {
  if (values.flag('dry-run') || (!values.flag('yes') && !ui.interactive)) return [];
  if ((await interruptedChanges(system)).length === 0) return [];
  const { settle } = await import('../../../changes/apply.ts');
  return settle(await writable());
}

/** What would break another assistant is nothing snap can mend. */
function withoutHarmfulFix(finding: ConfigFinding, { harmful }: RepairPlan): ConfigFinding {
  if (!harmful.some((one) => one.finding.fingerprint === finding.fingerprint)) return finding;
  const { fix: _fix, ...rest } = finding;
  return rest;
}

async function applyPlan(invocation: Invocation, plan: RepairPlan) {
  const { apply } = await import('../../../changes/apply.ts');
  return apply(await invocation.writable(), changesOf(plan), {
    command: invocation.words,
    strictAll: invocation.values.flag('strict-all'),
  });
}

function refusalText({ ui, system }: Invocation, { message, hint }: FileOutcome & { readonly kind: 'refused' }): string {
  const next = hint === undefined ? '' : `\n    ${plain(tilde(hint, system.home))}`;
  return `${ui.style.red(ui.style.mark.bad)} ${plain(tilde(message, system.home))}${next}`;
}

/** Each file with what the change in it cures. */
function printCured({ ui, system }: Invocation, files: readonly RepairedFile[]): void {
  const { style } = ui;
  for (const { path, cured } of files) {
    ui.print(`${style.green(style.mark.good)} ${plain(tilde(path, system.home))}  ${style.dim(count(cured.length, 'fix', 'fixes'))}`);
    for (const { id, server, fix } of cured) {
      ui.print(`    ${style.mark.arrow} ${id}${server === undefined ? '' : ` ${plain(server)}`}: ${plain(fix?.says ?? '')}`);
    }
  }
}

/** Why some fixes were not made: two assistants want the same text otherwise. */
function printHarmful({ ui, system }: Invocation, { harmful }: RepairPlan): void {
  for (const { finding, sideEffect } of harmful) {
    const server = finding.server === undefined ? '' : ` ${plain(finding.server)}`;
    ui.print(
      `${ui.style.yellow(ui.style.mark.warn)} ${finding.id}${server} (${finding.client?.name ?? ''}) was left alone: the same file is read by ${sideEffect.client}, and there: ${plain(tilde(sideEffect.message, system.home))}`,
    );
    ui.print(`    ${ui.style.mark.arrow} Give each of the two a file of its own, or write the entry so that both understand it.`);
  }
}

/** What the person does so that each assistant sees the change. */
function printNext({ ui }: Invocation, { files }: RepairPlan): void {
  for (const client of clientsOf(files.flatMap(({ cured }) => cured)))
    ui.print(`  ${ui.style.mark.arrow} ${client.name}: ${client.reload}`);
}

interface Written {
  readonly written: boolean;
  readonly change?: number;
  readonly settled?: readonly SettledChange[];
  readonly outcomes?: readonly FileOutcome[];
}

function printPlan(
  invocation: Invocation,
  plan: RepairPlan,
  { setup, findings }: Pick<Examined, 'setup' | 'findings'>,
  written: Written,
): void {
  const left = written.written ? findings : plan.left;
  if (!invocation.values.flag('json')) return printCured(invocation, plan.files);
  invocation.ui.json({
    schemaVersion: 1,
    written: written.written && plan.files.length > 0,
    ...(written.change === undefined ? {} : { change: written.change }),
    ...settledDocument(written.settled),
    files: plan.files.map(({ path, cured }) => ({
      path,
      cured: cured.map((finding) => ({ ...findingDocument(finding), does: finding.fix?.says ?? '' })),
      ...refusedDocument(written.outcomes, path),
    })),
    harmful: plan.harmful.map(({ finding, sideEffect }) => ({
      ...findingDocument(finding),
      breaks: sideEffect.client,
      because: sideEffect.message,
    })),
    next: clientsOf(plan.files.flatMap(({ cured }) => cured)).map((client) => ({ client: client.id, does: client.reload })),
    findings: left.map(findingDocument),
    summary: summaryOf(left, setup),
  });
}

function refusedDocument(outcomes: readonly FileOutcome[] | undefined, path: string) {
  const outcome = outcomes?.find((one) => one.path === path);
  return outcome?.kind === 'refused' ? { refused: outcome.message } : {};
}

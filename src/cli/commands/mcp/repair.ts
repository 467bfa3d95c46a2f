import { changesOf, diagnostics, planRepair, type ConfigFinding, type ProposedChange } from '../../../doctor/index.ts';
import { interruptedChanges, previewChanges, type PreviewedFile, type RecoveredChange } from '../../../changes/index.ts';
import { capitalize, SnapError } from '../../../system/index.ts';
import { askAboutBridges } from '../../options/ask-about-bridges.ts';
import { checkUpAsAsked, checkupOptions } from '../../options/checkup-options.ts';
import type { Command, Invocation, Values } from '../../command.ts';
import { exit, type ExitCode } from '../../exit.ts';
import { confirmed } from '../../print-answer.ts';
import { findingText } from '../../reports/findings-text.ts';
import { printDiff, writePatchFile } from '../../reports/print-diff.ts';
import { writeOptions } from '../../options/selection.ts';
import { plain } from '../../terminal/style.ts';
import { printFixes, printRepaired, printSideEffects, printUnasked, repairDocument, type PlannedRepair } from './repair-report.ts';

const { check: _, ...ownWriteOptions } = writeOptions;

export default {
  name: 'mcp repair',
  summary: 'Fix what "snap mcp validate" found: show the changes, ask, write them, and check again.',
  usage: '[--client <id>…] [--only <finding>…] [--dry-run] [--yes [--unsafe]]',
  details:
    'A fix is either safe (it changes nothing you could want otherwise) or asks first. Either all files are written or none; "snap mcp undo" restores every byte. --yes makes the safe fixes without asking and lists the others; --unsafe makes those too, except fixes that would allow more than before.',
  options: {
    ...checkupOptions,
    only: { type: 'string', multiple: true, value: 'finding', completes: 'findings', help: 'Only findings of this id; may be repeated' },
    unsafe: { type: 'boolean', help: 'With --yes: also the fixes that ask first' },
    ...ownWriteOptions,
  },
  examples: [
    ['snap mcp repair', 'see what can be fixed, and decide'],
    ['snap mcp repair --dry-run', 'see the changes as a diff'],
    ['snap mcp repair --yes --client claude-desktop', 'only safe fixes, in one assistant'],
    ['snap mcp repair --only shim-instead-of-stdio', 'only findings of this id'],
  ],
  async run(invocation) {
    requireValid(invocation.values);
    const recovered = await recoverFirst(invocation);
    const planned = await planAsAsked(invocation);
    if (planned === undefined) return exit.interrupted;
    const decision = await decide(invocation, planned);
    return decision === 'yes' ? carryOut(invocation, planned, recovered) : decision;
  },
} satisfies Command;

function requireValid(values: Values): void {
  if (values.text('patch-file') !== undefined && !values.flag('dry-run')) throw new SnapError('usage', '--patch-file needs --dry-run.');
  if (values.flag('unsafe') && !values.flag('yes') && !values.flag('dry-run')) {
    throw new SnapError('usage', '--unsafe needs --yes or --dry-run.', { hint: 'Without them, snap asks about each of these fixes.' });
  }
  // A misspelt id would repair nothing and report that all is well.
  for (const id of values.texts('only')) {
    if (diagnostics.some((diagnostic) => diagnostic.id === id)) continue;
    throw new SnapError('usage', `--only ${plain(id)}: there is no such finding.`, { hint: '"snap mcp validate" shows the ids.' });
  }
}

/** An interrupted earlier run is completed or reverted first: a plan must not start from a half-written state. */
async function recoverFirst({ values, ui, system, writable }: Invocation): Promise<readonly RecoveredChange[]> {
  if (values.flag('dry-run') || (!values.flag('yes') && !ui.interactive)) return [];
  if ((await interruptedChanges(system)).length === 0) return [];
  const { recoverInterrupted } = await import('../../../changes/apply.ts');
  return recoverInterrupted(await writable());
}

/** Examines the machine and plans the fixes that are wanted. `undefined`: the person cancelled. */
async function planAsAsked(invocation: Invocation): Promise<PlannedRepair | undefined> {
  const { system } = invocation;
  const seen = await checkUpAsAsked(invocation);
  const bridges = isChosen({ id: 'shim-instead-of-stdio' }, invocation.values)
    ? await askAboutBridges(invocation, seen.setup)
    : new Set<string>();
  if (bridges === undefined) return undefined;
  const found = bridges.size === 0 ? seen : await checkUpAsAsked(invocation, bridges);
  const { facts } = found.setup;
  const plan = await planRepair(system, found, {
    isChosen: (finding) => isChosen(finding, invocation.values),
    wants: (finding, change) => wants(invocation, finding, () => printDiff(invocation, [previewOf(finding, change)], facts)),
  });
  return plan === undefined
    ? undefined
    : { plan, found, bridges, preview: await previewChanges(system, changesOf(plan, facts.workspace.path), facts.contents) };
}

function isChosen({ id }: Pick<ConfigFinding, 'id'>, values: Values): boolean {
  const only = values.texts('only');
  return only.length === 0 || only.includes(id);
}

/** Safe fixes are shown together later. For each of the others snap asks, or the flags decide. */
async function wants(
  { values, ui, system }: Invocation,
  finding: ConfigFinding,
  showDiff: () => Promise<void>,
): Promise<boolean | undefined> {
  const { fix } = finding;
  if (fix === undefined) return false;
  const allowsMore = fix.loosens === true;
  if (fix.kind === 'safe' && !allowsMore) return true;
  if (values.flag('yes') || values.flag('dry-run') || values.flag('json')) return values.flag('unsafe') && !allowsMore;
  if (!ui.interactive) return false;
  ui.print('');
  ui.print(findingText(finding, { style: ui.style, width: ui.width, home: system.home }));
  await showDiff();
  // As --yes answers it.
  return ui.confirm(`${sentence(fix.says)}?${allowsMore ? ' This allows more than before.' : ''}`, false);
}

function sentence(text: string): string {
  return plain(capitalize(text));
}

/** One fix alone, as a preview that can be printed. */
function previewOf({ fix }: ConfigFinding, change: ProposedChange): PreviewedFile {
  const computed = { kind: 'write', bytes: change.after } as const;
  return {
    ...change,
    results: [
      {
        change: {
          path: fix?.edit.path ?? change.path,
          about: { client: '', scope: '', servers: [], action: 'repair' },
          compute: () => computed,
        },
        computed,
      },
    ],
  };
}

/** `yes`, or the exit code with which the command ends without writing. */
async function decide(invocation: Invocation, planned: PlannedRepair): Promise<'yes' | ExitCode> {
  const { values, ui } = invocation;
  const { found, plan, preview } = planned;
  const { facts } = found.setup;
  const isJson = values.flag('json');
  if (values.flag('dry-run')) {
    if (isJson) ui.json(repairDocument(planned));
    else {
      await printDiff(invocation, preview, facts);
      printUnasked(invocation, planned);
    }
    const file = values.text('patch-file');
    if (file !== undefined) await writePatchFile(invocation, file, preview, facts);
    return exit.fine;
  }
  if (plan.files.length === 0 || values.flag('yes')) return 'yes';
  if (isJson) ui.json(repairDocument(planned));
  else {
    await printDiff(invocation, preview, facts);
    printFixes(invocation, plan.files, 'planned');
    printSideEffects(invocation, plan);
  }
  const question = plan.files.length === 1 ? 'Write this change?' : `Write these changes in ${plan.files.length} files?`;
  return confirmed(invocation, question, { done: 'written' });
}

/** Writes the plan, examines the machine again and reports what is left. */
async function carryOut(invocation: Invocation, planned: PlannedRepair, recoveredFirst: readonly RecoveredChange[]): Promise<ExitCode> {
  const { values, ui } = invocation;
  const { bridges, plan } = planned;
  const applied = plan.files.length === 0 ? undefined : await applyPlan(invocation, planned);
  const isDeclined = applied === undefined && ui.interactive && plan.left.some(({ fix }) => fix !== undefined);
  if (isDeclined && !values.flag('json')) ui.print('Nothing was written.');
  // Examined again rather than assumed: another program may write the same files.
  const after = await checkUpAsAsked(invocation, bridges);
  const left = after.findings.filter((finding) => isChosen(finding, values)).map((finding) => withoutHarmfulFix(finding, planned));
  const outcomes = applied?.outcomes ?? [];
  const report = {
    after: { setup: after.setup, findings: left },
    change: applied?.change,
    recovered: [...recoveredFirst, ...(applied?.recovered ?? [])],
    outcomes,
  };
  if (values.flag('json')) ui.json(repairDocument(planned, report));
  else printRepaired(invocation, planned, report);
  if (outcomes.some(({ kind }) => kind === 'refused')) return exit.refused;
  return left.some(({ severity }) => severity === 'error') ? exit.findings : exit.fine;
}

async function applyPlan(invocation: Invocation, { found, plan }: PlannedRepair) {
  const { apply } = await import('../../../changes/apply.ts');
  return apply(await invocation.writable(), changesOf(plan, found.setup.facts.workspace.path), {
    command: invocation.words,
    strictAll: invocation.values.flag('strict-all'),
  });
}

/** A fix that would break something for another assistant is not offered again. */
function withoutHarmfulFix(finding: ConfigFinding, { plan }: PlannedRepair): ConfigFinding {
  if (!plan.harmful.some((one) => one.finding.fingerprint === finding.fingerprint)) return finding;
  const { fix: _fix, ...rest } = finding;
  return rest;
}

import { planEntries, previewChanges, type EntryRequest, type PlannedStep, type PreviewedFile } from '../changes/index.ts';
import { probe, type Facts, type Workspace } from '../machine/index.ts';
import { findWorkspace } from '../workspace/index.ts';
import { SnapError } from '../system/index.ts';
import type { Invocation, Values } from './command.ts';
import { exit, type ExitCode } from './exit.ts';
import { printDiff, writePatchFile } from './print-diff.ts';
import { needsQuestion, selectionOf, type Selection } from './selection.ts';
import { plain } from './ui.ts';
import { isPending, naming, printResults, refusal, type EntryResult, type Telling } from './write-report.ts';

/** What is to happen, and how it is told. */
export interface Plan {
  readonly facts: Facts;
  readonly steps: readonly PlannedStep[];
  /** Told with the results, whatever became of them. */
  readonly besides?: Pick<Telling, 'document' | 'nothing' | 'naming'>;
}

/** What the command wants of each client, once it is known where it works. */
export type RequestFor = (context: {
  readonly workspace: Workspace;
  readonly selection: Selection;
  readonly facts: Facts;
}) => Promise<EntryRequest>;

/**
 * The one way by which entries are written and removed: look, plan, show, ask, apply, tell what comes next.
 */
export async function writeEntries(invocation: Invocation, requestFor: RequestFor): Promise<ExitCode> {
  const { values, ui } = invocation;
  requirePatchFileOfDryRun(values);
  const selection = selectionOf(values);
  let plan = await planFor(invocation, selection, requestFor, values.text('workspace'));
  if (ui.interactive && plan.steps.some((step) => step.kind === 'refused' && step.needs === 'workspace')) {
    const answer = await ui.ask('Which project shall the assistants that start servers anywhere work in?', 'a directory');
    if (answer === undefined) return exit.interrupted;
    if (answer === '') return exit.refused;
    plan = await planFor(invocation, selection, requestFor, answer);
  }
  return carryOut(invocation, plan, { mustAsk: needsQuestion(selection, values) });
}

/** The rest of that way, for any plan: show, ask, apply, tell. */
export async function carryOut(invocation: Invocation, plan: Plan, { mustAsk }: { readonly mustAsk: boolean }): Promise<ExitCode> {
  const { values, ui } = invocation;
  const { facts, steps } = plan;
  const preview = await previewChanges(
    invocation.system,
    steps.flatMap((step) => (step.kind === 'change' ? [step.change] : [])),
    facts.contents,
  );
  const planned = steps.map((step) => plannedResult(step, preview));

  if (values.flag('dry-run')) return dryRun(invocation, plan, planned, preview);
  const pending = planned.filter((result) => isPending(result));
  const obstacle = planned.some((result) => result.action === 'refused');
  if (values.flag('check')) {
    printResults(invocation, planned, { ...plan.besides, tense: 'would' });
    return obstacle ? exit.refused : pending.length > 0 ? exit.findings : exit.fine;
  }
  if (pending.length > 0 && mustAsk) {
    if (!ui.interactive || values.flag('json')) {
      printResults(invocation, planned, { ...plan.besides, tense: 'would' });
      if (!values.flag('json')) ui.warn('Nobody could be asked, so nothing was written. Name the assistants, or add --yes.');
      return obstacle ? exit.refused : exit.findings;
    }
    await printDiff(ui, preview, facts);
    const answer = await ui.confirm(`Write ${pending.length === 1 ? 'this change' : `these ${pending.length} changes`}?`);
    if (answer === undefined) return exit.interrupted;
    if (!answer) {
      ui.print('Nothing was written.');
      return exit.refused;
    }
  }
  return write(invocation, plan, planned);
}

/** A slip that would leave a person without the file. */
export function requirePatchFileOfDryRun(values: Values): void {
  if (values.text('patch-file') !== undefined && !values.flag('dry-run'))
    throw new SnapError('usage', '--patch-file belongs to --dry-run.');
}

/** Look and plan: one entry at each of the chosen clients. */
export async function planFor(
  invocation: Invocation,
  selection: Selection,
  requestFor: RequestFor,
  named: string | undefined,
): Promise<Plan> {
  const { facts, where } = await look(invocation, selection, named);
  const request = await requestFor({ workspace: facts.workspace, selection, facts });
  return { facts, steps: await planEntries(facts, request, { named: selection.named, where }) };
}

/** What there is at the chosen clients; of all only those found on the machine, unless the person said otherwise. */
export async function look({ system }: Invocation, selection: Selection, named: string | undefined) {
  const workspace = await findWorkspace(system, named);
  const facts = await probe(system, { workspace, clients: selection.clients });
  return {
    facts: selection.onlyDetected ? { ...facts, clients: facts.clients.filter((found) => found.installed) } : facts,
    where: { platform: system.platform, home: system.home, env: system.env, workspace: workspace.path },
  };
}

/** The rest of the way once it is agreed: apply and tell. `planned` says of each step what would become of it. */
export async function write(invocation: Invocation, { besides, facts, steps }: Plan, planned: readonly EntryResult[]): Promise<ExitCode> {
  const { values } = invocation;
  const changes = steps.flatMap((step) => (step.kind === 'change' ? [step.change] : []));
  if (values.flag('strict-all') && planned.some((result) => result.action === 'refused')) {
    printResults(invocation, planned, { ...besides, tense: 'would' });
    return exit.refused;
  }
  const { apply } = await import('../changes/apply.ts');
  const applied = await apply(await invocation.writable(), changes, { command: invocation.words, strictAll: values.flag('strict-all') });
  const removed = steps.find((step) => step.kind === 'change' && step.action === 'remove')?.name;
  let next = 0;
  const results = steps.map((step, i): EntryResult => {
    const result = planned[i];
    if (result === undefined) throw new TypeError('every step has a planned result');
    if (step.kind !== 'change') return result;
    const outcome = applied.outcomes[next++];
    switch (outcome?.kind) {
      case 'refused':
        return refusedResult(aboutOf(step), outcome, step);
      case 'unchanged':
        return { ...result, action: 'unchanged' };
      case 'written':
        return result.action === 'unchanged' ? { ...result, action: actionOf(step, true) } : result;
      case undefined:
        throw new TypeError('apply answers every change');
      default:
        return outcome satisfies never;
    }
  });
  printResults(invocation, results, {
    ...besides,
    tense: 'did',
    change: applied.change,
    settled: applied.settled,
    ...(removed === undefined ? {} : { remaining: remainingOf(facts, removed, results) }),
  });
  return results.some((result) => result.action === 'refused') ? exit.refused : exit.fine;
}

/** Where the name still stands, in the files of the chosen clients. */
function remainingOf(facts: Facts, name: string, results: readonly EntryResult[]): NonNullable<Telling['remaining']> {
  const gone = new Set(results.flatMap((result) => (result.action === 'removed' && result.path !== undefined ? [result.path] : [])));
  return facts.clients.flatMap(({ client, files }) =>
    files
      .filter((file) => !gone.has(file.path) && file.servers.some((server) => server.name === name))
      .map(({ scope, path }) => ({ client, scope, path })),
  );
}

/** What a step would come to. */
export function plannedResult(step: PlannedStep, preview: readonly PreviewedFile[]): EntryResult {
  switch (step.kind) {
    case 'manual':
      return { client: step.client, name: step.name, action: 'manual', message: step.steps };
    case 'refused':
      return {
        client: step.client,
        name: step.name,
        action: 'refused',
        ...(step.path === undefined ? {} : { path: step.path }),
        message: step.message,
        ...(step.hint === undefined ? {} : { hint: step.hint }),
      };
    case 'change': {
      const about = aboutOf(step);
      const result = preview.flatMap((file) => file.results).find((found) => found.change === step.change)?.computed;
      if (result === undefined || result.kind === 'unchanged') return { ...about, action: 'unchanged' };
      if (result.kind === 'refused') return refusedResult(about, result, step);
      return {
        ...about,
        action: actionOf(step, step.existed),
        ...(step.warning === undefined ? {} : { message: step.warning }),
        ...(result.bytes === undefined ? { message: 'The file held nothing else, so it goes too; "snap mcp undo" brings it back.' } : {}),
      };
    }
    default:
      return step satisfies never;
  }
}

type Change = PlannedStep & { readonly kind: 'change' };

function aboutOf({ client, name, path, scope }: Change): Pick<EntryResult, 'client' | 'name' | 'scope' | 'path'> {
  return { client, name, scope, path };
}

function actionOf({ action }: Change, existed: boolean): EntryResult['action'] {
  switch (action) {
    case 'set':
      return existed ? 'updated' : 'created';
    case 'remove':
      return 'removed';
    case 'switch-on':
      return 'enabled';
    case 'switch-off':
      return 'disabled';
    default:
      return action satisfies never;
  }
}

function refusedResult(
  about: Pick<EntryResult, 'client' | 'name' | 'scope' | 'path'>,
  why: { readonly message: string; readonly hint?: string },
  step: Change,
): EntryResult {
  return {
    ...about,
    action: 'refused',
    message: why.message,
    ...(why.hint === undefined ? {} : { hint: why.hint }),
    ...(step.snippet === undefined ? {} : { paste: step.snippet }),
  };
}

async function dryRun(
  invocation: Invocation,
  { besides, facts }: Plan,
  planned: readonly EntryResult[],
  preview: readonly PreviewedFile[],
): Promise<ExitCode> {
  const { ui, values } = invocation;
  if (values.flag('json')) printResults(invocation, planned, { ...besides, tense: 'would' });
  else await printDiff(ui, preview, facts);
  const file = values.text('patch-file');
  if (file !== undefined) await writePatchFile(await invocation.writable(), file, preview, facts);
  // What is no change of a file is told besides, where no script takes it for the diff.
  for (const result of planned) {
    if (result.action === 'refused') ui.warn(refusal(result, ui, invocation.system, besides?.naming));
    else if (result.message !== undefined && !values.flag('json'))
      ui.warn(`${ui.style.yellow(ui.style.mark.warn)} ${result.client.name}: ${naming(result, besides?.naming)}${plain(result.message)}`);
  }
  return exit.fine;
}

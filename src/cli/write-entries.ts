import {
  findWorkspace,
  planEntries,
  previewChanges,
  probe,
  type EntryRequest,
  type Facts,
  type PlannedStep,
  type PreviewedFile,
  type Workspace,
} from '../doctor/index.ts';
import { SnapError } from '../system/index.ts';
import type { Invocation } from './command.ts';
import { exit, type ExitCode } from './exit.ts';
import { printDiff, writePatchFile } from './print-diff.ts';
import { needsQuestion, selectionOf, type Selection } from './selection.ts';
import { plain } from './ui.ts';
import { isPending, printResults, refusal, type EntryResult, type Telling } from './write-report.ts';

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
  if (values.text('patch-file') !== undefined && !values.flag('dry-run'))
    throw new SnapError('usage', '--patch-file belongs to --dry-run.');
  const selection = selectionOf(values);
  let plan = await planFor(invocation, selection, requestFor, values.text('workspace'));
  if (ui.interactive && plan.steps.some((step) => step.kind === 'refused' && step.needs === 'workspace')) {
    const answer = await ui.ask('Which project shall the assistants that start servers anywhere work in?', 'a directory');
    if (answer === undefined) return exit.interrupted;
    if (answer === '') return exit.refused;
    plan = await planFor(invocation, selection, requestFor, answer);
  }
  const { facts, request, steps } = plan;
  const preview = await previewChanges(
    invocation.system,
    steps.flatMap((step) => (step.kind === 'change' ? [step.change] : [])),
    facts.contents,
  );
  const planned = steps.map((step) => plannedResult(step, preview, request.action));

  if (values.flag('dry-run')) return dryRun(invocation, planned, preview, facts);
  const pending = planned.filter((result) => isPending(result));
  const obstacle = planned.some((result) => result.action === 'refused');
  if (values.flag('check')) {
    printResults(invocation, planned, { tense: 'would' });
    return obstacle ? exit.refused : pending.length > 0 ? exit.findings : exit.fine;
  }
  if (pending.length > 0 && needsQuestion(selection, values)) {
    if (!ui.interactive || values.flag('json')) {
      printResults(invocation, planned, { tense: 'would' });
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

interface Plan {
  readonly facts: Facts;
  readonly request: EntryRequest;
  readonly steps: readonly PlannedStep[];
}

async function planFor({ system }: Invocation, selection: Selection, requestFor: RequestFor, named: string | undefined): Promise<Plan> {
  const workspace = await findWorkspace(system, named);
  const facts = chosen(await probe(system, { workspace, clients: selection.clients }), selection);
  const request = await requestFor({ workspace, selection, facts });
  const where = { platform: system.platform, home: system.home, env: system.env, workspace: workspace.path };
  return { facts, request, steps: await planEntries(facts, request, { named: selection.named, where }) };
}

async function write(invocation: Invocation, { facts, request, steps }: Plan, planned: readonly EntryResult[]): Promise<ExitCode> {
  const { values } = invocation;
  const changes = steps.flatMap((step) => (step.kind === 'change' ? [step.change] : []));
  if (values.flag('strict-all') && planned.some((result) => result.action === 'refused')) {
    printResults(invocation, planned, { tense: 'would' });
    return exit.refused;
  }
  const { apply } = await import('../doctor/apply.ts');
  const applied = await apply(await invocation.writable(), changes, { command: invocation.words, strictAll: values.flag('strict-all') });
  let next = 0;
  const results = steps.map((step, i): EntryResult => {
    const result = planned[i];
    if (result === undefined) throw new TypeError('every step has a planned result');
    if (step.kind !== 'change') return result;
    const outcome = applied.outcomes[next++];
    switch (outcome?.kind) {
      case 'refused':
        return refusedResult({ client: step.client, scope: step.scope, path: step.path }, outcome, step);
      case 'unchanged':
        return { ...result, action: 'unchanged' };
      case 'written':
        return result.action === 'unchanged' ? { ...result, action: request.action === 'set' ? 'updated' : 'removed' } : result;
      case undefined:
        throw new TypeError('apply answers every change');
      default:
        return outcome satisfies never;
    }
  });
  printResults(invocation, results, {
    tense: 'did',
    change: applied.change,
    settled: applied.settled,
    ...(request.action === 'remove' ? { remaining: remainingOf(facts, request.name, results) } : {}),
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

/** Of all clients only those found on the machine, unless the person said otherwise. */
function chosen(facts: Facts, selection: Selection): Facts {
  if (!selection.onlyDetected) return facts;
  return { ...facts, clients: facts.clients.filter((found) => found.installed) };
}

function plannedResult(step: PlannedStep, preview: readonly PreviewedFile[], action: EntryRequest['action']): EntryResult {
  switch (step.kind) {
    case 'manual':
      return { client: step.client, action: 'manual', message: step.steps };
    case 'refused':
      return {
        client: step.client,
        action: 'refused',
        ...(step.path === undefined ? {} : { path: step.path }),
        message: step.message,
        ...(step.hint === undefined ? {} : { hint: step.hint }),
      };
    case 'change': {
      const about = { client: step.client, scope: step.scope, path: step.path };
      const result = preview.flatMap((file) => file.results).find((found) => found.change === step.change)?.computed;
      if (result === undefined || result.kind === 'unchanged') return { ...about, action: 'unchanged' };
      if (result.kind === 'refused') return refusedResult(about, result, step);
      return {
        ...about,
        action: action === 'remove' ? 'removed' : step.existed ? 'updated' : 'created',
        ...(step.warning === undefined ? {} : { message: step.warning }),
        ...(result.bytes === undefined ? { message: 'The file held nothing else, so it goes too; "snap mcp undo" brings it back.' } : {}),
      };
    }
    default:
      return step satisfies never;
  }
}

function refusedResult(
  about: Pick<EntryResult, 'client' | 'scope' | 'path'>,
  why: { readonly message: string; readonly hint?: string },
  step: PlannedStep & { kind: 'change' },
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
  planned: readonly EntryResult[],
  preview: readonly PreviewedFile[],
  facts: Facts,
): Promise<ExitCode> {
  const { ui, values } = invocation;
  if (values.flag('json')) printResults(invocation, planned, { tense: 'would' });
  else await printDiff(ui, preview, facts);
  const file = values.text('patch-file');
  if (file !== undefined) await writePatchFile(await invocation.writable(), file, preview, facts);
  // What is no change of a file is told besides, where no script takes it for the diff.
  for (const result of planned) {
    if (result.action === 'refused') ui.warn(refusal(result, ui, invocation.system));
    else if (result.message !== undefined && !values.flag('json'))
      ui.warn(`${ui.style.yellow(ui.style.mark.warn)} ${result.client.name}: ${plain(result.message)}`);
  }
  return exit.fine;
}

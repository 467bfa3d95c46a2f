import type { Client, Scope } from '../clients/index.ts';
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
import type { System } from '../system/index.ts';
import type { Invocation } from './command.ts';
import { exit, type ExitCode } from './exit.ts';
import { printDiff, writePatchFile } from './print-diff.ts';
import { needsQuestion, selectionOf, type Selection } from './selection.ts';
import { tilde } from './scan-text.ts';
import { plain, type Ui } from './ui.ts';

/** What became, or would become, of one client. */
export interface EntryResult {
  readonly client: Client;
  readonly scope?: Scope;
  readonly path?: string;
  readonly action: 'created' | 'updated' | 'removed' | 'unchanged' | 'manual' | 'refused';
  readonly message?: string;
  readonly hint?: string;
  /** Where the entry cannot be written: its text, for pasting. */
  readonly paste?: string;
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
  const { values, system, ui } = invocation;
  const selection = selectionOf(values);
  let plan = await planFor(invocation, selection, requestFor, values.text('workspace'));
  if (ui.interactive && plan.steps.some((step) => step.kind === 'refused' && step.needs === 'workspace')) {
    const answer = await ui.ask('Which project shall the assistants that start servers anywhere work in?', 'a directory');
    if (answer === undefined) return exit.interrupted;
    plan = await planFor(invocation, selection, requestFor, answer);
  }
  const { facts, request, steps } = plan;
  const preview = await previewChanges(
    system,
    steps.flatMap((step) => (step.kind === 'change' ? [step.change] : [])),
    facts.contents,
  );
  const planned = steps.map((step) => plannedResult(step, preview, request.action));

  if (values.flag('dry-run')) return dryRun(invocation, planned, preview, facts);
  const pending = planned.filter((result) => isPending(result));
  const obstacle = planned.some((result) => result.action === 'refused');
  if (values.flag('check')) {
    printResults(invocation, planned, { tense: 'would', change: undefined });
    return obstacle ? exit.refused : pending.length > 0 ? exit.findings : exit.fine;
  }
  if (pending.length > 0 && needsQuestion(selection, values)) {
    if (!ui.interactive || values.flag('json')) {
      printResults(invocation, planned, { tense: 'would', change: undefined });
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
  return write(invocation, steps, planned, request);
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

async function write(
  invocation: Invocation,
  steps: readonly PlannedStep[],
  planned: readonly EntryResult[],
  request: EntryRequest,
): Promise<ExitCode> {
  const { values } = invocation;
  const changes = steps.flatMap((step) => (step.kind === 'change' ? [step.change] : []));
  if (values.flag('strict-all') && planned.some((result) => result.action === 'refused')) {
    printResults(invocation, planned, { tense: 'would', change: undefined });
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
  printResults(invocation, results, { tense: 'did', change: applied.change });
  return results.some((result) => result.action === 'refused') ? exit.refused : exit.fine;
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

function isPending(result: EntryResult): boolean {
  return result.action === 'created' || result.action === 'updated' || result.action === 'removed';
}

async function dryRun(
  invocation: Invocation,
  planned: readonly EntryResult[],
  preview: readonly PreviewedFile[],
  facts: Facts,
): Promise<ExitCode> {
  const { ui, values } = invocation;
  if (values.flag('json')) printResults(invocation, planned, { tense: 'would', change: undefined });
  else await printDiff(ui, preview, facts);
  const file = values.text('patch-file');
  if (file !== undefined) await writePatchFile(await invocation.writable(), file, preview, facts);
  for (const result of planned) if (result.action === 'refused') ui.warn(refusal(result, ui, invocation.system));
  return exit.fine;
}

interface Telling {
  readonly tense: 'did' | 'would';
  readonly change: number | undefined;
}

/** Prints the results, as one document or line by line, with each client's next step. */
export function printResults(invocation: Invocation, results: readonly EntryResult[], telling: Telling): void {
  const { ui, system, values } = invocation;
  if (values.flag('json')) {
    ui.json({
      schemaVersion: 1,
      written: telling.tense === 'did',
      ...(telling.change === undefined ? {} : { change: telling.change }),
      results: results.map(({ client, ...result }) => ({
        client: client.id,
        ...result,
        ...(isPending({ client, ...result }) ? { next: client.reload } : {}),
      })),
    });
    return;
  }
  if (results.length === 0)
    ui.print('No assistant was found on this machine. "snap clients" lists those snap knows; name one to set it up all the same.');
  for (const result of results) {
    if (result.action === 'refused') ui.warn(refusal(result, ui, system));
    else ui.print(line(result, ui, system, telling));
  }
  if (telling.change !== undefined) ui.print(ui.style.dim(`Change ${telling.change}. Take it back with: snap mcp undo`));
}

const words = { created: 'added', updated: 'updated', removed: 'removed' } as const;

function line(result: EntryResult, ui: Ui, system: System, telling: Telling): string {
  const { style } = ui;
  const { client } = result;
  const path = result.path === undefined ? '' : `  ${plain(tilde(result.path, system.home))}`;
  switch (result.action) {
    case 'manual':
      return `${style.yellow(style.mark.warn)} ${style.bold(client.name)} is set up by hand. ${result.message ?? ''}`;
    case 'unchanged':
      return `${style.dim(style.mark.none)} ${client.name}: nothing to do${path}`;
    case 'created':
    case 'updated':
    case 'removed': {
      const what = telling.tense === 'did' ? words[result.action] : `would be ${words[result.action]}`;
      const next = telling.tense === 'did' ? `\n    ${style.mark.arrow} ${client.reload}` : '';
      const warning = result.message === undefined ? '' : `\n    ${style.yellow(style.mark.warn)} ${plain(result.message)}`;
      return `${style.green(style.mark.good)} ${style.bold(client.name)}: ${what}${path}${warning}${next}`;
    }
    case 'refused':
      return refusal(result, ui, system);
    default:
      return result.action satisfies never;
  }
}

function refusal(result: EntryResult, ui: Ui, system: System): string {
  const { style } = ui;
  const hint = result.hint === undefined ? '' : `\n    ${plain(tilde(result.hint, system.home))}`;
  // The text is ours, and what is in it was given on the command line; it is shown as it would stand in the file.
  const paste = result.paste === undefined ? '' : `\n    The entry:\n${result.paste.trimEnd().replaceAll(/^/gm, '      ')}`;
  return `${style.red(style.mark.bad)} ${style.bold(result.client.name)}: ${plain(tilde(result.message ?? '', system.home))}${hint}${paste}`;
}

import { nextStep } from '../../clients/index.ts';
import { isWritten, type RemainingEntry, type RecoveredChange, type StepResult } from '../../changes/index.ts';
import type { System } from '../../system/index.ts';
import type { Invocation } from '../command.ts';
import { plain } from '../terminal/style.ts';
import type { Ui } from '../terminal/ui.ts';
import { displayPaths } from '../words.ts';

/** What is reported beside the results. */
export interface ReportOptions {
  readonly tense: 'did' | 'would';
  readonly change?: number | undefined;
  /** Where a removed name is still configured. */
  readonly remaining?: readonly RemainingEntry[] | undefined;
  readonly recovered?: readonly RecoveredChange[] | undefined;
  /** Whether the entries have different names, which are printed then. */
  readonly naming?: boolean | undefined;
  /** The doubts were printed before the question. */
  readonly areDoubtsTold?: boolean | undefined;
  /** Printed when there is no result at all. */
  readonly nothing?: string | undefined;
  /** Further properties of the document. */
  readonly document?: Readonly<Record<string, unknown>> | undefined;
}

/** Prints the results, as one document or line by line, with each assistant's next step. */
export function printResults(invocation: Invocation, results: readonly StepResult[], options: ReportOptions): void {
  const { ui, system, values } = invocation;
  if (values.flag('json')) {
    ui.json(resultsDocument(results, options));
    return;
  }
  printRecovered(ui, options.recovered);
  if (results.length === 0)
    ui.print(
      options.nothing ??
        'No assistant was found on this machine. "snap scan --all" lists the assistants snap knows; name one to set it up anyway.',
    );
  for (const [i, result] of results.entries()) {
    if (result.action === 'refused') ui.warn(refusal(result, ui, system, options.naming));
    else ui.print(line(result, ui, system, options));
    if (options.areDoubtsTold !== true) printDoubts(invocation, result, options.naming);
    // Once for each assistant, however many entries it got.
    const isLast = isWritten(result) && !results.slice(i + 1).some((other) => other.client === result.client && isWritten(other));
    if (options.tense === 'did' && isLast) ui.print(`    ${ui.style.mark.arrow} ${nextText(result)}`);
  }
  for (const { client, scope, path } of options.remaining ?? []) {
    ui.print(`${ui.style.sign.warn} It is still configured in ${plain(displayPaths(path, system.home))} (${client.name}, ${scope}).`);
  }
  if (options.change !== undefined) ui.print(ui.style.dim(`Change ${options.change}. Undo it with: snap mcp undo`));
}

/** What would be wrong, for a person: on standard error, because the result is another thing. */
export function printDoubts({ system, ui, values }: Invocation, result: StepResult, isNamed: boolean | undefined): void {
  if (values.flag('json')) return;
  const { sign } = ui.style;
  for (const doubt of result.doubts ?? [])
    ui.warn(`${sign.warn} ${result.client.name}: ${naming(result, isNamed)}${plain(displayPaths(doubt, system.home))}`);
}

/** docs/schemas/write.json */
function resultsDocument(results: readonly StepResult[], options: ReportOptions) {
  return {
    schemaVersion: 1,
    ...options.document,
    written: options.tense === 'did',
    change: options.change,
    remaining: options.remaining?.map(({ client, scope, path }) => ({ client: client.id, scope, path })),
    ...recoveredDocument(options.recovered),
    results: results.map((result) => {
      const { client, doubts = [], message, name, ...rest } = result;
      const says = [...(message === undefined ? [] : [message]), ...doubts];
      return {
        client: client.id,
        server: options.naming === true ? name : undefined,
        ...rest,
        message: says.length === 0 ? undefined : says.join(' '),
        next: nextText(result),
      };
    }),
  };
}

/** What the person has to do in the assistant; undefined when nothing changed there. */
function nextText({ client, action }: StepResult): string | undefined {
  return action === 'unchanged' || action === 'manual' || action === 'refused' ? undefined : nextStep(client, action);
}

const words = { created: 'added', updated: 'updated', removed: 'removed', enabled: 'switched on', disabled: 'switched off' } as const;

function line(result: StepResult, ui: Ui, system: System, options: ReportOptions): string {
  const { style } = ui;
  const { client } = result;
  const path = result.path === undefined ? '' : `  ${plain(displayPaths(result.path, system.home))}`;
  switch (result.action) {
    case 'manual':
      return `${style.sign.warn} ${style.bold(client.name)} is set up by hand. ${result.message ?? ''}`;
    case 'unchanged':
      return `${style.sign.none} ${client.name}: nothing to do${path}`;
    case 'created':
    case 'updated':
    case 'removed':
    case 'enabled':
    case 'disabled': {
      const what = options.tense === 'did' ? words[result.action] : `would be ${words[result.action]}`;
      const warning = result.message === undefined ? '' : `\n    ${style.sign.warn} ${plain(displayPaths(result.message, system.home))}`;
      return `${style.sign.good} ${style.bold(client.name)}: ${naming(result, options.naming)}${what}${path}${warning}`;
    }
    case 'refused':
      return refusal(result, ui, system, options.naming);
    default:
      return result.action satisfies never;
  }
}

/** Where, what, what next; and the entry where it could not be written. */
export function refusal(result: StepResult, ui: Ui, system: System, isNamed?: boolean): string {
  const { style } = ui;
  const hint = result.hint === undefined ? '' : `\n    ${plain(displayPaths(result.hint, system.home))}`;
  // Made by snap of what was given on the command line; printed as it would be in the file.
  const paste = result.paste === undefined ? '' : `\n    The entry:\n${result.paste.trimEnd().replaceAll(/^/gm, '      ')}`;
  return `${style.sign.bad} ${style.bold(result.client.name)}: ${naming(result, isNamed)}${plain(displayPaths(result.message ?? '', system.home))}${hint}${paste}`;
}

/** The name of the entry, where there are several. */
export function naming({ name }: StepResult, isNamed: boolean | undefined): string {
  return isNamed === true ? `${plain(name)}: ` : '';
}

/** Reports what was done about changes that an earlier run did not finish. */
export function printRecovered(ui: Ui, recovered: readonly RecoveredChange[] | undefined): void {
  for (const { number, command, kind, leftAlone } of recovered ?? []) {
    const what = kind === 'completed' ? 'had been written completely' : 'was undone';
    ui.print(`${ui.style.sign.warn} Change ${number} (${plain(command)}) was interrupted; it ${what}.`);
    for (const path of leftAlone) ui.print(`    ${plain(path)} was changed by another program since and was not touched.`);
  }
}

/** The same for a script; nothing where there is nothing to say. */
export function recoveredDocument(recovered: readonly RecoveredChange[] | undefined) {
  if (recovered === undefined || recovered.length === 0) return {};
  return { settled: recovered.map(({ number, kind, leftAlone }) => ({ number, kind, leftAlone })) };
}

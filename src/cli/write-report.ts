import type { Client, Scope } from '../clients/index.ts';
import type { SettledChange } from '../changes/index.ts';
import type { System } from '../system/index.ts';
import type { Invocation } from './command.ts';
import { printSettled, settledDocument } from './settled.ts';
import { plain, type Ui } from './ui.ts';
import { tilde } from './words.ts';

/** What became, or would become, of one client. */
export interface EntryResult {
  readonly client: Client;
  /** Of the entry. */
  readonly name?: string;
  readonly scope?: Scope;
  readonly path?: string;
  readonly action: 'created' | 'updated' | 'removed' | 'enabled' | 'disabled' | 'unchanged' | 'manual' | 'refused';
  readonly message?: string;
  readonly hint?: string;
  /** Where the entry cannot be written: its text, for pasting. */
  readonly paste?: string;
}

/** Whether something would be, or was, written. */
export function isPending({ action }: EntryResult): boolean {
  return action in words;
}

/** What there is to say beside the results. */
export interface Telling {
  readonly tense: 'did' | 'would';
  readonly change?: number | undefined;
  /** Where a removed name still stands. */
  readonly remaining?: readonly { readonly client: Client; readonly scope: Scope; readonly path: string }[];
  readonly settled?: readonly SettledChange[];
  /** Whether the entries have different names, which are said then. */
  readonly naming?: boolean;
  /** Said where there is no result at all. */
  readonly nothing?: string;
  /** Further properties of the document. */
  readonly document?: Readonly<Record<string, unknown>>;
}

/** Prints the results, as one document or line by line, with each client's next step. */
export function printResults(invocation: Invocation, results: readonly EntryResult[], telling: Telling): void {
  const { ui, system, values } = invocation;
  if (values.flag('json')) {
    ui.json({
      schemaVersion: 1,
      ...telling.document,
      written: telling.tense === 'did',
      ...(telling.change === undefined ? {} : { change: telling.change }),
      ...(telling.remaining === undefined ? {} : { remaining: telling.remaining.map((place) => ({ ...place, client: place.client.id })) }),
      ...settledDocument(telling.settled),
      results: results.map(({ client, name, ...result }) => ({
        client: client.id,
        ...(telling.naming === true && name !== undefined ? { server: name } : {}),
        ...result,
        ...(isPending({ client, ...result }) ? { next: client.reload } : {}),
      })),
    });
    return;
  }
  printSettled(ui, telling.settled);
  if (results.length === 0)
    ui.print(
      telling.nothing ??
        'No assistant was found on this machine. "snap clients" lists those snap knows; name one to set it up all the same.',
    );
  for (const [i, result] of results.entries()) {
    if (result.action === 'refused') ui.warn(refusal(result, ui, system, telling.naming));
    else ui.print(line(result, ui, system, telling));
    // Once for each assistant, however many entries it got.
    const isLast = isPending(result) && !results.slice(i + 1).some((other) => other.client === result.client && isPending(other));
    if (telling.tense === 'did' && isLast) ui.print(`    ${ui.style.mark.arrow} ${result.client.reload}`);
  }
  for (const { client, scope, path } of telling.remaining ?? []) {
    ui.print(`${ui.style.yellow(ui.style.mark.warn)} It still stands in ${plain(tilde(path, system.home))} (${client.name}, ${scope}).`);
  }
  if (telling.change !== undefined) ui.print(ui.style.dim(`Change ${telling.change}. Take it back with: snap mcp undo`));
}

const words = { created: 'added', updated: 'updated', removed: 'removed', enabled: 'switched on', disabled: 'switched off' } as const;

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
    case 'removed':
    case 'enabled':
    case 'disabled': {
      const what = telling.tense === 'did' ? words[result.action] : `would be ${words[result.action]}`;
      const warning = result.message === undefined ? '' : `\n    ${style.yellow(style.mark.warn)} ${plain(result.message)}`;
      return `${style.green(style.mark.good)} ${style.bold(client.name)}: ${naming(result, telling.naming)}${what}${path}${warning}`;
    }
    case 'refused':
      return refusal(result, ui, system, telling.naming);
    default:
      return result.action satisfies never;
  }
}

/** Where, what, what next; and the entry where it could not be written. */
export function refusal(result: EntryResult, ui: Ui, system: System, isNamed?: boolean): string {
  const { style } = ui;
  const hint = result.hint === undefined ? '' : `\n    ${plain(tilde(result.hint, system.home))}`;
  // The text is ours, and what is in it was given on the command line; it is shown as it would stand in the file.
  const paste = result.paste === undefined ? '' : `\n    The entry:\n${result.paste.trimEnd().replaceAll(/^/gm, '      ')}`;
  return `${style.red(style.mark.bad)} ${style.bold(result.client.name)}: ${naming(result, isNamed)}${plain(tilde(result.message ?? '', system.home))}${hint}${paste}`;
}

/** The name of the entry, where there are several. */
export function naming({ name }: EntryResult, isNamed: boolean | undefined): string {
  return isNamed === true && name !== undefined ? `${plain(name)}: ` : '';
}

import type { Invocation } from '../command.ts';
import { exit, type ExitCode } from '../exit.ts';
import { findTargets, type Selection } from '../../changes/index.ts';
import type { Client } from '../../clients/index.ts';
import { scopeOf, selectionOf } from '../options/selection.ts';
import { plain } from '../terminal/style.ts';
import type { Ui } from '../terminal/ui.ts';
import { writeRequest } from '../write-entries.ts';
import { canAsk, type Asked } from '../asking.ts';
import { nearPackage } from './catalogue/catalogue.ts';
import { chooseFromCatalogue } from './choose-from-catalogue.ts';
import { givenIn } from './given.ts';
import { packageOf } from './launched-package.ts';
import { listCatalogue } from './list-catalogue.ts';
import { understand } from './understand.ts';
import { askForValues, chooseEntry, givenValues, placesOf, unsetVariables } from './values.ts';
import type { Wanted } from './wanted.ts';

/** `snap mcp add`. */
export async function addServer(invocation: Invocation): Promise<ExitCode> {
  const { positionals, rest, system, values } = invocation;
  if (values.flag('list')) return listCatalogue(invocation);
  const scope = scopeOf(values.text('scope'));
  const selection = selectionOf(values);
  const given = givenIn(values, system);
  const isEmpty = positionals.length === 0 && rest === undefined && values.text('url') === undefined;
  const wanted = isEmpty && canAsk(invocation) ? await chooseFromCatalogue(invocation, given) : await understand(invocation, given);
  if (wanted.kind === 'left') return leave(invocation, wanted);
  const doubt = await nearlyKnown(invocation, wanted.value);
  if (doubt.kind === 'left') return leave(invocation, doubt);
  const first = givenValues(wanted.value, given);
  const places = placesOf(await assistantsOf(invocation, selection), scope);
  const known = canAsk(invocation)
    ? await askForValues(invocation, wanted.value, first, places)
    : ({ kind: 'answer', value: first } as const);
  if (known.kind === 'left') return leave(invocation, known);
  introduce(invocation, wanted.value);
  adviseOnValues(invocation, unsetVariables(system, wanted.value, known.value, selection.named ? places : []));
  return writeRequest(
    { ...invocation, ui: hiding(invocation.ui, [...known.value.typed.values()]) },
    async () => ({
      action: 'set',
      name: wanted.value.name,
      scope,
      force: values.flag('force'),
      otherName: wanted.value.isInferred ? 'Choose another name with --name <name>' : undefined,
      choose: chooseEntry(system, wanted.value, known.value, { withSecrets: values.flag('with-secrets') }),
    }),
    { naming: wanted.value.isInferred },
  );
}

function leave({ ui }: Invocation, { how }: Asked<unknown> & { readonly kind: 'left' }): ExitCode {
  if (how === 'interrupted') return exit.interrupted;
  ui.print('Nothing was written.');
  return exit.refused;
}

/** A package with nearly the name of a well-known one is often a mistake in typing, and sometimes a trap. */
async function nearlyKnown(invocation: Invocation, wanted: Wanted): Promise<Asked<true>> {
  const { ui, values } = invocation;
  const [server] = wanted.servers(false);
  const name = server.kind === 'command' ? packageOf([server.command, ...server.args])?.name : undefined;
  const near = name === undefined ? undefined : nearPackage(name);
  if (near === undefined || name === undefined) return { kind: 'answer', value: true };
  const message = `The package "${plain(name)}" is not the well-known "${near}", though its name is nearly the same.`;
  if (!values.flag('json')) ui.warn(`${ui.style.yellow(ui.style.mark.warn)} ${message}`);
  if (!canAsk(invocation)) return { kind: 'answer', value: true };
  const isMeant = await ui.confirm('Add it all the same?', false);
  if (isMeant === undefined) return { kind: 'left', how: 'interrupted' };
  return isMeant ? { kind: 'answer', value: true } : { kind: 'left', how: 'declined' };
}

/** What is added, where the person typed less than that. In a dry run, standard output contains only the patch. */
function introduce({ ui, values }: Invocation, { row }: Wanted): void {
  if (row === undefined || values.flag('json') || values.flag('dry-run')) return;
  ui.print(`${row.says}. ${ui.style.dim(`Source, as of ${row.asOf}: ${row.sources[0]}`)}`);
}

/** Prints the options that set values which the entry needs and which could not be asked for without a terminal. */
function adviseOnValues({ ui, values }: Invocation, names: readonly string[]): void {
  if (names.length === 0 || values.flag('json')) return;
  const options = names.map((name) => `--env ${name}=<value>`).join(' ');
  ui.warn(
    `The entry needs ${names.join(', ')}. To write ${names.length === 1 ? 'its value' : 'the values'} into your own files: ${options}`,
  );
}

/** Those that the person named, or that are on this machine. Looked for only where somebody can be asked. */
async function assistantsOf(invocation: Invocation, selection: Selection): Promise<readonly Client[]> {
  if (selection.named || !canAsk(invocation)) return selection.clients;
  const { facts } = await findTargets(invocation.system, selection, invocation.values.text('workspace'));
  return facts.clients.map(({ client }) => client);
}

/** What was typed without being shown is shown nowhere else either, wherever it is in the entry. */
function hiding(ui: Ui, secrets: readonly string[]): Ui {
  const hidden = (text: string): string =>
    secrets.reduce((shown, secret) => (secret.length < 4 ? shown : shown.replaceAll(secret, '***')), text);
  return {
    ...ui,
    width: ui.width,
    print: (text) => ui.print(hidden(text)),
    printExact: (text) => ui.printExact(hidden(text)),
    warn: (text) => ui.warn(hidden(text)),
  };
}

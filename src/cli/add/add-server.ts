import { literalSecrets, type Client } from '../../clients/index.ts';
import type { EntryRequest } from '../../changes/index.ts';
import { type Asked, askerOf, type Asker } from '../asking.ts';
import type { Invocation } from '../command.ts';
import { exit, type ExitCode } from '../exit.ts';
import { chooseTargets, planOf, writePlan } from '../write-entries.ts';
import { plain } from '../terminal/style.ts';
import { readInput } from '../read-input.ts';
import type { Ui } from '../terminal/ui.ts';
import { nearPackage } from './catalogue/catalogue.ts';
import { addOptionsOf, type AddOptions, type Wanted } from './given.ts';
import { packageOf } from './launched-package.ts';
import { listCatalogue } from './list-catalogue.ts';
import { understand } from './understand.ts';
import { askForValues, chooseEntry, givenValues, placesOf, unsetVariables, type Known } from './values.ts';

const maxPasted = 1_000_000;

/** `snap mcp add`: options, what is wanted, where, with which values, and the plan that is written. */
export async function addServer(invocation: Invocation): Promise<ExitCode> {
  if (invocation.values.flag('list')) return listCatalogue(invocation);
  const asker = askerOf(invocation);
  const typed = addOptionsOf(invocation);
  const options = typed.word === '-' ? { ...typed, word: await pasted() } : typed;
  const wanted = await understand(options, asker);
  if (wanted.kind === 'left') return leave(asker.ui, wanted);
  for (const one of wanted.value) {
    const doubt = await nearlyKnown(one, asker);
    if (doubt.kind === 'left') return leave(asker.ui, doubt);
  }
  const names = wanted.value.map(({ name }) => `"${plain(name)}"`).join(', ');
  const chosen = await chooseTargets(invocation, `Which assistants should get ${names}?`);
  if (chosen.kind === 'left') return leave(asker.ui, chosen);
  const { isNamed, mustAsk, targets } = chosen.value;
  const clients = targets.facts.clients.map(({ client }) => client);
  const known: Known[] = [];
  for (const one of wanted.value) {
    const values = await valuesFor(one, options, clients, asker);
    if (values.kind === 'left') return leave(asker.ui, values);
    known.push(values.value);
    if (!invocation.values.flag('dry-run')) introduce(one, asker);
    adviseOnValues(asker, unsetVariables(asker.system, one, values.value, isNamed ? placesOf(clients, options.scope) : []));
  }
  const requests = wanted.value.map((one, i) =>
    requestFor(one, known[i] ?? { typed: new Map(), fromHere: new Map() }, options, invocation),
  );
  const secrets = known.flatMap(({ typed: hidden }) => [...hidden.values()]);
  const naming = wanted.value.some(({ isInferred }) => isInferred);
  return writePlan({ ...invocation, ui: hiding(asker.ui, secrets) }, await planOf(targets, requests, isNamed), { naming, mustAsk });
}

async function pasted(): Promise<string> {
  const how = 'Pipe the JSON in: snap mcp add - --cursor < servers.json';
  return new TextDecoder().decode(await readInput(maxPasted, { what: 'snap mcp add -', how }));
}

function requestFor(
  wanted: Wanted,
  known: Known,
  { force, scope, withSecrets }: AddOptions,
  { program, system }: Pick<Invocation, 'program' | 'system'>,
): EntryRequest {
  return {
    action: 'set',
    name: wanted.name,
    scope,
    force,
    otherName: wanted.isInferred ? 'Choose another name with --name <name>' : undefined,
    choose: chooseEntry(system, wanted, known, { withSecrets, program }),
  };
}

function leave(ui: Ui, { how }: Asked<unknown> & { readonly kind: 'left' }): ExitCode {
  if (how === 'interrupted') return exit.interrupted;
  ui.print('Nothing was written.');
  return exit.refused;
}

/** The values of its variables: given, or asked for. */
function valuesFor(wanted: Wanted, { given, scope }: AddOptions, clients: readonly Client[], asker: Asker): Promise<Asked<Known>> {
  const first = givenValues(wanted, given);
  return asker.canAsk ? askForValues(asker, wanted, first, placesOf(clients, scope)) : Promise.resolve({ kind: 'answer', value: first });
}

/** A package with nearly the name of a well-known one is often a mistake in typing, and sometimes a trap. */
async function nearlyKnown(wanted: Wanted, { canAsk, isQuiet, ui }: Asker): Promise<Asked<true>> {
  const [server] = wanted.servers(false);
  const name = server.kind === 'command' ? packageOf([server.command, ...server.args])?.name : undefined;
  const near = name === undefined ? undefined : nearPackage(name);
  if (near === undefined || name === undefined) return { kind: 'answer', value: true };
  const message = `The package "${plain(name)}" is not the well-known "${near}", though its name is nearly the same.`;
  if (!isQuiet) ui.warn(`${ui.style.sign.warn} ${message}`);
  if (!canAsk) return { kind: 'answer', value: true };
  const isMeant = await ui.confirm('Add it all the same?', false);
  if (isMeant === undefined) return { kind: 'left', how: 'interrupted' };
  return isMeant ? { kind: 'answer', value: true } : { kind: 'left', how: 'declined' };
}

/** What is added, where the person typed less than that, or may not have read it. */
function introduce({ isPasted, name, row, servers }: Wanted, { isQuiet, ui }: Asker): void {
  if (isQuiet) return;
  if (row !== undefined) ui.print(`${row.says}. ${ui.style.dim(`Source, as of ${row.asOf}: ${row.sources[0]}`)}`);
  const secrets = isPasted === true ? literalSecrets(servers(false)[0]) : [];
  if (secrets.length > 0)
    ui.warn(
      `${ui.style.sign.warn} "${plain(name)}" holds a secret as plain text: ${secrets.map(plain).join(', ')}. Better refer to a variable there, such as \${API_KEY}, and set it in your environment.`,
    );
}

/** Prints the options that set values which the entry needs and which could not be asked for without a terminal. */
function adviseOnValues({ isQuiet, ui }: Asker, names: readonly string[]): void {
  if (names.length === 0 || isQuiet) return;
  const options = names.map((name) => `--env ${name}=<value>`).join(' ');
  ui.warn(
    `The entry needs ${names.join(', ')}. To write ${names.length === 1 ? 'its value' : 'the values'} into your own files: ${options}`,
  );
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

import { display, formOf, type Scope, type Where } from '../clients/index.ts';
import { columnFor, findIn, shellWord } from '../machine/index.ts';
import { defaultScope, planEntry, type PlannedStep } from '../changes/index.ts';
import { type ClientFacts, type Facts } from '../machine/index.ts';
import { SnapError } from '../system/index.ts';
import type { Invocation, Options } from './command.ts';
import type { ExitCode } from './exit.ts';
import { otherSwitches } from './other-switches.ts';
import { needsQuestion, selectionOf, targetOptions, writeOptions, type Selection } from './selection.ts';
import { plain } from './ui.ts';
import { carryOut, look, requirePatchFileOfDryRun } from './write-entries.ts';

/** The options of `mcp enable` and `mcp disable`. */
export const switchOptions = { ...targetOptions, ...writeOptions } satisfies Options;

/** Flips the client's own switch of one name in the chosen files, and leaves the entries where they are. */
export async function switchEntries(invocation: Invocation, on: boolean): Promise<ExitCode> {
  const { values, positionals } = invocation;
  const [name] = positionals;
  if (name === undefined)
    throw new SnapError('usage', `Name one server to switch ${on ? 'on' : 'off'}.`, { hint: `See "snap ${invocation.words} --help".` });
  requirePatchFileOfDryRun(values);
  const selection = selectionOf(values);
  const { facts, where } = await look(invocation, selection, values.text('workspace'));
  const steps: PlannedStep[] = [];
  for (const found of withName(facts, name, selection)) steps.push(await stepFor(found, { name, on, selection, where }));
  return carryOut(invocation, { facts, steps }, { mustAsk: needsQuestion(selection, values) });
}

/** Of clients nobody named only those that have the server where it would be switched; somebody has to. */
function withName(facts: Facts, name: string, selection: Selection): readonly ClientFacts[] {
  if (selection.named) return facts.clients;
  const having = facts.clients.filter((found) => {
    const column = columnFor(found, scopeFor(found, selection));
    return column !== undefined && findIn(column, name) !== undefined;
  });
  if (having.length > 0) return having;
  const names = new Set(facts.clients.flatMap((found) => found.files.flatMap((file) => file.servers.map((server) => server.name))));
  const elsewhere = facts.clients.flatMap((found) => elsewhereOf(found, name));
  throw new SnapError('refused', `No server is called "${plain(name)}" there.`, {
    hint: elsewhere.length > 0 ? `It stands elsewhere: ${elsewhere.join(', ')}.` : existing([...names]),
  });
}

function scopeFor({ client }: ClientFacts, { scope }: Selection): Scope {
  return scope ?? defaultScope(client);
}

interface Wanted {
  readonly name: string;
  readonly on: boolean;
  readonly selection: Selection;
  readonly where: Where;
}

async function stepFor(found: ClientFacts, { name, on, selection, where }: Wanted): Promise<PlannedStep> {
  const { client } = found;
  const scope = scopeFor(found, selection);
  const step = await planEntry(found, { action: 'switch', name, scope, on }, { named: selection.named, where });
  // Of a scope the client lacks the plan knows best what to say.
  if (!client.files.some((place) => place.scope === scope) || scope === 'managed') return step;
  const column = columnFor(found, scope);
  const entry = column === undefined ? undefined : findIn(column, name);
  if (entry === undefined) {
    const broken = column?.files.find((file) => file.error !== undefined && file.state !== 'absent');
    if (broken !== undefined) return step;
    const elsewhere = elsewhereOf(found, name);
    return {
      kind: 'refused',
      name,
      client,
      message: `There is no server "${plain(name)}" in the ${scope} scope.`,
      hint: elsewhere.length > 0 ? `It stands elsewhere: ${elsewhere.join(', ')}.` : existing(namesOf(found, scope)),
    };
  }
  if (entry.file.place.write === 'never') {
    return {
      kind: 'refused',
      name,
      client,
      path: entry.file.path,
      message: `${display(entry.file.path, where)}: snap only reads this file.`,
      ...(entry.file.place.note === undefined ? {} : { hint: entry.file.place.note }),
    };
  }
  if (formOf({ client, place: entry.file.place }).switch === undefined && step.kind === 'refused') {
    const id: string = client.id;
    const word = shellWord(name, where.platform);
    const own = Object.entries(otherSwitches).find(([known]) => known === id)?.[1];
    return {
      ...step,
      hint:
        own ??
        (word === undefined
          ? 'Take the entry out in the file; keep a copy of it, to put it back.'
          : `Take the entry out: snap mcp remove ${word} --${id}${scope === defaultScope(client) ? '' : ` --scope ${scope}`} ("snap mcp undo" brings it back as it was).`),
    };
  }
  return step;
}

/** The scopes of this client that have the name, as one would ask for them. */
function elsewhereOf({ client, files }: ClientFacts, name: string): readonly string[] {
  const scopes = new Set(files.filter((file) => file.servers.some((server) => server.name === name)).map((file) => file.scope));
  return [...scopes].map((scope) => `--${client.id} --scope ${scope}`);
}

function namesOf({ files }: ClientFacts, scope: Scope): readonly string[] {
  return files.filter((file) => file.scope === scope && !file.ignored).flatMap((file) => file.servers.map((server) => server.name));
}

function existing(names: readonly string[]): string {
  return names.length === 0 ? 'There is no server at all. "snap mcp scan" shows every file.' : `There is: ${names.map(plain).join(', ')}.`;
}

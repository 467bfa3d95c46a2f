import { formOf, type Client, type Scope, type Where } from '../clients/index.ts';
import {
  closedGates,
  columnFor,
  findIn,
  shellWord,
  type ClientFacts,
  type ClosedGate,
  type Decisions,
  type Facts,
} from '../machine/index.ts';
import { displayPath, SnapError } from '../system/index.ts';
import { outsideGate, planOutsideSwitch } from './plan-outside-switch.ts';
import { defaultScope, planEntry, type PlannedStep } from './plan.ts';
import type { Selection, Targets } from './targets.ts';
import { namesHint, serverNames } from './server-names.ts';

/** Which server is to be switched on or off, and at which of the targets. */
export interface SwitchRequest {
  readonly name: string;
  readonly on: boolean;
  readonly selection: Pick<Selection, 'named' | 'scope'>;
}

/**
 * The steps that set the targets' own switches, in the entry or where the client keeps them. Assistants that the person did not name are
 * left out when they do not have the server.
 * @throws SnapError `refused` when none of them has it.
 */
export async function planSwitch({ facts, where }: Targets, decisions: Decisions, request: SwitchRequest): Promise<readonly PlannedStep[]> {
  const steps: PlannedStep[] = [];
  for (const found of clientsWith(facts, request)) steps.push(...(await stepsFor(found, request, where, decisions)));
  return steps;
}

function clientsWith(facts: Facts, { name, selection }: SwitchRequest): readonly ClientFacts[] {
  if (selection.named) return facts.clients;
  const having = facts.clients.filter((found) => {
    const column = columnFor(found, scopeFor(found, selection));
    return column !== undefined && findIn(column, name) !== undefined;
  });
  if (having.length > 0) return having;
  const elsewhere = facts.clients.flatMap((found) => optionsToFind(found, name));
  throw new SnapError('refused', `No server is called "${name}" there.`, { hint: whereOrWhich(elsewhere, name, serverNames(facts)) });
}

function scopeFor({ client }: ClientFacts, { scope }: SwitchRequest['selection']): Scope {
  return scope ?? defaultScope(client);
}

async function stepsFor(found: ClientFacts, request: SwitchRequest, where: Where, decisions: Decisions): Promise<readonly PlannedStep[]> {
  const { client } = found;
  const { name, on, selection } = request;
  const scope = scopeFor(found, selection);
  const step = await planEntry(found, { action: 'switch', name, scope, on }, { named: selection.named, where });
  // The planned step explains best that a client lacks the scope.
  if (!client.files.some((place) => place.scope === scope) || scope === 'managed') return [step];
  const column = columnFor(found, scope);
  const entry = column === undefined ? undefined : findIn(column, name);
  if (entry === undefined) {
    const isBroken = column?.files.some((file) => file.error !== undefined && file.state !== 'absent') ?? false;
    return [isBroken ? step : missing(found, name, scope)];
  }
  const { path, place } = entry.file;
  const closed = on ? closedGates(decisions, found, entry.file, entry.entry) : [];
  const other = closed.find(({ canFlip }) => canFlip !== true);
  const gate = outsideGate(client);
  const outside = gate === undefined ? [] : await planOutsideSwitch(gate, { found, file: entry.file, name, on, decisions });
  const isOwn = formOf({ client, place }).switch !== undefined;
  if (isOwn && outside.length === 0 && place.write === 'never')
    return [{ kind: 'refused', name, client, path, message: `${displayPath(path, where)}: snap only reads this file.`, hint: place.note }];
  // Where a client has both, its own commands write the one outside.
  if (isOwn && (outside.length === 0 || (on && !entry.entry.enabled))) return [step, ...outside];
  if (other !== undefined && !closed.some(({ canFlip }) => canFlip === true)) return [stillClosed(found, name, other, where)];
  if (outside.length > 0) return outside.map((one) => (other === undefined ? one : withRest(one, other)));
  if (step.kind !== 'refused') return [step];
  return [{ ...step, hint: client.switchElsewhere ?? removalHint(client, name, scope, where) }];
}

/** What is not the client's own switch is the person's decision: snap says who has to do what. */
function stillClosed({ client }: ClientFacts, name: string, closed: ClosedGate, where: Where): PlannedStep {
  const { because, command, path, says } = closed;
  const message = `"${name}" does not run for another reason: ${because} (${displayPath(path, where)}).`;
  return { kind: 'refused', name, client, path, message, hint: command === undefined ? says : `Run: ${command}. ${says}` };
}

function withRest(step: PlannedStep, { because, command, says }: ClosedGate): PlannedStep {
  if (step.kind !== 'change') return step;
  const rest = `It still does not run: ${because}. ${command === undefined ? '' : `Run: ${command}. `}${says}`;
  return { ...step, warning: step.warning === undefined ? rest : `${step.warning} ${rest}` };
}

function missing(found: ClientFacts, name: string, scope: Scope): PlannedStep {
  const names = found.files
    .filter((file) => file.scope === scope && !file.ignored)
    .flatMap((file) => file.servers.map((server) => server.name));
  return {
    kind: 'refused',
    name,
    client: found.client,
    message: `There is no server "${name}" in the ${scope} scope.`,
    hint: whereOrWhich(optionsToFind(found, name), name, names),
  };
}

/** Where no switch exists at all. */
function removalHint(client: Client, name: string, scope: Scope, where: Where): string {
  const word = shellWord(name, where.platform);
  if (word === undefined) return 'Remove the entry from the file, and keep a copy of it to put it back later.';
  const scopeOption = scope === defaultScope(client) ? '' : ` --scope ${scope}`;
  return `Remove the entry: snap mcp remove ${word} --${client.id}${scopeOption} ("snap mcp undo" restores it exactly).`;
}

/** The options that name the scopes of this client that have the server. */
function optionsToFind({ client, files }: ClientFacts, name: string): readonly string[] {
  const scopes = new Set(files.filter((file) => file.servers.some((server) => server.name === name)).map((file) => file.scope));
  return [...scopes].map((scope) => `--${client.id} --scope ${scope}`);
}

function whereOrWhich(elsewhere: readonly string[], name: string, names: readonly string[]): string {
  return elsewhere.length > 0 ? `Found in: ${elsewhere.join(', ')}.` : namesHint(name, names);
}

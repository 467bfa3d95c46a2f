import { clients as allClients, type Client, type Scope } from '../../clients/index.ts';
import { planEntries, type EntryRequest } from '../../changes/index.ts';
import type { Facts, Workspace } from '../../machine/index.ts';
import { findWorkspace } from '../../workspace/index.ts';
import { SnapError, type System } from '../../system/index.ts';
import type { Choice } from '../terminal/checklist.ts';
import type { Prompts, Reply } from '../terminal/prompts.ts';
import { complete, selectionFor, type Given } from './answers.ts';
import { isSetUp, stateOf } from './found.ts';

/** What the questions depend on. */
export interface Asking {
  readonly prompts: Prompts;
  readonly system: System;
  /** Every client of the registry. */
  readonly facts: Facts;
  readonly requestFor: (given: Given, workspace: Workspace) => Promise<EntryRequest>;
}

/** One question; `undefined` where its answer is given or there is nothing to choose. */
type Question = (given: Given, asking: Asking) => Promise<Reply<Given> | undefined>;

/** Asks what is not answered yet, and stops at the first question that the person cancels with Esc or Ctrl-C. */
export async function askMissing(given: Given, asking: Asking): Promise<Reply<Given>> {
  let value = given;
  for (const question of questions) {
    const reply = await question(value, asking);
    if (reply === undefined) continue;
    if (reply.kind !== 'answer') return reply;
    value = Object.assign({}, value, reply.value);
  }
  return { kind: 'answer', value };
}

const questions: readonly Question[] = [whichAssistants, whichScope, whichSurface, whichWorkspace];

async function whichAssistants({ clients }: Given, { prompts, facts }: Asking): Promise<Reply<Given> | undefined> {
  if (clients !== undefined) return undefined;
  const ticked = facts.clients.filter(({ client, installed }) => installed && client.setup === 'automatic').map(({ client }) => client.id);
  const reply = await prompts.multiselect('Which assistants should use snap?', assistantChoices(facts), ticked);
  return mapped(reply, (ids) => ({
    clients: isSame(ids, ticked) ? 'detected' : allClients.map(({ id }) => id).filter((id) => ids.includes(id)),
  }));
}

/** Assistants that are on the machine come first. */
function assistantChoices({ clients }: Facts): readonly Choice<string>[] {
  const width = Math.max(...clients.map(({ client }) => client.name.length));
  return clients
    .toSorted((a, b) => Number(b.installed) - Number(a.installed))
    .map((found) => {
      const { client, installed } = found;
      const remark = client.setup === 'manual' ? 'set up by hand' : isSetUp(found) || installed ? stateOf(found) : 'not found here';
      return { value: client.id, label: client.name.padEnd(width), hint: remark };
    });
}

async function whichScope(given: Given, { prompts, facts }: Asking): Promise<Reply<Given> | undefined> {
  if (given.scope !== undefined) return undefined;
  const choices = scopeChoices(chosenClients(given, facts));
  if (choices.length < 2) return undefined;
  const reply = await prompts.select('Which of their config files should snap write to?', choices);
  return mapped(reply, (scope) => (scope === 'default' ? {} : { scope }));
}

/** The scopes that at least one of the clients has; the first is the default. */
function scopeChoices(clients: readonly Client[]): readonly Choice<Scope | 'default'>[] {
  const has = (client: Client, scope: Scope): boolean => client.files.some((place) => place.scope === scope && place.write !== 'never');
  const choice = (scope: Scope, label: string): readonly Choice<Scope>[] => {
    const lacking = clients.filter((client) => !has(client, scope));
    if (lacking.length === clients.length) return [];
    return [
      {
        value: scope,
        label,
        hint: lacking.length === 0 ? undefined : `${shortList(lacking)} ${lacking.length === 1 ? 'has' : 'have'} none`,
      },
    ];
  };
  const others = [
    ...choice('project', 'for this project, shared with the team'),
    ...choice('local', 'only for you, only for this project'),
  ];
  return clients.some((client) => has(client, 'global'))
    ? [{ value: 'default', label: 'only for you, for all projects' }, ...others]
    : others;
}

function shortList(clients: readonly Client[]): string {
  const [first = '', second, ...more] = clients.map(({ name }) => name);
  return second === undefined ? first : more.length === 0 ? `${first} and ${second}` : `${first} and ${more.length + 1} others`;
}

async function whichSurface(given: Given, { prompts }: Asking): Promise<Reply<Given> | undefined> {
  if (given.surface !== undefined) return undefined;
  const reply = await prompts.select('Which tools should snap offer?', [
    { value: 'default', label: 'the default set' },
    { value: 'full', label: 'all', hint: 'uses more context in each conversation' },
  ]);
  return mapped(reply, (surface) => ({ surface }));
}

/** Assistants that do not start servers in the open project need one project in the entry. */
async function whichWorkspace(given: Given, { prompts, system, facts, requestFor }: Asking): Promise<Reply<Given> | undefined> {
  if (given.workspace !== undefined) return undefined;
  const withoutWorkspace = await clientsWithoutWorkspace(given, facts, requestFor, system);
  if (withoutWorkspace.length === 0) return undefined;
  const { workspace } = facts;
  const reply = await prompts.text(`Which project for ${shortList(withoutWorkspace)}?`, {
    placeholder: withoutWorkspace.length === 1 ? 'a directory; leave empty to skip it' : 'a directory; leave empty to skip them',
    initial: workspace.isProject ? workspace.path : undefined,
    validate: async (text) => (text === '' ? undefined : problemWith(system, text)),
  });
  return mapped(reply, (path) => (path === '' ? {} : { workspace: system.resolve(path) }));
}

/** Clients whose entry must name a project: the plan refuses them without one. */
async function clientsWithoutWorkspace(
  given: Given,
  facts: Facts,
  requestFor: Asking['requestFor'],
  system: System,
): Promise<readonly Client[]> {
  const selection = selectionFor(complete(given));
  const chosen = new Set(chosenClients(given, facts));
  const where = { platform: system.platform, home: system.home, env: system.env, workspace: facts.workspace.path };
  const request = await requestFor(given, { ...facts.workspace, isProject: false });
  const steps = await planEntries({ ...facts, clients: facts.clients.filter(({ client }) => chosen.has(client)) }, request, {
    named: selection.named,
    where,
  });
  return steps.flatMap((step) => (step.kind === 'refused' && step.needs === 'workspace' ? [step.client] : []));
}

async function problemWith(system: System, path: string): Promise<string | undefined> {
  try {
    await findWorkspace(system, path);
    return undefined;
  } catch (error) {
    if (error instanceof SnapError) return 'No such directory.';
    throw error;
  }
}

function chosenClients(given: Given, facts: Facts): readonly Client[] {
  const { clients, onlyDetected } = selectionFor(complete(given));
  return facts.clients
    .filter(({ client, installed }) => clients.includes(client) && (installed || !onlyDetected))
    .map(({ client }) => client);
}

function mapped<T, U>(reply: Reply<T>, map: (value: T) => U): Reply<U> {
  return reply.kind === 'answer' ? { kind: 'answer', value: map(reply.value) } : reply;
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one));
}

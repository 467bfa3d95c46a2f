import { clients as allClients, type Client, type Scope } from '../../clients/index.ts';
import { hasProjectFile } from '../../changes/index.ts';
import { isSetUp, stateOf } from '../../machine/index.ts';
import type { Facts } from '../../machine/index.ts';
import { findWorkspace } from '../../workspace/index.ts';
import { SnapError, type System } from '../../system/index.ts';
import type { Choice, Prompts, Reply } from '../terminal/prompts.ts';
import { displayPaths } from '../words.ts';
import { complete, type Given } from './answers.ts';
import { chosenClients, clientsThatNameOneProject, type RequestFor } from './one-project.ts';

/** What the questions depend on. */
export interface Asking {
  readonly prompts: Prompts;
  readonly system: System;
  /** Every client of the registry. */
  readonly facts: Facts;
  readonly requestFor: RequestFor;
  /** The file of a project works here: what it names is on the PATH. */
  readonly suggestsProjectFile: boolean;
}

/**
 * One question; `undefined` where its answer is given or there is nothing to choose.
 * @param earlier what the person answered before going back, to begin with.
 */
type Question = (given: Given, asking: Asking, earlier: Given) => Promise<Reply<Given> | undefined>;

/** The questions in order, with a way back. */
export interface Interview {
  /** Asks what is not answered yet. Not an answer: the person left, or went back from the first question. */
  ask(): Promise<Reply<Given>>;
  /** Takes back the last answer, so that `ask` asks for it again; false when nothing was asked. */
  back(): boolean;
}

/** An interview that asks nothing that `given` answers. */
export function interview(given: Given, asking: Asking): Interview {
  const asked: { readonly question: number; readonly before: Given }[] = [];
  let value = given;
  let earlier: Given = {};
  let next = 0;
  const back = (): boolean => {
    const last = asked.pop();
    if (last === undefined) return false;
    earlier = { ...earlier, ...value };
    ({ before: value, question: next } = last);
    return true;
  };
  return {
    back,
    async ask() {
      for (let question = questions[next]; question !== undefined; question = questions[next]) {
        const reply = await question(value, asking, earlier);
        if (reply?.kind === 'back' && back()) continue;
        if (reply !== undefined && reply.kind !== 'answer') return reply;
        if (reply !== undefined) {
          asked.push({ question: next, before: value });
          value = { ...value, ...reply.value };
        }
        next += 1;
      }
      return { kind: 'answer', value };
    },
  };
}

const questions: readonly Question[] = [whichAssistants, whichScope, whichSurface, whichFile, whichWorkspace];

async function whichAssistants({ clients }: Given, { prompts, facts }: Asking, earlier: Given): Promise<Reply<Given> | undefined> {
  if (clients !== undefined) return undefined;
  const found = facts.clients.filter(({ client, installed }) => installed && client.setup === 'automatic').map(({ client }) => client.id);
  const ticked = typeof earlier.clients === 'object' ? earlier.clients : found;
  const reply = await prompts.multiselect('Which assistants should use snap?', assistantChoices(facts), ticked);
  return mapped(reply, (ids) => ({
    clients: isSame(ids, found) ? 'detected' : allClients.map(({ id }) => id).filter((id) => ids.includes(id)),
  }));
}

/** Assistants that are on the machine come first. */
export function assistantChoices({ clients }: Facts): readonly Choice<string>[] {
  return clients
    .toSorted((a, b) => Number(b.installed) - Number(a.installed))
    .map((found) => {
      const { client, installed } = found;
      const remark = client.setup === 'manual' ? 'set up by hand' : isSetUp(found) || installed ? stateOf(found) : 'not found here';
      return { value: client.id, label: client.name, hint: remark };
    });
}

async function whichScope(given: Given, { prompts, facts }: Asking): Promise<Reply<Given> | undefined> {
  if (given.scope !== undefined) return undefined;
  const choices = scopeChoices(chosenClients(complete(given), facts));
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

/** Where the entry for all projects would have to name one, the project's own file is offered instead. */
async function whichFile(
  given: Given,
  { prompts, system, facts, requestFor, suggestsProjectFile }: Asking,
): Promise<Reply<Given> | undefined> {
  const { workspace } = facts;
  if (given.projectFile !== undefined || given.scope !== undefined || !workspace.isProject) return undefined;
  const untold = await clientsThatNameOneProject(complete(given), facts, requestFor, system);
  const having = untold.filter(hasProjectFile);
  if (having.length === 0) return undefined;
  const [does, its] = having.length === 1 ? ['does', 'its'] : ['do', 'their'];
  const project = displayPaths(workspace.path, system.home);
  const question = `${shortList(having)} ${does} not tell a server which project is open. In ${its} file for all projects snap would work in ${project}, whichever is open. Where should it be added?`;
  const ofProject = { value: 'project', label: `in ${its} file of ${project}, for this project only` } as const;
  const forAll = { value: 'all', label: `in ${its} file for all projects, fixed to ${project}` } as const;
  const reply = await prompts.select(question, suggestsProjectFile ? [ofProject, forAll] : [forAll, ofProject]);
  return mapped(reply, (where) => ({ projectFile: where === 'project' }));
}

/** Assistants that do not start servers in the open project need one project in the entry. */
async function whichWorkspace(
  given: Given,
  { prompts, system, facts, requestFor }: Asking,
  earlier: Given,
): Promise<Reply<Given> | undefined> {
  if (given.workspace !== undefined) return undefined;
  const untold = await clientsThatNameOneProject(complete(given), facts, requestFor, system);
  const naming = untold.filter((client) => given.projectFile !== true || !hasProjectFile(client));
  if (naming.length === 0) return undefined;
  const { workspace } = facts;
  const [does, them] = naming.length === 1 ? ['does', 'it'] : ['do', 'them'];
  const question = `Which project for ${shortList(naming)}? ${naming.length === 1 ? 'It' : 'They'} ${does} not tell a server which project is open, so snap works in this one whichever is open.`;
  const reply = await prompts.text(question, {
    placeholder: `a directory; leave empty to skip ${them}`,
    initial: earlier.workspace ?? (workspace.isProject ? workspace.path : undefined),
    validate: async (text) => (text === '' ? undefined : problemWith(system, text)),
  });
  return mapped(reply, (path) =>
    path === ''
      ? {
          clients: chosenClients(complete(given), facts).flatMap((client) => (naming.includes(client) ? [] : [client.id])),
          skipped: naming.map(({ name }) => name),
        }
      : { workspace: system.resolve(path) },
  );
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

function mapped<T, U>(reply: Reply<T>, map: (value: T) => U): Reply<U> {
  return reply.kind === 'answer' ? { kind: 'answer', value: map(reply.value) } : reply;
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one));
}

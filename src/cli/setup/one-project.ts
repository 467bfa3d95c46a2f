import { hasProjectFile, planEntries, type EntryPlan, type EntryRequest } from '../../changes/index.ts';
import type { Client } from '../../clients/index.ts';
import { planFor } from '../../changes/index.ts';
import type { Facts, Workspace } from '../../machine/index.ts';
import type { System } from '../../system/index.ts';
import type { Invocation } from '../command.ts';
import { selectionFor, type Answers, type Given } from './answers.ts';

/** The entry to write, once the answers are known. */
export type RequestFor = (given: Given, workspace: Workspace) => Promise<EntryRequest>;

/**
 * The plan for the answers: one file for each client. Where the entry would have to name one project, it is the file of the project if
 * the person wants that and the client has one.
 */
export async function planAnswers(invocation: Invocation, answers: Answers, requestFor: RequestFor): Promise<AnsweredPlan> {
  const planIn = (scope: Answers['scope']): Promise<EntryPlan> => {
    const { scope: _, ...rest } = answers;
    const scoped = scope === undefined ? rest : { ...rest, scope };
    return planFor(invocation.system, selectionFor(scoped), ({ facts }) => requestFor(scoped, facts.workspace), answers.workspace);
  };
  const whole = await planIn(answers.scope);
  // Where nobody chose them one by one, what needs a project and has none is left out, and is no failure.
  const skipped = answers.clients === 'detected' ? whole.steps.filter(isUntold).map(({ client }) => client.name) : [];
  const plan = { facts: whole.facts, steps: skipped.length === 0 ? whole.steps : whole.steps.filter((step) => !isUntold(step)) };
  if (!answers.projectFile || answers.scope !== undefined || !plan.facts.workspace.isProject) return { plan, skipped };
  const naming = await clientsThatNameOneProject(answers, plan.facts, requestFor, invocation.system);
  const inProject = await planIn('project');
  const steps = plan.steps.map((step) =>
    naming.includes(step.client) && hasProjectFile(step.client)
      ? (inProject.steps.find(({ client }) => client === step.client) ?? step)
      : step,
  );
  return { plan: { facts: plan.facts, steps }, skipped };
}

export interface AnsweredPlan {
  readonly plan: EntryPlan;
  /** Names of assistants that would need a project. */
  readonly skipped: readonly string[];
}

function isUntold(step: EntryPlan['steps'][number]): boolean {
  return step.kind === 'refused' && step.needs === 'workspace';
}

/** Clients whose entry has to name a project: outside of one, the plan refuses them. */
export async function clientsThatNameOneProject(
  answers: Answers,
  facts: Facts,
  requestFor: RequestFor,
  system: System,
): Promise<readonly Client[]> {
  const chosen = new Set(chosenClients(answers, facts));
  const where = { platform: system.platform, home: system.home, env: system.env, workspace: facts.workspace.path };
  const request = await requestFor(answers, { ...facts.workspace, isProject: false });
  const steps = await planEntries({ ...facts, clients: facts.clients.filter(({ client }) => chosen.has(client)) }, request, {
    named: selectionFor(answers).named,
    where,
  });
  return steps.flatMap((step) => (step.kind === 'refused' && step.needs === 'workspace' ? [step.client] : []));
}

/** The clients that the answers mean. */
export function chosenClients(answers: Answers, facts: Facts): readonly Client[] {
  const { clients, onlyDetected } = selectionFor(answers);
  return facts.clients
    .filter(({ client, installed }) => clients.includes(client) && (installed || !onlyDetected))
    .map(({ client }) => client);
}

import type { EntryPlan } from '../changes/index.ts';
import type { System } from '../system/index.ts';
import type { PlannedFinding } from './judge-plan.ts';
import type { Setup } from './setup.ts';

type Step = EntryPlan['steps'][number];

/**
 * The plan with what `snap mcp validate` would say of it: a step that writes an entry which cannot work is refused with the reason; what
 * a person may want all the same, or has to do afterwards, is noted at the step.
 */
export async function judgedPlan(
  { program, system }: { readonly program: Setup['program']; readonly system: System },
  plan: EntryPlan,
): Promise<EntryPlan> {
  if (!plan.steps.some(isJudged)) return plan;
  // Only what writes entries loads it, and not before there is something to write.
  const { judgePlan } = await import('./judge-plan.ts');
  const findings = await judgePlan(system, plan, program);
  return { ...plan, steps: plan.steps.map((step) => withFindings(step, findings.get(step) ?? [])) };
}

function isJudged(step: Step): boolean {
  return step.kind === 'change' && step.action !== 'remove' && step.action !== 'switch-off';
}

function withFindings(step: Step, findings: readonly PlannedFinding[]): Step {
  if (step.kind !== 'change') return step;
  // Switching on an entry writes nothing of it; the person decides.
  const reason =
    step.action === 'set' ? findings.find(({ severity, whenWritten }) => severity === 'error' && whenWritten === undefined) : undefined;
  if (reason !== undefined) {
    const { client, name, path } = step;
    return { kind: 'refused', client, name, path, message: reason.message, hint: reason.hint };
  }
  const said = step.warning === undefined ? findings : findings.filter(({ id }) => !saidByPlan.has(id));
  const next = said.filter(({ whenWritten }) => whenWritten === 'afterwards').map(sentences);
  const doubts = said.filter(({ whenWritten }) => whenWritten !== 'afterwards').map(sentences);
  return {
    ...step,
    warning: next.length === 0 ? step.warning : [step.warning, ...next].filter((text) => text !== undefined).join(' '),
    doubts: doubts.length === 0 ? undefined : doubts,
  };
}

function sentences({ hint, message }: PlannedFinding): string {
  return hint === undefined ? message : `${message} ${hint}`;
}

/** What the plan of snap's own entry says by itself. */
const saidByPlan = new Set(['program-not-found', 'workspace-missing']);

import type { Client, Scope } from '../clients/index.ts';
import type { ComputedChange, FileChange, FileOutcome } from './change.ts';
import type { PlannedStep } from './plan.ts';

/** What became, or would become, of one step of a plan. */
export interface StepResult {
  readonly client: Client;
  /** Of the entry. */
  readonly name: string;
  readonly scope?: Scope | undefined;
  readonly path?: string | undefined;
  readonly action: 'created' | 'updated' | 'removed' | 'enabled' | 'disabled' | 'unchanged' | 'manual' | 'refused';
  readonly message?: string | undefined;
  /** What would be wrong then: a person may want it all the same. */
  readonly doubts?: readonly string[] | undefined;
  readonly hint?: string | undefined;
  /** Where the entry cannot be written: its text, for pasting. */
  readonly paste?: string | undefined;
}

/** Whether the step changes a file. */
export function isWritten({ action }: StepResult): boolean {
  return action !== 'unchanged' && action !== 'manual' && action !== 'refused';
}

/** What a step would come to. */
export function previewedResult(step: PlannedStep, computedOf: ReadonlyMap<FileChange, ComputedChange>): StepResult {
  switch (step.kind) {
    case 'manual':
      return { client: step.client, name: step.name, action: 'manual', message: step.steps };
    case 'refused': {
      const { client, name, path, message, hint } = step;
      return { client, name, action: 'refused', path, message, hint };
    }
    case 'change': {
      const computed = computedOf.get(step.change);
      if (computed === undefined || computed.kind === 'unchanged') return { ...aboutOf(step), action: 'unchanged' };
      if (computed.kind === 'refused') return refusedResult(step, computed);
      const message =
        computed.bytes === undefined ? 'The file held nothing else, so it is deleted too. "snap mcp undo" brings it back.' : step.warning;
      return { ...aboutOf(step), action: actionOf(step, step.existed), message, doubts: step.doubts };
    }
    default:
      return step satisfies never;
  }
}

/** What the steps came to. `previewed` and `outcomes` are in the order of the steps; only steps that change a file have an outcome. */
export function writtenResults(
  steps: readonly PlannedStep[],
  previewed: readonly StepResult[],
  outcomes: readonly FileOutcome[],
): readonly StepResult[] {
  let next = 0;
  return steps.map((step, i) => {
    const result = previewed[i];
    if (result === undefined) throw new TypeError('every step has a previewed result');
    return step.kind === 'change' ? writtenResult(step, result, outcomes[next++]) : result;
  });
}

function writtenResult(step: Change, previewed: StepResult, outcome: FileOutcome | undefined): StepResult {
  switch (outcome?.kind) {
    case 'refused':
      return refusedResult(step, outcome);
    case 'unchanged':
      return { ...previewed, action: 'unchanged' };
    case 'written':
      return previewed.action === 'unchanged' ? { ...previewed, action: actionOf(step, true) } : previewed;
    case undefined:
      throw new TypeError('every change has an outcome');
    default:
      return outcome satisfies never;
  }
}

type Change = PlannedStep & { readonly kind: 'change' };

function aboutOf({ client, name, path, scope }: Change): Pick<StepResult, 'client' | 'name' | 'scope' | 'path'> {
  return { client, name, scope, path };
}

function actionOf({ action }: Change, existed: boolean): StepResult['action'] {
  switch (action) {
    case 'set':
      return existed ? 'updated' : 'created';
    case 'remove':
      return 'removed';
    case 'switch-on':
      return 'enabled';
    case 'switch-off':
      return 'disabled';
    default:
      return action satisfies never;
  }
}

function refusedResult(step: Change, { message, hint }: { readonly message: string; readonly hint?: string | undefined }): StepResult {
  return { ...aboutOf(step), action: 'refused', message, hint, paste: step.snippet };
}

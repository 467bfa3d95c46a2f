import { findTargets, planEntries, type EntryPlan, type EntryRequest, type Selection, type Targets } from '../changes/index.ts';
import type { System } from '../system/index.ts';

/** One entry at each of the selected assistants. Writes nothing. @param workspace the directory the person named. */
export async function planFor(
  system: System,
  selection: Selection,
  requestFor: (targets: Targets) => Promise<EntryRequest>,
  workspace: string | undefined,
): Promise<EntryPlan> {
  const targets = await findTargets(system, selection, workspace);
  const request = await requestFor(targets);
  return { facts: targets.facts, steps: await planEntries(targets.facts, request, { named: selection.named, where: targets.where }) };
}

import type { WritableSystem } from '../system/index.ts';
import type { Workspace } from '../workspace/index.ts';
import type { LearningView } from './learning-view.ts';
import type { Learning } from './learnings.ts';
import type { RankedLearnings } from './ranked-learnings.ts';
import type { LearningRecord } from './record.ts';
import { tiersOf, type Tier } from './tiers.ts';
import type { UnionLog } from './union-log.ts';
import { isWithheld, type Tally, together, type Uses, weightOf } from './uses.ts';
import type { ViolationView } from './violation-view.ts';

/** The stores of one workspace, and what is kept in memory about them. */
export interface KnowledgeStores {
  readonly system: WritableSystem;
  readonly workspace: Workspace;
  readonly learnings: UnionLog<LearningView>;
  readonly violations: UnionLog<ViolationView>;
  readonly uses: Uses;
  readonly ranked: RankedLearnings;
}

/** Learnings and their uses at one moment. */
export interface KnowledgeState {
  readonly view: LearningView;
  /** Uses of a learning and of those that were merged into it. */
  tallyOf(id: string): Tally;
  tierOf(id: string): Tier;
  /** Ids of those that no search finds. */
  withheld(): readonly string[];
}

export async function readState({ learnings, uses, system }: KnowledgeStores): Promise<KnowledgeState> {
  const [view, tallies] = await Promise.all([learnings.view(), uses.read()]);
  const tallyOf = (id: string) => together([id, ...view.mergedInto(id)].map((one) => tallies.get(one)));
  let tierOf: ((id: string) => Tier) | undefined;
  return {
    view,
    tallyOf,
    // Computed when it is first needed, since it takes a look at all tallies.
    withheld: () => [...new Set([...tallies.keys()].map((id) => view.standing(id)))].filter((id) => isWithheld(tallyOf(id))),
    tierOf: (id) => (tierOf ??= tiersOf(view, tallies.keys(), tallyOf, system.now()))(id),
  };
}

/** A record with its state and its uses. */
export function toLearning(record: LearningRecord, { tallyOf, tierOf, view }: KnowledgeState, isStale: boolean): Learning {
  const { kind: _, sketches: __, ...rest } = record;
  const tally = tallyOf(record.id);
  const { restored: _restored, ...counts } = tally.counts;
  return {
    ...rest,
    state: view.stateOf(record.id)?.state ?? 'active',
    isStale,
    uses: { ...counts, lastAt: tally.lastAt, weight: weightOf(tally.verdicts), tier: tierOf(record.id), isWithheld: isWithheld(tally) },
  };
}

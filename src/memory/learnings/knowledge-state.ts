import type { WritableSystem } from '../../system/index.ts';
import type { Workspace } from '../../workspace/index.ts';
import type { LearningView } from './learning-view.ts';
import type { Learning } from './learnings.ts';
import type { RankedLearnings } from './ranked-learnings.ts';
import type { LearningRecord } from './record.ts';
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

const dayMs = 24 * 60 * 60 * 1_000;
const maxHot = 10;

type Tier = 'hot' | 'warm' | 'cold';

/**
 * Hot: shown in three tasks or more, helped at least once, and used within 14 days; the ten with the highest weight. Cold: never used, and
 * older than 30 days. A tier changes what is offered without a query, never what a search finds.
 * @param used ids that have tallies: looking at all learnings would make adding slower with every one.
 */
function tiersOf(view: LearningView, used: Iterable<string>, tallyOf: (id: string) => Tally, now: Date): (id: string) => Tier {
  const isCandidate = ({ counts, lastAt, tasks }: Tally) => tasks >= 3 && counts.helped >= 1 && isWithin(lastAt, now, 14);
  let hot: ReadonlySet<string> | undefined;
  const hottest = (): ReadonlySet<string> => {
    const standing = new Set([...used].map((id) => view.standing(id)));
    const candidates = [...standing]
      .filter((id) => view.stateOf(id)?.state === 'active')
      .map((id) => ({ id, tally: tallyOf(id) }))
      .filter(({ tally }) => isCandidate(tally))
      .sort((one, other) => weightOf(other.tally.verdicts) - weightOf(one.tally.verdicts) || (one.id < other.id ? -1 : 1));
    return new Set(candidates.slice(0, maxHot).map(({ id }) => id));
  };
  return (id) => {
    const tally = tallyOf(id);
    // The hottest are computed only when needed: most questions are about one that was just added.
    if (isCandidate(tally) && (hot ??= hottest()).has(id)) return 'hot';
    return isUsed(tally) || isWithin(view.get(id)?.at, now, 30) ? 'warm' : 'cold';
  };
}

function isUsed({ counts }: Tally): boolean {
  return Object.values(counts).some((count) => count > 0);
}

function isWithin(at: string | undefined, now: Date, days: number): boolean {
  return at !== undefined && now.getTime() - Date.parse(at) <= days * dayMs;
}

import type { LearningView } from './learning-view.ts';
import { type Tally, weightOf } from './uses.ts';

const dayMs = 24 * 60 * 60 * 1_000;
const maxHot = 10;

export type Tier = 'hot' | 'warm' | 'cold';

/**
 * Hot: shown in three tasks or more, helped at least once, and used within 14 days; the ten with the highest weight. Cold: never used, and
 * older than 30 days. A tier changes what is offered without a query, never what a search finds.
 * @param used ids that have tallies: looking at all learnings would make adding slower with every one.
 */
export function tiersOf(view: LearningView, used: Iterable<string>, tallyOf: (id: string) => Tally, now: Date): (id: string) => Tier {
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

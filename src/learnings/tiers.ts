import type { LearningView } from './learning-view.ts';
import { type Tally, weightOf } from './uses.ts';

const dayMs = 24 * 60 * 60 * 1_000;
const mostHot = 10;

export type Tier = 'hot' | 'warm' | 'cold';

/**
 * Hot: shown in three tasks or more, of help at least once, used within a fortnight; the ten of most weight. Cold: never used, and
 * older than thirty days. A tier changes what is offered without a query, never what is found.
 * @param used ids there are tallies of: looking at all learnings would make each one that is added dearer than the one before.
 */
export function tiersOf(view: LearningView, used: Iterable<string>, tallyOf: (id: string) => Tally, now: Date): (id: string) => Tier {
  const standing = new Set([...used].map((id) => view.standing(id)));
  const hot = new Set(
    [...standing]
      .filter((id) => view.stateOf(id)?.state === 'active')
      .map((id) => ({ id, tally: tallyOf(id) }))
      .filter(({ tally }) => tally.tasks >= 3 && tally.counts.helped >= 1 && isWithin(tally.lastAt, now, 14))
      .sort((one, other) => weightOf(other.tally.verdicts) - weightOf(one.tally.verdicts) || (one.id < other.id ? -1 : 1))
      .slice(0, mostHot)
      .map(({ id }) => id),
  );
  return (id) => {
    if (hot.has(id)) return 'hot';
    return standing.has(id) || isWithin(view.get(id)?.at, now, 30) ? 'warm' : 'cold';
  };
}

function isWithin(at: string | undefined, now: Date, days: number): boolean {
  return at !== undefined && now.getTime() - Date.parse(at) <= days * dayMs;
}

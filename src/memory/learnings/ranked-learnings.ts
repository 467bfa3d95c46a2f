import type { LearningView } from './learning-view.ts';
import { createRanking, type RankedDocument, type Ranking } from './ranking.ts';
import type { LearningRecord } from './record.ts';

/** The ranking of the active learnings, kept up to date. */
export interface RankedLearnings {
  /**
   * New learnings are added; where anything else changed, the ranking is built again.
   * @param weightOf the weight of a learning by its id, for this search.
   */
  rankingOf(view: LearningView, weightOf: (id: string) => number): Ranking;
}

export function createRankedLearnings(): RankedLearnings {
  let last: { readonly view: LearningView; readonly changes: number; readonly ranking: Ranking; count: number } | undefined;
  // Set again for each search, because a verdict changes weights and nothing else in the index.
  let currentWeight: (id: string) => number = () => 1;

  const documentOf = ({ action, files, id, source, trigger }: LearningRecord): RankedDocument => ({
    id,
    trigger,
    action,
    files,
    source,
    get weight() {
      return currentWeight(id);
    },
    isStale: false,
  });

  return {
    rankingOf(view, weightOf) {
      currentWeight = weightOf;
      const arrivals = view.arrivals();
      if (last?.view !== view || last.changes !== view.changes()) {
        const active = view.all().filter(({ id }) => view.stateOf(id)?.state === 'active');
        last = { view, changes: view.changes(), ranking: createRanking(active.map(documentOf)), count: arrivals.length };
      }
      for (const record of arrivals.slice(last.count)) last.ranking.add(documentOf(record));
      last.count = arrivals.length;
      return last.ranking;
    },
  };
}

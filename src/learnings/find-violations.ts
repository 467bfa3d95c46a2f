import type { ViolationMatch, ViolationType } from './learnings.ts';
import { createRanking } from './ranking.ts';

/** What was said of the newest reports of a type is what it is found by. */
const maxReports = 5;

/** Types of violations that a text is about, promoted or not, by the rule that finds learnings. Best first. */
export function searchViolationTypes(types: readonly ViolationType[], text: string, max: number): readonly ViolationMatch[] {
  const ranking = createRanking(
    types.map(({ type, violations, prevention }, i) => ({
      id: `${i}`,
      trigger: [type.replaceAll('_', ' '), ...violations.slice(-maxReports).map(({ description }) => description)].join('. '),
      action: prevention,
      files: [...new Set(violations.map(({ file }) => file))],
      weight: 1,
      isStale: false,
    })),
  );
  return ranking.search({ text, files: [] }, max).flatMap(({ id, score }) => {
    const type = types[Number(id)];
    return type === undefined ? [] : [{ type, score }];
  });
}

import type { LineCounts } from '../forecast.ts';
import { chanceOf } from './calibration.ts';
import { codeOf } from './code-lines.ts';
import { type Chance, type RiskModel, scoreOf } from './risk-model.ts';
import type { Lately } from './track-record.ts';

// The figures below were chosen on the first half of the public repositories that bench/risk.mjs reads.

/** Mean of `log(1 + new lines of code)` of their commits: about five lines. */
const usualSize = 1.75;
/** How a change weighs: its own size as 1. */
const churnWeight = 0.25;
const fixesWeight = 0.5;
/** From that weight to odds that a fix goes back to the change. */
const slope = 0.55;
/** What size adds to the odds that a fix touches its files next. */
const sizeForFixes = 0.1;

/** The size of a change as it is weighed. */
export function sizeOf(change: readonly LineCounts[]): number {
  return Math.log(1 + change.reduce((sum, each) => sum + codeOf(each), 0));
}

/** A change by its size, and by the changes and fixes of its files lately. */
export function weightOfChange(change: readonly LineCounts[], lately: Lately): number {
  return sizeOf(change) + weightOfHistory(lately);
}

function weightOfHistory({ churn, fixes }: Lately): number {
  return churnWeight * churn + fixesWeight * fixes;
}

/**
 * How a change compares with a usual one of the project. `ratio` is for the faults that the change itself may hold, `chance` for a fix that
 * touches its files next: a large change of a quiet file has a high ratio. `undefined` where the history carries nothing.
 */
export function riskOfChange({ calibration, past, project, record }: RiskModel, change: readonly LineCounts[]): Chance | undefined {
  if (calibration === undefined) return undefined;
  const lately = record.lately(change.map(({ file }) => file));
  const usualHistory = past.reduce((sum, each) => sum + weightOfHistory(each), 0) / past.length;
  return {
    ratio: Math.exp(slope * (weightOfChange(change, lately) - usualSize - usualHistory)),
    chance: chanceOf(calibration.base + calibration.slope * scoreOf(lately) + sizeForFixes * (sizeOf(change) - usualSize)),
    usual: project.followedByFix / project.commits,
  };
}

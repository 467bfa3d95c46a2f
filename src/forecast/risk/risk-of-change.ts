import type { LineCounts } from '../forecast.ts';
import { chanceOf } from './calibration.ts';
import { codeOf } from './code-lines.ts';
import { type Chance, type RiskModel, scoreOf } from './risk-model.ts';
import type { Lately } from './track-record.ts';

// The figures below were chosen on the first half of the public repositories that bench/risk.mjs reads; with --fit it prints the weights.

/** The measured properties of a change; all but `indent` as logarithms. */
export interface WeighedChange {
  /** Words and signs in its new lines of code. */
  readonly tokens: number;
  /** Mean indentation of its new lines of code, in steps of four columns: deeply nested code. */
  readonly indent: number;
  readonly files: number;
  readonly fixes: number;
  readonly folderFixes: number;
  readonly age: number;
}

/** Weights of the odds that a fix goes back to the change, from a logistic regression. */
export const weights: WeighedChange = { tokens: 0.43, indent: 0.23, files: 0.19, fixes: 0.13, folderFixes: 0.13, age: -0.1 };
/** The means over the commits of those repositories. History is compared with the past of the project itself instead. */
const usual = { tokens: 3.66, indent: 1.11, files: 0.35 };
/** For one line of code. */
const usualTokens = 9;
const usualIndent = 5.5;

/** Mean of `log(1 + new lines of code)`: about five lines. */
const usualSize = 1.75;
/** What size adds to the odds that a fix touches its files next. */
const sizeForFixes = 0.1;

/** The size of a change as it is weighed. */
export function sizeOf(change: readonly LineCounts[]): number {
  return Math.log(1 + sum(change, codeOf));
}

/** Measures a change: its text, and the recent changes and fixes of its files and folders. */
export function weighedChange(change: readonly LineCounts[], { age, fixes, folderFixes }: Lately): WeighedChange {
  const code = sum(change, codeOf);
  return {
    tokens: Math.log(1 + sum(change, (each) => each.tokens ?? usualTokens * codeOf(each))),
    indent: sum(change, (each) => each.indent ?? usualIndent * codeOf(each)) / (code + 1) / 4,
    files: Math.log(Math.max(1, change.length)),
    fixes,
    folderFixes,
    age,
  };
}

/** The logarithm of the odds of a change, without the constant term. */
export function weightOfChange(change: readonly LineCounts[], lately: Lately): number {
  const { age, files, fixes, folderFixes, indent, tokens } = weighedChange(change, lately);
  return weights.tokens * tokens + weights.indent * indent + weights.files * files + weightOfHistory({ age, fixes, folderFixes });
}

function weightOfHistory({ age, fixes, folderFixes }: Pick<Lately, 'age' | 'fixes' | 'folderFixes'>): number {
  return weights.fixes * fixes + weights.folderFixes * folderFixes + weights.age * age;
}

/**
 * How a change compares with a usual one of the project. `ratio` is for the faults that the change itself may hold, `chance` for a fix that
 * touches its files next: a large change of a quiet file has a high ratio. `undefined` where the history carries nothing.
 */
export function riskOfChange({ calibration, past, project, record }: RiskModel, change: readonly LineCounts[]): Chance | undefined {
  if (calibration === undefined) return undefined;
  const lately = record.lately(change.map(({ file }) => file));
  const usualText = weights.tokens * usual.tokens + weights.indent * usual.indent + weights.files * usual.files;
  const usualHistory = past.reduce((all, each) => all + weightOfHistory(each), 0) / past.length;
  return {
    ratio: Math.exp(weightOfChange(change, lately) - usualText - usualHistory),
    chance: chanceOf(calibration.base + calibration.slope * scoreOf(lately) + sizeForFixes * (sizeOf(change) - usualSize)),
    usual: project.followedByFix / project.commits,
  };
}

function sum(change: readonly LineCounts[], of: (each: LineCounts) => number): number {
  return change.reduce((all, each) => all + of(each), 0);
}

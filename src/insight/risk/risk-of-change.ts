import { codeOf, type LineCounts } from './program-code.ts';
import type { RiskModel } from './risk-model.ts';
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

/** The lines of code of a usual change. */
export const usualLines = 5;
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
 * How a change compares with a usual one of the project, as a ratio of odds: for the faults that the change itself may hold. `undefined` where the
 * history carries nothing.
 */
export function ratioOfChange({ calibration, past, record }: RiskModel, change: readonly LineCounts[]): number | undefined {
  if (calibration === undefined) return undefined;
  const usualText = weights.tokens * usual.tokens + weights.indent * usual.indent + weights.files * usual.files;
  const usualHistory = past.reduce((all, each) => all + weightOfHistory(each), 0) / past.length;
  return Math.exp(weightOfChange(change, record.lately(change.map(({ file }) => file))) - usualText - usualHistory);
}

function sum(change: readonly LineCounts[], of: (each: LineCounts) => number): number {
  return change.reduce((all, each) => all + of(each), 0);
}

import type { Sentence } from '../system/index.ts';
import type { CheckMode } from './modes.ts';

/** One problem that a check found. */
export interface CheckFinding {
  readonly severity: 'error' | 'warning';
  /** A few words for the wire line. */
  readonly short: string;
  readonly message: string;
}

/** The result of a check in any mode. */
export interface CheckReport {
  readonly mode: CheckMode;
  /** The most important one first. */
  readonly findings: readonly CheckFinding[];
  /** The report for a reader, line by line. */
  readonly lines: readonly Sentence[];
}

import { type Counts, type Figures, percentOf } from '../../coverage/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';

/** Mode coverage: what the reports say of the files that the check is about. */
export interface CoverageDocument {
  readonly lines?: Percentage | undefined;
  readonly statements?: Percentage | undefined;
  readonly branches?: Percentage | undefined;
  readonly functions?: Percentage | undefined;
  /** With a diff: of the lines that it adds. */
  readonly changed?: Percentage | undefined;
  /** Those with most lines that no test runs first. */
  readonly files: readonly FileDocument[];
  readonly reports: readonly { readonly path: WorkspacePath; readonly format: string; readonly madeAt: string; readonly files: number }[];
  /** Files that changed after their report was made; nothing is said of their lines. */
  readonly stale: readonly WorkspacePath[];
}

export interface Percentage extends Counts {
  readonly pct: number;
}

export interface FileDocument {
  readonly file: WorkspacePath;
  readonly lines: Percentage;
  readonly branches?: Percentage | undefined;
  /** Lines that no test runs: `4` or `4-7`. Absent where only figures are known, or the list was too long. */
  readonly uncovered?: readonly string[] | undefined;
}

/** Counts with their percentage; absent stays absent. */
export function percentage(counts: Counts): Percentage;
export function percentage(counts: Counts | undefined): Percentage | undefined;
export function percentage(counts: Counts | undefined): Percentage | undefined {
  return counts === undefined ? undefined : { ...counts, pct: percentOf(counts) };
}

/** The figures of a sum, with percentages. */
export function percentages({ lines, statements, branches, functions }: Figures): Omit<CoverageDocument, 'files' | 'reports' | 'stale'> {
  return {
    lines: percentage(lines),
    statements: percentage(statements),
    branches: percentage(branches),
    functions: percentage(functions),
  };
}

/** `4` or `4-7`. */
export function rangeText({ from, to }: { readonly from: number; readonly to: number }): string {
  return from === to ? String(from) : `${from}-${to}`;
}

/** `79.06 %`. */
export function percentText(counts: Counts): string {
  return `${percentOf(counts)} %`;
}

export type { StaleFile, UsedReport, WorkspaceCoverage } from './collect.ts';
export { type FileCoverage, figuresOf, percentOf, sumOf } from './merge.ts';
export type { MadeReport } from './find-reports.ts';
export { type CoverageQuestion, readCoverage } from './read-coverage.ts';
export type { Counts, Figures, ReportFormat } from './report.ts';
export { sourceText } from './source-text.ts';
export { type LineRange, type Uncovered, uncoveredLines } from './uncovered.ts';

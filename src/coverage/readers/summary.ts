import { isRecord } from '../../system/index.ts';
import { type Counts, emptyFile, hitsIn, InvalidReport, type Report, type ReportedFile } from '../report.ts';

/**
 * `coverage-summary.json`: figures of each file, and their sum in `total`.
 * https://github.com/istanbuljs/istanbuljs/tree/main/packages/istanbul-reports/lib/json-summary (2026-11-22)
 */
export function readSummary(value: unknown): Report {
  if (!isRecord(value)) throw new InvalidReport('it is not an object of files');
  const files: ReportedFile[] = [];
  for (const [path, entry] of Object.entries(value)) {
    if (path === 'total' || !isRecord(entry)) continue;
    files.push({ ...emptyFile(path), figures: figuresOf(entry) });
  }
  const { total } = value;
  // A summary may hold the sum alone.
  if (files.length === 0 && isRecord(total)) files.push({ ...emptyFile(''), figures: figuresOf(total) });
  return { format: 'summary', files, roots: [], remarks: [] };
}

/** Whether it looks like one. */
export function isSummary(value: unknown): boolean {
  return isRecord(value) && isRecord(value['total']) && isRecord(value['total']['lines']);
}

function figuresOf(entry: Readonly<Record<string, unknown>>): NonNullable<ReportedFile['figures']> {
  const of = (name: string): Counts | undefined => {
    const figure = entry[name];
    if (!isRecord(figure)) return undefined;
    const [total, covered] = [hitsIn(figure['total']), hitsIn(figure['covered'])];
    if (total !== undefined && covered !== undefined) return { total, covered: Math.min(covered, total) };
    // Written by other tools: a percentage alone.
    const percent = hitsIn(figure['pct']);
    return percent === undefined ? undefined : { total: 100, covered: Math.min(percent, 100) };
  };
  return { lines: of('lines'), statements: of('statements'), branches: of('branches'), functions: of('functions') };
}

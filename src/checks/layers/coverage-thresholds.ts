import { type Counts, type Figures, percentOf, type ReportFormat, type UsedReport, type WorkspaceCoverage } from '../../coverage/index.ts';
import { coverageOf } from '../coverage/coverage-of.ts';
import { noReportReason } from '../coverage/how-to-report.ts';
import { readThresholds, type Threshold, type ThresholdKind } from '../coverage/threshold-settings.ts';
import type { Layer, LayerRecord } from '../mode.ts';

const formats: Readonly<Record<ThresholdKind, readonly ReportFormat[]>> = {
  istanbul: ['istanbul', 'summary', 'lcov', 'cobertura', 'clover', 'v8'],
  python: ['coverage.py', 'cobertura', 'lcov'],
};

/** What the project's own settings demand of its coverage, against the figures of its report. */
export const coverageThresholds: Layer = {
  name: 'thresholds',
  needs: ['files'],
  async find(scope, context, record) {
    const { workspace } = await context.workbench();
    const coverage = await coverageOf(scope, context);
    const none = await noReportReason(coverage, context);
    if (none !== undefined) return { skipped: none };
    let judged = 0;
    const unread: string[] = [];
    for (const base of new Set(['', ...coverage.reports.map((report) => report.base)])) {
      const settings = await readThresholds(context.system, workspace, base, context.signal);
      unread.push(...settings.unread);
      for (const threshold of settings.thresholds) {
        const report = coverage.reports.find((each) => each.base === base && formats[threshold.kind].includes(each.format));
        const counts = report === undefined ? undefined : countsFor(threshold, report.figures);
        if (report === undefined || counts === undefined) continue;
        judged += 1;
        judge(threshold, { counts, report, coverage }, record);
      }
    }
    record.say(...unread);
    return judged > 0 ? undefined : { skipped: 'no settings that can be read demand a percentage of the report' };
  },
};

function countsFor({ metric }: Threshold, { lines, statements, branches, functions }: Figures): Counts | undefined {
  if (metric !== 'total') return { lines, statements, branches, functions }[metric];
  if (lines === undefined) return undefined;
  return { covered: lines.covered + (branches?.covered ?? 0), total: lines.total + (branches?.total ?? 0) };
}

/** Whether the settings are met, as their own tool decides. */
export function isMet({ least, precision }: Pick<Threshold, 'least' | 'precision'>, counts: Counts): boolean {
  if (least < 0) return counts.total - counts.covered <= -least;
  if (precision === undefined) return percentOf(counts) >= least;
  const percent = counts.total === 0 ? 100 : (100 * counts.covered) / counts.total;
  if (least === 100) return percent === 100;
  return Number(percent.toFixed(precision)) >= least;
}

function judge(
  threshold: Threshold,
  { counts, report, coverage }: { readonly counts: Counts; readonly report: UsedReport; readonly coverage: WorkspaceCoverage },
  record: LayerRecord,
): void {
  if (isMet(threshold, counts)) return;
  const isOld = [...coverage.stale.values()].some((stale) => stale.report === report.path);
  const { file, least, metric, setting } = threshold;
  const missed = counts.total - counts.covered;
  const demanded =
    least < 0 ? `at most ${-least} may be missed and ${missed} are` : `${least} % are demanded and ${percentOf(counts)} % are covered`;
  const what = metric === 'total' ? 'lines and branches' : metric;
  record.add({
    file,
    severity: isOld ? 'warning' : 'error',
    rule: 'coverage-threshold',
    message: `${setting}: of the ${what} in ${report.path}, ${demanded}${isOld ? '; files changed after the report was made' : ''}.`,
    source: 'snap',
    // The sum of a report is of no line, and belongs to no diff.
    age: 'new',
    fix: isOld ? 'Run the tests with coverage again.' : undefined,
  });
}

import { readCoverage, type WorkspaceCoverage } from '../../coverage/index.ts';
import { count } from '../../system/index.ts';
import { exclusions, filesOf } from '../../workspace/index.ts';
import type { Figure, FigurePlace } from './figure.ts';

const maxFiles = 200_000;
const how = 'Run the tests with coverage so that they write coverage/coverage-final.json, lcov.info or another report.';
const again = 'Run the tests with coverage again.';

/**
 * The percentage of lines that the tests run, by the reports that check's mode coverage reads. A report that is older than the task, or
 * than a file that it is about, gives none.
 */
export async function coverageFigure(
  place: FigurePlace & { readonly sources: { readonly coverage?: { readonly report: string } | undefined } },
  startedMs: number,
  signal: AbortSignal | undefined,
): Promise<Figure> {
  const { system, workspace, sources } = place;
  const { files } = await filesOf(system, workspace, await exclusions(system, workspace, [], signal), { maxFiles, signal });
  const coverage = await readCoverage({ system, workspace, files, named: sources.coverage?.report, signal });
  const [first, ...others] = coverage.reports;
  const [unusable] = coverage.unusable;
  if (first === undefined) {
    const why = unusable === undefined ? 'There is no coverage report.' : `${unusable.report} gives no figure: ${unusable.problem}.`;
    return { problem: `${why} ${how}` };
  }
  const names = others.length === 0 ? first.path : `${first.path} and ${count(others.length, 'other report')}`;
  if (coverage.reports.every(({ madeAtMs }) => madeAtMs < startedMs)) return { problem: `${names} is older than the task. ${again}` };
  const old = olderThanFiles(coverage);
  if (old !== undefined) return { problem: `${old} ${again}` };
  const { lines } = coverage.total;
  if (lines === undefined || lines.total === 0) return { problem: `${names} has no percentage of lines. ${how}` };
  return { measured: (100 * lines.covered) / lines.total, reason: `Percentage of lines in ${names}.` };
}

function olderThanFiles({ stale }: WorkspaceCoverage): string | undefined {
  const [first] = stale;
  if (first === undefined) return undefined;
  const [file, { report }] = first;
  const others = stale.size === 1 ? '' : ` and ${count(stale.size - 1, 'other file')}`;
  return `${report} was made before ${file}${others} changed.`;
}

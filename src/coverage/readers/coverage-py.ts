import { isRecord } from '../../system/index.ts';
import { emptyFile, InvalidReport, lineIn, type MutableFile, type Report } from '../report.ts';

/**
 * `coverage json` of coverage.py. Lines that its settings leave out may be among those that ran, and then they are not counted.
 * https://coverage.readthedocs.io/en/latest/commands/cmd_json.html (2026-11-22)
 */
export function readCoveragePy(value: unknown): Report {
  if (!isRecord(value) || !isRecord(value['files'])) throw new InvalidReport('it names no files');
  const files = Object.entries(value['files']).flatMap(([path, entry]) => (isRecord(entry) ? [fileOf(path, entry)] : []));
  // Its time has no zone, so that of the file is taken.
  return { format: 'coverage.py', files, roots: [], remarks: [] };
}

/** Whether it looks like one. */
export function isCoveragePy(value: unknown): boolean {
  return isRecord(value) && isRecord(value['meta']) && isRecord(value['files']);
}

function fileOf(path: string, entry: Readonly<Record<string, unknown>>): MutableFile {
  const file = emptyFile(path);
  const leftOut = new Set(numbersIn(entry['excluded_lines']));
  for (const line of numbersIn(entry['executed_lines'])) if (!leftOut.has(line)) file.lines.set(line, 1);
  for (const line of numbersIn(entry['missing_lines'])) file.lines.set(line, 0);
  for (const [name, hits] of [['executed_branches', 1] as const, ['missing_branches', 0] as const]) {
    for (const branch of Array.isArray(entry[name]) ? entry[name] : []) {
      if (Array.isArray(branch) && lineIn(branch[0]) !== undefined) file.branches.set(`${branch[0]}:${String(branch[1])}`, hits);
    }
  }
  const figures = figuresOf(entry['summary']);
  return figures === undefined ? file : { ...file, figures };
}

/** Docstrings are among the lines that ran and are not counted, so the sum is that of the tool. */
function figuresOf(summary: unknown): MutableFile['figures'] {
  if (!isRecord(summary)) return undefined;
  const [total, covered] = [summary['num_statements'], summary['covered_lines']];
  if (typeof total !== 'number' || typeof covered !== 'number' || covered > total) return undefined;
  const [all, taken] = [summary['num_branches'], summary['covered_branches']];
  const branches = typeof all === 'number' && typeof taken === 'number' && taken <= all ? { total: all, covered: taken } : undefined;
  return { lines: { total, covered }, branches };
}

function numbersIn(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.flatMap((item) => lineIn(item) ?? []) : [];
}

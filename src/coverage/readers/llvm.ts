import { isRecord, textIn } from '../../system/index.ts';
import { emptyFile, hitsIn, InvalidReport, lineIn, type MutableFile, type Report } from '../report.ts';

/** `[line, column, count, hasCount, isRegionEntry, isGapRegion]`. */
interface Segment {
  readonly line: number;
  readonly hits: number;
  readonly hasCount: boolean;
  readonly startsRegion: boolean;
  readonly isEntry: boolean;
}

/**
 * `llvm-cov export` as JSON, which `cargo llvm-cov --json` writes. Lines follow from segments as in LLVM's LineCoverageStats.
 * @param most lines that are read.
 * https://github.com/llvm/llvm-project/blob/main/llvm/lib/ProfileData/Coverage/CoverageMapping.cpp (2026-11-22)
 */
export function readLlvm(value: unknown, most: number): Report {
  const exports = isRecord(value) && Array.isArray(value['data']) ? value['data'] : [];
  const files: MutableFile[] = [];
  let lines = 0;
  for (const data of exports) {
    for (const entry of isRecord(data) && Array.isArray(data['files']) ? data['files'] : []) {
      const path = isRecord(entry) ? textIn(entry['filename']) : undefined;
      if (!isRecord(entry) || path === undefined) continue;
      const file = emptyFile(path);
      for (const [line, hits] of linesOf(segmentsIn(entry['segments']))) {
        lines += 1;
        if (lines > most) throw new InvalidReport('it holds more lines than are read');
        file.lines.set(line, hits);
      }
      readBranches(file, entry['branches']);
      files.push(file);
    }
  }
  if (files.length === 0) throw new InvalidReport('it names no files');
  return { format: 'llvm', files, roots: [], remarks: [] };
}

/** Whether it looks like one. */
export function isLlvm(value: unknown): boolean {
  return isRecord(value) && value['type'] === 'llvm.coverage.json.export';
}

function segmentsIn(value: unknown): readonly Segment[] {
  return (Array.isArray(value) ? value : []).flatMap((entry): readonly Segment[] => {
    if (!Array.isArray(entry)) return [];
    const [line, hits] = [lineIn(entry[0]), hitsIn(entry[2])];
    if (line === undefined || hits === undefined) return [];
    const [hasCount, isEntry, isGap] = [entry[3] === true, entry[4] === true, entry[5] === true];
    return [{ line, hits, hasCount, isEntry, startsRegion: hasCount && isEntry && !isGap }];
  });
}

function* linesOf(segments: readonly Segment[]): Iterable<readonly [line: number, hits: number]> {
  let wrapped: Segment | undefined;
  let next = 0;
  const last = segments.at(-1)?.line ?? 0;
  for (let line = segments[0]?.line ?? 1; line <= last; line += 1) {
    const here: Segment[] = [];
    for (let segment = segments[next]; segment !== undefined && segment.line <= line; segment = segments[next]) {
      here.push(segment);
      next += 1;
    }
    const starts = here.filter(({ startsRegion }) => startsRegion);
    const isSkipped = here[0] !== undefined && !here[0].hasCount && here[0].isEntry;
    if (!isSkipped && (wrapped?.hasCount === true || starts.length > 0)) {
      yield [line, Math.max(wrapped?.hits ?? 0, ...starts.map(({ hits }) => hits))];
    }
    wrapped = here.at(-1) ?? wrapped;
  }
}

/** `[line, column, line, column, taken, not taken, …]`: two ways. */
function readBranches(file: MutableFile, value: unknown): void {
  for (const entry of Array.isArray(value) ? value : []) {
    if (!Array.isArray(entry) || lineIn(entry[0]) === undefined) continue;
    const key = `${entry[0]}:${String(entry[1])}-${String(entry[2])}:${String(entry[3])}`;
    file.branches.set(`${key}#0`, (file.branches.get(`${key}#0`) ?? 0) + (hitsIn(entry[4]) ?? 0));
    file.branches.set(`${key}#1`, (file.branches.get(`${key}#1`) ?? 0) + (hitsIn(entry[5]) ?? 0));
  }
}

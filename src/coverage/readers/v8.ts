import { isRecord, textIn } from '../../system/index.ts';
import { lineIndex, splitLines } from '../../text/index.ts';
import { type CharacterRange, emptyFile, InvalidReport, type Report, type ReportedFile } from '../report.ts';

/**
 * What Node writes for one process into NODE_V8_COVERAGE, and c8 into `coverage/tmp`. Lines follow from the text of the file
 * ({@link linesOfRanges}). A file that was compiled from another one is left out: its positions are those of the compiled text.
 * https://nodejs.org/api/cli.html#node_v8_coveragedir (2026-11-22)
 */
export function readV8(value: unknown): Report {
  if (!isRecord(value) || !Array.isArray(value['result'])) throw new InvalidReport('it has no list "result"');
  const maps = isRecord(value['source-map-cache']) ? value['source-map-cache'] : {};
  const files: ReportedFile[] = [];
  let compiled = 0;
  for (const script of value['result']) {
    const url = isRecord(script) ? textIn(script['url']) : undefined;
    if (!isRecord(script) || url === undefined || !url.startsWith('file://')) continue;
    if (Object.hasOwn(maps, url)) {
      compiled += 1;
      continue;
    }
    files.push({ ...emptyFile(url), ranges: rangesIn(script['functions']) });
  }
  const remarks =
    compiled === 0
      ? []
      : [`${compiled} of its files were compiled from others; "c8 report --reporter=json" makes a report that has those.`];
  return { format: 'v8', files, roots: [], remarks };
}

/**
 * Whether a text was compiled from another file: it names its source map, inline or beside it. Node lists in its report only the maps that it
 * loaded. https://tc39.es/ecma426/#sec-linking-inline (2026-11-22)
 */
export function namesSourceMap(text: string): boolean {
  return /^\s*(?:\/\/|\/\*)[#@]\s*sourceMappingURL=\S/m.test(text.slice(Math.max(text.lastIndexOf('sourceMappingURL=') - 200, 0)));
}

/** Whether it looks like one. */
export function isV8(value: unknown): boolean {
  return isRecord(value) && Array.isArray(value['result']) && (value['timestamp'] !== undefined || isRecord(value['result'][0]));
}

const maxSteps = 20_000_000;

function rangesIn(functions: unknown): readonly CharacterRange[] {
  const ranges: CharacterRange[] = [];
  for (const each of Array.isArray(functions) ? functions : []) {
    for (const range of isRecord(each) && Array.isArray(each['ranges']) ? each['ranges'] : []) {
      if (!isRecord(range)) continue;
      const { startOffset: start, endOffset: end, count: hits } = range;
      if (typeof start === 'number' && typeof end === 'number' && typeof hits === 'number' && start <= end)
        ranges.push({ start, end, hits });
    }
  }
  return ranges;
}

/**
 * Hits of each line, as c8 counts them: those of the innermost range around the whole line. The ranges of a function come before
 * those inside of it. `undefined` where that is more work than any real file needs.
 * https://github.com/istanbuljs/v8-to-istanbul/blob/master/lib/v8-to-istanbul.js (2026-11-22)
 */
export function linesOfRanges(text: string, ranges: readonly CharacterRange[]): Map<number, number> | undefined {
  let at = 0;
  const ends = splitLines(text).map((line) => {
    at += line.length;
    return at - (/\r?\n?$/.exec(line)?.[0].length ?? 0);
  });
  const { positionAt } = lineIndex(text);
  let steps = 0;
  const hits = new Map(ends.map((_, i) => [i + 1, 1]));
  for (const { start, end, hits: count } of ranges) {
    const { line, column } = positionAt(start);
    for (let i = column === 1 ? line - 1 : line; i < ends.length; i += 1) {
      if ((ends[i] ?? 0) > end) break;
      steps += 1;
      if (steps > maxSteps) return undefined;
      hits.set(i + 1, count);
    }
  }
  return hits;
}

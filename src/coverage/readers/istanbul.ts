import { isRecord, textIn } from '../../system/index.ts';
import { emptyFile, hitsIn, InvalidReport, lineIn, maxEntries, type MutableFile, type Report } from '../report.ts';

/**
 * `coverage-final.json` of nyc, c8, jest and vitest, and the files of `.nyc_output`. Counts as istanbul-lib-coverage does, which
 * the tests compare it with: a line has the hits of the statement with most hits that begins in it.
 * https://github.com/istanbuljs/istanbuljs/blob/main/packages/istanbul-lib-coverage/lib/file-coverage.js (2026-11-22)
 */
export function readIstanbul(value: unknown): Report {
  if (!isRecord(value)) throw new InvalidReport('it is not an object of files');
  const files: MutableFile[] = [];
  let entries = 0;
  for (const [name, entry] of Object.entries(value)) {
    const file = fileOf(name, entry);
    if (file === undefined) continue;
    entries += file.statements.size + file.branches.size + file.functions.size;
    if (entries > maxEntries) throw new InvalidReport('it holds more statements than are read');
    files.push(file);
  }
  if (files.length === 0 && Object.keys(value).length > 0) throw new InvalidReport('no file in it has statements');
  return { format: 'istanbul', files, roots: [], remarks: [] };
}

/** Whether it looks like one. */
export function isIstanbul(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const first = Object.values(value)[0];
  return isRecord(first) && (isRecord(first['statementMap']) || isRecord(first['data']));
}

function fileOf(name: string, entry: unknown): MutableFile | undefined {
  // Some tools write the object of the library with its data inside.
  const data = isRecord(entry) && isRecord(entry['data']) ? entry['data'] : entry;
  if (!isRecord(data)) return undefined;
  const { statementMap, s, fnMap, f, branchMap, b } = data;
  if (!isRecord(statementMap) || !isRecord(s)) return undefined;
  const file = emptyFile(textIn(data['path']) ?? name);
  readStatements(file, statementMap, s);
  if (isRecord(fnMap) && isRecord(f)) {
    const unused = distinctKeys();
    for (const [id, hits] of Object.entries(f)) {
      const described = fnMap[id];
      const key = isRecord(described) ? keyOf(described['loc'] ?? described['decl']) : id;
      file.functions.set(unused(key ?? id), hitsIn(hits) ?? 0);
    }
  }
  if (isRecord(branchMap) && isRecord(b)) {
    const unused = distinctKeys();
    for (const [id, taken] of Object.entries(b)) {
      const described = branchMap[id];
      const key = isRecord(described) ? branchKey(described, id) : `0:${id}`;
      if (Array.isArray(taken)) for (const [i, hits] of taken.entries()) file.branches.set(unused(`${key}#${i}`), hitsIn(hits) ?? 0);
    }
  }
  return data['all'] === true ? { ...file, isUnloaded: true } : file;
}

function branchKey(described: Readonly<Record<string, unknown>>, id: string): string {
  const { line, loc, locations } = described;
  return keyOf(Array.isArray(locations) ? locations[0] : undefined) ?? keyOf(loc) ?? `${lineIn(line) ?? 0}:${id}`;
}

function readStatements(file: MutableFile, map: Readonly<Record<string, unknown>>, counts: Readonly<Record<string, unknown>>): void {
  const unused = distinctKeys();
  for (const [id, count] of Object.entries(counts)) {
    const hits = hitsIn(count) ?? 0;
    file.statements.set(unused(keyOf(map[id]) ?? id), { hits, weight: 1 });
    const { from, to } = linesOf(map[id]);
    if (from === undefined) continue;
    file.lines.set(from, Math.max(file.lines.get(from) ?? 0, hits));
    if (to !== undefined && to > from) file.spans.push({ from, to, hits });
  }
}

/** Two entries at one place stay two, as the tools count them. */
function distinctKeys(): (key: string) => string {
  const seen = new Map<string, number>();
  return (key) => {
    const times = seen.get(key) ?? 0;
    seen.set(key, times + 1);
    return times === 0 ? key : `${key}'${times}`;
  };
}

/** The place as a key, which begins with the line. */
function keyOf(loc: unknown): string | undefined {
  const { from, to } = linesOf(loc);
  if (from === undefined || !isRecord(loc)) return undefined;
  return `${from}:${columnOf(loc['start'])}-${to ?? ''}:${columnOf(loc['end'])}`;
}

function linesOf(loc: unknown): { readonly from?: number | undefined; readonly to?: number | undefined } {
  if (!isRecord(loc)) return {};
  const [start, end] = [loc['start'], loc['end']];
  return { from: isRecord(start) ? lineIn(start['line']) : undefined, to: isRecord(end) ? lineIn(end['line']) : undefined };
}

function columnOf(position: unknown): string {
  return isRecord(position) && typeof position['column'] === 'number' ? String(position['column']) : '';
}

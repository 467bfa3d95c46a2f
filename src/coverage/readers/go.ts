import { addHits, emptyFile, hitsIn, InvalidReport, lineIn, maxLinesOf, type MutableFile, type Report } from '../report.ts';

/**
 * A profile of `go test -coverprofile`: blocks of statements. A line counts as run when a block that touches it ran.
 * https://pkg.go.dev/golang.org/x/tools/cover#Profile (2026-11-22)
 */
export function readGo(text: string): Report {
  const files = new Map<string, MutableFile>();
  let blocks = 0;
  let invalid = 0;
  const most = maxLinesOf(text);
  for (const [i, line] of text.split('\n').entries()) {
    const entry = line.trim();
    if (entry === '' || entry.startsWith('mode:')) continue;
    const [, path, fromLine, from, toLine, to, statements, count] = /^(.{1,4096}):(\d+)\.(\d+),(\d+)\.(\d+) (\d+) (\d+)$/.exec(entry) ?? [];
    const [first, last, weight, hits] = [lineIn(fromLine), lineIn(toLine), hitsIn(statements), hitsIn(count)];
    if (path === undefined || first === undefined || last === undefined || weight === undefined || hits === undefined) {
      // A run that was stopped ends in the middle of a line.
      if (i === 0) throw new InvalidReport('its first line is neither a mode nor a block');
      invalid += 1;
      continue;
    }
    blocks += 1 + last - first;
    if (blocks > most || last < first) throw new InvalidReport('it holds more lines than are read');
    const file = files.get(path) ?? emptyFile(path);
    files.set(path, file);
    const key = `${first}.${from},${last}.${to}`;
    // The same block comes once for each package that was tested.
    file.statements.set(key, { hits: (file.statements.get(key)?.hits ?? 0) + hits, weight });
    for (let number = first; number <= last; number += 1) addHits(file.lines, number, hits);
  }
  const remarks = invalid === 0 ? [] : [`${invalid} of its lines cannot be read.`];
  return { format: 'go', files: [...files.values()], roots: [], remarks };
}

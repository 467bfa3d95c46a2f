import { addHits, emptyFile, hitsIn, InvalidReport, lineIn, maxEntries, type MutableFile, type Report } from '../report.ts';

/**
 * `lcov.info`, which many tools write. A file may come several times, once for each test.
 * https://github.com/linux-test-project/lcov/blob/master/man/geninfo.1 (2026-11-22)
 */
export function readLcov(text: string): Report {
  const files = new Map<string, MutableFile>();
  const figures = new Map<string, { total: number; covered: number }>();
  let file: MutableFile | undefined;
  let entries = 0;
  let functionLines = new Map<string, string>();
  for (const line of linesIn(text)) {
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const rest = colon === -1 ? '' : line.slice(colon + 1);
    if (name === 'SF') {
      file = files.get(rest) ?? emptyFile(rest);
      files.set(rest, file);
      functionLines = new Map();
      continue;
    }
    if (name === 'end_of_record') file = undefined;
    if (name === 'LF' || name === 'LH') {
      // Figures may stand alone.
      const path = file?.path ?? '';
      if (file === undefined) files.set(path, files.get(path) ?? emptyFile(path));
      const sum = figures.get(path) ?? { total: 0, covered: 0 };
      sum[name === 'LF' ? 'total' : 'covered'] += hitsIn(rest) ?? 0;
      figures.set(path, sum);
    }
    if (file === undefined) continue;
    entries += 1;
    if (entries > maxEntries) throw new InvalidReport('it holds more lines than are read');
    readEntry(file, name, rest, functionLines);
  }
  if (files.size === 0) throw new InvalidReport('it names no file ("SF:")');
  const whole = [...files.values()].map((each) => {
    const lines = figures.get(each.path);
    return each.lines.size === 0 && lines !== undefined ? { ...each, figures: { lines } } : each;
  });
  return { format: 'lcov', files: whole, roots: [], remarks: file === undefined ? [] : ['It ends in the middle of a file.'] };
}

function readEntry(file: MutableFile, name: string, rest: string, functionLines: Map<string, string>): void {
  const fields = rest.split(',');
  switch (name) {
    case 'DA': {
      const [number, hits] = [lineIn(fields[0]), hitsIn(fields[1])];
      if (number !== undefined && hits !== undefined) addHits(file.lines, number, hits);
      return;
    }
    case 'BRDA': {
      const [line = '', block = '', ...branch] = fields;
      const taken = branch.at(-1);
      // `-`: the line itself never ran.
      addHits(file.branches, `${line}:${block},${branch.slice(0, -1).join(',')}`, hitsIn(taken) ?? 0);
      return;
    }
    case 'FN': {
      // With or without the last line of the function.
      const named = /^(\d+),(?:\d+,)?(.*)$/.exec(rest);
      if (named?.[1] === undefined || named[2] === undefined) return;
      functionLines.set(named[2], named[1]);
      addHits(file.functions, `${named[1]}:${named[2]}`, 0);
      return;
    }
    case 'FNDA': {
      const called = fields.slice(1).join(',');
      const line = functionLines.get(called);
      if (line !== undefined) addHits(file.functions, `${line}:${called}`, hitsIn(fields[0]) ?? 0);
      return;
    }
    default:
  }
}

/** Without a list of all lines: reports may be large. */
function* linesIn(text: string): Iterable<string> {
  let from = 0;
  while (from < text.length) {
    const end = text.indexOf('\n', from);
    const to = end === -1 ? text.length : end;
    yield text.slice(from, to).trim();
    from = to + 1;
  }
}

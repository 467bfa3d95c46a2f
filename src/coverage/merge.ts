import { addHits, type Counts, type Figures, type LineSpan, type Tally } from './report.ts';

/** What is known of one file of the workspace, from all reports. */
export interface FileCoverage {
  readonly lines: ReadonlyMap<number, number>;
  readonly branches: ReadonlyMap<string, number>;
  readonly functions: ReadonlyMap<string, number>;
  readonly statements: ReadonlyMap<string, Tally>;
  readonly spans: readonly LineSpan[];
  readonly figures?: Figures | undefined;
  readonly isUnloaded?: boolean | undefined;
}

/**
 * Adds up what several reports say of one file: run in one of them is run. Figures without places cannot be added; where a report
 * has places, its own figures are dropped.
 */
export function mergeFiles(files: readonly FileCoverage[]): FileCoverage | undefined {
  const [first, ...others] = files;
  if (first === undefined || others.length === 0) return first;
  const known = files.filter(
    ({ lines, branches, functions, statements }) => lines.size + branches.size + functions.size + statements.size > 0,
  );
  if (known.length === 0) return files.toSorted((a, b) => coveredOf(b) - coveredOf(a))[0];
  // What a tool says of a file that no test loads is guessed from its text alone.
  const loaded = known.filter(({ isUnloaded }) => isUnloaded !== true);
  const placed = loaded.length > 0 ? loaded : known.slice(0, 1);
  if (placed.length === 1) return placed[0];
  const lines = new Map<number, number>();
  const branches = new Map<string, number>();
  const functions = new Map<string, number>();
  const statements = new Map<string, Tally>();
  for (const file of placed) {
    for (const [line, hits] of file.lines) addHits(lines, line, hits);
    for (const [key, hits] of file.branches) addHits(branches, key, hits);
    for (const [key, hits] of file.functions) addHits(functions, key, hits);
    for (const [key, { hits, weight }] of file.statements)
      statements.set(key, { hits: hits + (statements.get(key)?.hits ?? 0), weight: Math.max(weight, statements.get(key)?.weight ?? 0) });
  }
  return { lines, branches, functions, statements, spans: mergedSpans(placed) };
}

function coveredOf({ figures }: FileCoverage): number {
  return figures?.lines?.covered ?? 0;
}

function mergedSpans(files: readonly FileCoverage[]): readonly LineSpan[] {
  const spans = new Map<string, LineSpan>();
  for (const span of files.flatMap((file) => file.spans)) {
    const key = `${span.from}-${span.to}`;
    spans.set(key, { ...span, hits: span.hits + (spans.get(key)?.hits ?? 0) });
  }
  return [...spans.values()];
}

/** Figures of one file. What its report does not count is absent. */
export function figuresOf(file: FileCoverage): Figures {
  return {
    lines: file.figures?.lines ?? (file.lines.size > 0 ? countsOf(file.lines.values()) : undefined),
    statements: file.figures?.statements ?? (file.statements.size > 0 ? weighedCounts(file.statements.values()) : undefined),
    branches: file.figures?.branches ?? (file.branches.size > 0 ? countsOf(file.branches.values()) : undefined),
    functions: file.figures?.functions ?? (file.functions.size > 0 ? countsOf(file.functions.values()) : undefined),
  };
}

/** Figures of several files together. */
export function sumOf(all: readonly Figures[]): Figures {
  const sum = (name: keyof Figures): Counts | undefined => {
    const known = all.flatMap((figures) => figures[name] ?? []);
    if (known.length === 0) return undefined;
    return known.reduce((one, other) => ({ covered: one.covered + other.covered, total: one.total + other.total }));
  };
  return { lines: sum('lines'), statements: sum('statements'), branches: sum('branches'), functions: sum('functions') };
}

/** As the tools write it: cut after two decimals, so that only everything is 100. */
export function percentOf({ covered, total }: Counts): number {
  return total === 0 ? 100 : Math.floor((10_000 * covered) / total + 1e-6) / 100;
}

function countsOf(hits: Iterable<number>): Counts {
  let [covered, total] = [0, 0];
  for (const each of hits) {
    total += 1;
    if (each > 0) covered += 1;
  }
  return { covered, total };
}

function weighedCounts(tallies: Iterable<Tally>): Counts {
  let [covered, total] = [0, 0];
  for (const { hits, weight } of tallies) {
    total += weight;
    if (hits > 0) covered += weight;
  }
  return { covered, total };
}

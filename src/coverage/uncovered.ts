import type { FileCoverage } from './merge.ts';

/** Lines from 1, both included. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** Lines of one file that were looked at, and those of them that no test ran. */
export interface Uncovered {
  readonly ranges: readonly LineRange[];
  /** Of the lines that were asked about: those that count, and those of them that ran. */
  readonly total: number;
  readonly covered: number;
}

/**
 * The lines that no test ran, as ranges. A line inside of a statement that begins above it belongs to that statement.
 * A range goes on over lines that hold no code.
 * @param text of the file, as the report saw it.
 * @param among only of these lines; all of them without it.
 */
export function uncoveredLines(coverage: FileCoverage, text: string, among?: readonly LineRange[]): Uncovered {
  const texts = text.split('\n');
  const isAsked = askedIn(among);
  const insides = insideLines(coverage, texts);
  const ranges: { from: number; to: number }[] = [];
  let open: { from: number; to: number } | undefined;
  let [total, covered] = [0, 0];
  for (let line = 1; line <= texts.length; line += 1) {
    const counted = coverage.lines.get(line);
    const hits = counted ?? insides.get(line);
    if (!isAsked(line) || (hits !== undefined && hits > 0)) {
      open = undefined;
      if (counted !== undefined && isAsked(line)) [total, covered] = [total + 1, covered + 1];
      continue;
    }
    if (hits === undefined) continue;
    if (counted !== undefined) total += 1;
    if (open === undefined) ranges.push((open = { from: line, to: line }));
    else open.to = line;
  }
  return { ranges, total, covered };
}

function askedIn(among: readonly LineRange[] | undefined): (line: number) => boolean {
  if (among === undefined) return () => true;
  const sorted = among.toSorted((one, other) => one.from - other.from);
  let at = 0;
  // Asked in the order of the lines.
  return (line) => {
    while (at < sorted.length && (sorted[at]?.to ?? 0) < line) at += 1;
    return (sorted[at]?.from ?? Infinity) <= line;
  };
}

/** Lines with code that the tool does not count by themselves, with the hits of the innermost statement around each. */
function insideLines({ lines, spans }: FileCoverage, texts: readonly string[]): ReadonlyMap<number, number> {
  const inside = new Map<number, number>();
  let steps = 0;
  // The outer ones first, so that inner ones replace what they say.
  for (const { from, to, hits } of spans.toSorted((one, other) => one.from - other.from || other.to - one.to).slice(0, maxSpans)) {
    steps += to - from;
    if (to - from > maxSpanLines || steps > maxSteps) continue;
    for (let line = from + 1; line <= to; line += 1) inside.set(line, hits);
  }
  for (const line of inside.keys()) if (lines.has(line) || !holdsCode(texts[line - 1] ?? '')) inside.delete(line);
  return inside;
}

const maxSpans = 20_000;
const maxSpanLines = 5_000;
const maxSteps = 1_000_000;

/** Neither blank nor, as far as one line tells, a comment. */
function holdsCode(text: string): boolean {
  const trimmed = text.trim();
  return trimmed !== '' && !/^(\/\/|\/\*|\*|#)/.test(trimmed);
}

import type { ChangedRun } from './diff-lists.ts';

/** Changes that are printed together, with the unchanged lines around them. Ranges `[from, to)` count from 0 and include that context. */
export interface Hunk {
  readonly before: readonly [number, number];
  readonly after: readonly [number, number];
  readonly runs: readonly ChangedRun[];
}

const maxContext = 3;

/**
 * The hunks of a unified diff: changes whose context lines would touch share one.
 * @param lineCount number of lines of the old text.
 * @param isHidden whether an unchanged line, by its index in the old text, must not be printed. Context then ends before it, on both
 *   sides of a change alike, because patch takes fewer lines on one side for the start or the end of the file.
 */
export function unifiedHunks(
  runs: readonly ChangedRun[],
  lineCount: number,
  isHidden: (line: number) => boolean = () => false,
): readonly Hunk[] {
  const groups: { readonly runs: ChangedRun[]; context: number }[] = [];
  for (const run of runs) {
    const group = groups.at(-1);
    const gapStart = group?.runs.at(-1)?.before[1] ?? -Infinity;
    if (group === undefined || run.before[0] - gapStart > 2 * maxContext) groups.push({ runs: [run], context: maxContext });
    else if (hasHidden(gapStart, run.before[0], isHidden)) {
      group.context = 0;
      groups.push({ runs: [run], context: 0 });
    } else group.runs.push(run);
  }
  return groups.map((group) => hunkOf(group.runs, group.context, lineCount, isHidden));
}

function hasHidden(from: number, to: number, isHidden: (line: number) => boolean): boolean {
  for (let line = from; line < to; line += 1) if (isHidden(line)) return true;
  return false;
}

function hunkOf(runs: readonly ChangedRun[], maxLines: number, lineCount: number, isHidden: (line: number) => boolean): Hunk {
  const [start, freshStart] = [runs[0]?.before[0] ?? 0, runs[0]?.after[0] ?? 0];
  const [end, freshEnd] = [runs.at(-1)?.before[1] ?? 0, runs.at(-1)?.after[1] ?? 0];
  const mayShow = (line: number) => line < 0 || line >= lineCount || !isHidden(line);
  let context = 0;
  while (context < maxLines && mayShow(start - context - 1) && mayShow(end + context)) context += 1;
  const lead = Math.min(context, start);
  const trail = Math.min(context, lineCount - end);
  return { before: [start - lead, end + trail], after: [freshStart - lead, freshEnd + trail], runs };
}

/**
 * The hunks as `git apply` and `patch` take them; empty without any. The lines as {@link splitLines} gives them, or other texts in their
 * places.
 */
export function printHunks(hunks: readonly Hunk[], before: readonly string[], after: readonly string[]): string {
  return hunks.map((hunk) => printHunk(hunk, before, after)).join('');
}

function printHunk({ runs, ...hunk }: Hunk, before: readonly string[], after: readonly string[]): string {
  const printed = [`@@ -${printRange(hunk.before)} +${printRange(hunk.after)} @@\n`];
  const print = (sign: string, lines: readonly string[], [from, to]: readonly [number, number]) => {
    for (const line of lines.slice(from, to)) printed.push(printLine(sign, line));
  };
  let at = hunk.before[0];
  for (const run of runs) {
    print(' ', before, [at, run.before[0]]);
    print('-', before, run.before);
    print('+', after, run.after);
    at = run.before[1];
  }
  print(' ', before, [at, hunk.before[1]]);
  return printed.join('');
}

/** Lines count from 1; an empty range is named by the line before it. */
function printRange([from, to]: readonly [number, number]): string {
  if (to === from) return `${from},0`;
  return to - from === 1 ? `${from + 1}` : `${from + 1},${to - from}`;
}

function printLine(sign: string, line: string): string {
  return line.endsWith('\n') ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`;
}

import { changedPassages } from './changed-passages.ts';
import type { ChangedRun } from './diff-lists.ts';

/** A line that is longer is shown around its changes only: some programs keep all that a person ever typed in one line. */
export const maxShownLine = 1_000;
/** Characters beside a change. */
const context = 40;
/** Of a change that only adds or only removes, and of one that does both, which may span what is the same on both sides. */
const maxPassage = { oneSided: 2_000, twoSided: 400 };

/** A range of characters, the end not included. */
export type Range = readonly [number, number];

/** What is shown of a long line, in order and apart. The rest is cut. */
export interface ShownPart {
  readonly range: Range;
  /** What differs, shown as it is. Elsewhere texts in quotes are left out, but for names before a colon. */
  readonly isChange: boolean;
}

/** Whether a line is too long to be shown whole. The line feed does not count. */
export function isLongLine(line: string): boolean {
  return line.length > maxShownLine + 1;
}

/** The parts of two versions of a line around what differs. Without the other version: the first characters. */
export function shownParts(
  before: string | undefined,
  after: string | undefined,
): { readonly before: readonly ShownPart[]; readonly after: readonly ShownPart[] } {
  if (before === undefined || after === undefined) {
    const start = (line: string | undefined): readonly ShownPart[] =>
      line === undefined ? [] : [{ range: [0, Math.min(context, line.length)], isChange: false }];
    return { before: start(before), after: start(after) };
  }
  const passages = changedPassages(before, after);
  return { before: partsOf(before, passages, 'before'), after: partsOf(after, passages, 'after') };
}

function partsOf(line: string, passages: readonly ChangedRun[], side: 'before' | 'after'): readonly ShownPart[] {
  const parts: ShownPart[] = [];
  for (const passage of passages) {
    const [start, end] = passage[side];
    const isOneSided = passage.before[0] === passage.before[1] || passage.after[0] === passage.after[1];
    const max = isOneSided ? maxPassage.oneSided : maxPassage.twoSided;
    const isChange = end - start <= max;
    const from = Math.max(parts.at(-1)?.range[1] ?? 0, start - context);
    if (from < start) parts.push({ range: [from, start], isChange: false });
    if (isChange) parts.push({ range: [start, end], isChange });
    else {
      parts.push({ range: [start, start + context], isChange: false });
      parts.push({ range: [end - context, end], isChange: false });
    }
    if (end < line.length) parts.push({ range: [end, Math.min(line.length, end + context)], isChange: false });
  }
  return apart(parts);
}

/** The context behind one change ends where that before the next begins. */
function apart(parts: readonly ShownPart[]): readonly ShownPart[] {
  return parts.flatMap((part, i) => {
    const next = parts[i + 1]?.range[0] ?? Infinity;
    const [start, end] = part.range;
    return start >= Math.min(end, next) ? [] : [{ ...part, range: [start, Math.min(end, next)] as const }];
  });
}

/**
 * A long line as it is shown, with its line feed if it has one; where something is missing it says how much.
 * @param hidden what must not be shown, also where only a part of it is in what is shown.
 */
export function cutLine(line: string, parts: readonly ShownPart[], hidden: readonly Range[] = []): string {
  const isEnded = line.endsWith('\n');
  const text = isEnded ? line.slice(0, -1) : line;
  const quoted = quotedTexts(text);
  let printed = '';
  let done = 0;
  const cut = (to: number): void => {
    if (to > done) printed += `[${(to - done).toLocaleString('en-US')} characters cut]`;
  };
  for (const { range, isChange } of parts) {
    const start = Math.min(range[0], text.length);
    const end = Math.min(range[1], text.length);
    if (start >= end) continue;
    cut(start);
    printed += without(
      text,
      [start, end],
      [
        ...(isChange ? [] : quoted.filter(([from, to]) => from < end && to > start).map((span) => ({ span, by: '…' }))),
        ...hidden.filter(([from, to]) => from < end && to > start).map((span) => ({ span, by: '***' })),
      ],
    );
    done = end;
  }
  cut(text.length);
  return isEnded ? `${printed}\n` : printed;
}

interface Replaced {
  readonly span: Range;
  readonly by: string;
}

/** A part of a text, where each span is replaced. Of spans that overlap, what hides more wins. */
function without(text: string, [start, end]: Range, replaced: readonly Replaced[]): string {
  let result = '';
  let at = start;
  for (const { span, by } of [...replaced].sort((one, other) => one.span[0] - other.span[0] || other.span[1] - one.span[1])) {
    if (span[1] <= at) continue;
    if (span[0] > at) result += text.slice(at, Math.min(span[0], end));
    const isQuoted = text[span[0]] === '"' && text[span[1] - 1] === '"' && span[0] >= at && span[1] <= end && span[1] - span[0] > 1;
    result += isQuoted ? `"${by}"` : by;
    at = Math.min(span[1], end);
  }
  return result + text.slice(at, end);
}

/** What is between double quotes, but for names: texts that a colon follows. */
function quotedTexts(text: string): readonly Range[] {
  const found: Range[] = [];
  for (let open = text.indexOf('"'); open !== -1;) {
    let close = open + 1;
    while (close < text.length && text[close] !== '"') close += text[close] === '\\' ? 2 : 1;
    close = Math.min(close, text.length);
    let next = close + 1;
    while (text[next] === ' ') next += 1;
    const isName = text[next] === ':' && close - open <= context;
    if (!isName && close > open + 1) found.push([open + 1, close]);
    open = close + 1 < text.length ? text.indexOf('"', close + 1) : -1;
  }
  return found;
}

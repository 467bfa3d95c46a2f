import { diffArrays } from 'diff';
import { maskSpans } from '../clients/index.ts';
import { maskText } from '../secrets/index.ts';

interface Span {
  readonly start: number;
  readonly end: number;
}

/** A text on one side of a diff; absent when there is no file. */
export interface DiffSide {
  readonly text: string;
  /** What a screen must not show. */
  readonly secrets: readonly Span[];
}

export interface FileDiff {
  /** `cd / && patch -p0` makes exactly the new bytes of it. Holds secrets when a changed line does. */
  readonly exact: string;
  /** For the screen. The same text, unless `isMasked`. */
  readonly shown: string;
  readonly isMasked: boolean;
}

interface Line {
  /** With its line end, if it has one. */
  readonly text: string;
  readonly shown: string;
  readonly isSecret: boolean;
}
interface Group {
  /** Index of the first old and new line of the change. */
  readonly oldStart: number;
  readonly newStart: number;
  readonly removed: readonly Line[];
  readonly added: readonly Line[];
}
interface Hunk {
  readonly groups: readonly Group[];
  readonly context: number;
}

const contextLines = 3;

/**
 * A unified diff of one file, named relative to `/`. Context lines that hold a secret are left out, on both sides of a change
 * alike: patch takes fewer lines on one side for "at the start (or end) of the file".
 */
export function diffFile(path: string, before: DiffSide | undefined, after: DiffSide | undefined): FileDiff {
  const oldLines = linesOf(before);
  const newLines = linesOf(after);
  const hunks = mergeGroups(changeGroups(oldLines, newLines), oldLines);
  const name = patchName(path);
  const header = [`--- ${before === undefined ? '/dev/null' : name}\t\n`, `+++ ${after === undefined ? '/dev/null' : name}\t\n`].join('');
  const exact = header + hunks.map((hunk) => printHunk(hunk, oldLines, (line) => line.text)).join('');
  const isMasked = hunks.some((hunk) => hunk.groups.some((group) => [...group.removed, ...group.added].some((line) => line.isSecret)));
  const shown = isMasked ? header + hunks.map((hunk) => printHunk(hunk, oldLines, (line) => line.shown)).join('') : exact;
  return { exact, shown, isMasked };
}

function linesOf(side: DiffSide | undefined): readonly Line[] {
  if (side === undefined) return [];
  const secrets = side.secrets.toSorted((a, b) => a.start - b.start);
  let offset = 0;
  let first = 0;
  return (side.text.match(/[^\n]*\n|[^\n]+$/g) ?? []).map((text) => {
    const start = offset;
    offset += text.length;
    const end = text.endsWith('\n') ? text.length - 1 : text.length;
    // Only what begins before the line's end and was not over before it: of a large file each line has few of many.
    while ((secrets[first]?.end ?? Infinity) <= start) first += 1;
    const around: Span[] = [];
    for (let i = first; (secrets[i]?.start ?? Infinity) < offset; i += 1) around.push(secrets[i] ?? { start, end: start });
    const spans = around
      .filter((span) => span.end > start)
      .map((span) => ({ start: Math.max(0, span.start - start), end: Math.min(end, span.end - start) }));
    // The tree knows values; what stands in a comment or a name beside them only the line shows.
    const shown = maskText(maskSpans(text, spans));
    return { text, isSecret: shown !== text, shown };
  });
}

function changeGroups(oldLines: readonly Line[], newLines: readonly Line[]): readonly Group[] {
  const groups: Group[] = [];
  let oldAt = 0;
  let newAt = 0;
  let open: { oldStart: number; newStart: number; removed: Line[]; added: Line[] } | undefined;
  for (const part of diffArrays(
    oldLines.map((line) => line.text),
    newLines.map((line) => line.text),
  )) {
    const count = part.value.length;
    if (!part.added && !part.removed) {
      open = undefined;
      oldAt += count;
      newAt += count;
      continue;
    }
    if (open === undefined) {
      open = { oldStart: oldAt, newStart: newAt, removed: [], added: [] };
      groups.push(open);
    }
    if (part.removed) {
      open.removed.push(...oldLines.slice(oldAt, oldAt + count));
      oldAt += count;
    } else {
      open.added.push(...newLines.slice(newAt, newAt + count));
      newAt += count;
    }
  }
  return groups;
}

/** Changes close to each other share a hunk; a secret between them keeps them apart, without context. */
function mergeGroups(groups: readonly Group[], oldLines: readonly Line[]): readonly Hunk[] {
  const hunks: { groups: Group[]; context: number }[] = [];
  for (const group of groups) {
    const last = hunks.at(-1);
    const previous = last?.groups.at(-1);
    const gapStart = previous === undefined ? 0 : previous.oldStart + previous.removed.length;
    const gap = oldLines.slice(gapStart, group.oldStart);
    if (last !== undefined && previous !== undefined && gap.length <= 2 * contextLines) {
      if (!gap.some((line) => line.isSecret)) {
        last.groups.push(group);
        continue;
      }
      last.context = 0;
      hunks.push({ groups: [group], context: 0 });
      continue;
    }
    hunks.push({ groups: [group], context: contextLines });
  }
  return hunks.map((hunk) => ({ ...hunk, context: Math.min(hunk.context, cleanContext(hunk.groups, oldLines)) }));
}

/** How many lines on either side hold no secret, before the first one that does. */
function cleanContext(groups: readonly Group[], oldLines: readonly Line[]): number {
  const { start, end } = oldRange(groups);
  let clean = 0;
  while (clean < contextLines && oldLines[start - clean - 1]?.isSecret !== true && oldLines[end + clean]?.isSecret !== true) clean++;
  return clean;
}

function oldRange(groups: readonly Group[]): { readonly start: number; readonly end: number } {
  const last = groups.at(-1);
  return { start: groups[0]?.oldStart ?? 0, end: last === undefined ? 0 : last.oldStart + last.removed.length };
}

function printHunk(hunk: Hunk, oldLines: readonly Line[], textOf: (line: Line) => string): string {
  const { start, end } = oldRange(hunk.groups);
  const from = Math.max(0, start - hunk.context);
  const to = Math.min(oldLines.length, end + hunk.context);
  const body: string[] = [];
  let at = from;
  let added = 0;
  for (const group of hunk.groups) {
    for (const line of oldLines.slice(at, group.oldStart)) body.push(printLine(' ', textOf(line)));
    for (const line of group.removed) body.push(printLine('-', textOf(line)));
    for (const line of group.added) body.push(printLine('+', textOf(line)));
    added += group.added.length - group.removed.length;
    at = group.oldStart + group.removed.length;
  }
  for (const line of oldLines.slice(at, to)) body.push(printLine(' ', textOf(line)));
  const oldCount = to - from;
  const newCount = oldCount + added;
  const newFrom = (hunk.groups[0]?.newStart ?? 0) - (start - from);
  // A side without lines is named by the line before it.
  const position = (first: number, count: number): string => `${count === 0 ? first : first + 1},${count}`;
  return `@@ -${position(from, oldCount)} +${position(newFrom, newCount)} @@\n${body.join('')}`;
}

function printLine(sign: string, text: string): string {
  return text.endsWith('\n') ? sign + text : `${sign}${text}\n\\ No newline at end of file\n`;
}

/** GNU patch reads quoted names as C strings: https://www.gnu.org/software/diffutils/manual/html_node/Detailed-Unified.html */
function patchName(path: string): string {
  const relative = path.replace(/^\/+/, '');
  if (!/["\\\u0000-\u001F\u007F]/.test(relative)) return relative;
  const octal = (character: string): string => `\\${(character.codePointAt(0) ?? 0).toString(8).padStart(3, '0')}`;
  return `"${relative.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll(/[\u0000-\u001F\u007F]/g, octal)}"`;
}

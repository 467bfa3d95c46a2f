import { maskSpans } from '../../clients/index.ts';
import type { Span } from '../../formats/index.ts';
import { maskText } from '../../secrets/index.ts';
import { diffLists, type Hunk, printHunks, splitLines, unifiedHunks } from '../../text-diff/index.ts';

/** A text on one side of a diff; absent when there is no file. */
export interface DiffSide {
  readonly text: string;
  /** The parts that must not be shown on a screen. */
  readonly secrets: readonly Span[];
}

export interface FileDiff {
  /** With `cd / && patch -p0` it gives exactly the new bytes. Holds secrets if a changed line does. */
  readonly exact: string;
  /** For the screen. The same text, unless `isMasked`. */
  readonly shown: string;
  readonly isMasked: boolean;
}

/** The lines of one side with their line ends. */
interface Lines {
  readonly texts: readonly string[];
  /** A line with its secrets masked. Called only for lines that are printed: masking takes much longer than comparing. */
  shown(line: number): string;
}

/** A unified diff of one file, named relative to `/`. No context line holds a secret. */
export function diffFile(path: string, before: DiffSide | undefined, after: DiffSide | undefined): FileDiff {
  const old = linesOf(before);
  const fresh = linesOf(after);
  const hunks = unifiedHunks(diffLists(old.texts, fresh.texts), old.texts.length, (line) => isSecret(old, line));
  const name = patchName(path);
  const header = `--- ${before === undefined ? '/dev/null' : name}\t\n+++ ${after === undefined ? '/dev/null' : name}\t\n`;
  const exact = header + printHunks(hunks, old.texts, fresh.texts);
  const isMasked = hunks.some((hunk) => changesSecret(hunk, old, fresh));
  return { exact, shown: isMasked ? header + printMasked(hunks, old, fresh) : exact, isMasked };
}

function linesOf(side: DiffSide | undefined): Lines {
  const texts = side === undefined ? [] : splitLines(side.text);
  const secretsByLine = secretsOf(texts, side?.secrets ?? []);
  const shown = new Map<number, string>();
  return {
    texts,
    shown(line) {
      // The parsed tree gives the secret values; a secret in a comment or a name is found only by its form.
      const text = shown.get(line) ?? maskText(maskSpans(texts[line] ?? '', secretsByLine.get(line) ?? []));
      shown.set(line, text);
      return text;
    },
  };
}

/** The parts of secrets that are on each line, without its line feed, by position in the line. */
function secretsOf(texts: readonly string[], secrets: readonly Span[]): ReadonlyMap<number, readonly Span[]> {
  const byLine = new Map<number, Span[]>();
  const sorted = secrets.toSorted((a, b) => a.start - b.start);
  let start = 0;
  let first = 0;
  for (const [line, text] of texts.entries()) {
    const end = start + text.length;
    while ((sorted[first]?.end ?? Infinity) <= start) first += 1;
    const lineEnd = text.endsWith('\n') ? text.length - 1 : text.length;
    for (let i = first; (sorted[i]?.start ?? Infinity) < end; i += 1) {
      const span = sorted[i];
      if (span === undefined || span.end <= start) continue;
      const spans = byLine.get(line) ?? [];
      spans.push({ start: Math.max(0, span.start - start), end: Math.min(lineEnd, span.end - start) });
      byLine.set(line, spans);
    }
    start = end;
  }
  return byLine;
}

function isSecret(lines: Lines, line: number): boolean {
  return lines.texts[line] !== lines.shown(line);
}

function changesSecret({ runs }: Hunk, old: Lines, fresh: Lines): boolean {
  return runs.some(({ before, after }) => hasSecret(old, before) || hasSecret(fresh, after));
}

function printMasked(hunks: readonly Hunk[], old: Lines, fresh: Lines): string {
  const [oldTexts, freshTexts] = [[...old.texts], [...fresh.texts]];
  for (const { before, after } of hunks) {
    for (let line = before[0]; line < before[1]; line += 1) oldTexts[line] = old.shown(line);
    for (let line = after[0]; line < after[1]; line += 1) freshTexts[line] = fresh.shown(line);
  }
  return printHunks(hunks, oldTexts, freshTexts);
}

function hasSecret(lines: Lines, [from, to]: readonly [number, number]): boolean {
  for (let line = from; line < to; line += 1) if (isSecret(lines, line)) return true;
  return false;
}

/** GNU patch reads quoted names as C strings: https://www.gnu.org/software/diffutils/manual/html_node/Detailed-Unified.html */
function patchName(path: string): string {
  const relative = path.replace(/^\/+/, '');
  if (!/["\\\u0000-\u001F\u007F]/.test(relative)) return relative;
  const octal = (character: string): string => `\\${(character.codePointAt(0) ?? 0).toString(8).padStart(3, '0')}`;
  return `"${relative.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll(/[\u0000-\u001F\u007F]/g, octal)}"`;
}

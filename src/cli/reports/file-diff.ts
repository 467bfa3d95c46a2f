import { maskSpans } from '../../clients/index.ts';
import type { ShownSide } from '../../changes/index.ts';
import type { Span } from '../../formats/index.ts';
import { maskText } from '../../secrets/index.ts';
import {
  changedPassages,
  cutLine,
  diffLists,
  type Hunk,
  isLongLine,
  printHunks,
  type Range,
  shownParts,
  type ShownPart,
  splitLines,
  unifiedHunks,
} from '../../text/index.ts';

export interface FileDiff {
  /** The command of {@link patchNames} gives exactly the new bytes. Holds secrets if a changed line does. */
  readonly exact: string;
  /** For the screen. The same text, unless `isMasked` or `isCut`. */
  readonly shown: string;
  readonly isMasked: boolean;
  /** A changed line is too long and is shown around the change only. */
  readonly isCut: boolean;
}

/** The lines of one side with their line ends. */
interface Lines {
  readonly texts: readonly string[];
  /** The parts of a line that hold secrets, by the tree that was parsed. */
  secrets(line: number): readonly Span[];
  /** A line with its secrets masked. Called only for lines that are printed: masking takes much longer than comparing. */
  shown(line: number): string;
}

/** A unified diff of one file. No context line holds a secret, and none is too long to be shown. @param file its name in the patch. */
export function diffFile(file: string, before: ShownSide | undefined, after: ShownSide | undefined): FileDiff {
  const old = linesOf(before);
  const fresh = linesOf(after);
  const hunks = unifiedHunks(
    diffLists(old.texts, fresh.texts),
    old.texts.length,
    (line) => isLongLine(old.texts[line] ?? '') || isSecret(old, line),
  );
  const name = quotedForPatch(file);
  const header = `--- ${before === undefined ? '/dev/null' : name}\t\n+++ ${after === undefined ? '/dev/null' : name}\t\n`;
  const exact = header + printHunks(hunks, old.texts, fresh.texts);
  const cuts = cutLines(hunks, old, fresh);
  const isCut = cuts.old.size > 0 || cuts.fresh.size > 0;
  const isMasked = cuts.isMasked || hunks.some((hunk) => changesSecret(hunk, old, fresh));
  return { exact, shown: isMasked || isCut ? header + printMasked(hunks, old, fresh, cuts) : exact, isMasked, isCut };
}

function linesOf(side: ShownSide | undefined): Lines {
  const texts = side === undefined ? [] : splitLines(side.text);
  const secretsByLine = secretsOf(texts, side?.secrets ?? []);
  const shown = new Map<number, string>();
  return {
    texts,
    secrets: (line) => secretsByLine.get(line) ?? [],
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

/** Changed lines that are too long, as they are shown. */
interface CutLines {
  readonly old: ReadonlyMap<number, string>;
  readonly fresh: ReadonlyMap<number, string>;
  readonly isMasked: boolean;
}

function cutLines(hunks: readonly Hunk[], old: Lines, fresh: Lines): CutLines {
  const cuts = { old: new Map<number, string>(), fresh: new Map<number, string>() };
  let isMasked = false;
  const cut = (into: Map<number, string>, lines: Lines, line: number, parts: readonly ShownPart[]): void => {
    const text = lines.texts[line] ?? '';
    if (!isLongLine(text)) return;
    const hidden = [...lines.secrets(line).map(({ start, end }) => [start, end] as const), ...secretsAround(text, parts)];
    isMasked ||= hidden.some(([from, to]) => parts.some(({ range }) => from < range[1] && to > range[0]));
    into.set(line, cutLine(text, parts, hidden));
  };
  for (const { before, after } of hunks.flatMap(({ runs }) => runs)) {
    for (let i = 0; i < Math.max(before[1] - before[0], after[1] - after[0]); i += 1) {
      const [one, other] = [before[0] + i, after[0] + i];
      const [was, is] = [one < before[1] ? old.texts[one] : undefined, other < after[1] ? fresh.texts[other] : undefined];
      if (!isLongLine(was ?? '') && !isLongLine(is ?? '')) continue;
      const parts = shownParts(was, is);
      if (was !== undefined) cut(cuts.old, old, one, parts.before);
      if (is !== undefined) cut(cuts.fresh, fresh, other, parts.after);
    }
  }
  return { ...cuts, isMasked };
}

/** Farther away nothing tells whether a shown text is a secret. */
const lookAround = 4_000;

/**
 * What looks like a secret in the shown parts of a long line, found with the text around them, since a secret may be shown in half. What
 * is left beside these ranges is a part of the masked text, whichever way the two are compared.
 */
function secretsAround(text: string, parts: readonly ShownPart[]): readonly Range[] {
  return parts.flatMap(({ range }) => {
    const start = Math.max(0, range[0] - lookAround);
    const around = text.slice(start, range[1] + lookAround);
    return changedPassages(around, maskText(around)).map(({ before: [from, to] }): Range => [start + from, start + to]);
  });
}

function printMasked(hunks: readonly Hunk[], old: Lines, fresh: Lines, cuts: CutLines): string {
  const [oldTexts, freshTexts] = [[...old.texts], [...fresh.texts]];
  for (const { before, after } of hunks) {
    for (let line = before[0]; line < before[1]; line += 1) oldTexts[line] = cuts.old.get(line) ?? old.shown(line);
    for (let line = after[0]; line < after[1]; line += 1) freshTexts[line] = cuts.fresh.get(line) ?? fresh.shown(line);
  }
  return printHunks(hunks, oldTexts, freshTexts);
}

/** Of long lines only a part is shown, which is examined by itself. */
function hasSecret(lines: Lines, [from, to]: readonly [number, number]): boolean {
  for (let line = from; line < to; line += 1) if (!isLongLine(lines.texts[line] ?? '') && isSecret(lines, line)) return true;
  return false;
}

/** GNU patch reads quoted names as C strings: https://www.gnu.org/software/diffutils/manual/html_node/Detailed-Unified.html */
function quotedForPatch(name: string): string {
  if (!/["\\\u0000-\u001F\u007F]/.test(name)) return name;
  const octal = (character: string): string => `\\${(character.codePointAt(0) ?? 0).toString(8).padStart(3, '0')}`;
  return `"${name.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll(/[\u0000-\u001F\u007F]/g, octal)}"`;
}

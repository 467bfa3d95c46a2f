import { maskSpans } from '../../clients/index.ts';
import type { ShownSide } from '../../changes/index.ts';
import type { Span } from '../../formats/index.ts';
import { maskText } from '../../secrets/index.ts';
import { cutLines, diffLists, type Hunk, isLongLine, printHunks, splitLines, unifiedHunks } from '../../text/index.ts';

export interface FileDiff {
  /** The command of `patchCommand` gives exactly the new bytes. Holds secrets if a changed line does. */
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
  const { isCut, ...shown } = shownLines(hunks, old, fresh);
  const isMasked = hunks.some((hunk) => changesSecret(hunk, old, fresh));
  return { exact, shown: isMasked || isCut ? header + printHunks(hunks, shown.old, shown.fresh) : exact, isMasked, isCut };
}

function linesOf(side: ShownSide | undefined): Lines {
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

/** The lines of the hunks as they are shown: secrets masked, and of what is too long only what differs. */
function shownLines(hunks: readonly Hunk[], old: Lines, fresh: Lines) {
  const lines = { old: [...old.texts], fresh: [...fresh.texts], isCut: false };
  for (const { before, after, runs } of hunks) {
    for (let line = before[0]; line < before[1]; line += 1) lines.old[line] = old.shown(line);
    for (let line = after[0]; line < after[1]; line += 1) lines.fresh[line] = fresh.shown(line);
    for (const run of runs) {
      for (let i = 0; i < Math.max(run.before[1] - run.before[0], run.after[1] - run.after[0]); i += 1) {
        const [one, other] = [run.before[0] + i, run.after[0] + i];
        const [was, is] = [one < run.before[1] ? lines.old[one] : undefined, other < run.after[1] ? lines.fresh[other] : undefined];
        if (!isLongLine(was ?? '') && !isLongLine(is ?? '')) continue;
        const [wasShown = '', isShown = ''] = cutLines(was, is);
        if (was !== undefined) lines.old[one] = wasShown;
        if (is !== undefined) lines.fresh[other] = isShown;
        lines.isCut = true;
      }
    }
  }
  return lines;
}

function hasSecret(lines: Lines, [from, to]: readonly [number, number]): boolean {
  for (let line = from; line < to; line += 1) if (isSecret(lines, line)) return true;
  return false;
}

/** GNU patch reads quoted names as C strings: https://www.gnu.org/software/diffutils/manual/html_node/Detailed-Unified.html */
function quotedForPatch(name: string): string {
  if (!/["\\\u0000-\u001F\u007F]/.test(name)) return name;
  const octal = (character: string): string => `\\${(character.codePointAt(0) ?? 0).toString(8).padStart(3, '0')}`;
  return `"${name.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll(/[\u0000-\u001F\u007F]/g, octal)}"`;
}

import type { Tolerance } from '../edit/format.ts';
import type { Repair } from './json-reading.ts';
import type { Comment, Token, Tokens } from './json-tokens.ts';
import { afterLine, firstLineBreak, lineEnd, lineStart } from '../text-lines.ts';
import type { Patch } from './choose.ts';

/** The repairs of the marks as changes of the text. */
export function patchesOf(text: string, tokens: readonly Token[], repairs: readonly Repair[]): readonly Patch[] {
  return repairs.map((repair) => patchOf(text, tokens, repair));
}

function patchOf(text: string, tokens: readonly Token[], repair: Repair): Patch {
  const endBefore = (i: number): number => tokens[i - 1]?.end ?? 0;
  const startOf = (i: number): number => tokens[i]?.start ?? text.length;
  switch (repair.kind) {
    case 'insert-comma':
      return insertion(endBefore(repair.at), ',', 'a comma was missing');
    case 'insert-colon':
      return insertion(endBefore(repair.at), ':', 'a colon was missing');
    case 'delete-comma':
      return deletion(text, tokens[repair.at], 'one comma too many');
    case 'delete-mark':
      return deletion(text, tokens[repair.at], `one ${quoted(text.charAt(startOf(repair.at)))} too many`);
    case 'replace-closer': {
      const start = startOf(repair.at);
      const says = `${quoted(text.charAt(start))} was used instead of ${quoted(repair.mark)}`;
      return { splices: [{ start, end: start + 1, text: repair.mark }], at: start, says };
    }
    case 'insert-opener': {
      const says = `${quoted(repair.mark)} was missing`;
      const before = tokens[repair.at - 1];
      if (before === undefined) return insertion(holeIn(text, 0, startOf(0), '') ?? startOf(0), repair.mark, says);
      if (tokens[repair.at]?.isFirst !== true) return insertion(startOf(repair.at), repair.mark, says);
      // At the end of its line, where someone took it away.
      const gap = /^[ \t]*/.exec(text.slice(before.end))?.[0] ?? '';
      return insertion(before.end + gap.length, gap === '' ? ` ${repair.mark}` : repair.mark, says);
    }
    case 'insert-closer':
      return closerPatch(text, tokens, repair);
    case 'open-first':
      return insertion(holeIn(text, 0, startOf(0), '') ?? 0, '{', '"{" was missing');
    case 'wrap': {
      const eol = text.includes('\n') || text.includes('\r') ? firstLineBreak(text) : '';
      const last = tokens.at(-1);
      const end = lineEndWithComment(text, last?.end ?? 0);
      return {
        splices: [
          { start: 0, end: 0, text: `{${eol}` },
          { start: end, end, text: `${eol}}` },
        ],
        at: 0,
        says: 'the braces around the whole file were missing',
      };
    }
    default:
      return repair satisfies never;
  }
}

function closerPatch(text: string, tokens: readonly Token[], repair: Extract<Repair, { kind: 'insert-closer' }>): Patch {
  const before = tokens[repair.at - 1];
  const after = tokens[repair.at];
  const says = `${quoted(repair.mark)} was missing`;
  const end = before?.end ?? 0;
  if (after !== undefined && !after.isFirst) return insertion(after.kind === ',' ? after.start : end, repair.mark, says);
  // After the space that `{ … }` has before its end.
  if (repair.isInline) return insertion(end + (/^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0), repair.mark, says);
  if (after?.kind === ',' && (repair.indent === undefined || after.indent === repair.indent))
    return insertion(after.start, repair.mark, says);
  const hole = holeIn(text, afterLine(text, end), after === undefined ? text.length : lineStart(text, after.start), repair.indent ?? '');
  if (hole !== undefined) return { ...insertion(hole, repair.mark, says), at: hole };
  if (before === undefined || !text.slice(0, end).includes('\n')) return insertion(end, repair.mark, says);
  const lineAfter = lineEndWithComment(text, end);
  return { ...insertion(lineAfter, `${firstLineBreak(text)}${repair.indent ?? ''}${repair.mark}`, says), at: end };
}

/** The end of what is in this line; after the comment there, if there is one. */
function lineEndWithComment(text: string, offset: number): number {
  const rest = text.slice(offset, lineEnd(text, offset));
  return offset + (/^[ \t]*(?:,[ \t]*)?\/[/*]/.test(rest) ? rest.length : 0);
}

/** The end of the first line in [from, to) that contains only this indentation. */
function holeIn(text: string, from: number, to: number, indent: string): number | undefined {
  for (let at = from; at < to; at = afterLine(text, at)) {
    const end = lineEnd(text, at);
    if (text.slice(at, end) === indent && (end < text.length || at > 0)) return end;
    if (end === text.length) return undefined;
  }
  return undefined;
}

function insertion(at: number, text: string, says: string): Patch {
  return { splices: [{ start: at, end: at, text }], at, says };
}

function deletion(text: string, token: Token | undefined, says: string): Patch {
  const start = token?.start ?? 0;
  const end = token?.end ?? 0;
  const from = lineStart(text, start);
  const to = afterLine(text, start);
  const isAlone = text.slice(from, start).trim() === '' && text.slice(end, lineEnd(text, end)).trim() === '';
  return { splices: [isAlone && to > end ? { start: from, end: to, text: '' } : { start, end, text: '' }], at: start, says };
}

function quoted(mark: string): string {
  return `"${mark}"`;
}

/**
 * What every reading of the tokens needs: texts and names in the quotes of JSON, and no comments where the client takes none.
 * `undefined` when one of these could mean something else.
 */
export function spellingPatches(text: string, { tokens, comments }: Tokens, tolerance: Tolerance): readonly Patch[] | undefined {
  const patches: Patch[] = [];
  for (const [i, { kind, start, end }] of tokens.entries()) {
    const quotes = {
      splices: [
        { start, end: start + 1, text: '"' },
        { start: end - 1, end, text: '"' },
      ],
      at: start,
    };
    if (kind === 'single') patches.push({ ...quotes, says: 'a text was in single quotes' });
    if (kind !== 'word') continue;
    if (tokens[i + 1]?.kind !== ':') return undefined;
    const around = [
      { start, end: start, text: '"' },
      { start: end, end, text: '"' },
    ];
    patches.push({ splices: around, at: start, says: 'a name had no quotes' });
  }
  if (comments.some(({ isClosed }) => !isClosed)) return undefined;
  return tolerance === 'strict' ? [...patches, ...comments.map((comment) => withoutComment(text, comment))] : patches;
}

function withoutComment(text: string, { start, end }: Comment): Patch {
  const says = 'a comment, which this assistant does not read, is removed';
  const from = lineStart(text, start);
  const isAlone = text.slice(from, start).trim() === '' && text.slice(end, lineEnd(text, end)).trim() === '';
  if (isAlone) return { splices: [{ start: from, end: afterLine(text, end), text: '' }], at: start, says };
  let before = start;
  while (before > from && (text.charAt(before - 1) === ' ' || text.charAt(before - 1) === '\t')) before--;
  const isAtEnd = text.slice(end, lineEnd(text, end)).trim() === '';
  return { splices: [{ start: isAtEnd ? before : start, end, text: '' }], at: start, says };
}

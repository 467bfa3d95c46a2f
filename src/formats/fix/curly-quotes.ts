import { positionAt } from '../../text/index.ts';
import type { Splice } from '../edit/format.ts';
import type { Node, Span } from '../syntax/node.ts';
import { lineEnd, linesOf } from '../text-lines.ts';
import type { Patch } from './choose.ts';

/**
 * Quotes that a word processor, a chat or a web page put where the format needs `"` or `'`: `“npx”`, `„npx“`, `« npx »`, `‘npx’`.
 * Only quotes around a text are meant. Inside a text that is quoted as it should be they are part of it.
 */
const double = '\u201C\u201D\u201E\u201F\u00AB\u00BB\uFF02';
const single = '\u2018\u2019\u201A\u201B\u2039\u203A\uFF07';
const curly = double + single;
const anyCurly = new RegExp(`[${curly}]`);
/** Between letters it is an apostrophe: `it’s`. */
const apostrophes = /(?<=\p{L})\u2019(?=\p{L})/gu;
/** French sets a narrow or unbreakable space inside of its quotes. */
const frenchSpace = /[\u00A0\u202F\u2009]/;
/** Marks of JSON in the width of Chinese and Japanese letters, with what they stand for. */
const wideMarks: Readonly<Record<string, string>> = {
  '\uFF0C': ',',
  '\uFF1A': ':',
  '\uFF5B': '{',
  '\uFF5D': '}',
  '\uFF3B': '[',
  '\uFF3D': ']',
};
const wide = Object.keys(wideMarks).join('');
const anyWide = new RegExp(`[${wide}]`);

/** What is before a text, on its line. */
const before = new RegExp(`(?:^|[{[,:${wide}])[ \\t]*$`);
/** What is after a text, on its line. A quote in a comment may be the end of the text. */
const after = new RegExp(`^\\s*(?:$|[,:}\\]${wide}])|^\\s+\\/[/*][^${curly}"]*(?<!')$`);
const comment = /\/\/[^\r\n]*|\/\*[^]*?(?:\*\/|$)/y;
/** A text that is quoted as it should be. */
const proper = /"(?:[^"\\\r\n]|\\[^\r\n])*"/y;

/** Every text of JSON in curly quotes, or with one on one side, with what is to be changed there. */
export function curlyQuotes(text: string): readonly Patch[] {
  if (!anyCurly.test(text) && !anyWide.test(text)) return [];
  const patches: Patch[] = [];
  const end = (pattern: RegExp, at: number): number | undefined => {
    pattern.lastIndex = at;
    return pattern.test(text) ? pattern.lastIndex : undefined;
  };
  for (let at = 0; at < text.length;) {
    const over = end(comment, at);
    if (over !== undefined && over > at) {
      at = over;
      continue;
    }
    const character = text.charAt(at);
    const mark = wideMarks[character];
    if (mark !== undefined) patches.push(patchOf([{ start: at, end: at + 1, text: mark }], `"${character}" was used instead of "${mark}"`));
    const isQuote = character === '"';
    if (isQuote || curly.includes(character)) {
      const whole = isQuote ? end(proper, at) : undefined;
      const isWhole = whole !== undefined && after.test(restOfLine(text, whole));
      // `"a”, “b"` may be one text or two.
      if (isWhole && mayBeTwo.test(text.slice(at, whole))) return [];
      const found = isWhole || !before.test(startOfLine(text, at)) ? undefined : delimited(text, at);
      // A text that begins here and ends nowhere: what follows on its line may be inside of it.
      if (isQuote && whole === undefined && found === undefined && before.test(startOfLine(text, at))) return [];
      if (found !== undefined) patches.push(patchOf(found.splices, says));
      at = found?.end ?? whole ?? at + 1;
    } else at += 1;
  }
  return patches;
}

/** The first curly quote outside of texts and comments on a line (from 1) of YAML or TOML. */
export function curlyQuoteOnLine(text: string, line: number): Span | undefined {
  const span = linesOf(text)[line - 1];
  if (span === undefined) return undefined;
  const blank = (found: string): string => ' '.repeat(found.length);
  const outside = text.slice(span.start, span.end).replaceAll(/"(?:[^"\\]|\\.)*"|'[^']*'|(?<!\S)#.*/g, blank);
  const at = outside.replaceAll(apostrophes, ' ').search(anyCurly);
  return at === -1 ? undefined : { start: span.start + at, end: span.start + at + 1 };
}

/** Whether a patch is one of a mark, not of quotes. */
export function isOfMark({ says: words }: Patch): boolean {
  return words !== says;
}

const says = 'curly quotes were used instead of straight ones';

function patchOf(splices: readonly Splice[], words: string): Patch {
  return { splices, at: splices[0]?.start ?? 0, says: words };
}

/** The text that begins with this quote, when a curly one is at either side of it. */
function delimited(text: string, start: number): { readonly splices: readonly Splice[]; readonly end: number } | undefined {
  const stop = Math.min(lineEnd(text, start), start + maxLength);
  for (let at = start + 1; at < stop; at++) {
    const isCloser = `${curly}"'`.includes(text.charAt(at)) && text.charAt(at - 1) !== '\\';
    if (!isCloser || !after.test(restOfLine(text, at + 1))) continue;
    const splices = straightened(text, { start, end: at + 1 });
    return splices && { splices, end: at + 1 };
  }
  return undefined;
}

const mayBeTwo = new RegExp(`[${curly}]\\s*[,:=]\\s*[${curly}]`);
const maxLength = 4000;
/** More white space than this is not looked over. */
const maxGap = 60;

function startOfLine(text: string, offset: number): string {
  let start = offset;
  while (start > 0 && offset - start < maxGap && !'\r\n'.includes(text.charAt(start - 1))) start--;
  const isWhole = start === 0 || '\r\n'.includes(text.charAt(start - 1));
  return `${isWhole ? '' : '…'}${text.slice(start, offset)}`;
}

function restOfLine(text: string, offset: number): string {
  return text.slice(offset, Math.min(lineEnd(text, offset), offset + maxLength));
}

/** What makes straight quotes of those around this text; `undefined` where there are more quotes in it, or none that is curly. */
function straightened(text: string, { end, start }: Span): readonly Splice[] | undefined {
  const [open, close] = [text.charAt(start), text.charAt(end - 1)];
  const areQuotes = [open, close].every((one) => `${curly}"'`.includes(one));
  if (end - start < 2 || !areQuotes || !anyCurly.test(open + close)) return undefined;
  // A double one and a single one are no pair.
  if ([double, single].every((kind) => kind.includes(open) || kind.includes(close))) return undefined;
  if (open === "'" || close === "'") return undefined;
  const from = curly.includes(open) && frenchSpace.test(text.charAt(start + 1)) ? start + 2 : start + 1;
  const to = curly.includes(close) && end - 2 >= from && frenchSpace.test(text.charAt(end - 2)) ? end - 2 : end - 1;
  const content = text.slice(from, to);
  // French quotes are written with spaces inside, which may be part of the text or not.
  if (/[\u00AB\u00BB\u2039\u203A]/.test(open + close) && content !== content.trim()) return undefined;
  const inside = content.replaceAll(apostrophes, '').replaceAll(/\\./g, '');
  if (inside.endsWith('\\') || anyCurly.test(inside) || inside.includes('"')) return undefined;
  return [
    { start, end: from, text: '"' },
    { start: to, end, text: '"' },
  ];
}

/** The keys and texts among these of YAML that parses in which a curly quote at either end is a part of the text for every reader. */
export function curlyScalars(text: string, spans: readonly Span[]): readonly Span[] {
  if (!anyCurly.test(text)) return [];
  return spans
    .map((span) => withoutProperties(text, span))
    .filter(({ start, end }) => {
      const first = text.charAt(start);
      return !/["'|>]/.test(first) && (curly.includes(first) || double.includes(text.charAt(end - 1)));
    });
}

/** Whether a line in which quotes were made straight has curly ones outside of its texts: a comment that was a part of one, perhaps. */
export function hasCurlyLeft(text: string, root: Node | undefined, patches: readonly Patch[]): boolean {
  const lines = new Set(patches.map(({ at }) => positionAt(text, at).line));
  const starts = new Map(textSpans(root).map((span) => [span.start, span.end]));
  for (let at = 0; at < text.length; at++) {
    at = starts.get(at) ?? at;
    if (curly.includes(text.charAt(at)) && at < text.length && lines.has(positionAt(text, at).line)) return true;
  }
  return false;
}

/** The spans of every scalar and every key of a tree. */
function textSpans(root: Node | undefined): readonly Span[] {
  if (root === undefined) return [];
  if (root.kind === 'scalar') return [root];
  return root.kind === 'list'
    ? root.items.flatMap(textSpans)
    : root.members.flatMap(({ keySpan, value }) => [keySpan, ...textSpans(value)]);
}

/** Without an anchor or a tag before the text. */
function withoutProperties(text: string, { start, end }: Span): Span {
  const properties = /^(?:[&!]\S*\s+)+/.exec(text.slice(start, Math.min(end, start + 200)))?.[0].length ?? 0;
  return { start: start + properties, end };
}

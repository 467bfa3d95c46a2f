import type { FormatName, Splice } from '../edit/format.ts';
import { positionAt, type Span } from '../syntax/node.ts';
import { lineEnd, lineStart } from '../text-lines.ts';
import type { Patch } from './patch.ts';

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

interface Grammar {
  /** What is before a text, on its line. */
  readonly before: RegExp;
  /** What is after a text, on its line. A quote in a comment may be the end of the text. */
  readonly after: RegExp;
  readonly comment: RegExp;
  /** A text that is quoted as it should be. */
  readonly text: RegExp;
}

const doubleQuoted = String.raw`"(?:[^"\\\r\n]|\\[^\r\n])*"`;
const singleQuoted = String.raw`'[^'\r\n]*'`;
const grammars: Readonly<Record<FormatName, Grammar>> = {
  json: {
    before: new RegExp(`(?:^|[{[,:${wide}])[ \\t]*$`),
    after: new RegExp(`^\\s*(?:$|[,:}\\]${wide}])|^\\s+\\/[/*][^${curly}"]*(?<!')$`),
    comment: /\/\/[^\r\n]*|\/\*[^]*?(?:\*\/|$)/y,
    text: new RegExp(doubleQuoted, 'y'),
  },
  toml: {
    before: /(?:^|[=[{,.])[ \t]*$/,
    after: new RegExp(`^[ \\t]*(?:$|[,=.\\]}])|^[ \\t]+#[^${curly}"]*(?<!')$`),
    comment: /#[^\r\n]*/y,
    text: new RegExp(String.raw`"""[^]*?"""|'''[^]*?'''|${doubleQuoted}|${singleQuoted}`, 'y'),
  },
  yaml: {
    before: /(?:(?:^|[ \t])(?:- +)+|\S: +|[[{,] *|^ *)(?:[&!]\S* +)*$/,
    after: new RegExp(`^[ \\t]*(?:$|[,\\]}]|:(?:\\s|$))|^[ \\t]+#[^${curly}"]*(?<!')$`),
    comment: /(?<=[ \t\r\n])#[^\r\n]*/y,
    text: new RegExp(`${doubleQuoted}|'(?:[^'\\r\\n]|'')*'`, 'y'),
  },
};

/** Every text in curly quotes, or with one on one side, with what is to be changed there. */
export function curlyQuotes(text: string, name: FormatName): readonly Patch[] {
  if (!anyCurly.test(text) && !(name === 'json' && new RegExp(`[${wide}]`).test(text))) return [];
  const { after, before, comment, text: proper } = grammars[name];
  const patches: Patch[] = [];
  const end = (pattern: RegExp, at: number): number | undefined => {
    pattern.lastIndex = at;
    return pattern.test(text) ? pattern.lastIndex : undefined;
  };
  const blocks = name === 'yaml' ? blockTexts(text) : [];
  for (let at = 0; at < text.length;) {
    const block = blocks.find((span) => span.start <= at && at < span.end);
    const over = block?.end ?? end(comment, at);
    if (over !== undefined && over > at) {
      at = over;
      continue;
    }
    const character = text.charAt(at);
    const mark = name === 'json' ? wideMarks[character] : undefined;
    if (mark !== undefined) patches.push(patchOf([{ start: at, end: at + 1, text: mark }], `"${character}" was used instead of "${mark}"`));
    const isQuote = character === '"' || (character === "'" && name !== 'json');
    if (isQuote || curly.includes(character)) {
      const whole = isQuote ? end(proper, at) : undefined;
      const isWhole = whole !== undefined && (after.test(restOfLine(text, whole)) || text.slice(at, whole).includes('\n'));
      // `"a”, “b"` may be one text or two.
      if (isWhole && mayBeTwo.test(text.slice(at, whole))) return [];
      const found = isWhole || !before.test(startOfLine(text, at)) ? undefined : delimited(text, at, name);
      // A text that begins here and ends nowhere: what follows on its line may be inside of it.
      if (isQuote && whole === undefined && found === undefined && before.test(startOfLine(text, at))) return [];
      if (found !== undefined) patches.push(patchOf(found.splices, says));
      at = found?.end ?? whole ?? at + 1;
    } else at += 1;
  }
  // Where several quotes follow each other, nobody knows which belong together.
  const isUnclear = (at: number): boolean => name === 'toml' && /"""|'''/.test(lineOf(text, at));
  return patches.some((patch) => isUnclear(patch.at) || (name !== 'json' && mayGoOn(text, patch))) ? [] : patches;
}

/** Whether the text may reach to a quote behind a `#`: `“a #b”` reads as a text of one letter and a comment. */
function mayGoOn(text: string, { splices }: Patch): boolean {
  return new RegExp(`#.*["'${curly}]`).test(restOfLine(text, splices.at(-1)?.end ?? 0));
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
function delimited(
  text: string,
  start: number,
  name: FormatName,
): { readonly splices: readonly Splice[]; readonly end: number } | undefined {
  const stop = Math.min(lineEnd(text, start), start + maxLength);
  const quotes = `${curly}"'`;
  for (let at = start + 1; at < stop; at++) {
    const isCloser = quotes.includes(text.charAt(at)) && text.charAt(at - 1) !== '\\';
    if (!isCloser || !grammars[name].after.test(restOfLine(text, at + 1))) continue;
    // In YAML a line may go on with a text that has no quotes.
    if (name === 'yaml' && startOfLine(text, start).trim() === '' && !/^[ \t]*(?::|[,\]][ \t]*$)/.test(restOfLine(text, at + 1)))
      return undefined;
    const splices = straightened(text, { start, end: at + 1 }, name);
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

function lineOf(text: string, offset: number): string {
  return text.slice(lineStart(text, offset), lineEnd(text, offset));
}

function restOfLine(text: string, offset: number): string {
  return text.slice(offset, Math.min(lineEnd(text, offset), offset + maxLength));
}

/** What makes straight quotes of those around this text; `undefined` where there are more quotes in it, or none that is curly. */
function straightened(text: string, { end, start }: Span, name: FormatName): readonly Splice[] | undefined {
  const [open, close] = [text.charAt(start), text.charAt(end - 1)];
  const areQuotes = [open, close].every((one) => `${curly}"'`.includes(one));
  if (end - start < 2 || !areQuotes || !anyCurly.test(open + close)) return undefined;
  // A double one and a single one are no pair.
  if ([double, single].every((kind) => kind.includes(open) || kind.includes(close))) return undefined;
  const isSingle = name !== 'json' && [open, close].every((one) => one === "'" || single.includes(one));
  const mixed = [open, close].find((one) => one === '"' || (one === "'" && name !== 'json'));
  const quote = mixed ?? (isSingle ? "'" : '"');
  if ([open, close].some((one) => one === "'" && quote === '"')) return undefined;
  const from = curly.includes(open) && frenchSpace.test(text.charAt(start + 1)) ? start + 2 : start + 1;
  const to = curly.includes(close) && end - 2 >= from && frenchSpace.test(text.charAt(end - 2)) ? end - 2 : end - 1;
  const content = text.slice(from, to);
  // French quotes are written with spaces inside, which may be part of the text or not.
  if (/[\u00AB\u00BB\u2039\u203A]/.test(open + close) && content !== content.trim()) return undefined;
  // What is escaped the way these quotes have it. Two single quotes may be one, or two.
  const escapes = quote === '"' ? /\\./g : /$^/g;
  const inside = content.replaceAll(apostrophes, '').replaceAll(escapes, '');
  if (quote === '"' && inside.endsWith('\\')) return undefined;
  if (anyCurly.test(inside) || inside.includes(quote) || (quote === "'" && inside.includes('\\'))) return undefined;
  return [
    { start, end: from, text: quote },
    { start: to, end, text: quote },
  ];
}

/**
 * The same for YAML that parses, where curly quotes are a part of the text for every reader.
 *
 * @param spans The keys and texts to look at
 */
export function curlyScalars(
  text: string,
  spans: readonly Span[],
): { readonly patches: readonly Patch[]; /** All of them can be made straight. */ readonly isWhole: boolean } {
  if (!anyCurly.test(text)) return { patches: [], isWhole: true };
  const patches = spans.flatMap((node) => {
    const span = withoutProperties(text, node);
    const isPlain = curly.includes(text.charAt(span.start)) && !text.slice(span.start, span.end).includes('\n');
    const splices = isPlain ? straightened(text, span, 'yaml') : undefined;
    return splices === undefined ? [] : [patchOf(splices, says)];
  });
  const fixed = new Set(patches.map(({ at }) => at));
  return {
    patches,
    isWhole:
      !patches.some((patch) => mayGoOn(text, patch)) &&
      !hasCurlyEdges(
        text,
        spans.filter(({ start }) => !fixed.has(start)),
      ),
  };
}

/** Whether a text without other quotes begins or ends with a curly one. */
export function hasCurlyEdges(text: string, spans: readonly Span[]): boolean {
  if (!anyCurly.test(text)) return false;
  const isPlain = ({ start }: Span): boolean => !/["'|>]/.test(text.charAt(start));
  return spans
    .map((span) => withoutProperties(text, span))
    .some((span) => isPlain(span) && (curly.includes(text.charAt(span.start)) || double.includes(text.charAt(span.end - 1))));
}

/** Whether a line in which quotes were made straight has curly ones outside of its texts: a comment that was a part of one, perhaps. */
export function hasCurlyLeft(text: string, spans: readonly Span[], patches: readonly Patch[]): boolean {
  const lines = new Set(patches.map(({ at }) => positionAt(text, at).line));
  const starts = new Map(spans.map((span) => [span.start, span.end]));
  for (let at = 0; at < text.length; at++) {
    at = starts.get(at) ?? at;
    if (curly.includes(text.charAt(at)) && at < text.length && lines.has(positionAt(text, at).line)) return true;
  }
  return false;
}

/** Without an anchor or a tag before the text. */
function withoutProperties(text: string, { start, end }: Span): Span {
  const properties = /^(?:[&!]\S*\s+)+/.exec(text.slice(start, Math.min(end, start + 200)))?.[0].length ?? 0;
  return { start: start + properties, end };
}

/** The lines below `|` and `>`, which are text. */
function blockTexts(text: string): readonly Span[] {
  return [
    ...text.matchAll(/^( *)[^\r\n#]*[:-] +(?:[&!]\S+ +)*[|>][-+\d]*[ \t]*(?:#[^\r\n]*)?(?:\r?\n(?:\1 +[^\r\n]*|[ \t]*(?=\r?\n|$)))+/gm),
  ].map((found) => ({ start: found.index + (/[\r\n]/.exec(found[0])?.index ?? 0), end: found.index + found[0].length }));
}
